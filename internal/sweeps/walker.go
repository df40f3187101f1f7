package sweeps

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
)

// walker carries out sweeps: it changes a clustering so that i - slope h rises, and offers every clustering that it
// evaluates to the grid.
//
// It compares a row with the clusters of the rows in its list, which were nearest when the list was made. When merges
// leave too few different clusters in the list, the walker makes it anew.
type walker struct {
	*cluster.Clustering
	cluster.Lists
	finds     *finds
	run       int32
	log       []cluster.Step
	heavier   []int32 // the heaviest clusters, by decreasing weight
	order     []int32
	reach     float64 // largest change of h by a step
	strict    bool    // no step leads to more violations
	price     float64 // in i, of a bit that the clustering tells about a second variable
	evaluated int64
	stop      int64 // number of evaluations at which the sweep is cut short
}

func newWalker(t *cluster.Table, g *grid, room int64) *walker {
	return &walker{Clustering: cluster.New(t, room), Lists: cluster.NewLists(t.N), finds: newFinds(g)}
}

// begin loads the first clustering of a run, and takes over the lists of all rows. The run does not depend on earlier
// ones.
func (w *walker) begin(run int32, label, near []int32) {
	w.Load(label)
	w.run, w.log, w.reach, w.strict, w.stop = run, nil, math.Inf(1), false, math.MaxInt64
	w.ForgetVisits()
	copy(w.RowLists, near)
	cluster.EmptyLists(w.ClusterLists)
	w.offer(cluster.Change{}, none, w.Violations())
}

// cut reports whether the sweep is cut short.
func (w *walker) cut(ctx context.Context) bool { return w.evaluated >= w.stop || ctx.Err() != nil }

// gain returns the change of i - slope h - price t by a step, where t is what the clustering tells about a second
// variable.
func (w *walker) gain(by cluster.Change, slope, told float64) float64 {
	return by.Gain(slope) - float64(w.price*told)
}

// offer offers the clustering after a step, given its violations.
func (w *walker) offer(by cluster.Change, more cluster.Step, violations int) {
	if violations > 0 {
		return
	}
	w.finds.offer(w.H+by.H, w.I+by.I, position{w.run, int32(len(w.log)), more})
}

// logged logs a step that was taken, and offers the clustering.
func (w *walker) logged(s cluster.Step) {
	w.log = append(w.log, s)
	w.offer(cluster.Change{}, none, w.Violations())
}

// pass settles every row once, the lightest first, and returns the number of rows that moved.
func (w *walker) pass(ctx context.Context, slope float64) (moved int) {
	return cluster.SettleRows(ctx, w.N, func(x int32) bool { return w.evaluated < w.stop && !w.Lonely(x) && w.settle(x, slope) })
}

// Clusters of a move that have no number.
const newCluster, noCluster int32 = -1, -2

// settle moves a row to the cluster that gives the largest i - slope h, and reports whether it moved.
func (w *walker) settle(x int32, slope float64) bool {
	a := w.Label[x]
	leave := w.Leaving(x)
	w.BeginVisits(a)
	most, to, by := cluster.MinGain, noCluster, cluster.Change{}
	consider := func(k int32, join cluster.Change, s cluster.Step) {
		both := leave.Plus(join)
		after, told := w.AfterMove(x, k)
		w.evaluated++
		w.offer(both, s, after)
		if gain := w.gain(both, slope, told); gain > most && math.Abs(both.H) <= w.reach && (!w.strict || after <= w.Violations()) {
			most, to, by = gain, k, both
		}
	}
	for _, r := range w.RowList(x) {
		if r < 0 {
			break
		}
		if k := w.Label[r]; w.Visit(k) && w.Fits(k) && !w.ForbidsJoin(x, k) {
			consider(k, w.Joining(x, k), cluster.Step{Row: x, To: r})
		}
	}
	if w.Size[a] > 1 {
		consider(newCluster, w.Becoming(x), cluster.Step{Row: x, To: x})
	}
	if to == noCluster {
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

// unions merges each cluster of several rows, the lightest first, as long as that raises i - slope h.
func (w *walker) unions(ctx context.Context, slope float64) {
	w.weigh()
	w.order = append(w.order[:0], w.Active...)
	slices.SortFunc(w.order, func(a, b int32) int { return cmp.Or(cmp.Compare(w.W[a], w.W[b]), cmp.Compare(a, b)) })
	for n, a := range w.order {
		if n%cluster.CheckEvery == 0 && w.cut(ctx) {
			return
		}
		for w.Size[a] > 1 && w.union(a, slope) {
		}
	}
}

// union makes the merge of a cluster that raises i - slope h most, and reports whether any merge does.
func (w *walker) union(a int32, slope float64) bool {
	list := w.ClusterList(a)
	if w.TooFew(list, w.Label, a, len(w.Active)) {
		w.lookFor(a, slope)
	}
	w.BeginVisits(a)
	most, to, by := cluster.MinGain, int32(-1), cluster.Change{}
	for _, r := range list {
		if r < 0 {
			break
		}
		k := w.Label[r]
		if !w.Visit(k) || w.ForbidsMerge(a, k) {
			continue
		}
		both := w.Merging(a, k)
		after, told := w.AfterMerge(a, k)
		w.evaluated++
		w.offer(both, cluster.Step{Row: w.Head[a], To: ^r}, after)
		if gain := w.gain(both, slope, told); gain > most && -both.H <= w.reach && w.Fits(k) {
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
