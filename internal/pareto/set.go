// Package pareto holds non-dominated sets of two objectives: sets of points (h, i), each with a
// payload, without points that dominate each other.
//
// It has the rules of dominance and of the grid, which decide whether two points tie. (Which of two
// tied clusterings is kept is for the caller to say.) Both objectives are rounded to a grid
// of [Tolerance] and compared as whole numbers. So the rules are exact and transitive, and a set
// does not depend on the order in which its points came:
//
//   - p dominates q if h_p <= h_q and i_p >= i_q, one of them strictly;
//   - p and q tie if both are equal.
//
// A search offers points with [Set.Compare] and [Set.Add], measures with [Set.Distance] how far
// a dominated point is from the staircase, and finally reads the points with [Set.All]. [Hull]
// and [Hypervolume] work on any staircase.
package pareto

import (
	"iter"
	"math"
	"slices"
)

// Tolerance is the pitch of the grid on which points are compared: 2^-30 bit,
// about 0.93e-9.
const Tolerance = 0x1p-30

// Relation is the relation of a point to a set.
type Relation int

// The relations of a point to a set.
const (
	// Optimal means that no point of the set dominates the point or ties with it.
	Optimal Relation = iota
	// Tied means that a point of the set has the same objectives.
	Tied
	// Dominated means that a point of the set dominates the point.
	Dominated
)

// fineCell returns the cell of an objective on the grid of [Tolerance].
func fineCell(v float64) int64 { return int64(math.Floor(float64(v/Tolerance) + 0.5)) }

// Set is a non-dominated set with a payload of type P at every point. The zero value is an empty
// set. Many goroutines may read a Set at the same time, but not while one changes it.
//
// Points are sorted in blocks of at most maxBlock, so that a query takes two binary searches, and
// an insertion moves at most one block.
type Set[P any] struct {
	blocks []*block[P]
	first  []int64 // the smallest h cell of every block
	len    int
	shift  uint // cells are 2^shift tolerances wide
	screen screen
}

// maxBlock is the number of points at which a block is split. 512 was the fastest for 1e4 to 1e6
// points; for smaller sets it makes no difference.
const maxBlock = 512

// block is a run of points by increasing h, in parallel slices so that a search reads only the
// cells.
type block[P any] struct {
	hCell, iCell []int64
	h, i         []float64
	payload      []P
}

// cell returns the cell of an objective.
func (s *Set[P]) cell(v float64) int64 { return fineCell(v) >> s.shift }

// pitch returns the width of a cell in bits.
func (s *Set[P]) pitch() float64 { return math.Ldexp(Tolerance, int(s.shift)) }

// Coarsened returns the number of calls of [Set.Coarsen]. A cell is 2 to that power times
// [Tolerance] wide.
func (s *Set[P]) Coarsened() int { return int(s.shift) }

// Coarsen doubles the width of the cells on which points are compared from now on, and removes the
// points that others then dominate or tie with. The rest is a subset within a cell of the
// staircase: an epsilon-archive (Laumanns, Thiele, Deb and Zitzler 2002, doi:10.1162/106365602760234108).
// Of points that tie, the point of smaller h remains. O(n).
func (s *Set[P]) Coarsen() {
	old := *s
	*s = Set[P]{shift: old.shift + 1}
	for p := range old.All() {
		s.Add(p.H, p.I, p.Payload, nil)
	}
}

// Len returns the number of points.
func (s *Set[P]) Len() int { return s.len }

// lastAtMost returns the index of the last value that is at most v in an ascending slice, and -1
// if there is none. Values and v are cells, far from overflow.
func lastAtMost(values []int64, v int64) int {
	lo, n := 0, len(values)
	for n > 0 {
		half := (n + 1) / 2
		// The sign bit of value - v - 1 is set if value <= v. A processor would mispredict every
		// second branch here; a mask needs no prediction.
		lo += half & int((values[lo+half-1]-v-1)>>63)
		n -= half
	}
	return lo - 1
}

// position is a place in the set: block and index within it.
type position struct{ block, index int }

// floor returns the last point whose h cell is at most h, and false if there is none.
func (s *Set[P]) floor(h int64) (p position, ok bool) {
	b := lastAtMost(s.first, h)
	if b < 0 {
		return position{}, false
	}
	return position{b, lastAtMost(s.blocks[b].hCell, h)}, true
}

// Compare returns the relation of the point (h, i) to the set. O(log n).
func (s *Set[P]) Compare(h, i float64) Relation {
	hc, ic := s.cell(h), s.cell(i)
	p, ok := s.floor(hc)
	if !ok {
		return Optimal
	}
	b := s.blocks[p.block]
	switch {
	case b.iCell[p.index] < ic:
		return Optimal
	case b.iCell[p.index] == ic && b.hCell[p.index] == hc:
		return Tied
	default:
		return Dominated
	}
}

// Find returns the payload of the point that ties with (h, i), and false if there is none.
// O(log n).
func (s *Set[P]) Find(h, i float64) (payload P, ok bool) {
	if s.Compare(h, i) != Tied {
		return payload, false
	}
	p, _ := s.floor(s.cell(h))
	return s.blocks[p.block].payload[p.index], true
}

// Add offers a point and returns its relation to the set before the call. An optimal point is
// inserted, and the points that it dominates are removed; a dominated point changes nothing. If
// it ties with a point of the set, that point gets the payload tie(its payload, payload) and, if
// replace is true, the objectives of the new point, which differ by less than a cell. With a nil
// tie the older point is left as it is. O(log n + maxBlock), amortised over removals.
func (s *Set[P]) Add(h, i float64, payload P, tie func(old, offered P) (kept P, replace bool)) Relation {
	relation := s.Compare(h, i)
	switch relation {
	case Tied:
		if tie == nil {
			break
		}
		p, _ := s.floor(s.cell(h))
		b := s.blocks[p.block]
		kept, replace := tie(b.payload[p.index], payload)
		b.payload[p.index] = kept
		if replace {
			b.h[p.index], b.i[p.index] = h, i
		}
	case Optimal:
		s.insert(h, i, payload)
	case Dominated:
	}
	return relation
}

// insert inserts an optimal point and removes the points that it dominates.
func (s *Set[P]) insert(h, i float64, payload P) {
	hc, ic := s.cell(h), s.cell(i)
	if len(s.blocks) == 0 {
		s.blocks = append(s.blocks, &block[P]{})
		s.first = append(s.first, hc)
	}
	// A point at the same h is dominated too, so the new point goes before it.
	p, ok := s.floor(hc - 1)
	if ok {
		p.index++
	}
	s.removeDominated(p, ic)
	s.blocks[p.block].insert(p.index, hc, ic, h, i, payload)
	s.len++
	s.settle(p.block)
	if s.screen.outgrown(s.len, hc<<s.shift) {
		s.rescreen()
	} else {
		s.screen.raise(hc<<s.shift, ic<<s.shift)
	}
}

// removeDominated removes the points from p on whose i cell is at most ic. Later blocks that
// become empty are removed; the block of p stays.
func (s *Set[P]) removeDominated(p position, ic int64) {
	last := p.block
	for at := p; at.block < len(s.blocks); at = (position{at.block + 1, 0}) {
		b := s.blocks[at.block]
		n := lastAtMost(b.iCell[at.index:], ic) + 1
		b.remove(at.index, at.index+n)
		s.len -= n
		if len(b.hCell) > 0 && at.block > p.block {
			s.first[at.block] = b.hCell[0]
		}
		if at.index < len(b.hCell) {
			break
		}
		if at.block > p.block {
			last = at.block
		}
	}
	s.blocks = slices.Delete(s.blocks, p.block+1, last+1)
	s.first = slices.Delete(s.first, p.block+1, last+1)
}

// settle updates the index after a change of block b, and splits the block if it is full.
func (s *Set[P]) settle(b int) {
	s.first[b] = s.blocks[b].hCell[0]
	if len(s.blocks[b].hCell) < maxBlock {
		return
	}
	right := s.blocks[b].split()
	s.blocks = slices.Insert(s.blocks, b+1, right)
	s.first = slices.Insert(s.first, b+1, right.hCell[0])
}

func (b *block[P]) insert(at int, hc, ic int64, h, i float64, payload P) {
	b.hCell = slices.Insert(b.hCell, at, hc)
	b.iCell = slices.Insert(b.iCell, at, ic)
	b.h = slices.Insert(b.h, at, h)
	b.i = slices.Insert(b.i, at, i)
	b.payload = slices.Insert(b.payload, at, payload)
}

func (b *block[P]) remove(from, to int) {
	if from == to {
		return
	}
	b.hCell = slices.Delete(b.hCell, from, to)
	b.iCell = slices.Delete(b.iCell, from, to)
	b.h = slices.Delete(b.h, from, to)
	b.i = slices.Delete(b.i, from, to)
	b.payload = slices.Delete(b.payload, from, to)
}

// split moves the upper half of the block to a new block.
func (b *block[P]) split() *block[P] {
	half := len(b.hCell) / 2
	right := &block[P]{
		hCell:   slices.Clone(b.hCell[half:]),
		iCell:   slices.Clone(b.iCell[half:]),
		h:       slices.Clone(b.h[half:]),
		i:       slices.Clone(b.i[half:]),
		payload: slices.Clone(b.payload[half:]),
	}
	b.remove(half, len(b.hCell))
	return right
}

// Point is a member of a set.
type Point[P any] struct {
	H, I    float64
	Payload P
}

// All returns the points by increasing h, which is also by increasing i. The set must not be
// changed during the iteration.
func (s *Set[P]) All() iter.Seq[Point[P]] {
	return func(yield func(Point[P]) bool) {
		for _, b := range s.blocks {
			for k := range b.h {
				if !yield(Point[P]{b.h[k], b.i[k], b.payload[k]}) {
					return
				}
			}
		}
	}
}
