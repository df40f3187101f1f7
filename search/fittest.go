package search

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// rivals are points of neighbours by increasing h, each with the highest i so far.
type rivals []problem.Point

// fittest drops the neighbours that would not survive another neighbour of their level or of a lower level, in place
// and in order; r is scratch space. With an archive for each number of clusters there are each levels in place of one.
// Under a rule without epsilon this loses no point. It is done to every expansion, so that the clusterings taken, and
// with them the memory that counts as used, do not depend on the number of neighbours that a worker dropped before:
// neighbours dominated by a dropped neighbour are dropped as well. O(k log k) for k neighbours, per level.
func (r *rivals) fittest(neighbours []neighbour, lifted func(problem.Point) problem.Point, levels, each int) []neighbour {
	for level := range levels {
		if len(neighbours) < 2 {
			break
		}
		r.gather(neighbours, level, each)
		kept := neighbours[:0]
		for _, n := range neighbours {
			if int(n.level) != level || !r.beat(lifted(n.Point)) {
				kept = append(kept, n)
			}
		}
		neighbours = kept
	}
	return neighbours
}

// gather sets the rivals to the neighbours of a level and of lower ones.
func (r *rivals) gather(neighbours []neighbour, level, each int) {
	*r = (*r)[:0]
	for _, n := range neighbours {
		if at := int(n.level); at <= level && (level-at)%each == 0 {
			*r = append(*r, n.Point)
		}
	}
	slices.SortFunc(*r, func(a, b problem.Point) int { return cmp.Compare(a.H, b.H) })
	for k := 1; k < len(*r); k++ {
		(*r)[k].I = max((*r)[k].I, (*r)[k-1].I)
	}
}

// beat reports whether a rival certainly dominates a point: by two tolerances in i, which is more than a cell of any
// grid on which ties are decided.
func (r rivals) beat(p problem.Point) bool {
	k, _ := slices.BinarySearchFunc(r, p.H, func(q problem.Point, h float64) int {
		if q.H <= h {
			return -1
		}
		return 1
	})
	return k > 0 && r[k-1].I > p.I+2*pareto.Tolerance
}
