package exact

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/problem"
)

// gatherer makes the list of a set of rows of the labels offered. It keeps them in
// narrow bins of h, so that equal ones meet, and a screen by bin, which most of
// the labels do not pass.
type gatherer struct {
	// lower tells of two origins of labels with equal bits whether the first has
	// the smaller string.
	lower func(a, b uint64) bool
	// pitch is the width in h of the cells of which a list that was thinned holds
	// one label each: that of the largest i. 0 thins nothing.
	pitch float64
	// sharp says that ties do not matter: a label is beaten by any that is as good.
	sharp bool
	// limit is the number of labels above which full is set and no more are taken.
	limit int
	full  bool

	margin    float64 // by which a label is better than one that it beats
	lo, scale float64
	screen    []float64 // of every bin, the i up to which labels in it are beaten
	head      []int32   // of every bin, one more than the place of its last label
	labels    []label
	kept      []label // scratch space of list
	work      int64   // labels offered
}

// label is a label that was offered, and the one before in its bin.
type label struct {
	at     problem.Point
	origin uint64
	count  uint32
	next   int32
}

// minBins is the least number of bins, and maxBins the greatest.
const (
	minBins = 1 << 6
	maxBins = 1 << 20
)

// reset begins a list of labels whose h lies between lo and hi, of which about
// that many are expected to stay.
func (g *gatherer) reset(lo, hi float64, expected int) {
	bins := minBins
	for bins < maxBins && bins < 4*expected {
		bins *= 2
	}
	g.lo, g.scale = lo, float64(bins)/max(hi-lo, pareto.Tolerance)
	g.screen = slices.Grow(g.screen[:0], bins)[:bins]
	g.head = slices.Grow(g.head[:0], bins)[:bins]
	clear(g.head)
	for b := range g.screen {
		g.screen[b] = math.Inf(-1)
	}
	g.margin = pareto.Tolerance
	if g.sharp {
		g.margin = 0
	}
	g.labels, g.full = g.labels[:0], false
}

// byClusters returns the list of a set that reset has begun, of clusterings into up
// to so many clusters, with those of every number told apart; 0 is any number, told
// apart or not. offer offers the labels made of those of one cluster less.
//
// The screen stays as it is from one number to the next: what is beaten by a
// clustering into fewer clusters stays beaten, for whatever is added to the one may
// be added to the other.
func (g *gatherer) byClusters(most int, offer func(less int)) list {
	if most == 0 {
		offer(0)
		return g.list()
	}
	var all list
	all.ends = append(all.ends, 0)
	for clusters := range most {
		offer(clusters)
		all.add(g.keep())
		g.labels = g.labels[:0]
		clear(g.head)
	}
	return all
}

// bin returns the bin of h. It never falls as h grows.
func (g *gatherer) bin(h float64) int {
	return int(max(0, min(int64(float64(h-g.lo)*g.scale), int64(len(g.screen)-1))))
}

// hides tells, for most labels that are beaten, that they are.
func (g *gatherer) hides(at problem.Point) bool { return g.screen[g.bin(at.H)] >= at.I }

// beats tells whether label b can be dropped because of label a. It is at least as
// good in both objectives and better by a pitch of pareto's grid in one, so that
// it stays in a better cell of the grid whatever is added to both: sums are
// exact, and a cell that is a pitch away is another. Or b is thinned out.
func (g *gatherer) beats(a, b problem.Point) bool {
	if a.H <= b.H && a.I >= b.I && (a.H <= b.H-g.margin || a.I >= b.I+g.margin) {
		return true
	}
	return g.pitch > 0 && (a.I > b.I || a.I == b.I && a.H < b.H) && g.cell(a.H) == g.cell(b.H)
}

func (g *gatherer) cell(h float64) float64 { return math.Floor(h / g.pitch) }

// block is the number of labels that are screened at once.
const block = 16

// addAll offers the labels of a list with a number of clusters, each with one more
// cluster, which moves it by step. origin(k) is that of label k then.
func (g *gatherer) addAll(l *list, clusters int, step problem.Point, origin func(k int) uint64) {
	from, to := l.span(clusters)
	g.work += int64(to - from)
	if g.hidesAll(l, from, to, step) {
		return
	}
	// From the last on: a label raises the screen up to the one behind it only.
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

// hidesAll tells, if all of some neighbouring labels are beaten, mostly that they
// are. None lies below the first in h, or above the last in i by the margin.
func (g *gatherer) hidesAll(l *list, from, to int, step problem.Point) bool {
	return from == to || g.hides(problem.Point{H: l.points[from].H + step.H, I: l.points[to-1].I + g.margin + step.I})
}

// add takes a label, unless it is beaten by another of its bin, in the place of
// one that it beats, if there is one. Equal labels become one.
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

// unite makes two equal labels one.
func (g *gatherer) unite(old *label, l label) {
	old.count = uint32(min(uint64(old.count)+uint64(l.count), maxCount))
	if g.lower(l.origin, old.origin) {
		old.origin = l.origin
	}
}

// raise notes what a label beats: whatever has no larger i in a bin beyond that
// of an h larger by a pitch.
func (g *gatherer) raise(at problem.Point) {
	for b := g.bin(at.H+g.margin) + 1; b < len(g.screen) && g.screen[b] < at.I; b++ {
		g.screen[b] = at.I
	}
}

// list returns the list of all labels that nothing offered beats.
func (g *gatherer) list() list { return listOf(g.keep()) }

// thinned returns a list thinned to the pitch.
func (g *gatherer) thinned(l *list) list {
	var all list
	for clusters := range max(len(l.ends), 1) {
		from, to := l.span(clusters)
		if from == to {
			all.add(nil)
			continue
		}
		g.reset(l.points[from].H, l.points[to-1].H, to-from)
		g.addAll(l, clusters, problem.Point{}, func(k int) uint64 { return l.origin[k] })
		all.add(g.keep())
	}
	if l.ends == nil {
		all.ends = nil
	}
	return all
}

// keep returns the labels that no other one beats, by increasing h, of equal h by
// decreasing i.
func (g *gatherer) keep() []label {
	g.kept = g.kept[:0]
	best, far := math.Inf(-1), math.Inf(-1) // i of those kept, and of those kept that are a pitch away
	next := 0                               // the first of those kept that is not
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

// sorted returns the labels of a bin by increasing h and decreasing i.
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
