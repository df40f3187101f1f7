package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/groupnames"
	"github.com/dibmap/dibmap/scale"
)

// maxName is the largest number of characters of several ranges joined to a name.
const maxName = 24

// Names returns short and distinct names of the clusters, in the order of their numbers in
// [Point.Assignment]; nil if that is nil. A cluster of one row has the label of the row, and a
// cluster of neighbours the name of their range, such as "1.5 to under 3" of numbers that are not whole. Other
// names are the cluster's [Point.Ranges] joined by "+", the heaviest first if masses are known and otherwise in
// the order of the table.
// At least one range is written, and further ranges while they fit into 24 characters. "+2 more"
// counts the ranges that are left out. There are spaces around the signs if X has an order or
// several columns. A name in [Problem.GroupNames] replaces the cluster's own. If an earlier cluster
// has the same name, " (2)" or the next number is appended. O(n log n).
func (p Point) Names() []string {
	ranges := p.Ranges()
	if ranges == nil {
		return nil
	}
	problem := &p.of.Problem
	mass := problem.Masses()
	plus := "+"
	if p.of.Order() != nil || len(problem.XScales) > 1 {
		plus = " + "
	}
	names := make([]string, len(ranges))
	for c, list := range ranges {
		if mass != nil {
			weight := func(r Range) (sum float64) {
				for _, x := range r.Rows {
					sum += mass[x]
				}
				return sum
			}
			slices.SortStableFunc(list, func(a, b Range) int { return cmp.Compare(weight(b), weight(a)) })
		}
		if o := p.of.Order(); o != nil && o.Scale != nil && !o.Scale.Whole {
			for n, r := range list {
				list[n].Text = groupnames.Range(o.Scale, o.Between, r.Text, r.Low, r.High)
			}
		}
		names[c] = joined(list, plus)
	}
	groupnames.Give(names, problem.GroupNames, problem.XLabels, p.Assignment())
	groupnames.Distinguish(names)
	return names
}

// Masses returns the probabilities of the rows: XMass or, without it, the sums of the cells; nil
// if neither is known. The slice must not be changed. O(1), or O(n + cells).
func (p *Problem) Masses() []float64 {
	if p.XMass == nil && p.Cells != nil {
		return p.Cells.rowShares(p.N)
	}
	return p.XMass
}

// joined returns the ranges of a cluster as a name.
func joined(ranges []Range, plus string) string {
	fit, runes := 1, utf8.RuneCountInString(ranges[0].Text)
	for _, r := range ranges[1:] {
		if runes += len(plus) + utf8.RuneCountInString(r.Text); runes > maxName {
			break
		}
		fit++
	}
	name := ranges[0].Text
	for _, r := range ranges[1:fit] {
		name += plus + r.Text
	}
	if left := len(ranges) - fit; left > 0 {
		name += fmt.Sprintf("%s%d more", plus, left)
	}
	return name
}

// RestLabel returns the label of the row for all values of X without a row of their own: "(rare)" if
// values below MinCount were put together, and "(other)" if all except the TopX most frequent
// values were. It is empty if there is no such row, even if a value has that name. O(n).
func (p *Problem) RestLabel() string {
	switch {
	case p.MinCount > 0 && slices.Contains(p.XLabels, scale.RareLabel):
		return scale.RareLabel
	case p.TopX > 0 && slices.Contains(p.XLabels, scale.OtherLabel):
		return scale.OtherLabel
	}
	return ""
}
