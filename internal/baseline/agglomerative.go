package baseline

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
)

// agglomerativeIB is the agglomerative information bottleneck of Slonim and Tishby
// (Advances in Neural Information Processing Systems 12, 1999, 617-623). It starts with
// one cluster per row and repeatedly merges the two clusters whose merge loses the least of
// I(T;Y). Among equal losses it merges the first clusters, ordered by their first rows in
// canonical order. Losses are exact sums of terms rounded to 2^-48 bit (plogp.Phi). The
// parameter is the number of clusters.
func agglomerativeIB() Method {
	return Method{Name: "agglomerative-ib", run: func(ctx context.Context, t *table, o Options) Result {
		d := agglomerativeTree(ctx, t, newPairs(t, t.rows, 0), o.Workers)
		return d.result(o.Clusters, func(merges int) float64 { return float64(t.n - merges) })
	}}
}

// agglomerativeTree merges the clusters p of a table, one per row. The height of a merge
// is its loss of information in bits. If the context ends first, the tree has the merges
// so far.
func agglomerativeTree(ctx context.Context, t *table, p pairs, workers int) *Dendrogram {
	g := newGrower(t.order)
	a := newAgglomeration(p, t.n)
	if !a.begin(ctx, workers) {
		return g.tree
	}
	for range t.n - 1 {
		first, second, loss, ok := a.next(ctx)
		if !ok {
			break
		}
		g.merge(first, second, max(0, loss)) // rounding can make it negative
		a.merge(first, second)
	}
	return g.tree
}

// agglomeration repeatedly merges the pair of clusters with the least cost. For every
// cluster it knows the best later cluster to merge with, and searches again only if that
// partner is gone and no other is known to be at least as good.
//
// Merging a union of two clusters with a third can cost less than merging either of the two
// with it: of the rows 101, 110 and 011 all pairs lose equally much, and the union of two
// loses less with the third. So costs need not increase from merge to merge, and chains of
// nearest neighbours, as for linkage, do not find the best pairs.
//
// All merges of n clusters take O(n^2 m) time unless many clusters share a best partner,
// and O(n^3 m) at worst; memory is O(n m) or O(non-zero cells), see [newPairs].
type agglomeration struct {
	pairs pairs
	scan  scanner
	alive []int32 // the clusters, ascending
	// partner[i] is the first later cluster with the least cost, bound[i]. If it is unknown,
	// the cost with each later cluster is at least bound[i]. The last cluster has the bound
	// +Inf.
	partner []int32
	bound   []float64
	cost    []float64 // scratch space
}

const unknown = -1

func newAgglomeration(p pairs, n int) *agglomeration {
	a := &agglomeration{
		pairs: p, scan: p.scanner(),
		alive: make([]int32, n), partner: make([]int32, n), bound: make([]float64, n), cost: make([]float64, n),
	}
	for i := range a.alive {
		a.alive[i] = int32(i)
	}
	return a
}

// begin finds the best partner of every cluster, or returns false if the context ended
// first.
func (a *agglomeration) begin(ctx context.Context, workers int) bool {
	n := len(a.alive)
	views := make([]agglomeration, min(workers, n))
	for w := range views {
		views[w] = *a
		views[w].scan, views[w].cost = a.pairs.scanner(), make([]float64, n)
	}
	return pool.Each(ctx, len(views), n, func(worker, i int) error {
		views[worker].look(int32(i), nil, a.alive[i+1:])
		return nil
	}) == nil
}

// look computes the costs of merging i with clusters before and after it, and finds its
// best later one.
func (a *agglomeration) look(i int32, before, after []int32) {
	a.scan.costs(int(i), before, after, a.bound, a.cost)
	a.partner[i], a.bound[i] = unknown, math.Inf(1)
	for _, j := range after {
		if a.cost[j] < a.bound[i] {
			a.partner[i], a.bound[i] = j, a.cost[j]
		}
	}
}

// next returns the two clusters with the least cost, or false if the context has ended.
// It needs at least two clusters.
func (a *agglomeration) next(ctx context.Context) (first, second int, cost float64, ok bool) {
	for ctx.Err() == nil {
		least := 0
		for k, i := range a.alive {
			if a.bound[i] < a.bound[a.alive[least]] {
				least = k
			}
		}
		i := a.alive[least]
		if a.partner[i] != unknown {
			return int(i), int(a.partner[i]), a.bound[i], true
		}
		a.look(i, nil, a.alive[least+1:])
	}
	return 0, 0, 0, false
}

// merge puts cluster second into cluster first, and updates the best partners.
func (a *agglomeration) merge(first, second int) {
	a.pairs.merge(first, second)
	x, y := int32(first), int32(second)
	k, _ := slices.BinarySearch(a.alive, y)
	a.alive = slices.Delete(a.alive, k, k+1)
	at, _ := slices.BinarySearch(a.alive, x)
	before := a.alive[:at]
	for _, i := range a.alive[at+1 : k] {
		if a.partner[i] == y {
			a.partner[i] = unknown
		}
	}
	a.look(x, before, a.alive[at+1:])
	for _, i := range before {
		// If x costs less than the bound, it is the best partner. If the best partner is
		// gone, the bound still holds for the others.
		switch cost := a.cost[i]; {
		case cost < a.bound[i], cost == a.bound[i] && x < a.partner[i]:
			a.partner[i], a.bound[i] = x, cost
		case a.partner[i] == x, a.partner[i] == y:
			a.partner[i] = unknown
		}
	}
}
