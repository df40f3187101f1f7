package pareto

import "math"

// Distance returns the smallest Euclidean displacement, in bits, that makes the point (h, i)
// Pareto-optimal: 0 if it is optimal or tied, and at least [Tolerance] if it is dominated. A
// dominated point is under the staircase. The nearest place outside is straight above, straight to
// the left, or at an inner corner between two points (Tan, Tegmark and Chuang 2022,
// doi:10.3390/e24060771, algorithm 5).
//
// It is measured from cell to cell, so that it is exact up to two tolerances and never becomes
// smaller when points are added. O(log n + points within the answer to the left of h).
func (s *Set[P]) Distance(h, i float64) float64 {
	if s.Compare(h, i) != Dominated {
		return 0
	}
	hc, ic := s.cell(h), s.cell(i)
	pitch := s.pitch()
	// dh is the way to the left of the point passed last. To leave the staircase there, one
	// has to rise to the next point.
	dh, best := 0.0, math.Inf(1)
	p, _ := s.floor(hc)
	for ; p.block >= 0; p = s.before(p) {
		b := s.blocks[p.block]
		if b.iCell[p.index] <= ic {
			return max(min(best, dh), pitch)
		}
		di := float64(b.iCell[p.index]-ic) * pitch
		best = min(best, math.Sqrt(float64(dh*dh)+float64(di*di)))
		if dh = float64(hc-b.hCell[p.index]) * pitch; dh >= best {
			break
		}
	}
	return max(min(best, dh), pitch) // the way to the left of all points, if they are passed
}

// before returns the position of the previous point, or the block -1 at the first.
func (s *Set[P]) before(p position) position {
	if p.index > 0 {
		return position{p.block, p.index - 1}
	}
	if p.block == 0 {
		return position{-1, 0}
	}
	return position{p.block - 1, len(s.blocks[p.block-1].h) - 1}
}
