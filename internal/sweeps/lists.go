package sweeps

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pool"
)

const (
	// looked is the number of the heaviest clusters among which they are looked for. Light ones seldom
	// are the best to join: what is saved in h rises with the weight of the cluster.
	looked = 160
	// lookedAround is about the number of clusters near a row among which they are looked for where
	// that is not so, and heaviest that of heavy ones besides.
	lookedAround = 100
	heaviest     = 16
	// Lists begin with the nearest of the rows on both sides in the order of the table: as many for each
	// as all together take so many steps, and fewestBeside at least. refinements is how often they are made
	// again.
	besideSteps  = 6e7
	fewestBeside = 24
	refinements  = 3
	// Rows with much the same distribution over the columns cost next to nothing to merge. They may be so light that
	// they are nearest to no row by what is gained. So they are looked for among kinBeside rows on each side in an
	// order by distribution, and kinListed of them are listed.
	kinBeside = 8
	kinListed = 3
)

// weigh finds the heaviest clusters.
func (w *walker) weigh() {
	w.heavier = append(w.heavier[:0], w.Active...)
	slices.SortFunc(w.heavier, func(a, b int32) int { return cmp.Or(cmp.Compare(w.W[b], w.W[a]), cmp.Compare(a, b)) })
	w.heavier = w.heavier[:min(looked, len(w.heavier))]
}

// look makes a list of the clusters that are nearest to a row.
func (w *walker) look(x int32, slope float64, to []int32) {
	w.compare(x, w.choicesOf(x), slope, to)
}

// compare makes a list of those of some clusters that are nearest to a row.
func (w *walker) compare(x int32, choices []int32, slope float64, to []int32) {
	w.Nearest = w.Nearest[:0]
	for _, k := range choices {
		if k == w.Label[x] || w.Size[k] == 0 || w.Barred(x, k) {
			continue
		}
		if w.byWeight() && w.W[k]*2 < w.Weight[x] {
			break
		}
		w.Nearest = cluster.Rank(w.Nearest, cluster.Neighbour{Gain: w.Joining(x, k).Gain(slope), Row: w.Head[k]})
		w.evaluated++
	}
	cluster.WriteList(w.Nearest, to)
}

// lookFor makes the list of a cluster.
func (w *walker) lookFor(a int32, slope float64) {
	w.Nearest = w.Nearest[:0]
	for _, k := range w.choicesFor(a) {
		if k == a || w.Size[k] == 0 || w.Opposed(a, k) {
			continue
		}
		if w.byWeight() && w.W[k]*2 < w.W[a] {
			break
		}
		by := w.Merging(a, k)
		w.offer(by, cluster.Step{Row: w.Head[a], To: ^w.Head[k]}, w.United(a, k))
		w.Nearest = cluster.Rank(w.Nearest, cluster.Neighbour{Gain: by.Gain(slope), Row: w.Head[k]})
		w.evaluated++
	}
	cluster.WriteList(w.Nearest, w.OfCluster(a))
}

// byWeight tells whether the heaviest clusters are those that are looked at.
func (w *walker) byWeight() bool { return w.InPlace == nil }

// choicesOf returns the clusters that a row is compared with for its list: those in its list, in that of its
// cluster, and in the lists of all these, and some heavy ones.
func (w *walker) choicesOf(x int32) []int32 {
	if w.byWeight() || len(w.Active) <= looked {
		return w.heavier
	}
	w.Without(w.Label[x])
	w.Choose(w.OfRow(x), w.Label)
	w.Choose(w.around(w.Label[x]), w.Label)
	return w.widen()
}

// choicesFor returns the clusters that a cluster is compared with for its list: those in its list, in the lists
// of its rows, and in the lists of all these, and some heavy ones.
func (w *walker) choicesFor(a int32) []int32 {
	if w.byWeight() || len(w.Active) <= looked {
		return w.heavier
	}
	w.Without(a)
	w.Choose(w.OfCluster(a), w.Label)
	for x := w.Head[a]; len(w.Choice) < lookedAround; {
		w.Choose(w.OfRow(x), w.Label)
		if x = w.Next[x]; x == w.Head[a] {
			break
		}
	}
	return w.widen()
}

// widen adds the clusters in the lists of the choices, and some heavy ones.
func (w *walker) widen() []int32 {
	for _, k := range w.Choice[:len(w.Choice)] {
		if len(w.Choice) >= lookedAround {
			break
		}
		w.Choose(w.around(k), w.Label)
	}
	for _, k := range w.heavier[:heaviest] {
		w.ChooseCluster(k)
	}
	return w.Choice
}

// around returns the list of a cluster.
func (w *walker) around(k int32) []int32 {
	if w.Size[k] == 1 {
		return w.OfRow(w.Head[k])
	}
	return w.OfCluster(k)
}

// lookAll makes the lists of rows that have become too short.
func (w *walker) lookAll(ctx context.Context, slope float64) {
	w.weigh()
	if !w.byWeight() { // the lists of rows are made of those of clusters
		for n, a := range w.Active {
			if n%cluster.Pause == 0 && w.cut(ctx) {
				return
			}
			if w.Size[a] > 1 && w.Scarce(w.around(a), w.Label, a, len(w.Active)) {
				w.lookFor(a, slope)
			}
		}
	}
	for x := range int32(w.N) {
		if x%cluster.Pause == 0 && w.cut(ctx) {
			return
		}
		if list := w.OfRow(x); w.Scarce(list, w.Label, w.Label[x], len(w.Active)) {
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
	if e.table.InPlace == nil {
		kin := e.table.Kin()
		at := placesOf(kin)
		e.eachList(ctx, func(w *walker, x int32, to []int32) {
			w.look(x, e.table.ListSlope, to)
			w.addKin(x, beside(kin, at[x], kinBeside), to)
		})
	} else {
		e.listNear(ctx)
	}
	if e.listed = e.count(); ctx.Err() != nil {
		e.near = nil // and no sweep follows
	}
}

// listNear makes lists of the rows that are near in the order of a table, and then again and again of those in
// their lists, as near rows are near the same others (Dong, Moses and Li 2011, doi:10.1145/1963405.1963487).
func (e *engine) listNear(ctx context.Context) {
	rows, at := e.table.InPlace, placesOf(e.table.InPlace)
	each := max(fewestBeside, int(besideSteps/(float64(len(rows))*float64(e.table.PairLength+cluster.CallSteps))))
	e.eachList(ctx, func(w *walker, x int32, to []int32) {
		w.compare(x, beside(rows, at[x], each), e.table.ListSlope, to)
	})
	for range refinements {
		for _, w := range e.walkers {
			copy(w.Near, e.near)
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

// beside returns the row at a place in an order, with so many others on each side.
func beside(rows []int32, at, each int) []int32 {
	return rows[max(at-each, 0):min(at+each+1, len(rows))]
}

// eachList makes the list of each row, by several walkers.
func (e *engine) eachList(ctx context.Context, listOf func(w *walker, x int32, to []int32)) {
	const part = 256
	parts := (e.table.N + part - 1) / part
	_ = pool.Each(ctx, len(e.walkers), parts, func(worker, job int) error {
		w := e.walkers[worker]
		for x := int32(job * part); x < int32(min((job+1)*part, e.table.N)); x++ {
			listOf(w, x, e.near[x*cluster.ListLength:(x+1)*cluster.ListLength])
		}
		return nil
	})
}

// addKin adds to the list of a row those of the rows beside it that cost least to merge with, per bit of h, when
// every row is a cluster.
func (w *walker) addKin(x int32, beside, to []int32) {
	w.Nearest = w.Nearest[:0]
	for _, z := range beside {
		if z != x && !w.Barred(x, z) {
			by := w.Merging(x, z)
			w.Nearest = cluster.Rank(w.Nearest, cluster.Neighbour{Gain: -by.I / by.H, Row: z})
			w.evaluated++
		}
	}
	end := slices.Index(to, -1)
	if end < 0 {
		end = len(to)
	}
	end = min(end, len(to)-kinListed)
	for _, kin := range w.Nearest[:min(kinListed, len(w.Nearest))] {
		if !slices.Contains(to[:end], kin.Row) {
			to[end] = kin.Row
			end++
		}
	}
	if end < len(to) {
		to[end] = -1
	}
}
