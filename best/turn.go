package best

import (
	"context"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
)

// worker is what one goroutine uses.
type worker struct {
	*series
	g        *grouping
	splitter *splitter
	kept     place
	merges   []merge
	splits   []split
	order    []perturbation
	limit    int64 // of steps, for a climb
	share    int64 // of steps, for a turn
	result   found
}

// improve looks for a better clustering into k clusters and returns the best one known, and the
// steps taken: from the clusterings of k+1 and k-1 clusters if they are new, and then by perturbations.
func (w *worker) improve(ctx context.Context, k int) (found, int64) {
	w.g.steps, w.limit, w.share = 0, w.effort/climbShare, w.effort/int64(turns*len(w.best))
	w.result = w.best[k]
	if w.result.label != nil {
		w.g.load(w.result.label, k)
		w.result.value = w.g.value
		if w.result.turn == 0 {
			w.climb(ctx)
			w.keep()
		}
	}
	if w.fresh(k + 1) {
		w.fromAbove(ctx, k)
	}
	if w.fresh(k - 1) {
		w.fromBelow(ctx, k)
	}
	if w.result.label != nil {
		w.perturb(ctx, k)
	}
	return w.result, w.g.steps
}

// climb climbs within the limit of steps.
func (w *worker) climb(ctx context.Context) { w.g.climb(ctx, w.g.steps+w.limit) }

// keep makes the grouping the result if it is better, or the first one.
func (w *worker) keep() {
	if r := &w.result; r.label == nil || r.turn == 0 || w.g.value > r.value {
		*r = found{label: numbered(w.g.label), value: w.g.value, turn: w.turn}
	}
}

// fromAbove climbs from the clustering of k+1 clusters with two of them merged.
func (w *worker) fromAbove(ctx context.Context, k int) {
	from := w.best[k+1].label
	w.g.load(from, k+1)
	for _, m := range w.g.merges(starts) {
		label := make([]int32, w.n)
		for x, c := range from {
			if int(c) == m.b {
				c = int32(m.a)
			}
			label[x] = c
		}
		w.g.load(numbered(label), k)
		w.climb(ctx)
		w.keep()
	}
}

// fromBelow climbs from the clustering of k-1 clusters after a split.
func (w *worker) fromBelow(ctx context.Context, k int) {
	from := w.best[k-1].label
	w.g.load(from, k) // one of them is empty
	splits := w.splitter.splits(ctx, w.g)
	for n, s := range splits[:min(starts, len(splits))] {
		if n > 0 {
			w.g.load(from, k)
		}
		w.g.divide(s, k-1)
		w.climb(ctx)
		w.keep()
	}
}

// smallRows is the number of rows up to which rows look at all clusters after every perturbation.
const smallRows = 100

// perturb changes the result and climbs, again and again, as long as the steps of a turn last.
func (w *worker) perturb(ctx context.Context, k int) {
	w.g.load(w.result.label, k)
	if w.n <= smallRows && w.result.failed == 0 {
		for w.g.exchange(ctx) {
			w.climb(ctx)
			w.keep()
		}
	}
	w.rank(ctx)
	for w.result.failed < w.failures() && w.g.steps < w.share && ctx.Err() == nil {
		w.jump(ctx, k)
		if w.n > smallRows {
			w.g.pass(ctx, w.g.steps+w.limit, nearby)
		} else {
			w.climb(ctx)
		}
		if w.g.value > w.result.value {
			w.climb(ctx)
			for w.n <= smallRows && w.g.exchange(ctx) {
				w.climb(ctx)
			}
			w.keep()
			w.rank(ctx)
			continue
		}
		w.g.restore(&w.kept)
		w.result.failed++
	}
}

// rank makes the lists of merges, splits and perturbations of the grouping, which it notes.
func (w *worker) rank(ctx context.Context) {
	w.merges = w.g.merges(rankedMerges)
	w.splits = w.splitter.splits(ctx, w.g)
	w.order = perturbations(w.merges, w.splits, rankedPerturbations)
	w.kept.copyFrom(&w.g.place)
}

// jump changes the grouping by one of the most promising merges and splits or, when all of these have been tried,
// at random.
func (w *worker) jump(ctx context.Context, k int) {
	tried := w.result.failed
	if tried < len(w.order) {
		next := w.order[tried]
		m := w.merges[next.merge]
		w.g.apply(m)
		w.g.divide(w.splits[next.split], m.b)
		return
	}
	draws := random.New(0, uint64(k), uint64(w.turn), uint64(tried))
	switch kind := tried % 4; {
	case kind == 0:
		w.g.scatter(draws)
	case kind == 1:
		w.g.deal(draws)
	case kind == 2 && w.g.limits == nil && w.n <= smallRows:
		w.g.restart(draws)
	default:
		w.swap(ctx, draws)
	}
}

// swap merges two clusters and splits one around a row, all of them drawn.
func (w *worker) swap(ctx context.Context, draws *random.Stream) {
	if len(w.merges) == 0 {
		return
	}
	u := draws.Uniform()
	m := w.merges[int(float64(u*u)*float64(len(w.merges)))]
	w.g.apply(m)
	for range mostSeeds {
		seed := int(w.g.rows[draws.Next()%uint64(len(w.g.rows))])
		if c := int(w.g.label[seed]); w.g.size[c] > 1 {
			if s, ok := w.splitter.around(ctx, w.g, c, seed); ok {
				w.g.divide(s, m.b)
				return
			}
		}
	}
	w.g.restore(&w.kept)
}

// mostSeeds is the number of rows that are drawn until one can be split off.
const mostSeeds = 4

// numbered returns labels in canonical form, as a new slice.
func numbered(label []int32) []int32 {
	p := partition.Canonical(label)
	return lists.Map(p, func(c int) int32 { return int32(c) })
}
