package program

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// gatherer collects the labels offered for a set of rows and makes the list of the undominated ones. It keeps
// labels in narrow bins of h, so that equal labels meet, and for every bin an i up to which labels are dominated,
// which rejects most labels at once.
type gatherer struct {
	// lower reports whether the clustering of the first origin has the smaller string. Both origins are of labels
	// with equal bits.
	lower func(a, b uint64) bool
	// pitch is the width in h of the cells to which a list is thinned: it keeps one label
	// per cell, the one with the largest i. If it is 0, nothing is thinned.
	pitch float64
	// sharp says that ties do not matter: a label may then be dropped if another is as good.
	sharp bool
	// perK says that a label may be dropped only because of another with the same number of clusters.
	perK bool
	// limit is the largest number of labels; when it is reached, full is set.
	limit int
	full  bool

	margin    float64 // by how much a label must be better to drop another
	lo, scale float64
	screen    []float64 // for every bin, the i up to which labels are dominated
	head      []int32   // for every bin, one more than the place of its last label
	labels    []label
	kept      []label // scratch space of keep
	work      int64   // number of labels offered
}

// label is a label that was offered. next is one more than the place of the label before it in its bin.
type label struct {
	at     problem.Point
	origin uint64
	count  uint32
	next   int32
}

// The least and the largest number of bins.
const (
	minBins = 1 << 6
	maxBins = 1 << 20
)

// reset begins a list of labels with h from lo to hi. About expected of them will stay.
func (g *gatherer) reset(lo, hi float64, expected int) {
	bins := minBins
	for bins < maxBins && bins < 4*expected {
		bins *= 2
	}
	g.lo, g.scale = lo, float64(bins)/max(hi-lo, pareto.Tolerance)
	g.screen = slices.Grow(g.screen[:0], bins)[:bins]
	g.head = slices.Grow(g.head[:0], bins)[:bins]
	clear(g.head)
	g.clearScreen()
	g.margin = pareto.Tolerance
	if g.sharp {
		g.margin = 0
	}
	g.labels, g.full = g.labels[:0], false
}

func (g *gatherer) clearScreen() {
	for b := range g.screen {
		g.screen[b] = math.Inf(-1)
	}
}

// byClusters builds the list of the set that reset has begun. With most > 0 it holds the labels of 1 to most
// clusters, each number of clusters by itself; offer(k) must then offer the labels made from k clusters by one more
// cluster. With most = 0 all labels are together, and offer(0) must offer all.
//
// Without perK, the screen is not reset between two numbers of clusters: a label dominated by a label of fewer clusters stays
// dominated, because every cluster that may be added to the first may also be added to the second.
func (g *gatherer) byClusters(most int, offer func(less int)) list {
	var all list
	if most > 0 {
		all.ends = append(all.ends, 0) // no clustering has 0 clusters
	}
	for less := range max(most, 1) {
		if less > 0 {
			g.labels = g.labels[:0]
			clear(g.head)
			if g.perK {
				g.clearScreen()
			}
		}
		offer(less)
		all.add(g.keep())
	}
	return all
}

// bin returns the bin of h. It does not decrease as h increases.
func (g *gatherer) bin(h float64) int {
	return int(max(0, min(int64(float64(h-g.lo)*g.scale), int64(len(g.screen)-1))))
}

// hides returns true for most labels that are dominated, and for no others.
func (g *gatherer) hides(at problem.Point) bool { return g.screen[g.bin(at.H)] >= at.I }

// beats reports whether label b can be dropped because of label a: a is at least as good in both objectives, and in
// one it is better by a pitch of the grid of package pareto. Because sums are exact, a is then in a better cell of
// the grid even after the same is added to both. With a pitch, b can also be dropped because a is better in the
// same cell.
func (g *gatherer) beats(a, b problem.Point) bool {
	if a.H <= b.H && a.I >= b.I && (a.H <= b.H-g.margin || a.I >= b.I+g.margin) {
		return true
	}
	return g.pitch > 0 && (a.I > b.I || a.I == b.I && a.H < b.H) && g.cell(a.H) == g.cell(b.H)
}

func (g *gatherer) cell(h float64) float64 { return math.Floor(h / g.pitch) }

// block is the number of labels that are screened at once.
const block = 16

// addAll offers the labels of a list with a number of clusters, each moved by step, the
// cost of one more cluster. origin(k) is the new origin of label k.
func (g *gatherer) addAll(l *list, clusters int, step problem.Point, origin func(k int) uint64) {
	from, to := l.span(clusters)
	g.work += int64(to - from)
	if g.hidesAll(l, from, to, step) {
		return
	}
	// From the last to the first, as a label raises the screen only at larger h.
	for to > from {
		begin := max(from, to-block)
		if !g.hidesAll(l, begin, to, step) {
			for k := to - 1; k >= begin; k-- {
				at := problem.Point{H: l.points[k].H + step.H, I: l.points[k].I + step.I}
				if !g.hides(at) {
					g.add(label{at: at, origin: origin(k), count: l.count[k]})
				}
			}
		}
		to = begin
	}
}

// hidesAll returns true for most sequences of labels that are all dominated. It tests one bound for all: the h of
// the first label, which is the smallest, and the i of the last label plus the margin, which is at least every i.
func (g *gatherer) hidesAll(l *list, from, to int, step problem.Point) bool {
	return from == to || g.hides(problem.Point{H: l.points[from].H + step.H, I: l.points[to-1].I + g.margin + step.I})
}

// add takes a label unless another of its bin beats it. It replaces a label that it beats,
// and is united with an equal one.
func (g *gatherer) add(l label) {
	head := &g.head[g.bin(l.at.H)]
	for k := *head; k != 0; k = g.labels[k-1].next {
		old := &g.labels[k-1]
		switch {
		case old.at == l.at:
			g.unite(old, l)
			return
		case g.beats(old.at, l.at):
			return
		case g.beats(l.at, old.at):
			l.next = old.next
			*old = l
			g.raise(l.at)
			return
		}
	}
	if len(g.labels) >= g.limit {
		g.full = true
		return
	}
	l.next = *head
	g.labels = append(g.labels, l)
	*head = int32(len(g.labels))
	g.raise(l.at)
}

// unite adds a label to an equal one.
func (g *gatherer) unite(old *label, l label) {
	old.count = uint32(min(uint64(old.count)+uint64(l.count), maxCount))
	if g.lower(l.origin, old.origin) {
		old.origin = l.origin
	}
}

// raise updates the screen for a label (h, i): every label whose bin is beyond the bin of h plus
// the margin, and whose i is not larger, is dominated.
func (g *gatherer) raise(at problem.Point) {
	for b := g.bin(at.H+g.margin) + 1; b < len(g.screen) && g.screen[b] < at.I; b++ {
		g.screen[b] = at.I
	}
}

// thinned returns a list thinned to the pitch.
func (g *gatherer) thinned(l *list) list {
	var all list
	for clusters := range l.ends {
		from, to := l.span(clusters)
		if from == to {
			all.add(nil)
			continue
		}
		g.reset(l.points[from].H, l.points[to-1].H, to-from)
		g.addAll(l, clusters, problem.Point{}, func(k int) uint64 { return l.origin[k] })
		all.add(g.keep())
	}
	return all
}

// keep returns the undominated labels, by increasing h, and for equal h by decreasing i.
func (g *gatherer) keep() []label {
	g.kept = g.kept[:0]
	// best is the largest i of the labels kept. far is the largest i of the labels before next, whose h is smaller
	// than the current label's by at least the margin.
	best, far, next := math.Inf(-1), math.Inf(-1), 0
	for _, head := range g.head {
		for _, l := range g.sorted(head) {
			for ; next < len(g.kept) && g.kept[next].at.H <= l.at.H-g.margin; next++ {
				far = max(far, g.kept[next].at.I)
			}
			last := len(g.kept) - 1
			switch {
			case last >= 0 && g.kept[last].at == l.at:
				g.unite(&g.kept[last], l)
				continue
			case far >= l.at.I || best >= l.at.I+g.margin:
				continue
			case g.pitch > 0 && best >= l.at.I:
				continue
			case g.pitch > 0 && last >= 0 && g.cell(g.kept[last].at.H) == g.cell(l.at.H):
				g.kept[last] = l
			default:
				g.kept = append(g.kept, l)
			}
			best = max(best, l.at.I)
		}
	}
	return g.kept
}

// sorted returns the labels of a bin by increasing h, and of equal h by decreasing i.
func (g *gatherer) sorted(head int32) []label {
	from := len(g.labels)
	for k := head; k != 0; k = g.labels[k-1].next {
		g.labels = append(g.labels, g.labels[k-1])
	}
	bin := g.labels[from:]
	g.labels = g.labels[:from]
	if len(bin) > 1 {
		slices.SortFunc(bin, func(a, b label) int {
			return cmp.Or(cmp.Compare(a.at.H, b.at.H), cmp.Compare(b.at.I, a.at.I))
		})
	}
	return bin
}
