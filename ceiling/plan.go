package ceiling

import (
	"cmp"
	"math"
	"slices"
)

// spacings are the distances in bits of eta between the masses for which r is improved. worths are
// the parts of the area H(X) I(X;Y) by which the bound of a table of 1,000 words falls with each.
var (
	spacings = []float64{4, 2, 1, 0.5}
	worths   = []float64{0.12, 0.026, 0.015, 0.0065}
)

// refinement is a spacing that a row may have.
type refinement struct {
	row, level int
	steps      int64 // in addition to the level before
	worth      float64
}

// plan returns for every row the spacing of the masses for which r is improved, or +Inf for the
// trivial bound. Refinements that lower the bound most for their steps come first. O(n log n +
// cells).
func (t *table) plan(steps int64) []float64 {
	var all []refinement
	for x, mass := range t.mass {
		before := int64(0)
		for level, spacing := range spacings {
			total := int64(len(targets(-log2(mass), spacing))+1) * t.look(x)
			more := total - before
			all = append(all, refinement{x, level, more, mass * t.total[x] * worths[level] / float64(max(more, 1))})
			before = total
		}
	}
	slices.SortFunc(all, func(a, b refinement) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.row, b.row), cmp.Compare(a.level, b.level))
	})
	chosen := slices.Repeat([]float64{math.Inf(1)}, len(t.mass))
	for _, r := range all {
		if steps -= r.steps; steps < 0 {
			break
		}
		chosen[r.row] = min(chosen[r.row], spacings[r.level])
	}
	return chosen
}

// targets returns the values of eta at which r is improved, for a row whose smallest cluster has
// the given eta.
func targets(own, spacing float64) []float64 {
	var etas []float64
	for eta := spacing / 2; eta < own; eta += spacing {
		etas = append(etas, eta)
	}
	return etas
}

// look returns the number of steps of one bound for row x: its columns are gone through twice, and
// all rows once.
func (t *table) look(x int) int64 {
	steps := int64(len(t.mass))
	ys, _ := t.joint.Row(t.order[x])
	for _, y := range ys {
		steps += 2 * int64(t.columns.Start[y+1]-t.columns.Start[y])
	}
	return steps
}
