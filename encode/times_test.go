package encode

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/dibmap/dibmap/scale"
)

// timeTrials have ranges of times and of dates, and every part of times.
func timeTrials(t *testing.T, rng *rand.Rand, n int) (trials []trial) {
	texts := timesNear(rng, 300)
	add := func(name string, spec scale.Spec, missing bool, given []string) {
		var values []scale.Value
		for _, text := range given {
			values = append(values, scale.Value{Text: text, Count: 1})
		}
		f, err := scale.Fit("v", spec, values)
		if err != nil {
			t.Fatal(err)
		}
		e := inTurn(t, rng, min(3, len(f.Scale.Labels())), missing, f.Scale)
		trials = append(trials, trial{name, Coding{X: "v", Encoder: e, Style: Style{Unknown: "label"}}, append(noTimes(), timesNear(rng, n)...), nil})
	}
	bins := func(text string) (b scale.Bins) {
		b, err := scale.ParseBins(text)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	add("times", scale.Spec{Bins: bins("quantile:7")}, true, texts)
	add("dates", scale.Spec{Bins: bins("edges:2024-01-01,2024-02-29,2024-03-01,2025-01-01"), Clean: scale.Clean{NA: []string{"NA"}}}, false, []string{"2023-12-31", "2024-06-01"})
	for i, part := range scale.Parts() {
		spec := scale.Spec{Type: scale.Time, Part: part}
		if part == "year" || part == "day-of-year" {
			spec.Bins = bins("quantile:4")
		}
		add(part, spec, i%2 == 0, texts)
	}
	return trials
}

// timesNear returns times about the ends of days, months and years, in many spellings.
func timesNear(rng *rand.Rand, n int) (texts []string) {
	layouts := []string{"2006-01-02", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02T15:04:05.999", " 2006-01-02 15:04:05 "}
	for range n {
		at := time.Date(2023+rng.IntN(3), time.Month(1+rng.IntN(12)), 1+rng.IntN(31), 0, 0, 0, 0, time.UTC)
		at = at.Add([]time.Duration{0, -time.Second, time.Millisecond, time.Duration(rng.IntN(86400)) * time.Second}[rng.IntN(4)])
		texts = append(texts, at.Format(layouts[rng.IntN(len(layouts))]))
	}
	return texts
}

// noTimes returns texts that databases may take for times.
func noTimes() []string {
	return []string{
		"\x00", "", "NaT", "nan", "NA", "x", "202", "2024-13-01", "2024-00-10", "2024-01-00", "2024-1-1", "2024/01/01", "20240101", "1.5", "now", "2024-01-01x",
		"2024-01-01 25:00", "2024-01-01 24:00", "2024-01-01 10", "2024-01-01 10:60", "infinity", "epoch", "today", "2024-02-30", "2023-02-29", "2024-04-31", "(missing)",
	}
}

// TestTimesRefused: SQL of no one database, Python, and times that SQL cannot read.
func TestTimesRefused(t *testing.T) {
	for _, c := range []struct {
		format string
		s      scale.Scale
		want   string
	}{
		{"sql", scale.Scale{Column: "v", Type: scale.Time}, "v holds times, which each database reads in its own way: name the database, such as postgres (--dialect), or choose json or csv"},
		{"python", scale.Scale{Column: "v", Type: scale.Time}, "v holds values of the type time, which Python has no common way to read: encode the records, or choose json or csv"},
		{"duckdb", scale.Scale{Column: "v", Type: scale.Time, Zone: "UTC"}, "v holds times in a zone, which SQL has no common way to read: encode the records, or choose json or csv"},
		{"duckdb", scale.Scale{Column: "v", Type: scale.Time, Dates: "d/m/y"}, "v holds dates as d/m/y, which SQL has no common way to read: encode the records, or choose json or csv"},
		{"duckdb", scale.Scale{Column: "v", Type: scale.Duration}, "v holds values of the type duration, which SQL has no common way to read: encode the records, or choose json or csv"},
	} {
		e := must(t, []string{"a"}, []int{0}, nil).WithScales(scale.Scales{c.s})
		if err := Export(&bytes.Buffer{}, c.format, Coding{Encoder: e}); err == nil || err.Error() != c.want {
			t.Errorf("%s of %+v: got %v, want %s", c.format, c.s, err, c.want)
		}
	}
}
