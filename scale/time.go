package scale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/calendar"
)

// known returns an error for a part or a zone that does not exist.
func (s *Scale) known() error {
	if s.Part != "" && !slices.Contains(Parts(), s.Part) {
		return fmt.Errorf("has no part %q of its times: want one of %s", s.Part, strings.Join(Parts(), ", "))
	}
	if s.Zone != "" {
		if _, err := calendar.Zone(s.Zone); err != nil {
			return fmt.Errorf("has times in a zone that %w", err)
		}
	}
	return nil
}

// enumerate makes the names of parts the values of the scale.
func (s *Scale) enumerate(list []Counted) {
	for _, n := range list {
		s.Values = append(s.Values, s.name(int64(n.Value)))
	}
	if s.By = s.Part + "s"; s.Part != "quarter" {
		s.Order = Circular
	}
}

// zoneOf returns the zone of times for which the spec gives no zone.
func (s *Scale) zoneOf(values []Value) string {
	offsets := make(map[int]bool)
	without := false
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		switch t, ok := calendar.ParseFormat(text, s.Dates); {
		case missing || !ok:
		case t.HasOffset:
			offsets[t.Offset] = true
		default:
			without = true
		}
	}
	switch {
	case len(offsets) == 1 && !without:
		for seconds := range offsets {
			return calendar.OffsetZone(seconds)
		}
	case len(offsets) > 0 && s.Part == "":
		return "UTC"
	}
	return ""
}

// dated reports whether the numbers are moments, and named whether they are parts with names.
func (s *Scale) dated() bool { return s.Type == Time && s.Part == "" }

func (s *Scale) named() bool {
	return s.Type == Time && s.Part != "" && s.Part != "year" && s.Part != "day-of-year"
}

// moments reads a time, as a number.
func (s *Scale) moments(text string) (float64, numberKind) {
	t, ok := calendar.ParseFormat(text, s.Dates)
	if !ok {
		if s.Part == "hour" {
			if of, _, ok := calendar.ParseClock(text); ok {
				return float64(of / calendar.Hour), isNumber
			}
		}
		return 0, notTime(text)
	}
	at := t.Wall
	if s.Zone != "" {
		at = calendar.Instant(t, s.zone())
	}
	if s.Part == "" {
		return float64(at), isNumber
	}
	return float64(part(s.Part, s.wall(at))), isNumber
}

// durations reads a duration, as a number.
func durations(text string) (float64, numberKind) {
	v, _, ok := calendar.ParseDuration(text)
	if !ok {
		if v, _, ok = calendar.ParseClock(text); !ok {
			return 0, notTime(text)
		}
	}
	return float64(v), isNumber
}

// notTime returns the kind of a text that is not a time. The text that pandas writes for
// a missing time is like NaN.
func notTime(text string) numberKind {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "nat", "nan":
		return isNaN
	}
	return isText
}

// zone returns the time zone, which is known to exist.
func (s *Scale) zone() *calendar.Location {
	zone, err := calendar.Zone(s.Zone)
	if err != nil {
		return calendar.UTC
	}
	return zone
}

// wall returns the time that a clock shows at a moment, and instant the moment at which a clock shows a time.
func (s *Scale) wall(at int64) int64 {
	if s.Zone == "" {
		return at
	}
	return calendar.WallOf(at, s.zone())
}

func (s *Scale) instant(wall int64) int64 {
	if s.Zone == "" || s.Type != Time {
		return wall
	}
	return calendar.Instant(calendar.Time{Wall: wall}, s.zone())
}

// moment returns a time as text: a date if all are dates. When a clock is put back, it shows some
// times twice; the second moment is written with its offset.
func (s *Scale) moment(at int64) string {
	wall := s.wall(at)
	if s.Whole {
		return string(calendar.AppendDate(nil, wall))
	}
	text := calendar.AppendTime(nil, wall)
	if s.Zone != "" && s.instant(wall) != at {
		text = calendar.AppendOffset(text, at, s.zone())
	}
	return string(text)
}

// part returns the number of a part of a time.
func part(name string, wall int64) int {
	t := calendar.At(wall)
	switch name {
	case "hour":
		return t.Hour()
	case "weekday":
		return (int(t.Weekday()) + 6) % 7 // weeks begin on Monday
	case "month":
		return int(t.Month()) - 1
	case "quarter":
		return (int(t.Month()) - 1) / 3
	case "year":
		return t.Year()
	default:
		return t.YearDay()
	}
}

// name returns the label of a part.
func (s *Scale) name(n int64) string {
	switch s.Part {
	case "weekday":
		return shortened(weekdays, int(n))
	case "month":
		return shortened(months, int(n))
	case "quarter":
		return "Q" + strconv.FormatInt(n+1, 10)
	}
	return strconv.FormatInt(n, 10)
}

// roundest returns a round number after low and not after high, at which a cut is made.
func (s *Scale) roundest(low, high float64) float64 {
	switch {
	case s.dated():
		if at := float64(s.instant(calendar.RoundTime(s.wall(int64(low)), s.wall(int64(high))))); low < at && at <= high {
			return at
		}
		return high
	case s.Type == Duration:
		return float64(calendar.RoundDuration(int64(low), int64(high)))
	}
	return roundest(low, high)
}

// guessTime returns the type of values that are not all numbers. Times of day such as 8:15 are durations if they are
// many: a few may be scores, and some few times are grouped better as categories.
func (s *Scale) guessTime(values []Value) Type {
	if clocks := s.clocks(values); clocks > maxCodes {
		return Duration
	}
	times, spans, some := true, true, false
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing || notTime(text) == isNaN {
			continue
		}
		some = true
		if times {
			_, times = calendar.ParseTime(text)
		}
		if spans {
			_, certain, ok := calendar.ParseDuration(text)
			_, half, clock := calendar.ParseClock(text)
			spans = ok && certain || clock && half
		}
		if !times && !spans {
			break
		}
	}
	switch {
	case some && times:
		return Time
	case some && spans:
		return Duration
	}
	return Category
}

// clocks returns the number of values if all of them are times of day that may be something else, such as 8:15, and 0
// otherwise.
func (s *Scale) clocks(values []Value) (n int) {
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing || notTime(text) == isNaN {
			continue
		}
		_, _, long := calendar.ParseDuration(text)
		if _, half, ok := calendar.ParseClock(text); !ok || half || long {
			return 0
		}
		n++
	}
	return n
}

// noun returns the word for values of the type.
func (s *Scale) noun() string {
	if s.Type == Time {
		return "date or time"
	}
	if s.Type == Duration {
		return "duration"
	}
	return numberNoun
}

// suited returns bins whose edges are numbers of the scale.
func (s *Scale) suited(b Bins) (Bins, error) {
	timed := s.dated() || s.Type == Duration
	if (b.kind == width || b.kind == edges) && timed != (b.texts != nil) {
		example := map[bool]string{true: "width:7d or edges:2024-01-01,2024-07-01 or edges:1h,2h", false: "width:50 or edges:0,1,5"}[timed]
		return b, fmt.Errorf("holds %s, and the bins are %s: want such as %s", s.plural(), b, example)
	}
	if b.kind != edges || !timed {
		return b, nil
	}
	b.edges = nil
	iso := *s
	iso.Dates = ""
	for _, text := range b.texts {
		e, kind := iso.number(text)
		if kind != isNumber {
			return b, fmt.Errorf("holds %s, and the edge %q is none", s.plural(), text)
		}
		if len(b.edges) > 0 && e <= b.edges[len(b.edges)-1] {
			return b, fmt.Errorf("is to be cut at %s, which are not in ascending order", strings.Join(b.texts, ", "))
		}
		b.edges = append(b.edges, e)
	}
	return b, nil
}

func (s *Scale) plural() string {
	if s.Type == Time && s.Part == "" {
		return "dates or times"
	}
	if s.Type == Time {
		return "numbers"
	}
	return s.noun() + "s"
}
