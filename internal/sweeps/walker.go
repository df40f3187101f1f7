package sweeps

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// walker changes a clustering step by step so that i - slope h rises, and offers every clustering that it
// looks at to the grid.
//
// It compares a row with few clusters: those of the rows in its list, which were nearest when the list was
// made. When merges leave too few different clusters, it is made anew.
type walker struct {
	*clusters
	lists
	finds     *finds
	run       int32
	log       []step
	heavier   []int32 // the heaviest clusters, by weight
	order     []int32
	reach     float64 // no step changes h by more
	strict    bool    // no step leads to more violations of the limits
	evaluated int64
	stop      int64 // the evaluations at which the sweep ends
}

func newWalker(t *table, g *grid, room int64) *walker {
	return &walker{clusters: newClusters(t, room), lists: newLists(t.n), finds: newFinds(g)}
}

// begin goes to a clustering, of which a run begins, with the given lists of rows.
func (w *walker) begin(run int32, label, near []int32) {
	w.load(label)
	w.run, w.log, w.reach, w.strict, w.now, w.stop = run, nil, math.Inf(1), false, 0, math.MaxInt64
	clear(w.seen) // no sweep depends on those before it
	copy(w.near, near)
	empty(w.nearby)
	w.offer(change{}, none, w.violations())
}

// cut tells whether a sweep is to end where it is.
func (w *walker) cut(ctx context.Context) bool { return w.evaluated >= w.stop || ctx.Err() != nil }

// offer offers what a step makes of the clustering, unless that has violations of the limits.
func (w *walker) offer(by change, more step, violations int) {
	if violations > 0 {
		return
	}
	w.finds.offer(w.h+by.h, w.i+by.i, position{w.run, int32(len(w.log)), more})
}

func (w *walker) logged(s step) {
	w.log = append(w.log, s)
	w.offer(change{}, none, w.violations())
}

// pass moves every row once, the lightest first, to where i - slope h is largest. It returns how many rows
// have moved.
func (w *walker) pass(ctx context.Context, slope float64) (moved int) {
	return eachRow(ctx, w.n, func(x int32) bool { return w.evaluated < w.stop && !w.lonely(x) && w.settle(x, slope) })
}

// settle moves a row to where i - slope h is largest, and tells whether it has moved.
func (w *walker) settle(x int32, slope float64) bool {
	a := w.label[x]
	leave := w.leaving(x)
	w.without(a)
	most, to, by := least, int32(-2), change{}
	consider := func(k int32, join change, s step) {
		both, after := leave.plus(join), w.moved(x, k)
		w.evaluated++
		w.offer(both, s, after)
		if gain := both.gain(slope); gain > most && math.Abs(both.h) <= w.reach && (!w.strict || after <= w.violations()) {
			most, to, by = gain, k, both
		}
	}
	for _, r := range w.listOf(x) {
		if r < 0 {
			break
		}
		if k := w.label[r]; w.first(k) && w.fits(k) && !w.barred(x, k) {
			consider(k, w.joining(x, k), step{x, r})
		}
	}
	if w.size[a] > 1 {
		consider(-1, w.becoming(x), step{x, x})
	}
	if to == -2 {
		return false
	}
	s := step{x, x}
	if to >= 0 {
		s.to = w.head[to]
	}
	w.move(x, to, by)
	w.logged(s)
	return true
}

// unions merges clusters of several rows, the lightest first, with others where that raises i - slope h.
func (w *walker) unions(ctx context.Context, slope float64) {
	w.weigh()
	w.order = append(w.order[:0], w.active...)
	slices.SortFunc(w.order, func(a, b int32) int { return cmp.Or(cmp.Compare(w.w[a], w.w[b]), cmp.Compare(a, b)) })
	for n, a := range w.order {
		if n%pause == 0 && w.cut(ctx) {
			return
		}
		for w.size[a] > 1 && w.union(a, slope) {
		}
	}
}

// union merges a cluster with another one where that raises i - slope h most, if it does.
func (w *walker) union(a int32, slope float64) bool {
	list := w.nearbyOf(a)
	if w.scarce(list, w.label, a, len(w.active)) {
		w.lookFor(a, slope)
	}
	w.without(a)
	most, to, by := least, int32(-1), change{}
	for _, r := range list {
		if r < 0 {
			break
		}
		k := w.label[r]
		if !w.first(k) || w.opposed(a, k) {
			continue
		}
		both := w.merging(a, k)
		w.evaluated++
		w.offer(both, step{w.head[a], ^r}, w.united(a, k))
		if gain := both.gain(slope); gain > most && -both.h <= w.reach && w.fits(k) {
			most, to, by = gain, k, both
		}
	}
	if to < 0 {
		return false
	}
	s := step{w.head[a], ^w.head[to]}
	if w.size[to] < w.size[a] {
		a, to = to, a
	}
	w.merge(a, to, by)
	w.logged(s)
	return true
}
