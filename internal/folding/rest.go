package folding

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/scale"
)

// Rest says which values are not kept apart but put together as one.
type Rest struct {
	// MinCount is the count below which a value belongs to the rest, or 0.
	MinCount float64
	// Top is the number of the most frequent values that stay apart; 0 is all.
	Top int
}

// Label returns the label of the rest.
func (r Rest) Label() string {
	if r.MinCount > 0 {
		return scale.RareLabel
	}
	return scale.OtherLabel
}

// Of reports which of some values, of different labels, are of the rest. Of values that are equally
// frequent, those whose labels come first stay apart. A value that is called as the rest of the most
// frequent already belongs to it, as in a table that was cut down before.
func (r Rest) Of(labels []string, totals []float64) []bool {
	in := make([]bool, len(labels))
	if r.MinCount > 0 {
		for i, n := range totals {
			in[i] = n < r.MinCount
		}
		return in
	}
	var order []int
	for i, l := range labels {
		if l != scale.OtherLabel {
			order = append(order, i)
		}
	}
	if r.Top == 0 || r.Top >= len(order) {
		return in
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(totals[b], totals[a]), cmp.Compare(labels[a], labels[b]))
	})
	for i := range in {
		in[i] = true
	}
	for _, i := range order[:r.Top] {
		in[i] = false
	}
	return in
}
