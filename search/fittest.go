package search

import (
	"slices"

	"github.com/dibmap/dibmap/pareto"
)

// rivals are the points of some neighbours by increasing h, each with the
// highest i up to there.
type rivals []Point

// fittest drops the neighbours that would not survive another of them, in place
// and in order; r is scratch space. Nothing is lost by it under a rule without
// epsilon, and it must be done to all expansions: which clusterings are taken,
// and so the memory that counts as used, may not depend on how many neighbours a
// worker knew to be hopeless. It does not, for what a hopeless neighbour
// dominates is hopeless too. O(k log k) for k neighbours.
func (r *rivals) fittest(neighbours []neighbour, lift float64) []neighbour {
	if len(neighbours) < 2 {
		return neighbours
	}
	*r = (*r)[:0]
	for _, n := range neighbours {
		*r = append(*r, n.Point)
	}
	slices.SortFunc(*r, func(a, b Point) int {
		switch {
		case a.H < b.H:
			return -1
		case a.H > b.H:
			return 1
		default:
			return 0
		}
	})
	for k := 1; k < len(*r); k++ {
		(*r)[k].I = max((*r)[k].I, (*r)[k-1].I)
	}
	kept := neighbours[:0]
	for _, n := range neighbours {
		if !r.beat(Point{n.H - lift, n.I + lift}) {
			kept = append(kept, n)
		}
	}
	return kept
}

// beat tells whether one of the rivals dominates a point for sure: by two
// tolerances in i, which makes a difference on any grid that ties are decided on.
func (r rivals) beat(p Point) bool {
	k, _ := slices.BinarySearchFunc(r, p.H, func(q Point, h float64) int {
		if q.H <= h {
			return -1
		}
		return 1
	})
	return k > 0 && r[k-1].I > p.I+2*pareto.Tolerance
}
