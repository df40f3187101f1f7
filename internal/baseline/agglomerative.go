package baseline

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// AgglomerativeIB is the agglomerative information bottleneck of Slonim and Tishby
// (1999): from the rows on, the two clusters whose merge loses the least of I(T;Y)
// are merged, until one is left. Of equal losses that of the first clusters counts,
// where clusters stand in the order of their first rows in canonical order. Losses
// are exact sums of terms rounded to 2^-48 bit (plogp.Phi), the same on every machine.
//
// The parameter of a clustering is its number of clusters.
//
// A merge of two clusters can bring the result closer to a third than either was:
// of the rows 101, 110 and 011 all pairs lose as much, and the union of two loses
// less with the third. So trees cannot be built along chains of nearest neighbours,
// as those of linkage can, and losses need not increase from merge to merge.
//
// For every cluster the nearest of the later ones is kept, and looked for again only
// where the old one is gone and nothing else is nearer than that was. Time
// O(n^2 m) unless many clusters share a nearest one, O(n^3 m) at worst; memory
// O(n m) for tables of which a fair part of the cells has mass, and O(non-zero
// cells) for others.
type AgglomerativeIB struct{}

// Name implements [Method].
func (AgglomerativeIB) Name() string { return "agglomerative-ib" }

// Run implements [Method].
func (a AgglomerativeIB) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), 0)
	if err != nil {
		return Result{}, err
	}
	tree, err := a.Tree(ctx, j, o)
	if err != nil {
		return Result{}, err
	}
	return tree.result(o.Clusters, func(merges int) float64 { return float64(j.Rows() - merges) }), nil
}

// Tree returns the tree that Run cuts. The height of a merge is the information in
// bits that it loses, I(T;Y) before less I(T;Y) after. If the context ends before,
// the tree has the merges done so far.
func (AgglomerativeIB) Tree(ctx context.Context, j *joint.Joint, o Options) (*Dendrogram, error) {
	o, err := o.withDefaults(j.Rows(), 0)
	if err != nil {
		return nil, err
	}
	t := newTable(j)
	return grow(ctx, t, newPairs(t), o.Workers), nil
}

// grow builds the tree of a table, whose clusters p holds.
func grow(ctx context.Context, t *table, p pairs, workers int) *Dendrogram {
	a := newAgglomeration(p, t.n)
	g := newGrower(t.order)
	if !a.begin(ctx, workers) {
		return g.tree
	}
	for range t.n - 1 {
		first, second, loss, ok := a.next(ctx)
		if !ok {
			break
		}
		g.merge(first, second, max(0, loss)) // rounding can take 0 below
		a.merge(first, second)
	}
	return g.tree
}

// pairs holds the clusters of a table, each under the place of its first row.
type pairs interface {
	// scanner returns what computes losses. Several may be used at once, but none
	// while merge is called.
	scanner() scanner
	// merge puts cluster b into cluster a.
	merge(a, b int)
}

// scanner computes the information that merges lose, in bits.
type scanner interface {
	// losses sets to[j], for clusters j, to what the merge of i and j loses. Of those
	// in before it may set +Inf instead if the loss is above limits[j], and of those
	// in after if it is above that of another one in after.
	losses(i int, before, after []int32, limits, to []float64)
}

// newPairs returns the clusters of a table, one a row.
func newPairs(t *table) pairs {
	cells := 0
	for _, r := range t.rows {
		cells += len(r.columns)
	}
	if cells >= sparsest*t.n*t.m/100 {
		return newDensePairs(t)
	}
	return newSparsePairs(t)
}

// sparsest is how many in a hundred of the cells of a table have mass at least if it
// is kept in full. Where fewer have, it is faster not to look at the others.
const sparsest = 10

// agglomeration keeps the nearest later cluster of every cluster.
type agglomeration struct {
	pairs pairs
	scan  scanner
	alive []int32 // places of the clusters, ascending
	// partner[i] is the first of the later clusters with which i loses the least,
	// bound[i]. If it is unknown, all lose at least bound[i]. The last has none,
	// and loses +Inf.
	partner []int32
	bound   []float64
	loss    []float64 // scratch space
}

const unknown = -1

func newAgglomeration(p pairs, n int) *agglomeration {
	a := &agglomeration{
		pairs: p, scan: p.scanner(),
		alive: make([]int32, n), partner: make([]int32, n), bound: make([]float64, n), loss: make([]float64, n),
	}
	for i := range a.alive {
		a.alive[i] = int32(i)
	}
	return a
}

// begin finds the nearest cluster of every row. It tells whether the context let it.
func (a *agglomeration) begin(ctx context.Context, workers int) bool {
	n := len(a.alive)
	views := make([]agglomeration, workers)
	for w := range views {
		views[w] = *a
		views[w].scan, views[w].loss = a.pairs.scanner(), make([]float64, n)
	}
	return pool.Each(ctx, workers, n, func(worker, i int) error {
		views[worker].look(int32(i), nil, a.alive[i+1:])
		return nil
	}) == nil
}

// look computes the losses of i with clusters before and after it, and so finds its
// nearest later one.
func (a *agglomeration) look(i int32, before, after []int32) {
	a.scan.losses(int(i), before, after, a.bound, a.loss)
	a.partner[i], a.bound[i] = unknown, math.Inf(1)
	for _, j := range after {
		if a.loss[j] < a.bound[i] {
			a.partner[i], a.bound[i] = j, a.loss[j]
		}
	}
}

// next returns the two clusters to merge and what that loses, or false if the
// context has ended. There must be two clusters at least.
func (a *agglomeration) next(ctx context.Context) (first, second int, loss float64, ok bool) {
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

// merge puts cluster second into cluster first, and looks who is nearest now.
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
		// What is nearer than the nearest was is nearest. If that is gone, others are
		// no nearer than it was.
		switch loss := a.loss[i]; {
		case loss < a.bound[i], loss == a.bound[i] && x < a.partner[i]:
			a.partner[i], a.bound[i] = x, loss
		case a.partner[i] == x, a.partner[i] == y:
			a.partner[i] = unknown
		}
	}
}
