package sweeps

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
)

// walker changes a clustering step by step so that i - slope h rises, and offers every clustering that it
// looks at to the grid.
//
// It compares a row with few clusters: those of the rows in its list, which were nearest when the list was
// made. When merges leave too few different clusters, it is made anew.
type walker struct {
	*cluster.Clustering
	cluster.Lists
	finds     *finds
	run       int32
	log       []cluster.Step
	heavier   []int32 // the heaviest clusters, by weight
	order     []int32
	reach     float64 // no step changes h by more
	strict    bool    // no step leads to more violations of the limits
	evaluated int64
	stop      int64 // the evaluations at which the sweep ends
}

func newWalker(t *cluster.Table, g *grid, room int64) *walker {
	return &walker{Clustering: cluster.New(t, room), Lists: cluster.NewLists(t.N), finds: newFinds(g)}
}

// begin goes to a clustering, of which a run begins, with the given lists of rows.
func (w *walker) begin(run int32, label, near []int32) {
	w.Load(label)
	w.run, w.log, w.reach, w.strict, w.Now, w.stop = run, nil, math.Inf(1), false, 0, math.MaxInt64
	clear(w.Seen) // no sweep depends on those before it
	copy(w.Near, near)
	cluster.Empty(w.Nearby)
	w.offer(cluster.Change{}, none, w.Violations())
}

// cut tells whether a sweep is to end where it is.
func (w *walker) cut(ctx context.Context) bool { return w.evaluated >= w.stop || ctx.Err() != nil }

// offer offers what a step makes of the clustering, unless that has violations of the limits.
func (w *walker) offer(by cluster.Change, more cluster.Step, violations int) {
	if violations > 0 {
		return
	}
	w.finds.offer(w.H+by.H, w.I+by.I, position{w.run, int32(len(w.log)), more})
}

func (w *walker) logged(s cluster.Step) {
	w.log = append(w.log, s)
	w.offer(cluster.Change{}, none, w.Violations())
}

// pass moves every row once, the lightest first, to where i - slope h is largest. It returns how many rows
// have moved.
func (w *walker) pass(ctx context.Context, slope float64) (moved int) {
	return cluster.EachRow(ctx, w.N, func(x int32) bool { return w.evaluated < w.stop && !w.Lonely(x) && w.settle(x, slope) })
}

// settle moves a row to where i - slope h is largest, and tells whether it has moved.
func (w *walker) settle(x int32, slope float64) bool {
	a := w.Label[x]
	leave := w.Leaving(x)
	w.Without(a)
	most, to, by := cluster.Least, int32(-2), cluster.Change{}
	consider := func(k int32, join cluster.Change, s cluster.Step) {
		both, after := leave.Plus(join), w.Moved(x, k)
		w.evaluated++
		w.offer(both, s, after)
		if gain := both.Gain(slope); gain > most && math.Abs(both.H) <= w.reach && (!w.strict || after <= w.Violations()) {
			most, to, by = gain, k, both
		}
	}
	for _, r := range w.OfRow(x) {
		if r < 0 {
			break
		}
		if k := w.Label[r]; w.First(k) && w.Fits(k) && !w.Barred(x, k) {
			consider(k, w.Joining(x, k), cluster.Step{Row: x, To: r})
		}
	}
	if w.Size[a] > 1 {
		consider(-1, w.Becoming(x), cluster.Step{Row: x, To: x})
	}
	if to == -2 {
		return false
	}
	s := cluster.Step{Row: x, To: x}
	if to >= 0 {
		s.To = w.Head[to]
	}
	w.Move(x, to, by)
	w.logged(s)
	return true
}

// unions merges clusters of several rows, the lightest first, with others where that raises i - slope h.
func (w *walker) unions(ctx context.Context, slope float64) {
	w.weigh()
	w.order = append(w.order[:0], w.Active...)
	slices.SortFunc(w.order, func(a, b int32) int { return cmp.Or(cmp.Compare(w.W[a], w.W[b]), cmp.Compare(a, b)) })
	for n, a := range w.order {
		if n%cluster.Pause == 0 && w.cut(ctx) {
			return
		}
		for w.Size[a] > 1 && w.union(a, slope) {
		}
	}
}

// union merges a cluster with another one where that raises i - slope h most, if it does.
func (w *walker) union(a int32, slope float64) bool {
	list := w.OfCluster(a)
	if w.Scarce(list, w.Label, a, len(w.Active)) {
		w.lookFor(a, slope)
	}
	w.Without(a)
	most, to, by := cluster.Least, int32(-1), cluster.Change{}
	for _, r := range list {
		if r < 0 {
			break
		}
		k := w.Label[r]
		if !w.First(k) || w.Opposed(a, k) {
			continue
		}
		both := w.Merging(a, k)
		w.evaluated++
		w.offer(both, cluster.Step{Row: w.Head[a], To: ^r}, w.United(a, k))
		if gain := both.Gain(slope); gain > most && -both.H <= w.reach && w.Fits(k) {
			most, to, by = gain, k, both
		}
	}
	if to < 0 {
		return false
	}
	s := cluster.Step{Row: w.Head[a], To: ^w.Head[to]}
	if w.Size[to] < w.Size[a] {
		a, to = to, a
	}
	w.Merge(a, to, by)
	w.logged(s)
	return true
}
