package groupview

import (
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupnames"
	"github.com/dibmap/dibmap/scale"
)

// RangeTexts returns the ranges of a group as people read them. Ranges of numbers say which end belongs: both of whole
// numbers, "43 to 57", and the first of others, "43 to under 57", since a range begins at a cut and ends before the
// next one. The first and the last range of these have no end. Other ranges have their names.
func RangeTexts(f *frontier.Frontier, ranges []frontier.Range) []string {
	texts := make([]string, len(ranges))
	o := f.Order()
	numbers := o != nil && o.Scale != nil && o.Scale.Type == scale.Number && o.Scale.Binned()
	for n, r := range ranges {
		texts[n] = r.Text
		if begins, ends, ok := strings.Cut(r.Text, between(o)); numbers && ok {
			texts[n] = groupnames.Range(r.Text, begins, ends, r.Low, r.High, o.Scale.Whole)
		}
	}
	return texts
}

// between returns the text between the ends of ranges.
func between(o *frontier.Order) string {
	if o == nil {
		return ""
	}
	return o.Between
}
