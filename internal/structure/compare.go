// Package structure says how the points of a frontier relate to each other: which refine which, at
// which scale rows are kept apart, and how two frontiers differ.
package structure

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/excess"
	"github.com/dibmap/dibmap/internal/pareto"
)

// Comparison is the comparison of two frontiers, 0 and 1.
type Comparison struct {
	// End is the largest h, in bits, up to which the frontiers are compared. It is the largest of
	// the h of both last points and of both H(X), if these are known.
	End float64
	// Hypervolume is the area under each staircase from 0 to End, in bit^2.
	Hypervolume [2]float64
	// Ahead is how far frontier 0 is above frontier 1, and the reverse.
	Ahead [2]Lead
	// Common are the pairs of points that tie by the rules of package pareto, in ascending
	// order: the index in frontier 0, then the index in frontier 1.
	Common [][2]int
	// Only are, for each frontier, the indices of the points that tie with no point of the
	// other, in ascending order.
	Only [2][]int
}

// Lead is how far a staircase is above another, in bits of i.
type Lead struct {
	// Mean is the mean over all budgets from 0 to the end, with 0 where it is not above.
	Mean float64
	// Largest is the largest value, at the budget At; both are 0 if no point is above by more
	// than [pareto.Tolerance].
	Largest, At float64
}

// Compare compares two frontiers as staircases in the plane of h and i, without regard to
// clusterings. It makes sense for frontiers of one table, of two searches or two estimators.
// O((p + q) log (p + q)) for p and q points.
func Compare(f, g *frontier.Frontier) *Comparison {
	both := [2]*frontier.Frontier{f, g}
	c := &Comparison{End: max(f.Problem.HX, g.Problem.HX)}
	for _, a := range both {
		if n := a.Len(); n > 0 {
			c.End = max(c.End, a.At(n-1).H)
		}
	}
	for k, a := range both {
		b := both[1-k]
		c.Hypervolume[k] = pareto.Hypervolume(a.Len(), placeOf(a), c.End)
		e := excess.Of(a.Len(), placeOf(a), b.Len(), placeOf(b), c.End)
		c.Ahead[k] = Lead{Largest: e.Largest, At: e.At}
		if c.End > 0 {
			c.Ahead[k].Mean = e.Area / c.End
		}
		others := setOf(b)
		for p := range a.All() {
			switch other, tied := others.Find(p.H, p.I); {
			case !tied:
				c.Only[k] = append(c.Only[k], p.Index)
			case k == 0:
				c.Common = append(c.Common, [2]int{p.Index, other})
			}
		}
	}
	return c
}

// placeOf returns a function that returns where a point of a frontier is.
func placeOf(f *frontier.Frontier) func(int) (h, i float64) {
	return func(n int) (h, i float64) { return f.At(n).H, f.At(n).I }
}

// setOf returns the points of a frontier as a set whose payloads are their indices.
func setOf(f *frontier.Frontier) *pareto.Set[int] {
	var s pareto.Set[int]
	for n := f.Len() - 1; n >= 0; n-- { // from the right it grows fastest
		s.Add(f.At(n).H, f.At(n).I, n, nil)
	}
	return &s
}
