// Package calendar reads and writes times and durations as text: as whole microseconds, which a
// float64 holds exactly for 285 years before and after zero. Finer digits are cut off.
package calendar

import (
	"strings"
	"time"
)

// Units of time in microseconds.
const (
	Second = 1_000_000
	Minute = 60 * Second
	Hour   = 60 * Minute
	Day    = 24 * Hour
)

// Time is a time as written in a text.
type Time struct {
	// Wall is the time that a clock shows: microseconds since the first moment of 1970, with days of 24 hours.
	Wall int64
	// Offset is the number of seconds by which the clock is ahead of UTC, if HasOffset is set.
	Offset    int
	HasOffset bool
}

// ParseTime reads a date, such as 2024-02-29, or a date and time of ISO 8601, such as
// 2024-02-29T13:05:00.5+01:00. A space may replace the T, seconds and fractions may be left out,
// and the offset may be Z, UTC, +01, +0100 or +01:00, with a space before it.
func ParseTime(text string) (t Time, ok bool) {
	s := strings.TrimSpace(text)
	year, s, ok := digits(s, 4, "-", 0, 9999)
	if !ok {
		return t, false
	}
	month, s, ok := digits(s, 2, "-", 1, 12)
	if !ok {
		return t, false
	}
	day, s, ok := digits(s, 2, "", 1, 31)
	midnight := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if !ok || midnight.Day() != day {
		return t, false
	}
	t.Wall = midnight.Unix() * Second
	if s == "" {
		return t, true
	}
	if s[0] != 'T' && s[0] != 't' && s[0] != ' ' {
		return t, false
	}
	return t.addClock(s[1:])
}

// addClock returns the time with a time of day and perhaps an offset added to its date.
func (t Time) addClock(s string) (Time, bool) {
	of, s, ok := clock(s)
	if !ok {
		return t, false
	}
	t.Wall += of
	if s == "" {
		return t, true
	}
	t.Offset, t.HasOffset = parseOffset(strings.TrimLeft(s, " "))
	return t, t.HasOffset
}

// ParseClock reads a time of day, such as 13:05, 8:05, 13:05:59.5 or 1:05 PM, as microseconds since midnight.
// half is set if the text has AM or PM and so has no other reading.
func ParseClock(text string) (of int64, half, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > 1 && text[1] == ':' {
		text = "0" + text
	}
	of, rest, ok := clock(text)
	return of, strings.HasSuffix(strings.ToUpper(text), "M"), ok && rest == ""
}

// clock reads a time of day with minutes, and returns the rest of the text.
func clock(s string) (of int64, rest string, ok bool) {
	if of, rest, ok := halfClock(s); ok {
		return of, rest, true
	}
	hour, s, ok := digits(s, 2, ":", 0, 23)
	if !ok {
		return 0, s, false
	}
	minute, s, ok := digits(s, 2, "", 0, 59)
	of = int64(hour)*Hour + int64(minute)*Minute
	if !ok || s == "" || s[0] != ':' {
		return of, s, ok
	}
	second, s, ok := digits(s[1:], 2, "", 0, 59)
	of += int64(second) * Second
	if !ok || s == "" || s[0] != '.' && s[0] != ',' {
		return of, s, ok
	}
	n := countDigits(s[1:])
	of += micros(s[1 : 1+n])
	return of, s[1+n:], n > 0
}

// micros returns the microseconds of the digits after the decimal mark of a second.
func micros(fraction string) (n int64) {
	for i := range 6 {
		n *= 10
		if i < len(fraction) {
			n += int64(fraction[i] - '0')
		}
	}
	return n
}

// parseOffset reads an offset from UTC, in seconds.
func parseOffset(s string) (seconds int, ok bool) {
	switch s {
	case "Z", "z", "UTC", "GMT":
		return 0, true
	case "":
		return 0, false
	}
	if s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	sign := 1
	if s[0] == '-' {
		sign = -1
	}
	hour, rest, ok := digits(s[1:], 2, "", 0, 23)
	if !ok {
		return 0, false
	}
	minute := 0
	if rest != "" {
		if minute, rest, ok = digits(strings.TrimPrefix(rest, ":"), 2, "", 0, 59); !ok || rest != "" {
			return 0, false
		}
	}
	return sign * (hour*60 + minute) * 60, true
}

// digits reads a number with the given number of digits, from low to high, and the text that must follow it.
func digits(s string, count int, then string, low, high int) (n int, rest string, ok bool) {
	if len(s) < count || countDigits(s[:count]) < count {
		return 0, s, false
	}
	for i := range count {
		n = 10*n + int(s[i]-'0')
	}
	rest, ok = strings.CutPrefix(s[count:], then)
	return n, rest, ok && low <= n && n <= high
}

// countDigits returns the number of digits that a text begins with.
func countDigits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// At returns the moment at which a clock in UTC shows a time.
func At(wall int64) time.Time { return time.UnixMicro(wall).UTC() }

// AppendDate appends the date of a moment, as in 2024-02-29.
func AppendDate(dst []byte, wall int64) []byte { return At(wall).AppendFormat(dst, time.DateOnly) }

// AppendTime appends a date and time to the minute, or finer if it is not a whole minute.
func AppendTime(dst []byte, wall int64) []byte {
	layout := "2006-01-02 15:04"
	if wall%Minute != 0 {
		layout = "2006-01-02 15:04:05.999999"
	}
	return At(wall).AppendFormat(dst, layout)
}
