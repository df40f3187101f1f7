package exact

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// covers looks, edge by edge, for a clustering that consists of clusters within the
// budget and beats the frontier. A clustering of an entropy below the edge is left to
// other edges, if they are certified.
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

// coverCheck goes through the clusterings that consist of listed clusters and are within the
// budget, depth first. The rows have a fixed order, and the next cluster always contains the
// first row that is left. It shares no code with [covers].
type coverCheck struct {
	*verifier
	*claim
	order []int              // rows, those in the fewest clusters first
	first [][]choice         // for every row, the clusters that have it as their first row, the cheapest first
	price map[uint64]float64 // reduced cost of every cluster
	stop  atomic.Bool
}

// choice is a cluster with its mass and its part of H(Z).
type choice struct {
	column
	weight, h float64
}

// state is a clustering of some of the rows: the rows that are left, their mass, and H(Z)
// and the reduced cost of the clusters so far.
type state struct {
	left          uint64
	weight, h, rc float64
}

// better is a clustering that beats the frontier.
type better struct {
	gain float64 // i minus that of the frontier at the same h
	sets []uint64
}

func newCoverCheck(v *verifier, c *claim) *coverCheck {
	n := len(v.weight)
	k := &coverCheck{
		verifier: v, claim: c, order: partition.Identity(n),
		first: make([][]choice, n), price: make(map[uint64]float64, len(c.columns)),
	}
	held := frequency(c.columns)
	slices.SortStableFunc(k.order, func(a, b int) int { return cmp.Compare(held[a], held[b]) })
	for _, col := range c.columns {
		w, x := over(v.weight, col.set), k.next(col.set)
		k.first[x] = append(k.first[x], choice{col, w, -v.phi.At(w)})
		k.price[col.set] = col.rc
	}
	return k
}

// next returns the row of a set that is the first in order.
func (k *coverCheck) next(set uint64) int {
	return k.order[slices.IndexFunc(k.order, func(x int) bool { return set>>x&1 == 1 })]
}

// run searches, and reports the clustering that beats the frontier by most.
func (k *coverCheck) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { k.stop.Store(true) })()
	whole := state{left: ^uint64(0) >> (64 - len(k.order)), weight: k.joint.Total()}
	choices := k.first[k.order[0]]
	// For every first cluster the best clustering, and one more for a single cluster.
	found := slices.Repeat([]better{{gain: math.Inf(-1)}}, len(choices)+1)
	k.finish(whole, nil, &found[len(choices)])
	err := pool.Each(ctx, k.workers, len(choices), func(_, job int) error {
		k.take(whole, &choices[job], nil, &found[job])
		return nil
	})
	if err != nil {
		return err
	}
	best := slices.MaxFunc(found, func(a, b better) int { return cmp.Compare(a.gain, b.gain) })
	if best.sets != nil {
		z := k.joint.Coarsen(clusteringOf(best.sets, len(k.order)))
		k.fail("%s: a grouping into %d clusters with h %.9f, i %.9f beats the frontier", k.name, z.Rows(), z.HX(), z.IXY())
	}
	return nil
}

// most returns the reduced cost that a better clustering can have if it contains the
// clusters of a state. Its H(Z) is least if the rows that are left are one cluster.
func (k *coverCheck) most(s state) float64 {
	return k.at(s.h-k.phi.At(s.weight)-rounding) + k.allowed
}

// take goes through the clusterings that continue a state with a given cluster.
func (k *coverCheck) take(s state, c *choice, sets []uint64, best *better) {
	if c.set&^s.left != 0 || c.set == s.left {
		return
	}
	s = state{s.left &^ c.set, s.weight - c.weight, s.h + c.h, s.rc + c.rc}
	most := k.most(s)
	if s.rc > most || k.stop.Load() {
		return
	}
	sets = append(sets, c.set)
	k.finish(s, sets, best)
	choices := k.first[k.next(s.left)]
	for n := range choices {
		if s.rc+choices[n].rc > most {
			return
		}
		k.take(s, &choices[n], sets, best)
	}
}

// finish considers the clustering whose last cluster is all rows that are left.
func (k *coverCheck) finish(s state, sets []uint64, best *better) {
	rc, ok := k.price[s.left]
	if !ok {
		return
	}
	h := s.h - k.phi.At(s.weight)
	i := k.bound(h) - s.rc - rc
	if h < k.edge.HLo-samePoint || !k.beats(h, i) {
		return
	}
	gain := i
	if p, ok := k.frontier.Within(h); ok {
		gain -= p.I
	}
	if gain > best.gain {
		*best = better{gain, append(slices.Clone(sets), s.left)}
	}
}
