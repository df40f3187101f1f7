package scale

import (
	"math"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Range returns the name of the labels from first to last in their order, such as "0.24 - 0.9" for bins
// of numbers. The name of one label is the label. In a circular order, first may be after last. For
// whole numbers and dates, both ends belong to the range. For other numbers, a range ends where the
// next bin begins, except after the last bin.
func (s *Scale) Range(first, last int) string {
	if first == last && s.Binned() && s.Low[first] == s.High[first] {
		return s.text(s.Low[first])
	}
	if first == last && !s.Binned() {
		return s.Values[first]
	}
	begins, _ := s.Ends(first)
	_, ends := s.Ends(last)
	return begins + s.Between() + ends
}

// Ends returns the text with which a range of several labels begins if its first label has the given
// index, and the text with which it ends if its last label has this index.
func (s *Scale) Ends(at int) (begins, ends string) {
	if !s.Binned() {
		if label := s.Values[at]; !s.adjoin() {
			return label, label
		}
		low, high, _ := strings.Cut(s.Values[at], ",")
		return low, strings.TrimSpace(high)
	}
	low, high := s.Low[at], s.High[at]
	if !s.Whole && at > 0 {
		low = s.Cuts[at-1]
	}
	if !s.Whole && at < len(s.Cuts) {
		high = s.Cuts[at]
	}
	return s.text(low), s.text(high)
}

// Between returns the text between the ends of a range: " - " or " to " depending on the labels, " to "
// for dates, which have dashes, and a comma for adjoining intervals.
func (s *Scale) Between() string {
	switch {
	case s.dated():
		return " to "
	case s.Binned(): // the labels may be ranges
		return textfile.BetweenEnds([]string{s.text(s.Low[0])})
	case s.adjoin():
		return ", "
	}
	return textfile.BetweenEnds(s.Values)
}

// Bounds returns the bounds of the values in the bins from first to last: at least low, and less
// than high. A bound is infinite where a range has no end, and NaN if there are no bins.
func (s *Scale) Bounds(first, last int) (low, high float64) {
	if !s.Binned() {
		return math.NaN(), math.NaN()
	}
	low, high = math.Inf(-1), math.Inf(1)
	if first > 0 {
		low = s.Cuts[first-1]
	}
	if last < len(s.Cuts) {
		high = s.Cuts[last]
	}
	return low, high
}
