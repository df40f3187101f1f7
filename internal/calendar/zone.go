package calendar

import (
	"fmt"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // for machines without a database of time zones
)

// Location is a time zone.
type Location = time.Location

// UTC is the zone UTC.
var UTC = time.UTC

// zones holds the zones that were looked up, by name.
var zones sync.Map

// Zone returns a time zone: an IANA name such as Europe/Berlin, UTC, or an offset such as +05:30. The
// error completes a message that starts with the origin of the name.
func Zone(name string) (*time.Location, error) {
	if z, ok := zones.Load(name); ok {
		return z.(*time.Location), nil
	}
	z, err := findZone(name)
	if err != nil {
		return nil, err
	}
	zones.Store(name, z)
	return z, nil
}

func findZone(name string) (*time.Location, error) {
	if strings.HasPrefix(name, "+") || strings.HasPrefix(name, "-") {
		if seconds, ok := parseOffset(name); ok {
			return time.FixedZone(name, seconds), nil
		}
	} else if z, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" {
		return z, nil
	}
	return nil, fmt.Errorf("is %q, which is no time zone: want a name such as Europe/Berlin or UTC, or an offset such as +05:30", name)
}

// OffsetZone returns the name of the zone of an offset in seconds.
func OffsetZone(seconds int) string {
	if seconds == 0 {
		return "UTC"
	}
	sign, minutes := '+', seconds/60
	if seconds < 0 {
		sign, minutes = '-', -minutes
	}
	return fmt.Sprintf("%c%02d:%02d", sign, minutes/60, minutes%60)
}

// Instant returns a time as microseconds since 1970 in UTC. A time without an offset is read as a
// clock in the zone shows it; if the clock shows it twice, Instant returns the first moment.
func Instant(t Time, zone *time.Location) int64 {
	if t.HasOffset {
		return t.Wall - int64(t.Offset)*Second
	}
	w := At(t.Wall)
	at := time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), w.Second(), w.Nanosecond(), zone)
	if before := at.Add(-3 * time.Hour); offset(before, zone) > offset(at, zone) { // a clock may have been put back
		first := at.Add(time.Duration(offset(at, zone)-offset(before, zone)) * time.Second)
		if WallOf(first.UnixMicro(), zone) == t.Wall {
			at = first
		}
	}
	return at.UnixMicro()
}

// WallOf returns the time that a clock in a zone shows at a moment.
func WallOf(instant int64, zone *time.Location) int64 {
	return instant + int64(offset(At(instant), zone))*Second
}

func offset(t time.Time, zone *time.Location) int {
	_, seconds := t.In(zone).Zone()
	return seconds
}

// AppendOffset appends the offset from UTC of a clock in a zone at a moment, as in +01:00.
func AppendOffset(dst []byte, instant int64, zone *time.Location) []byte {
	return At(instant).In(zone).AppendFormat(dst, "-07:00")
}
