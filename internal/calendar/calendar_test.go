package calendar

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2024-02-29":                     "2024-02-29T00:00:00Z",
		" 2024-02-29 ":                   "2024-02-29T00:00:00Z",
		"0000-01-01":                     "0000-01-01T00:00:00Z",
		"2024-02-29T13:05":               "2024-02-29T13:05:00Z",
		"2024-02-29 13:05:09.1234567Z":   "2024-02-29T13:05:09.123456Z",
		"2024-02-29 13:05:09,5":          "2024-02-29T13:05:09.5Z",
		"2024-02-29T13:05:09+05:30":      "2024-02-29T13:05:09+05:30",
		"2024-02-29T13:05:09 -0800":      "2024-02-29T13:05:09-08:00",
		"2024-02-29 13:05+01":            "2024-02-29T13:05:00+01:00",
		"2024-02-29 13:05:00 UTC":        "2024-02-29T13:05:00Z",
		"2023-02-29":                     "",
		"2024-13-01":                     "",
		"2024-00-10":                     "",
		"2024-1-1":                       "",
		"20240229":                       "",
		"12024-01-01":                    "",
		"2024-02-29T":                    "",
		"2024-02-29T24:00":               "",
		"2024-02-29T13:60":               "",
		"2024-02-29T13:05:60":            "",
		"2024-02-29T13:05:09.":           "",
		"2024-02-29T13:05:09.5.5":        "",
		"2024-02-29T13:05+1":             "",
		"2024-02-29T13:05 Europe/Berlin": "",
		"2024-02-29T13:05:09+05:3":       "",
		"2024-02-29X13:05":               "",
		"2024-02-29Z":                    "",
		"":                               "",
	} {
		got := ""
		if at, ok := ParseTime(text); ok {
			got = At(at.Wall).In(time.FixedZone("", 0)).Format("2006-01-02T15:04:05.999999")
			got += map[bool]string{true: "Z", false: time.Unix(0, 0).In(time.FixedZone("", at.Offset)).Format("-07:00")}[at.Offset == 0]
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestTimesRoundTrip writes times, and reads the same again.
func TestTimesRoundTrip(t *testing.T) {
	first, last := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro(), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).UnixMicro()
	rapid.Check(t, func(t *rapid.T) {
		wall := rapid.Int64Range(first, last).Draw(t, "wall")
		wall -= wall % rapid.SampledFrom([]int64{1, 1000, Second, Minute, Day}).Draw(t, "unit")
		if got, ok := ParseTime(string(AppendTime(nil, wall))); !ok || got.Wall != wall || got.HasOffset {
			t.Fatalf("%d is written %s and read as %d", wall, AppendTime(nil, wall), got.Wall)
		}
	})
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]string{
		"1h30m0s": "1h30m", "500ms": "500ms", "1.5s": "1.5s", "0s": "0s", "-1h30m0s": "-1h30m", "1µs": "1us", "1us": "1us", "999ns": "0s", "-1ns": "-1us",
		"1h": "1h ?", "5m": "5m ?", "2d": "2d ?", "1w": "7d ?", "1.5h": "1h30m ?", "1h 30m 5s": "1h30m5s", "30min": "30m ?", ".5s": "500ms",
		"PT1H30M": "1h30m", "P1DT2H": "1d2h", "P2W": "14d", "PT0.5S": "500ms", "-PT1S": "-1s", "PT0S": "0s", "P1Y": "", "P1M": "", "P": "", "PT": "", "P1DT": "", "PT1M1H": "", "PT1": "",
		"1 days 02:00:00": "1d2h", "0 days 00:00:00.250000": "250ms", "-1 days +23:59:59": "-1s", "-1 day, 23:59:59": "-1s", "3 days": "3d", "1 day": "1d", "2 day s": "", "days": "",
		"26:00:00": "1d2h", "00:01:02.5": "1m2.5s", "-00:00:01": "-1s", "1:60:00": "", "1:00:60": "", "1:00": "", "1:0:0": "", "13:05": "",
		"": "", "-": "", "5": "", "h": "", "1x": "", "1hh": "", "99999999999999999999h": "", "999999999d": "", "1h30": "",
	} {
		got := ""
		if micros, certain, ok := ParseDuration(text); ok {
			if got = string(AppendDuration(nil, micros)); !certain {
				got += " ?"
			}
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestDurationsRoundTrip writes durations in three ways, one of them that of Go, and reads the same again.
func TestDurationsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micros := rapid.Int64Range(-maxMicros/64, maxMicros/64).Draw(t, "micros")
		micros -= micros % rapid.SampledFrom([]int64{1, 1000, Second, Minute, Day}).Draw(t, "unit")
		texts := []string{string(AppendDuration(nil, micros)), string(AppendISO(nil, micros, Second))}
		if max(micros, -micros) < math.MaxInt64/1000 {
			texts = append(texts, (time.Duration(micros) * time.Microsecond).String(), string(AppendISO(nil, 1000*micros, 1000*Second)))
		}
		for _, text := range texts {
			if got, _, ok := ParseDuration(text); !ok || got != micros {
				t.Fatalf("%d is written %s and read as %d", micros, text, got)
			}
		}
	})
}

// FuzzParse reads texts of any kind, and what it takes for times or durations must survive being
// written.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"2024-02-29T13:05:09.5+05:30", "1 days 02:00:00", "-1 days +23:59:59", "PT1H30M", "1h30m", "26:00:00", "99999999999999999999.9999999999h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if at, ok := ParseTime(text); ok {
			if again, ok := ParseTime(string(AppendTime(nil, at.Wall))); !ok || again.Wall != at.Wall {
				t.Errorf("%q is %d, and then %d", text, at.Wall, again.Wall)
			}
		}
		if d, _, ok := ParseDuration(text); ok {
			if again, _, ok := ParseDuration(string(AppendDuration(nil, d))); !ok || again != d {
				t.Errorf("%q is %d, and then %d", text, d, again)
			}
		}
	})
}

// TestZones compares walls and instants with package time over a year of changes, and checks that the
// first of two moments is taken that a clock shows alike.
func TestZones(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC", "+05:30"} {
		zone, err := Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() == 2024; at = at.Add(15 * time.Minute) {
			wall := WallOf(at.UnixMicro(), zone)
			if got, want := At(wall).Format(time.DateTime), at.In(zone).Format(time.DateTime); got != want {
				t.Fatalf("%s: %v is %s, want %s", name, at, got, want)
			}
			first := at
			for _, back := range []time.Duration{30 * time.Minute, time.Hour} {
				if earlier := at.Add(-back); WallOf(earlier.UnixMicro(), zone) == wall {
					first = earlier
				}
			}
			if got := Instant(Time{Wall: wall}, zone); got != first.UnixMicro() {
				t.Fatalf("%s: %s is %v, want %v", name, At(wall).Format(time.DateTime), At(got), first)
			}
		}
	}
	for _, name := range []string{"", "Local", "Mars/Olympus", "+5", "+25:00", "../etc/passwd"} {
		if _, err := Zone(name); err == nil {
			t.Errorf("%q is taken for a zone", name)
		}
	}
	for seconds, want := range map[int]string{0: "UTC", 19800: "+05:30", -28800: "-08:00"} {
		name := OffsetZone(seconds)
		if _, err := Zone(name); err != nil || name != want {
			t.Errorf("%d seconds are %q: %v", seconds, name, err)
		}
	}
}

// TestRound checks that a cut lies where it should, and at the beginning of the longest unit.
func TestRound(t *testing.T) {
	parse := func(text string) int64 {
		at, ok := ParseTime(text)
		if !ok {
			t.Fatal(text)
		}
		return at.Wall
	}
	for _, test := range [][3]string{
		{"1987-05-05", "2013-08-01", "2000-01-01 00:00"},
		{"2013-05-05", "2019-08-01", "2019-01-01 00:00"},
		{"2013-05-05", "2013-12-24", "2013-07-01 00:00"},
		{"2013-05-05", "2013-06-24", "2013-06-01 00:00"},
		{"2013-05-05", "2013-05-06", "2013-05-06 00:00"},
		{"2013-05-05T01:00", "2013-05-05T13:30", "2013-05-05 12:00"},
		{"2013-05-05T13:01", "2013-05-05T13:29", "2013-05-05 13:15"},
		{"2013-05-05T13:01:00.2", "2013-05-05T13:01:00.31", "2013-05-05 13:01:00.3"},
	} {
		if got := string(AppendTime(nil, RoundTime(parse(test[0]), parse(test[1])))); got != test[2] {
			t.Errorf("between %s and %s: %s, want %s", test[0], test[1], got, test[2])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(-1<<50, 1<<50).Draw(t, "low")
		high := low + rapid.Int64Range(1, 1<<rapid.IntRange(1, 50).Draw(t, "bits")).Draw(t, "more")
		for name, at := range map[string]int64{"time": RoundTime(low, high), "duration": RoundDuration(low, high)} {
			if at <= low || at > high {
				t.Fatal(fmt.Sprint(name, ": ", at, " is not between ", low, " and ", high))
			}
		}
	})
}
