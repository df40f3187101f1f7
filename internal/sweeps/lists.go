package sweeps

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pool"
)

const (
	// Lists are made of the looked heaviest clusters. Light clusters are seldom the best to join, because the saving in h
	// rises with the weight of the cluster.
	looked = 160
	// For points in space, lists are made of about lookedAround clusters near a row, and of the heaviest clusters.
	lookedAround = 100
	heaviest     = 16
	// These lists begin with the nearest of the rows on both sides in the spatial order: at least fewestBeside rows on each
	// side, and more if all comparisons take at most besideSteps steps. Then they are refined, refinements times.
	besideSteps  = 6e7
	fewestBeside = 24
	refinements  = 3
	// Rows with similar distributions over the columns cost hardly any i to merge, but may be so light that their gain is
	// too small for a list. Therefore each list has similarListed of the similarBeside rows on each side in the order by
	// distribution.
	similarBeside = 8
	similarListed = 3
)

// weigh sets the heaviest clusters.
func (w *walker) weigh() {
	w.heavier = append(w.heavier[:0], w.Active...)
	slices.SortFunc(w.heavier, func(a, b int32) int { return cmp.Or(cmp.Compare(w.W[b], w.W[a]), cmp.Compare(a, b)) })
	w.heavier = w.heavier[:min(looked, len(w.heavier))]
}

// look makes the list of a row.
func (w *walker) look(x int32, slope float64, to []int32) {
	w.compare(x, w.choicesOf(x), slope, to)
}

// compare makes a list of the nearest clusters to a row among the given ones.
func (w *walker) compare(x int32, choices []int32, slope float64, to []int32) {
	w.BeginRanking()
	for _, k := range choices {
		if k == w.Label[x] || w.Size[k] == 0 || w.ForbidsJoin(x, k) {
			continue
		}
		if w.byWeight() && w.W[k]*2 < w.Weight[x] {
			break
		}
		w.Rank(w.Joining(x, k).Gain(slope), w.Head[k])
		w.evaluated++
	}
	w.WriteRanking(to)
}

// lookFor makes the list of a cluster.
func (w *walker) lookFor(a int32, slope float64) {
	w.BeginRanking()
	for _, k := range w.choicesFor(a) {
		if k == a || w.Size[k] == 0 || w.ForbidsMerge(a, k) {
			continue
		}
		if w.byWeight() && w.W[k]*2 < w.W[a] {
			break
		}
		by := w.Merging(a, k)
		after, told := w.AfterMerge(a, k)
		w.offer(by, cluster.Step{Row: w.Head[a], To: ^w.Head[k]}, after)
		w.Rank(w.gain(by, slope, told), w.Head[k])
		w.evaluated++
	}
	w.WriteRanking(w.ClusterList(a))
}

// byWeight reports whether lists are made of the heaviest clusters.
func (w *walker) byWeight() bool { return w.SpatialOrder == nil }

// choicesOf returns the clusters that are compared with a row for its list: the heaviest clusters or, for points in
// space, the clusters in its list, in the list of its cluster and in the lists of all these, and some heavy clusters.
func (w *walker) choicesOf(x int32) []int32 {
	if w.byWeight() || len(w.Active) <= looked {
		return w.heavier
	}
	w.BeginVisits(w.Label[x])
	w.ChooseFrom(w.RowList(x), w.Label)
	w.ChooseFrom(w.around(w.Label[x]), w.Label)
	return w.widen()
}

// choicesFor returns the clusters that are compared with a cluster for its list, as choicesOf does for a row: the
// clusters in its list, in the lists of its rows and in the lists of all these, and some heavy clusters.
func (w *walker) choicesFor(a int32) []int32 {
	if w.byWeight() || len(w.Active) <= looked {
		return w.heavier
	}
	w.BeginVisits(a)
	w.ChooseFrom(w.ClusterList(a), w.Label)
	for x := w.Head[a]; len(w.Chosen) < lookedAround; {
		w.ChooseFrom(w.RowList(x), w.Label)
		if x = w.Next[x]; x == w.Head[a] {
			break
		}
	}
	return w.widen()
}

// widen chooses the clusters in the lists of the chosen clusters, and some heavy clusters.
func (w *walker) widen() []int32 {
	for _, k := range w.Chosen[:len(w.Chosen)] {
		if len(w.Chosen) >= lookedAround {
			break
		}
		w.ChooseFrom(w.around(k), w.Label)
	}
	for _, k := range w.heavier[:heaviest] {
		w.Choose(k)
	}
	return w.Chosen
}

// around returns the list of a cluster, or of its row if it is a single one.
func (w *walker) around(k int32) []int32 {
	if w.Size[k] == 1 {
		return w.RowList(w.Head[k])
	}
	return w.ClusterList(k)
}

// lookAll makes lists anew that name too few different clusters.
func (w *walker) lookAll(ctx context.Context, slope float64) {
	w.weigh()
	if !w.byWeight() { // the lists of rows are made from the lists of clusters
		for n, a := range w.Active {
			if n%cluster.CheckEvery == 0 && w.cut(ctx) {
				return
			}
			if w.Size[a] > 1 && w.TooFew(w.around(a), w.Label, a, len(w.Active)) {
				w.lookFor(a, slope)
			}
		}
	}
	for x := range int32(w.N) {
		if x%cluster.CheckEvery == 0 && w.cut(ctx) {
			return
		}
		if list := w.RowList(x); w.TooFew(list, w.Label, w.Label[x], len(w.Active)) {
			w.look(x, slope, list)
		}
	}
}

// list makes the lists of all rows when every row is a cluster, unless they are known.
func (e *engine) list(ctx context.Context) {
	if e.near != nil {
		return
	}
	e.near = make([]int32, e.table.N*cluster.ListLength)
	for _, w := range e.walkers {
		w.Load(e.identity)
		w.weigh()
	}
	if e.table.SpatialOrder == nil {
		order := e.table.SimilarOrder()
		at := placesOf(order)
		e.eachList(ctx, func(w *walker, x int32, to []int32) {
			w.look(x, e.table.ListSlope, to)
			w.addSimilar(x, beside(order, at[x], similarBeside), to)
		})
	} else {
		e.listNear(ctx)
	}
	if e.listed = e.count(); ctx.Err() != nil {
		e.near = nil // and no sweep follows
	}
}

// listNear makes lists of the rows that are near in the spatial order. Then it refines them by the rows in the lists of
// the rows in each list, because neighbours of neighbours are near (Dong, Moses and Li 2011,
// doi:10.1145/1963405.1963487).
func (e *engine) listNear(ctx context.Context) {
	rows, at := e.table.SpatialOrder, placesOf(e.table.SpatialOrder)
	each := max(fewestBeside, int(besideSteps/(float64(len(rows))*float64(e.table.PairSteps+cluster.CallSteps))))
	e.eachList(ctx, func(w *walker, x int32, to []int32) {
		w.compare(x, beside(rows, at[x], each), e.table.ListSlope, to)
	})
	for range refinements {
		for _, w := range e.walkers {
			copy(w.RowLists, e.near)
		}
		e.eachList(ctx, func(w *walker, x int32, to []int32) { w.look(x, e.table.ListSlope, to) })
	}
}

// placesOf returns the place of each row in an order.
func placesOf(rows []int32) []int {
	at := make([]int, len(rows))
	for n, x := range rows {
		at[x] = n
	}
	return at
}

// beside returns the row at a place in an order, with the given number of rows on each side.
func beside(rows []int32, at, each int) []int32 {
	return rows[max(at-each, 0):min(at+each+1, len(rows))]
}

// eachList calls listOf for each row, in several goroutines.
func (e *engine) eachList(ctx context.Context, listOf func(w *walker, x int32, to []int32)) {
	const part = 256
	parts := (e.table.N + part - 1) / part
	_ = pool.Each(ctx, len(e.walkers), parts, func(worker, job int) error {
		w := e.walkers[worker]
		for x := int32(job * part); x < int32(min((job+1)*part, e.table.N)); x++ {
			listOf(w, x, cluster.ListOf(e.near, x))
		}
		return nil
	})
}

// addSimilar adds to the list of a row the rows beside it whose merge costs least i per bit of h, when every row is a
// cluster.
func (w *walker) addSimilar(x int32, beside, to []int32) {
	w.BeginRanking()
	for _, z := range beside {
		if z != x && !w.ForbidsJoin(x, z) {
			by := w.Merging(x, z)
			w.Rank(-by.I/by.H, z)
			w.evaluated++
		}
	}
	end := slices.Index(to, -1)
	if end < 0 {
		end = len(to)
	}
	end = min(end, len(to)-similarListed)
	var cheapest [similarListed]int32
	w.WriteRanking(cheapest[:])
	for _, row := range cheapest {
		if row >= 0 && !slices.Contains(to[:end], row) {
			to[end] = row
			end++
		}
	}
	if end < len(to) {
		to[end] = -1
	}
}
