package scale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/textfile"
)

// The source of the order of values in a [Spec]: a file that a person wrote, or the categories
// that the file of records declares.
const (
	ByFile       = "file"
	ByCategories = "categories"
)

// The other orders of [Scale.Values], and the order of categories that are numbers.
const (
	byNumbers   = "numbers"
	byIntervals = "intervals"
	byWeekdays  = "weekdays"
	byMonths    = "months"
)

func orders() []string {
	return []string{"", ByFile, ByCategories, byNumbers, byIntervals, byWeekdays, byMonths, "hours", "quarters"}
}

var (
	weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	months   = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// shortened returns the usual three letters of a weekday or month.
func shortened(names []string, n int) string { return names[n][:3] }

// arrange fits a scale of categories.
func (s *Scale) arrange(spec Spec, values []Value) error {
	var texts []string
	for _, v := range values {
		if text, missing := s.Cleaned(v.Text, v.Missing); !missing {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if len(spec.Values) > 0 {
		unlisted, listed := s.listed(spec.Values, texts)
		switch {
		case unlisted == "":
			s.Values, s.By, s.Order = listed, spec.By, Linear
			return nil
		case spec.By == ByFile:
			return fmt.Errorf("has the value %q, which the file of its order does not list: add it there", unlisted)
		}
	}
	for _, known := range []struct {
		by    string
		order Order
		rank  func(text string) (rank, bool)
	}{
		{byWeekdays, Circular, func(text string) (rank, bool) { return named(weekdays, text) }},
		{byMonths, Circular, func(text string) (rank, bool) { return named(months, text) }},
		{byIntervals, Linear, intervalOf},
	} {
		if ranked := inOrder(texts, known.rank); ranked != nil {
			s.Values, s.By = ranked, known.by
			if spec.Type == "" {
				s.Order = known.order
			}
			return nil
		}
	}
	if len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { _, ok := textfile.Decimal(text); return !ok }) {
		s.By = byNumbers
	}
	return nil
}

// listed returns the values of a list that occur, in its order, and the first text that is not in the
// list, if there is one.
func (s *Scale) listed(list, texts []string) (unlisted string, occur []string) {
	on := make(map[string]bool)
	for _, v := range list {
		text, missing := s.Cleaned(v, false)
		if on[text] || missing {
			continue
		}
		on[text] = true
		if _, found := slices.BinarySearch(texts, text); found {
			occur = append(occur, text)
		}
	}
	for _, text := range texts {
		if !on[text] {
			return text, nil
		}
	}
	return "", occur
}

// rank is a place in an order.
type rank [3]float64

// inOrder returns texts by their ranks, or nil if some have no rank or all have the same.
func inOrder(texts []string, rankOf func(text string) (rank, bool)) []string {
	ranks := make(map[string]rank, len(texts))
	different := false
	for _, text := range texts {
		r, ok := rankOf(text)
		if !ok {
			return nil
		}
		ranks[text] = r
		different = different || r != ranks[texts[0]]
	}
	if !different {
		return nil
	}
	ordered := slices.Clone(texts)
	slices.SortFunc(ordered, func(a, b string) int {
		p, q := ranks[a], ranks[b]
		return cmp.Or(slices.Compare(p[:], q[:]), cmp.Compare(a, b))
	})
	return ordered
}

// named returns the place of a name, which may be abbreviated and end in a point.
func named(names []string, text string) (rank, bool) {
	text = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(text), "."))
	switch text {
	case "tues", "thur", "thurs", "sept":
		text = text[:3]
	}
	for n, name := range names {
		if name = strings.ToLower(name); text == name || text == name[:3] {
			return rank{float64(n)}, true
		}
	}
	return rank{}, false
}

// intervalOf returns the place of an interval as pandas and R write it: (0.5, 1.0].
func intervalOf(text string) (rank, bool) {
	low, high, open, _, ok := interval(text)
	if !ok {
		return rank{}, false
	}
	from, okFrom := end(low)
	to, okTo := end(high)
	r := rank{from, 0, to}
	if open {
		r[1] = 1
	}
	return r, okFrom && okTo && from <= to
}

// interval splits an interval into its ends.
func interval(text string) (low, high string, lowOpen, highOpen, ok bool) {
	if len(text) < 2 || !strings.ContainsRune("[(", rune(text[0])) || !strings.ContainsRune("])", rune(text[len(text)-1])) {
		return "", "", false, false, false
	}
	low, high, ok = strings.Cut(text[1:len(text)-1], ",")
	return strings.TrimSpace(low), strings.TrimSpace(high), text[0] == '(', text[len(text)-1] == ')', ok
}

// end returns the number of the end of an interval, which may be a time.
func end(text string) (float64, bool) {
	if v, ok := textfile.Decimal(text); ok {
		return v, true
	}
	switch strings.ToLower(strings.TrimPrefix(text, "+")) {
	case "inf":
		return math.Inf(1), true
	case "-inf":
		return math.Inf(-1), true
	}
	if t, ok := calendar.ParseTime(text); ok {
		return float64(t.Wall - int64(t.Offset)*calendar.Second), true
	}
	v, _, ok := calendar.ParseDuration(text)
	return float64(v), ok
}

// adjoin reports whether the values are intervals and each begins where the interval before it ends.
func (s *Scale) adjoin() bool {
	if s.By != byIntervals {
		return false
	}
	for n, v := range s.Values[1:] {
		_, at, _, open, _ := interval(s.Values[n])
		if low, _, lowOpen, _, _ := interval(v); low != at || lowOpen == open {
			return false
		}
	}
	return true
}
