package sweeps

import (
	"cmp"
	"container/heap"
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// repair merges clusters until the clustering has no violations, or no allowed merge helps: first clusters that are too
// light, with any others, and then any clusters as long as there are too many or they tell too much. The merge that loses least of i - slope
// h comes first, as in agglomerative clustering.
func (w *walker) repair(ctx context.Context, slope float64) {
	for more := true; more && w.Violations() > 0; {
		w.weigh()
		more = w.reduce(ctx, slope, w.Light > 0)
	}
}

// merger is a cluster with the gain of its best merge when that was computed.
type merger struct {
	gain    float64
	cluster int32
	row     int32 // first row of the cluster at that time
}

// mergers is a heap with the largest gain first.
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

// reduce merges clusters, only light ones or any, as long as that lowers the number of violations, and reports whether
// any were merged.
func (w *walker) reduce(ctx context.Context, slope float64, light bool) (merged bool) {
	var queue mergers
	push := func(a int32) {
		if !w.Lonely(w.Head[a]) && (!light || w.IsLight(a)) {
			if _, by, ok := w.partner(a, slope); ok {
				heap.Push(&queue, merger{by.Gain(slope), a, w.Head[a]})
			}
		}
	}
	for _, a := range w.Active {
		push(a)
	}
	for n := 0; len(queue) > 0 && (light && w.Light > 0 || !light && w.Violations() > 0); n++ {
		if n%cluster.CheckEvery == 0 && ctx.Err() != nil {
			return false
		}
		a := heap.Pop(&queue).(merger).cluster //nolint:forcetypeassert // there are no others
		if w.Size[a] == 0 || light && !w.IsLight(a) {
			continue
		}
		to, by, ok := w.partner(a, slope)
		switch {
		case !ok:
		case len(queue) > 0 && by.Gain(slope) < queue[0].gain:
			heap.Push(&queue, merger{by.Gain(slope), a, w.Head[a]})
		default:
			if merged = true; w.combine(a, to, by) == a {
				push(a)
			}
		}
	}
	return merged
}

// partner returns the cluster whose merge with cluster a gains most, of the clusters in its list or, if none of these
// may be merged with it, of all clusters.
func (w *walker) partner(a int32, slope float64) (to int32, by cluster.Change, ok bool) {
	list := w.ClusterList(a)
	if w.Size[a] == 1 {
		x := w.Head[a]
		list = w.RowList(x)
	} else if w.TooFew(list, w.Label, a, len(w.Active)) {
		w.lookFor(a, slope)
	}
	w.BeginVisits(a)
	most := math.Inf(-1)
	consider := func(k int32) {
		if !w.Visit(k) || w.ForbidsMerge(a, k) || !w.Fits(a) && !w.Fits(k) {
			return
		}
		both := w.Merging(a, k)
		w.evaluated++
		after, _ := w.AfterMerge(a, k)
		w.offer(both, cluster.Step{Row: w.Head[a], To: ^w.Head[k]}, after)
		if gain := both.Gain(slope); gain > most {
			most, to, by, ok = gain, k, both, true
		}
	}
	for _, r := range list {
		if r < 0 {
			break
		}
		consider(w.Label[r])
	}
	if ok {
		return to, by, ok
	}
	for _, k := range w.Active {
		consider(k)
	}
	return to, by, ok
}

// combine merges two clusters, and returns the number of the result.
func (w *walker) combine(a, b int32, by cluster.Change) int32 {
	if w.Size[a] > w.Size[b] {
		a, b = b, a
	}
	s := cluster.Step{Row: w.Head[a], To: ^w.Head[b]}
	w.Perform(s, by)
	w.logged(s)
	return b
}
