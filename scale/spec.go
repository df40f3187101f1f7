package scale

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/lists"
)

// Type is the type of the values of a column.
type Type string

// The types of columns. With an empty Type, the values decide.
const (
	Category Type = "category"
	Number   Type = "number"
	Time     Type = "time"
	Duration Type = "duration"
)

// Types returns the types that a column can be given.
func Types() []Type { return []Type{Category, Number, Time, Duration} }

// Parts returns the parts of a time that a column can be reduced to. Hours, weekdays and months are
// in circular order; years and days of the year are numbers.
func Parts() []string { return []string{"hour", "weekday", "month", "quarter", "year", "day-of-year"} }

// Order says which labels of a scale are neighbours.
type Order string

// The orders of labels. An empty Order means that they have none.
const (
	Linear   Order = "linear"
	Circular Order = "circular"
)

// Spec says how a column is to be read. The zero value leaves everything to the values.
type Spec struct {
	Type Type
	// Declared is the type of the values according to the file, [Category] for text. It is used if
	// nothing else determines the type. The order of a declared category may come from its values.
	Declared Type
	// Bins say how numbers, times and durations are cut; no bins if it is the zero value.
	Bins Bins
	// Part is the part of times that is taken, one of [Parts], or empty for the whole time.
	Part string
	// Dates is the format of dates other than ISO 8601: d, m and y for the day, the month as a number or
	// by its English name, and the year of four digits (yy of two), with the marks between them, such as
	// d/m/y. It applies to columns where some value has this format; then all values must have it. By
	// default, the format is found from the values where they are unambiguous.
	Dates string
	// Zone is the time zone of times, such as Europe/Berlin, UTC or +05:30. Times with an offset from UTC are
	// converted to the zone; other times are taken to be in it. Without a zone, times that all have one offset keep
	// it, and times of different offsets are converted to UTC, except where a part is taken as written.
	Zone string
	// Values are categories in linear order, and By is the source of the order: [ByFile],
	// or [ByCategories], which is ignored if a value is not in the list.
	Values []string
	By     string
	Clean
}

// Check returns an error for an unknown type and for wrong fields of [Clean]. The error is a sentence.
func (s Spec) Check() error {
	if s.Type != "" && !slices.Contains(Types(), s.Type) {
		return fmt.Errorf("the type %q is not known: want one of %v", s.Type, Types())
	}
	if s.Dates != "" && !calendar.CheckFormat(s.Dates) {
		return fmt.Errorf("the format of dates %q is not known: want d, m and y with something between them, such as d/m/y, m/d/y or d.m.yy", s.Dates)
	}
	return s.check()
}

// The kinds of [Bins].
const (
	auto     = "auto"
	quantile = "quantile"
	width    = "width"
	edges    = "edges"
	none     = "none"
)

// MaxBins is the largest number of bins of a [Spec].
const MaxBins = 10_000

// Bins is a way to cut numbers into bins: as the size of the sample suggests ([Auto]), into a number of bins
// with about equal numbers of records, into bins of a width, at given edges, or not at all. The zero value is
// for a default.
type Bins struct {
	kind  string
	count int
	width float64
	edges []float64
	// texts are the width or the edges as given, if they are not numbers.
	texts []string
}

// ParseBins parses the text that [Bins.String] returns: auto:200, quantile:20, width:50, edges:0,1,5 or
// none. The error completes a sentence that starts with the text.
func ParseBins(text string) (b Bins, err error) {
	kind, argument, _ := strings.Cut(text, ":")
	b.kind = kind
	switch kind {
	case none:
		if text != none {
			return b, fmt.Errorf("is %q: none takes nothing after it", text)
		}
	case auto, quantile:
		b.count, err = strconv.Atoi(argument)
		if err != nil || b.count < 1 || b.count > MaxBins {
			return b, fmt.Errorf("is %q: want a number of bins from 1 to %d, as in %s:20", text, MaxBins, kind)
		}
	case width:
		if micros, _, ok := calendar.ParseDuration(argument); ok && micros > 0 {
			b.width, b.texts = float64(micros), []string{argument}
			break
		}
		b.width, err = strconv.ParseFloat(argument, 64)
		if err != nil || !(b.width > 0) || math.IsInf(b.width, 1) {
			return b, fmt.Errorf("is %q: want a width above 0, as in width:50, or width:7d for times", text)
		}
	case edges:
		if fields := strings.Split(argument, ","); isTime(fields[0]) {
			b.texts = fields // their order depends on the column
			break
		}
		for field := range strings.SplitSeq(argument, ",") {
			e, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil || math.IsNaN(e) || math.IsInf(e, 0) || len(b.edges) > 0 && e <= b.edges[len(b.edges)-1] {
				return b, fmt.Errorf("is %q: want numbers in ascending order, as in edges:0,1,5", text)
			}
			b.edges = append(b.edges, e)
		}
	default:
		return b, fmt.Errorf("is %q: want auto:N, quantile:N, width:W, edges:A,B,C or none", text)
	}
	return b, nil
}

// isTime reports whether a text is a time or a duration.
func isTime(text string) bool {
	if _, ok := calendar.ParseTime(text); ok {
		return true
	}
	_, _, ok := calendar.ParseDuration(text)
	return ok
}

// IsZero reports whether b is the zero value.
func (b Bins) IsZero() bool { return b.kind == "" }

// String returns the text that [ParseBins] reads.
func (b Bins) String() string {
	switch {
	case b.texts != nil:
		return b.kind + ":" + strings.Join(b.texts, ",")
	case b.kind == auto, b.kind == quantile:
		return b.kind + ":" + strconv.Itoa(b.count)
	case b.kind == width:
		return width + ":" + strconv.FormatFloat(b.width, 'g', -1, 64)
	case b.kind == edges:
		texts := lists.Map(b.edges, func(e float64) string { return strconv.FormatFloat(e, 'g', -1, 64) })
		return edges + ":" + strings.Join(texts, ",")
	}
	return b.kind
}
