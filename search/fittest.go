package search

import (
	"slices"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/problem"
)

// rivals are the points of some neighbours by increasing h, each with the
// highest i up to there.
type rivals []problem.Point

// fittest drops the neighbours that would not survive another of them, of their
// level or one below, in place and in order; r is scratch space. Nothing is lost by it under a rule without
// epsilon, and it must be done to all expansions: which clusterings are taken,
// and so the memory that counts as used, may not depend on how many neighbours a
// worker knew to be hopeless. It does not, for what a hopeless neighbour
// dominates is hopeless too. O(k log k) for k neighbours and every level.
func (r *rivals) fittest(neighbours []neighbour, lift float64, levels int) []neighbour {
	for level := range levels {
		if len(neighbours) < 2 {
			break
		}
		r.gather(neighbours, uint8(level))
		kept := neighbours[:0]
		for _, n := range neighbours {
			if int(n.level) != level || !r.beat(problem.Point{H: n.H - lift, I: n.I + lift}) {
				kept = append(kept, n)
			}
		}
		neighbours = kept
	}
	return neighbours
}

// gather makes rivals of the neighbours of a level and of those below.
func (r *rivals) gather(neighbours []neighbour, level uint8) {
	*r = (*r)[:0]
	for _, n := range neighbours {
		if n.level <= level {
			*r = append(*r, n.Point)
		}
	}
	slices.SortFunc(*r, func(a, b problem.Point) int {
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
}

// beat tells whether one of the rivals dominates a point for sure: by two
// tolerances in i, which makes a difference on any grid that ties are decided on.
func (r rivals) beat(p problem.Point) bool {
	k, _ := slices.BinarySearchFunc(r, p.H, func(q problem.Point, h float64) int {
		if q.H <= h {
			return -1
		}
		return 1
	})
	return k > 0 && r[k-1].I > p.I+2*pareto.Tolerance
}
