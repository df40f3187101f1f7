package best

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
)

// grouping is a clustering into k clusters whose rows move one by one. It remembers what every row adds to every
// cluster until the cluster changes, so that after a few moves little is computed again.
type grouping struct {
	scorer
	limits *limiter.Limiter
	n, k   int
	rows   []int32 // those that are in a cluster
	place
	steps int64 // taken so far
	clock int32 // of the last change of a cluster
}

// place is the part of a grouping that a perturbation may have to restore.
type place struct {
	value float64 // sum of the scores
	label []int32 // of every row
	size  []int32 // of every cluster
	mass  []float64
	// changed has, for every cluster, the time of its last change. change has, for every row and cluster, the
	// change of the cluster's score if the row joins it, or leaves it if it is a member, at the time known.
	changed []int32
	known   []int32
	change  []float64
}

// copyFrom makes p a copy of q.
func (p *place) copyFrom(q *place) {
	p.value = q.value
	p.label = append(p.label[:0], q.label...)
	p.size = append(p.size[:0], q.size...)
	p.mass = append(p.mass[:0], q.mass...)
	p.changed = append(p.changed[:0], q.changed...)
	p.known = append(p.known[:0], q.known...)
	p.change = append(p.change[:0], q.change...)
}

func newGrouping(s scorer, l *limiter.Limiter, n int) *grouping {
	return &grouping{scorer: s, limits: l, n: n}
}

// load makes the clusters 0 to k-1 of the rows with these labels. Rows with label -1 are left out.
func (g *grouping) load(label []int32, k int) {
	g.k, g.clock = k, 1
	g.label = append(g.label[:0], label...)
	g.size, g.mass = resized(g.size, k), resized(g.mass, k)
	g.changed = resized(g.changed, k)
	for c := range g.changed {
		g.changed[c] = 1
	}
	g.known, g.change = resized(g.known, g.n*k), resized(g.change, g.n*k)
	g.rows = g.rows[:0]
	for x, c := range label {
		if c < 0 {
			continue
		}
		g.rows = append(g.rows, int32(x))
		g.size[c]++
		if g.limits != nil {
			g.mass[c] += g.limits.Masses[x]
		}
	}
	g.value = g.scorer.load(label, k)
}

// resized returns a slice of n zeros.
func resized[T int32 | float64](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// shift moves row x to cluster b.
func (g *grouping) shift(x, b int) {
	a := int(g.label[x])
	g.move(x, a, b)
	g.moved(x, a, b)
}

// back takes the last shift back, of row x from cluster a.
func (g *grouping) back(x, a int) {
	g.scorer.back()
	g.moved(x, int(g.label[x]), a)
}

// moved notes that row x has moved.
func (g *grouping) moved(x, a, b int) {
	g.label[x] = int32(b)
	g.size[a]--
	g.size[b]++
	if g.limits != nil {
		g.mass[a] -= g.limits.Masses[x]
		g.mass[b] += g.limits.Masses[x]
	}
	g.count(x, a, b)
}

// count counts the steps of a move, after which what is remembered of its clusters is not valid any more.
func (g *grouping) count(x, a, b int) {
	g.steps += 2 * g.scorer.steps(x)
	g.clock++
	g.changed[a], g.changed[b] = g.clock, g.clock
}

// leaving returns the change of the score of its cluster when row x, which is not alone in it, leaves it.
func (g *grouping) leaving(x int) float64 {
	c := int(g.label[x])
	at := x*g.k + c
	if g.known[at] != g.changed[c] {
		g.known[at], g.change[at] = g.changed[c], g.leave(x, c)
		g.steps += g.scorer.steps(x)
	}
	return g.change[at]
}

// joining returns the change of the score of cluster c when row x of another one joins it.
func (g *grouping) joining(x, c int) float64 {
	at := x*g.k + c
	if g.known[at] != g.changed[c] {
		g.known[at], g.change[at] = g.changed[c], g.join(x, c)
		g.steps += g.scorer.steps(x)
	}
	return g.change[at]
}

// climb moves single rows to the cluster where they raise the sum of scores most, one row after
// the other, until no move raises it. It gives up when the context ends or the steps exceed
// a limit. Every move raises an exact sum, so it ends.
//
// It looks at all clusters only when the rows have settled in the clusters that are near them.
func (g *grouping) climb(ctx context.Context, limit int64) {
	for g.pass(ctx, limit, nearby) && g.pass(ctx, limit, math.Inf(1)) {
	}
}

// nearby is the largest ratio of a row's loss in another cluster, at its last computation, to its loss in its own
// cluster, for the other cluster to count as near.
const nearby = 1.5

// pass lets rows settle in the clusters within reach until all of them have. It returns whether a row has moved and
// the climb continues.
func (g *grouping) pass(ctx context.Context, limit int64, reach float64) (more bool) {
	for quiet, at := 0, 0; quiet < len(g.rows); at++ {
		if at == len(g.rows) {
			at = 0
		}
		if at&63 == 0 && (g.steps > limit || ctx.Err() != nil) {
			return false
		}
		if g.settle(int(g.rows[at]), reach) {
			quiet, more = 0, true
			if math.IsInf(reach, 1) {
				return true
			}
		} else {
			quiet++
		}
	}
	return more || !math.IsInf(reach, 1)
}

// settle moves a row to the cluster within reach where it raises the sum of scores most, if there
// is one. It returns whether the row has moved.
func (g *grouping) settle(x int, reach float64) bool {
	a := int(g.label[x])
	if g.bound(x) {
		return false
	}
	leave := g.leaving(x)
	to, most := -1, -leave
	single := g.alone(x)
	far := math.Inf(-1)
	if !math.IsInf(reach, 1) {
		far = single - float64(reach*(leave+single))
	}
	known, change := g.known[x*g.k:(x+1)*g.k], g.change[x*g.k:(x+1)*g.k]
	for c, at := range g.changed {
		v := change[c]
		if known[c] != at {
			if known[c] != 0 && v < far || c == a {
				continue
			}
			v = g.joining(x, c)
		}
		if v > most && c != a && !g.barred(x, c) {
			to, most = c, v
		}
	}
	if to < 0 {
		return false
	}
	g.value += leave + most
	g.shift(x, to)
	return true
}

// bound reports whether row x must stay in its cluster, because it is alone there, or because the other rows have
// too little mass.
func (g *grouping) bound(x int) bool {
	a := g.label[x]
	return g.size[a] < 2 || g.limits != nil && g.mass[a]-g.limits.Masses[x] < g.limits.Least
}

// barred reports whether row x may not join cluster c.
func (g *grouping) barred(x, c int) bool {
	if g.limits == nil {
		return false
	}
	return slices.ContainsFunc(g.limits.Apart[x], func(y int32) bool { return int(g.label[y]) == c })
}

// restore returns to a clustering that was copied from this one since it was loaded.
func (g *grouping) restore(p *place) {
	clock := g.clock
	for _, x := range g.rows {
		if g.label[x] != p.label[x] {
			g.shift(int(x), int(p.label[x]))
		}
	}
	g.copyFrom(p)
	// After a load in between, the clusters of p may have changed later than the clock shows.
	g.clock = max(clock, g.clock, slices.Max(p.changed))
}

// exchange lets two rows of different clusters change places if that raises the sum of scores, and
// returns whether two have. O(n^2) trials.
func (g *grouping) exchange(ctx context.Context) bool {
	for n, x := range g.rows {
		for _, y := range g.rows[:n] {
			if ctx.Err() == nil && g.label[x] != g.label[y] && g.exchanged(int(x), int(y)) {
				return true
			}
		}
	}
	return false
}

// exchanged lets two rows change places if that raises the sum of scores, and returns whether they have.
func (g *grouping) exchanged(x, y int) bool {
	a, b, value := int(g.label[x]), int(g.label[y]), g.value
	if g.size[a] < 2 && g.size[b] < 2 {
		return false // they would only change names
	}
	if g.size[a] < 2 {
		x, y, a, b = y, x, b, a
	}
	g.value += g.leaving(x) + g.joining(x, b)
	g.shift(x, b)
	g.value += g.leaving(y) + g.joining(y, a)
	if g.value > value {
		g.shift(y, a)
		if g.keeps(a) && g.keeps(b) && !g.clashes(x) && !g.clashes(y) {
			return true
		}
		g.shift(y, b)
		g.shift(x, a)
	} else {
		// As nearly always. It counts as if the second row had moved there and back, too, since what an
		// effort finds is to stay the same.
		g.count(y, a, b)
		g.count(y, a, b)
		g.back(x, a)
	}
	g.value = value
	return false
}

// keeps reports whether a cluster has the least mass.
func (g *grouping) keeps(c int) bool { return g.limits == nil || g.mass[c] >= g.limits.Least }

// allowed reports whether the clustering keeps the limits.
func (g *grouping) allowed() bool {
	if g.limits == nil {
		return true
	}
	for c := range g.k {
		if !g.keeps(c) {
			return false
		}
	}
	return !slices.ContainsFunc(g.rows, func(x int32) bool { return g.clashes(int(x)) })
}

// clashes reports whether a row shares a cluster with a row that it is to be apart from.
func (g *grouping) clashes(x int) bool { return g.barred(x, int(g.label[x])) }
