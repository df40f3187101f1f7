package checker

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"slices"
)

// covers looks, for every certified edge, for a clustering that consists of clusters within
// the budget and may be better than all points.
func (k *check) covers(ctx context.Context) error {
	for _, s := range k.staged {
		if !s.Certified {
			continue
		}
		if err := newSeeker(k, s).run(ctx); err != nil {
			return err
		}
	}
	return nil
}

const (
	// maxGroupings is the number of groupings that are kept at a time, of all sets of rows.
	maxGroupings = 1 << 24
	// wave is the number of sets of rows whose groupings are continued at a time, and each may
	// be continued by maxGroupings/wave groupings.
	wave = 32
)

// seeker is a dynamic program over the clusterings that consist of the clusters of an edge and are within the
// budget. Its states are the sets of remaining rows. The rows have a fixed order, and the next cluster always
// contains the first remaining row. Of the groupings with the same remaining rows only undominated ones are kept;
// docs/proof.md shows that this is enough.
//
// Sets of rows have the rows in this order.
type seeker struct {
	*check
	*stage
	order []int
	first [][]column              // for every row, the clusters that have it as their first row, the cheapest first
	open  []map[uint64][]grouping // for every row, the groupings after which it is the first that is left, by the rows left
	most  int                     // the limit on kept
	kept  int                     // the number of groupings in open
}

// grouping is the sum of h and j of clusters, and their number. Lists of groupings are by rising h and j.
type grouping struct {
	h, j fixed
	k    int
}

// continuation is a list of groupings that leave the same rows.
type continuation struct {
	left uint64
	list []grouping
}

func newSeeker(k *check, s *stage) *seeker {
	n := len(k.rows)
	f := &seeker{check: k, stage: s, first: make([][]column, n), order: sequence(s.columns, n), most: maxGroupings}
	place := make([]int, n)
	for at, x := range f.order {
		place[x] = at
	}
	for _, c := range s.columns {
		set := uint64(0)
		for left := c.set; left != 0; left &= left - 1 {
			set |= 1 << place[bits.TrailingZeros64(left)]
		}
		c.set = set
		x := bits.TrailingZeros64(set)
		f.first[x] = append(f.first[x], c)
	}
	for range n + 1 {
		f.open = append(f.open, make(map[uint64][]grouping))
	}
	return f
}

// sequence returns the order of rows. The next is always the row in the fewest clusters that
// contain none of the rows before, so that groupings leave few sets of rows.
func sequence(columns []column, n int) (order []int) {
	var held [MaxRows]int
	count := func(c column, by int) {
		for left := c.set; left != 0; left &= left - 1 {
			held[bits.TrailingZeros64(left)] += by
		}
	}
	for _, c := range columns {
		count(c, 1)
	}
	columns = slices.Clone(columns)
	for rest := ^uint64(0) >> (64 - n); rest != 0; {
		best := bits.TrailingZeros64(rest)
		for left := rest; left != 0; left &= left - 1 {
			if x := bits.TrailingZeros64(left); held[x] < held[best] {
				best = x
			}
		}
		order = append(order, best)
		rest &^= 1 << best
		columns = slices.DeleteFunc(columns, func(c column) bool {
			if c.set>>best&1 == 0 {
				return false
			}
			count(c, -1)
			return true
		})
	}
	return order
}

// run searches, and reports a clustering that may be better.
func (f *seeker) run(ctx context.Context) error {
	n := len(f.order)
	f.put(continuation{^uint64(0) >> (64 - n), []grouping{{}}})
	for x := range n {
		sets := slices.Sorted(maps.Keys(f.open[x])) // so that what is kept at a time does not depend on chance
		for some := range slices.Chunk(sets, wave) {
			next, whole := make([][]continuation, len(some)), make([]bool, len(some))
			err := each(ctx, f.workers, len(some), func(_, job int) {
				next[job], whole[job] = f.continued(some[job], f.open[x][some[job]])
			})
			if err != nil {
				return err
			}
			for _, list := range next {
				for _, c := range list {
					f.put(c)
				}
			}
			if f.kept > f.most || slices.Contains(whole, false) {
				f.leave("%s: more than %d groupings are within the budget: too many to be checked", f.name, f.most)
				return nil
			}
		}
		for _, list := range f.open[x] {
			f.kept -= len(list)
		}
		f.open[x] = nil
	}
	all := f.open[n][0]
	for k := len(all) - 1; k >= 0; k-- {
		if g := all[k]; !f.covered(g.h, g.j) {
			f.fail("%s: a grouping into %d clusters with h %.9f, i %.9f beats the frontier", f.name, g.k, toBits(g.h), toBits(g.j+f.hy))
			break
		}
	}
	return nil
}

// put adds groupings to those that leave the same rows.
func (f *seeker) put(c continuation) {
	at := f.open[min(bits.TrailingZeros64(c.left), len(f.order))]
	before := at[c.left]
	list := merged(before, c.list)
	at[c.left] = list
	f.kept += len(list) - len(before)
}

// merged returns the undominated groupings of two lists.
func merged(a, b []grouping) []grouping {
	if len(a) == 0 {
		return b
	}
	list := make([]grouping, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		if len(a) == 0 || len(b) > 0 && (b[0].h < a[0].h || b[0].h == a[0].h && b[0].j > a[0].j) {
			a, b = b, a
		}
		if n := len(list); n == 0 || a[0].j > list[n-1].j {
			list = append(list, a[0])
		}
		a = a[1:]
	}
	return list
}

// continued returns the groupings that continue those that leave a set of rows. whole is false if
// they are too many, and not all.
func (f *seeker) continued(set uint64, list []grouping) (next []continuation, whole bool) {
	weight, dual := f.total, f.sum
	for out := ^set << (64 - len(f.order)) >> (64 - len(f.order)); out != 0; out &= out - 1 {
		weight -= f.rows[f.order[bits.TrailingZeros64(out)]].weight
	}
	for left := set; left != 0; left &= left - 1 {
		dual -= f.dual[f.order[bits.TrailingZeros64(left)]]
	}
	room := fixed(math.MinInt64)
	for _, g := range list {
		if most, ok := f.budgetOf(g, weight); ok {
			room = max(room, most-f.cost(g, dual))
		}
	}
	count := 0
	for _, c := range f.first[bits.TrailingZeros64(set)] {
		if c.rc > room {
			break
		}
		if c.set&^set != 0 {
			continue
		}
		if count > f.most/wave {
			return next, false
		}
		made := continuation{left: set &^ c.set}
		price := dual
		for left := c.set; left != 0; left &= left - 1 {
			price += f.dual[f.order[bits.TrailingZeros64(left)]]
		}
		for _, g := range list {
			g.h += c.h
			g.j += c.j
			g.k++
			if most, ok := f.budgetOf(g, weight-c.weight); ok && f.cost(g, price) <= most {
				made.list = append(made.list, g)
			}
		}
		if made.list != nil {
			next = append(next, made)
			count += len(made.list)
		}
	}
	return next, true
}

// cost returns the reduced cost of a grouping, given the sum of the dual over its rows. It is not
// above the sum of the reduced costs of its clusters, as there every product is rounded up.
func (f *seeker) cost(g grouping, dual fixed) fixed { return dual - g.j - scaled(f.slope, -g.h) }

// budgetOf returns what the clusters of a grouping may cost in a better clustering, given the mass of the rows that
// are left; ok is false if no clustering with it can be better. H(Z) is least if these rows are one cluster.
func (f *seeker) budgetOf(g grouping, weight float64) (most fixed, ok bool) {
	at, ok := f.within(g.h - f.phi(weight) - f.slopH())
	return at.strict + f.spare, ok
}

// covered reports whether a clustering certainly is not better than all points, or is outside of the edge's range.
// This then also holds for every clustering with at least this h and at most this j.
func (f *seeker) covered(h, j fixed) bool {
	if h >= f.at[f.Last].h+2*f.slopH() || j+f.slopI() <= f.at[f.First].j-f.slopI()+tolerance {
		return true
	}
	// The last point whose h exceeds the clustering's by at most the tolerance.
	n, _ := slices.BinarySearchFunc(f.at, h+tolerance-2*f.slopH(), func(p place, h fixed) int {
		if p.h <= h {
			return -1
		}
		return 1
	})
	return n > 0 && j+f.slopI() <= f.at[n-1].j-f.slopI()+tolerance
}
