package sweeps

import (
	"cmp"
	"container/heap"
	"context"
	"math"
)

// repair merges clusters until the clustering has no violations of the limits, or no merge that helps is
// allowed: first clusters that are too light, with any others, and then any clusters, as long as there are too
// many. The merge that loses least of i - slope h comes first, as in agglomerative clustering.
func (w *walker) repair(ctx context.Context, slope float64) {
	for more := true; more && w.violations() > 0; {
		w.weigh()
		more = w.reduce(ctx, slope, w.light > 0)
	}
}

// merger is a cluster and what its best merge gained when it was computed.
type merger struct {
	gain    float64
	cluster int32
	row     int32 // the first of the cluster then
}

// mergers are a heap, of which the largest gain comes first.
type mergers []merger

func (m mergers) Len() int { return len(m) }
func (m mergers) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(m[b].gain, m[a].gain), cmp.Compare(m[a].row, m[b].row)) < 0
}
func (m mergers) Swap(a, b int) { m[a], m[b] = m[b], m[a] }
func (m *mergers) Push(x any)   { *m = append(*m, x.(merger)) } //nolint:forcetypeassert // there are no others
func (m *mergers) Pop() any {
	last := (*m)[len(*m)-1]
	*m = (*m)[:len(*m)-1]
	return last
}

// reduce merges clusters, the light ones or all, as long as that lowers the number of violations, and tells
// whether any were merged.
func (w *walker) reduce(ctx context.Context, slope float64, light bool) (merged bool) {
	var queue mergers
	push := func(a int32) {
		if !w.limits.alone[w.head[a]] && (!light || w.w[a] < w.limits.least) {
			if _, by, ok := w.partner(a, slope); ok {
				heap.Push(&queue, merger{by.gain(slope), a, w.head[a]})
			}
		}
	}
	for _, a := range w.active {
		push(a)
	}
	for n := 0; len(queue) > 0 && (light && w.light > 0 || !light && w.violations() > 0); n++ {
		if n%pause == 0 && ctx.Err() != nil {
			return false
		}
		a := heap.Pop(&queue).(merger).cluster //nolint:forcetypeassert // there are no others
		if w.size[a] == 0 || light && w.w[a] >= w.limits.least {
			continue
		}
		to, by, ok := w.partner(a, slope)
		switch {
		case !ok:
		case len(queue) > 0 && by.gain(slope) < queue[0].gain:
			heap.Push(&queue, merger{by.gain(slope), a, w.head[a]})
		default:
			if merged = true; w.combine(a, to, by) == a {
				push(a)
			}
		}
	}
	return merged
}

// partner returns the cluster whose merge with cluster a gains most, of those that are near, and of all if
// none of these may be merged with it.
func (w *walker) partner(a int32, slope float64) (to int32, by change, ok bool) {
	list := w.nearbyOf(a)
	if w.size[a] == 1 {
		x := w.head[a]
		list = w.listOf(x)
	} else if w.scarce(list, w.label, a, len(w.active)) {
		w.lookFor(a, slope)
	}
	w.without(a)
	most := math.Inf(-1)
	consider := func(k int32) {
		if !w.first(k) || w.opposed(a, k) || !w.fits(a) && !w.fits(k) {
			return
		}
		both := w.merging(a, k)
		w.evaluated++
		w.offer(both, step{w.head[a], ^w.head[k]}, w.united(a, k))
		if gain := both.gain(slope); gain > most {
			most, to, by, ok = gain, k, both, true
		}
	}
	for _, r := range list {
		if r < 0 {
			break
		}
		consider(w.label[r])
	}
	if ok {
		return to, by, ok
	}
	for _, k := range w.active {
		consider(k)
	}
	return to, by, ok
}

// combine makes one cluster of two, and returns its number.
func (w *walker) combine(a, b int32, by change) int32 {
	if w.size[a] > w.size[b] {
		a, b = b, a
	}
	s := step{w.head[a], ^w.head[b]}
	if w.size[a] == 1 {
		w.move(w.head[a], b, by)
	} else {
		w.merge(a, b, by)
	}
	w.logged(s)
	return b
}
