package pareto

import (
	"math"
	"sort"
)

// Distance returns the smallest Euclidean displacement, in bits, that makes the
// point (h, i) Pareto-optimal: 0 if it is optimal or tied, and at least
// [Tolerance] if it is dominated. A dominated point lies under the staircase,
// and the nearest place out of it is straight above, straight to the left, or
// at an inner corner between two points (Tan, Tegmark and Chuang 2022,
// algorithm 4).
//
// It is measured from cell to cell, so it is exact to within two tolerances,
// and never shrinks when points are added: cells only improve, while the values
// within them need not. O(log n) and the points within the answer to the left
// of h.
func (s *Set[P]) Distance(h, i float64) float64 {
	if s.Compare(h, i) != Dominated {
		return 0
	}
	w := newWayOut(s.cell(h), s.cell(i), s.Pitch())
	p, _ := s.floor(w.hc)
	b := s.blocks[p.block]
	for !w.passes(b.hCell[p.index], b.iCell[p.index]) {
		p.index--
		if p.index >= 0 {
			continue
		}
		p.block--
		if p.block < 0 {
			break
		}
		b = s.blocks[p.block]
		p.index = len(b.h) - 1
	}
	return w.length()
}

// Distance returns that of the point (h, i) from a staircase of n points, as
// [Set.Distance] does: at(p) is point p, sorted by increasing h and i. O(log n) and the
// points within the answer to the left of h.
func Distance(n int, at func(p int) (h, i float64), h, i float64) float64 {
	cells := func(p int) (hc, ic int64) {
		h, i := at(p)
		return fineCell(h), fineCell(i)
	}
	w := newWayOut(fineCell(h), fineCell(i), Tolerance)
	p := sort.Search(n, func(p int) bool { hc, _ := cells(p); return hc > w.hc }) - 1
	if p < 0 {
		return 0
	}
	if hc, ic := cells(p); ic < w.ic || ic == w.ic && hc == w.hc {
		return 0
	}
	for ; p >= 0 && !w.passes(cells(p)); p-- {
	}
	return w.length()
}

// wayOut is the search for the shortest way out of a staircase, from the cell (hc, ic)
// of a dominated point.
type wayOut struct {
	hc, ic int64
	pitch  float64
	// dh is the way to the left of the point passed last: to get out of the staircase
	// there, one must rise to the next.
	dh, best float64
}

func newWayOut(hc, ic int64, pitch float64) wayOut {
	return wayOut{hc: hc, ic: ic, pitch: pitch, best: math.Inf(1)}
}

// passes goes to the left of the next point of the staircase, which is at the cell (h, i),
// and tells whether no later one matters.
func (w *wayOut) passes(h, i int64) bool {
	if i <= w.ic {
		w.best = w.dh
		return true
	}
	di := float64(i-w.ic) * w.pitch
	w.best = min(w.best, math.Sqrt(float64(w.dh*w.dh)+float64(di*di)))
	w.dh = float64(w.hc-h) * w.pitch
	return w.dh >= w.best
}

// length returns the shortest way after all points that matter were passed. If none is
// left, the way is that to the left of all.
func (w *wayOut) length() float64 { return max(min(w.best, w.dh), w.pitch) }
