package exact

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/dibmap/dibmap/partition"
)

// covers looks, edge by edge, for a clustering of the clusters within the budget
// that beats the frontier there. One of less entropy is another edge's to exclude,
// if it is certified.
func (v *verifier) covers(ctx context.Context) error {
	for _, c := range v.claims {
		if !c.edge.Certified {
			continue
		}
		if err := newCoverCheck(v, c).run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// coverCheck searches for the clusterings of listed clusters whose total reduced
// cost is within the budget: it takes a cluster that holds a certain row, then one
// that holds a certain row of those left, and so on.
type coverCheck struct {
	*verifier
	*claim
	all uint64
	// first holds for every row the clusters in which no row stands before it in
	// order, the cheapest first.
	order []int
	first [][]choice
	price map[uint64]float64 // reduced cost of every cluster
	stop  atomic.Bool
	best  []better // one a worker
}

// choice is a cluster, its mass and its part of H(Z).
type choice struct {
	set             uint64
	rc, weight, own float64
}

// better is a clustering that beats the frontier, and the sets it is made of.
type better struct {
	gain float64 // in i over the point of no more entropy
	sets []uint64
}

// state is a clustering of some of the rows: those left, their mass, and H(Z) and
// reduced cost of the clusters taken.
type state struct {
	left          uint64
	weight, h, rc float64
}

func newCoverCheck(v *verifier, c *claim) *coverCheck {
	n := v.joint.Rows()
	k := &coverCheck{
		verifier: v, claim: c, all: ^uint64(0) >> (64 - n), best: make([]better, v.workers),
		first: make([][]choice, n), price: make(map[uint64]float64, len(c.columns)),
	}
	// Rows that few clusters hold come first, as they leave little choice.
	held := make([]int, n)
	for _, col := range c.columns {
		for s := col.set; s != 0; s &= s - 1 {
			held[bits.TrailingZeros64(s)]++
		}
	}
	k.order = partition.Identity(n)
	slices.SortStableFunc(k.order, func(a, b int) int { return held[a] - held[b] })
	for _, col := range c.columns {
		w := v.weight(col.set)
		x := k.next(col.set)
		k.first[x] = append(k.first[x], choice{col.set, col.rc, w, -v.phi.At(w)})
		k.price[col.set] = col.rc
	}
	return k
}

// next returns the row of a set that comes first in order.
func (k *coverCheck) next(set uint64) int {
	for _, x := range k.order {
		if set>>x&1 == 1 {
			return x
		}
	}
	return -1
}

// run searches, and reports the best clustering that beats the frontier.
func (k *coverCheck) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { k.stop.Store(true) })()
	whole := state{left: k.all, weight: k.joint.Total()}
	k.finish(0, whole, nil)
	first := k.first[k.next(k.all)]
	share(k.workers, len(first), func(worker, job int) {
		if s, ok := k.take(whole, &first[job], k.within(0)+k.allowed); ok {
			k.extend(worker, s, append(make([]uint64, 0, 64), first[job].set))
		}
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	k.report()
	return nil
}

// most returns the total that a better clustering may have that is made of a state.
// Its H(Z) is least if what is left is one cluster.
func (k *coverCheck) most(s state) float64 {
	return k.within(s.h-k.phi.At(s.weight)-rounding) + k.allowed
}

// take returns the state with one more cluster, if some rows are left then and the
// budget is kept.
func (k *coverCheck) take(s state, c *choice, most float64) (state, bool) {
	if c.set&^s.left != 0 || c.set == s.left || s.rc+c.rc > most {
		return s, false
	}
	s = state{s.left &^ c.set, s.weight - c.weight, s.h + c.own, s.rc + c.rc}
	return s, s.rc <= k.most(s)
}

// extend finishes a state in all ways.
func (k *coverCheck) extend(worker int, s state, sets []uint64) {
	if k.stop.Load() {
		return
	}
	k.finish(worker, s, sets)
	most := k.most(s)
	choices := k.first[k.next(s.left)]
	for n := range choices {
		c := &choices[n]
		if s.rc+c.rc > most {
			return
		}
		if to, ok := k.take(s, c, most); ok {
			k.extend(worker, to, append(sets, c.set))
		}
	}
}

// finish looks at the clustering of which all that is left is one cluster.
func (k *coverCheck) finish(worker int, s state, sets []uint64) {
	rc, ok := k.price[s.left]
	if !ok {
		return
	}
	h := s.h - k.phi.At(s.weight)
	i := k.at0 + float64(k.edge.Slope*h) - s.rc - rc
	if h < k.edge.HLo-samePoint || !k.beats(h, i) {
		return
	}
	gain := i
	if p, ok := k.frontier.Within(h); ok {
		gain -= p.I
	}
	found := better{gain, append(slices.Clone(sets), s.left)}
	if b := &k.best[worker]; found.than(*b) {
		*b = found
	}
}

// than orders clusterings that beat the frontier by how much, and then by their
// sets, so that the number of workers makes no difference.
func (b better) than(a better) bool {
	return a.sets == nil || b.gain > a.gain || b.gain == a.gain && slices.Compare(b.sets, a.sets) < 0
}

// report says which clustering beats the frontier by most, with values from the
// table.
func (k *coverCheck) report() {
	var best better
	for _, b := range k.best {
		if b.sets != nil && b.than(best) {
			best = b
		}
	}
	if best.sets == nil {
		return
	}
	labels := make(partition.Partition, k.joint.Rows())
	for c, set := range best.sets {
		for s := set; s != 0; s &= s - 1 {
			labels[bits.TrailingZeros64(s)] = c
		}
	}
	labels.Renumber(make([]int, len(labels)))
	z := k.joint.Coarsen(labels)
	k.fail("%s: a grouping into %d clusters with h %.9f, i %.9f beats the frontier", k.name, z.Rows(), z.HX(), z.IXY())
}
