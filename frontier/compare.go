package frontier

import (
	"slices"

	"github.com/dibmap/dibmap/internal/excess"
	"github.com/dibmap/dibmap/pareto"
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
func Compare(f, g *Frontier) *Comparison {
	both := [2]*Frontier{f, g}
	c := &Comparison{End: max(f.Problem.HX, g.Problem.HX)}
	for _, a := range both {
		if n := len(a.entries); n > 0 {
			c.End = max(c.End, a.entries[n-1].H)
		}
	}
	for k, a := range both {
		b := both[1-k]
		c.Hypervolume[k] = pareto.Hypervolume(len(a.entries), a.place, c.End)
		e := excess.Of(len(a.entries), a.place, len(b.entries), b.place, c.End)
		c.Ahead[k] = Lead{Largest: e.Largest, At: e.At}
		if c.End > 0 {
			c.Ahead[k].Mean = e.Area / c.End
		}
		others := b.set()
		for i, e := range a.entries {
			switch other, tied := others.Find(e.H, e.I); {
			case !tied:
				c.Only[k] = append(c.Only[k], i)
			case k == 0:
				c.Common = append(c.Common, [2]int{i, other})
			}
		}
	}
	return c
}

// set returns the points as a set whose payloads are their indices.
func (f *Frontier) set() *pareto.Set[int] {
	var s pareto.Set[int]
	for i, e := range slices.Backward(f.entries) { // from the right it grows fastest
		s.Add(e.H, e.I, i, nil)
	}
	return &s
}
