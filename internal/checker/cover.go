package checker

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
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

// seeker goes through the clusterings that consist of the clusters of an edge and are within
// the budget, depth first. The rows have a fixed order, and the next cluster always contains
// the first row that is left.
type seeker struct {
	*check
	*stage
	order []int             // rows, those in the fewest clusters first
	first [][]column        // for every row, the clusters that have it as their first row, the cheapest first
	known map[uint64]column // all clusters
	stop  atomic.Bool
}

// state is a clustering of some of the rows: the rows that are left, their mass, and H(Z),
// I(Z;Y) - H(Y) and the reduced cost of the clusters so far.
type state struct {
	left     uint64
	weight   float64
	h, j, rc fixed
}

// better is a clustering that may be better than all points.
type better struct {
	found bool
	h, j  fixed
	sets  []uint64
}

func newSeeker(k *check, s *stage) *seeker {
	n := len(k.rows)
	f := &seeker{check: k, stage: s, first: make([][]column, n), known: make(map[uint64]column, len(s.columns))}
	var held [MaxRows]int
	for _, c := range s.columns {
		for left := c.set; left != 0; left &= left - 1 {
			held[bits.TrailingZeros64(left)]++
		}
	}
	for x := range n {
		f.order = append(f.order, x)
	}
	slices.SortStableFunc(f.order, func(a, b int) int { return cmp.Compare(held[a], held[b]) })
	for _, c := range s.columns {
		x := f.next(c.set)
		f.first[x] = append(f.first[x], c)
		f.known[c.set] = c
	}
	return f
}

// next returns the row of a set that is the first in order.
func (f *seeker) next(set uint64) int {
	for _, x := range f.order {
		if set>>x&1 == 1 {
			return x
		}
	}
	return 0
}

// run searches, and reports a clustering that may be better.
func (f *seeker) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { f.stop.Store(true) })()
	n := len(f.order)
	whole := state{left: ^uint64(0) >> (64 - n), weight: f.total}
	jobs := f.first[f.order[0]]
	found := make([]better, len(jobs)+1) // for every first cluster, and for a single cluster
	f.finish(whole, nil, &found[len(jobs)])
	err := each(ctx, f.workers, len(jobs), func(_, job int) { f.take(whole, &jobs[job], nil, &found[job]) })
	if err != nil {
		return err
	}
	best := better{}
	for _, b := range found {
		if b.found && (!best.found || b.j > best.j) {
			best = b
		}
	}
	if best.found {
		f.fail("%s: a grouping into %d clusters with h %.9f, i %.9f beats the frontier", f.name, len(best.sets), toBits(best.h), toBits(best.j+f.hy))
	}
	return nil
}

// most returns what a better clustering may cost that contains the clusters of a state. Its
// H(Z) is least if the rows that are left are one cluster.
func (f *seeker) most(s state) fixed {
	at, ok := f.within(s.h - f.phi(s.weight) - f.slopH())
	if !ok {
		return math.MinInt64
	}
	return at.strict + f.spare
}

// take goes through the clusterings that continue a state with a given cluster.
func (f *seeker) take(s state, c *column, sets []uint64, best *better) {
	if c.set&^s.left != 0 || c.set == s.left {
		return
	}
	s = state{s.left &^ c.set, s.weight - c.weight, s.h + c.h, s.j + c.j, s.rc + c.rc}
	most := f.most(s)
	if s.rc > most || f.stop.Load() {
		return
	}
	sets = append(sets, c.set)
	f.finish(s, sets, best)
	choices := f.first[f.next(s.left)]
	for n := range choices {
		if s.rc+choices[n].rc > most {
			return
		}
		f.take(s, &choices[n], sets, best)
	}
}

// finish considers the clustering whose last cluster is all rows that are left.
func (f *seeker) finish(s state, sets []uint64, best *better) {
	c, ok := f.known[s.left]
	if !ok {
		return
	}
	h, j := s.h+c.h, s.j+c.j
	if f.covered(h, j) || best.found && j <= best.j {
		return
	}
	*best = better{true, h, j, append(slices.Clone(sets), s.left)}
}

// covered tells whether a clustering is surely not better than all points, or none of those
// that the edge speaks of.
func (f *seeker) covered(h, j fixed) bool {
	if h >= f.end || j+f.slopI() <= f.at[f.First].j-f.slopI()+tolerance {
		return true
	}
	// The last point whose h exceeds that of the clustering by no more than the tolerance.
	n, _ := slices.BinarySearchFunc(f.at, h+tolerance-2*f.slopH(), func(p place, h fixed) int {
		if p.h <= h {
			return -1
		}
		return 1
	})
	return n > 0 && j+f.slopI() <= f.at[n-1].j-f.slopI()+tolerance
}
