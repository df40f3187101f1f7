// Package pareto3 holds non-dominated sets of three objectives: points (h, i, s), where h is minimised and i and s are
// maximised, each with a payload. It has the grid and the rules of package pareto:
//
//   - p dominates q if h_p <= h_q, i_p >= i_q and s_p >= s_q, and differs in one;
//   - p and q tie if all three are equal, in cells of [pareto.Tolerance].
package pareto3

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
)

// Vector is a point, or a difference of two.
type Vector struct{ H, I, S float64 }

// Plus returns the sum.
func (v Vector) Plus(w Vector) Vector { return Vector{v.H + w.H, v.I + w.I, v.S + w.S} }

// Minus returns the difference.
func (v Vector) Minus(w Vector) Vector { return Vector{v.H - w.H, v.I - w.I, v.S - w.S} }

// Max returns the larger of every coordinate.
func (v Vector) Max(w Vector) Vector { return Vector{max(v.H, w.H), max(v.I, w.I), max(v.S, w.S)} }

// cells are the cells of a point, by coordinate.
type cells struct{ h, i, s int64 }

// Grid says how wide cells are in each objective: 2^H, 2^I and 2^S tolerances.
type Grid struct{ H, I, S uint8 }

// Width returns the widths of a cell in bits.
func (g Grid) Width() Vector {
	width := func(shift uint8) float64 { return math.Ldexp(pareto.Tolerance, int(shift)) }
	return Vector{width(g.H), width(g.I), width(g.S)}
}

// Union returns the grid with the wider cells of two in every coordinate.
func (g Grid) Union(other Grid) Grid {
	return Grid{max(g.H, other.H), max(g.I, other.I), max(g.S, other.S)}
}

// Wider returns the grid with cells of twice the width in the coordinate in which they are the smallest part of an extent.
func (g Grid) Wider(extent Vector) Grid {
	w := g.Width()
	part := func(width, extent float64) float64 { return width / max(extent, pareto.Tolerance) }
	h, i, s := part(w.H, extent.H), part(w.I, extent.I), part(w.S, extent.S)
	switch {
	case h <= i && h <= s:
		g.H++
	case i <= s:
		g.I++
	default:
		g.S++
	}
	return g
}

// Fine returns the grid with the widest cells of which an extent has at least a number in each coordinate.
func Fine(extent Vector, cells float64) (g Grid) {
	shift := func(extent float64) uint8 {
		_, exponent := math.Frexp(extent / cells / pareto.Tolerance) // extent / cells >= 2^(exponent-1) tolerances
		return uint8(max(exponent-1, 0))
	}
	return Grid{shift(extent.H), shift(extent.I), shift(extent.S)}
}

func cell(v float64, shift uint8) int64 {
	return int64(math.Floor(float64(v/pareto.Tolerance)+0.5)) >> shift
}

func (g Grid) cellsOf(v Vector) cells {
	return cells{cell(v.H, g.H), cell(v.I, g.I), cell(v.S, g.S)}
}

// covers reports whether a point dominates another or ties with it.
func (c cells) covers(d cells) bool { return c.h <= d.h && c.i >= d.i && c.s >= d.s }

// compare orders cells by h, then from large to small i and s, so that no point dominates one before it.
func (c cells) compare(d cells) int {
	return cmp.Or(cmp.Compare(c.h, d.h), cmp.Compare(d.i, c.i), cmp.Compare(d.s, c.s))
}

// Set is a non-dominated set with a payload of type P at every point. The zero value is an empty set. Points are in
// blocks by increasing h; a block is skipped if its best i and s show that it has no point that matters.
type Set[P any] struct {
	blocks []*block[P]
	len    int
	grid   Grid
}

// New returns an empty set with the cells of a grid.
func New[P any](g Grid) *Set[P] { return &Set[P]{grid: g} }

// maxBlock is the number of points at which a block is split.
const maxBlock = 64

type block[P any] struct {
	at      []cells
	members []Member[P]
	// Bounds of the coordinates.
	mostI, mostS, leastI, leastS int64
}

// Member is a point with its payload.
type Member[P any] struct {
	Vector
	Payload P
}

// Len returns the number of points.
func (s *Set[P]) Len() int { return s.len }

// Grid returns the grid of the set.
func (s *Set[P]) Grid() Grid { return s.grid }

// Extent returns the difference of the largest and the smallest value of every coordinate.
func (s *Set[P]) Extent() Vector {
	if s.len == 0 {
		return Vector{}
	}
	least, most := s.bounds()
	return most.Minus(least)
}

// bounds returns the smallest and the largest value of every coordinate.
func (s *Set[P]) bounds() (least, most Vector) {
	least, most = Vector{math.Inf(1), math.Inf(1), math.Inf(1)}, Vector{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for m := range s.All() {
		least = Vector{min(least.H, m.H), min(least.I, m.I), min(least.S, m.S)}
		most = most.Max(m.Vector)
	}
	return least, most
}

// Coarsen compares points in the cells of another grid from now on, and removes points that others then dominate. Of
// points that tie, the one remains that tie returns, or the first in the order of All if it is nil.
func (s *Set[P]) Coarsen(g Grid, tie func(old, offered Member[P]) Member[P]) {
	old := *s
	*s = Set[P]{grid: g}
	for m := range old.All() {
		s.Add(m.Vector, m.Payload, tie)
	}
}

// Compare returns the relation of a point to the set.
func (s *Set[P]) Compare(v Vector) pareto.Relation {
	relation, _, _ := s.find(s.grid.cellsOf(v))
	return relation
}

// find returns the relation of cells to the set, and where the point is that ties.
func (s *Set[P]) find(c cells) (relation pareto.Relation, block, index int) {
	for n, b := range s.blocks {
		if b.at[0].h > c.h {
			break
		}
		if b.mostI < c.i || b.mostS < c.s {
			continue
		}
		for k, d := range b.at {
			if d.covers(c) {
				if d == c {
					return pareto.Tied, n, k
				}
				return pareto.Dominated, n, k
			}
		}
	}
	return pareto.Optimal, 0, 0
}

// Add offers a point and returns its relation to the set before the call. An optimal point is inserted, and points
// that it dominates are removed. If it ties with a point, tie returns what takes the place of that point; with a nil
// tie it stays.
func (s *Set[P]) Add(v Vector, payload P, tie func(old, offered Member[P]) Member[P]) pareto.Relation {
	c := s.grid.cellsOf(v)
	relation, n, k := s.find(c)
	offered := Member[P]{v, payload}
	switch {
	case relation == pareto.Optimal:
		s.insert(c, offered)
	case relation == pareto.Tied && tie != nil:
		s.blocks[n].members[k] = tie(s.blocks[n].members[k], offered)
	}
	return relation
}

// insert removes what an optimal point dominates and inserts it.
func (s *Set[P]) insert(c cells, m Member[P]) {
	kept := s.blocks[:0]
	for _, b := range s.blocks {
		if b.at[len(b.at)-1].h >= c.h && b.leastI <= c.i && b.leastS <= c.s {
			s.len -= b.remove(c)
		}
		if len(b.at) > 0 {
			kept = append(kept, b)
		}
	}
	clear(s.blocks[len(kept):])
	s.blocks = kept
	s.len++
	at, _ := slices.BinarySearchFunc(s.blocks, c, func(b *block[P], c cells) int { return b.at[0].compare(c) })
	if at = max(at-1, 0); len(s.blocks) == 0 {
		s.blocks = append(s.blocks, new(block[P]))
	}
	b := s.blocks[at]
	k, _ := slices.BinarySearchFunc(b.at, c, cells.compare)
	b.at, b.members = slices.Insert(b.at, k, c), slices.Insert(b.members, k, m)
	if len(b.at) == maxBlock {
		right := &block[P]{at: slices.Clone(b.at[maxBlock/2:]), members: slices.Clone(b.members[maxBlock/2:])}
		clear(b.members[maxBlock/2:])
		b.at, b.members = b.at[:maxBlock/2], b.members[:maxBlock/2]
		right.bound()
		s.blocks = slices.Insert(s.blocks, at+1, right)
	}
	b.bound()
}

// remove removes the points that cells cover, and returns their number.
func (b *block[P]) remove(c cells) int {
	n := 0
	for k, d := range b.at {
		if !c.covers(d) {
			b.at[n], b.members[n] = d, b.members[k]
			n++
		}
	}
	removed := len(b.at) - n
	clear(b.members[n:])
	b.at, b.members = b.at[:n], b.members[:n]
	if removed > 0 && n > 0 {
		b.bound()
	}
	return removed
}

// bound computes the bounds.
func (b *block[P]) bound() {
	b.mostI, b.mostS, b.leastI, b.leastS = math.MinInt64, math.MinInt64, math.MaxInt64, math.MaxInt64
	for _, c := range b.at {
		b.mostI, b.mostS = max(b.mostI, c.i), max(b.mostS, c.s)
		b.leastI, b.leastS = min(b.leastI, c.i), min(b.leastS, c.s)
	}
}

// All returns the points by increasing h, and then by decreasing i and s, in cells. The set must not be changed
// meanwhile.
func (s *Set[P]) All() iter.Seq[Member[P]] {
	return func(yield func(Member[P]) bool) {
		for _, b := range s.blocks {
			for _, m := range b.members {
				if !yield(m) {
					return
				}
			}
		}
	}
}
