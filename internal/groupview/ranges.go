package groupview

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupnames"
	"github.com/dibmap/dibmap/internal/lists"
)

// RangeTexts returns the ranges of a group as people read them. Ranges of numbers say which end belongs: both of whole
// numbers, "43 to 57", and the first of others, "43 to under 57", since a range begins at a cut and ends before the
// next one. The first and the last range of these have no end. Other ranges have their names.
func RangeTexts(f *frontier.Frontier, ranges []frontier.Range) []string {
	o := f.Order()
	return lists.Map(ranges, func(r frontier.Range) string {
		if o == nil {
			return r.Text
		}
		return groupnames.Range(o.Scale, o.Between, r.Text, r.Low, r.High)
	})
}
