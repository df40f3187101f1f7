package search

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// agglomeration goes from the finest clustering down to a single cluster by agglomerative clustering: it always makes
// the merge of smallest di/dh, which costs the least information per bit saved (Slonim and Tishby 1999 have another
// criterion). Its clusterings are near the hull of the frontier and all along it. A search that begins with them wastes
// little time on dominated clusterings, and has points in all regions when it is stopped early.
//
// A merge does not change the steps of other pairs, so only the steps of the new cluster are computed.
type agglomeration struct {
	evaluator problem.Evaluator
	heed      *caution
	f         partition.Partition
	at        problem.Point
	evaluated int64
	// slots holds the index into steps of every cluster of f: the merge of clusters a < b changes the point by
	// steps[slots[a]][slots[b]].
	slots []int32
	steps [][]problem.Point
	// For every cluster, the best later cluster to merge with, and the ratio of this merge.
	best  []int32
	ratio []float64

	points []problem.Point
	wanted []int32
}

// maxAgglomerated is the largest number of clusters that an agglomeration compares: 16 MB of steps. With more rows, the
// lightest rows are joined to others first.
const maxAgglomerated = 1 << 10

// agglomerate calls yield with every clustering of an agglomeration, finest first, until the context ends or all further
// merges are barred. O(n^2) merges and O(n^3) additions for up to maxAgglomerated rows, and O(n maxAgglomerated) further
// merges for more.
func agglomerate(ctx context.Context, e problem.Evaluator, n int, heed *caution, yield func(partition.Partition)) (evaluated int64) {
	l := &agglomeration{evaluator: e, heed: heed, f: partition.Identity(n), points: make([]problem.Point, n)}
	l.at = e.Load(l.f)
	yield(l.f)
	if n > maxAgglomerated {
		l.absorb(ctx, yield)
	}
	if ctx.Err() == nil {
		l.compare(ctx)
	}
	for len(l.slots) > 1 && ctx.Err() == nil && l.merge() {
		yield(l.f)
	}
	return l.evaluated
}

// absorb joins each of the lightest rows, which come last, to the heavy row whose merge costs least.
func (l *agglomeration) absorb(ctx context.Context, yield func(partition.Partition)) {
	n := len(l.f)
	host, least := make([]int, n), make([]float64, n)
	for x := range least {
		least[x] = math.Inf(1)
	}
	for heavy := range maxAgglomerated {
		if ctx.Err() != nil {
			return
		}
		l.evaluator.Moves(heavy, l.points)
		l.evaluated += int64(n - maxAgglomerated)
		for x := maxAgglomerated; x < n; x++ {
			if r := ratio(difference(l.points[x], l.at)); r < least[x] {
				host[x], least[x] = heavy, r
			}
		}
	}
	every := (n - 1) / maxAgglomerated // all clusterings would take n^2 bytes
	l.f = slices.Clone(l.f)            // yield has it
	for x := n - 1; x >= maxAgglomerated && ctx.Err() == nil; x-- {
		// Rows after x have joined others, so x has the last label.
		l.f[x] = l.heed.host(l.f, x, host[x])
		if (x-maxAgglomerated)%every == 0 {
			yield(slices.Clone(l.f))
		}
	}
	l.at = l.evaluator.Load(l.f)
}

// difference returns the step from one point to another.
func difference(to, from problem.Point) problem.Point {
	return problem.Point{H: to.H - from.H, I: to.I - from.I}
}

// ratio returns the information that a step costs per bit that it saves.
func ratio(step problem.Point) float64 {
	if step.H == 0 {
		return math.Inf(1)
	}
	return step.I / step.H
}

// compare computes the steps of all pairs.
func (l *agglomeration) compare(ctx context.Context) {
	l.heed.begin(l.f)
	k := l.f.K()
	l.slots = make([]int32, k)
	l.steps = make([][]problem.Point, k)
	l.best, l.ratio = make([]int32, k), make([]float64, k)
	for a := range k {
		l.slots[a] = int32(a)
		l.steps[a] = make([]problem.Point, k)
	}
	for a := range k {
		if ctx.Err() != nil {
			return
		}
		l.fill(a)
	}
}

// fill computes the steps of a cluster with later ones.
func (l *agglomeration) fill(a int) {
	l.wanted = l.wanted[:0]
	for b := a + 1; b < len(l.slots); b++ {
		l.wanted = append(l.wanted, int32(b))
	}
	l.evaluator.Merges(a, l.wanted, l.points)
	l.evaluated += int64(len(l.wanted))
	for _, b := range l.wanted {
		l.steps[l.slots[a]][l.slots[b]] = difference(l.points[b], l.at)
	}
	l.choose(a)
}

// choose sets the best merge of a cluster with later ones.
func (l *agglomeration) choose(a int) {
	l.best[a], l.ratio[a] = -1, math.Inf(1)
	for b := a + 1; b < len(l.slots); b++ {
		l.consider(a, b)
	}
}

// consider makes b the best partner of an earlier cluster if it is better than the current one, or equally good and
// earlier.
func (l *agglomeration) consider(a, b int) {
	s, t := l.slots[a], l.slots[b]
	if l.heed.bars(s, t) {
		return
	}
	r, best := ratio(l.steps[s][t]), int(l.best[a])
	if best < 0 || r < l.ratio[a] || r == l.ratio[a] && b < best {
		l.best[a], l.ratio[a] = int32(b), r
	}
}

// next returns the next merge; ok is false if all are barred.
func (l *agglomeration) next() (a, b int, ok bool) {
	if a, b, ok = l.lightest(); ok {
		return a, b, true
	}
	a = -1
	for c, best := range l.best {
		if best >= 0 && (a < 0 || l.ratio[c] < l.ratio[a]) {
			a = c
		}
	}
	if a < 0 {
		return 0, 0, false
	}
	return a, int(l.best[a]), true
}

// merge performs the next merge, and reports whether there is one.
func (l *agglomeration) merge() bool {
	a, b, ok := l.next()
	if !ok {
		return false
	}
	l.heed.merge(l.slots[a], l.slots[b])
	l.f = l.f.Merge(a, b)
	l.slots = append(l.slots[:b], l.slots[b+1:]...)
	l.best = append(l.best[:b], l.best[b+1:]...)
	l.ratio = append(l.ratio[:b], l.ratio[b+1:]...)
	l.at = l.evaluator.Load(l.f)
	for c := range a {
		l.evaluator.Merges(c, []int32{int32(a)}, l.points)
		l.evaluated++
		l.steps[l.slots[c]][l.slots[a]] = difference(l.points[a], l.at)
	}
	l.fill(a)
	for c := range l.slots {
		l.update(c, a, b)
	}
	return true
}

// update corrects the best merge of cluster c after b was merged into a and the clusters after b moved up by one.
func (l *agglomeration) update(c, a, b int) {
	switch best := int(l.best[c]); {
	case c == a:
		return
	case best == a || best == b:
		l.choose(c)
		return
	case best > b:
		l.best[c]--
	}
	if c < a {
		l.consider(c, a)
	}
}
