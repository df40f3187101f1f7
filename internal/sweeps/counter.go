package sweeps

import (
	"context"
	"math"
)

// counter changes a clustering so that i rises while the number of clusters stays as it is, or changes by
// one when it is told to. Clusters of one row stay.
//
// It compares rows and clusters with few clusters: those in their lists, which were nearest when all were
// compared, and those made last.
type counter struct {
	*clusters
	lists                // those of clusters are by their first rows
	latest      [2]int32 // rows of the clusters that were made last; -1 is none
	joins       []known  // of a row and each place in its list
	leaves      []known  // of a row
	altered     []int32  // of a cluster, when it last changed
	clock       int32
	order, rows []int32 // scratch space
	steps       int64   // cells looked at
	evaluated   int64
}

// known is the change when a row joined a cluster, or left it, when the cluster had last been altered at at.
type known struct {
	change
	cluster, at int32
}

const (
	// tilt is the share of h in what counts: of clusterings with the same i, that of lower h is better.
	tilt = 0x1p-36
	// settledShareOfFew is the share of the rows that may move in a pass after which rows count as settled.
	settledShareOfFew = 1. / 1000
)

func newCounter(t *table) *counter {
	return &counter{
		clusters: newClusters(t, int64(t.n)), lists: newLists(t.n),
		joins: make([]known, t.n*listLength), leaves: make([]known, t.n), altered: make([]int32, t.n),
	}
}

func (c *counter) value() float64 { return c.i - float64(tilt*c.h) }

// begin goes to a clustering.
func (c *counter) begin(label []int32) {
	c.load(label)
	c.latest = [2]int32{-1, -1}
	c.clock++
	for k := range c.altered {
		c.altered[k] = c.clock
	}
}

// forget empties all lists.
func (c *counter) forget() {
	empty(c.near)
	empty(c.nearby)
}

// alter notes that two clusters have changed.
func (c *counter) alter(a, b int32) {
	c.clock++
	c.altered[a], c.altered[b] = c.clock, c.clock
}

// shiftRow moves a row to a cluster, or to a new one if it is -1.
func (c *counter) shiftRow(x, to int32, by change) {
	from := c.label[x]
	c.move(x, to, by)
	c.alter(from, c.label[x])
}

// merged merges cluster a into b.
func (c *counter) merged(a, b int32, by change) {
	c.merge(a, b, by)
	c.alter(a, b)
}

// leavingKnown is leaving, computed if it is not known.
func (c *counter) leavingKnown(x int32) change {
	a, k := c.label[x], &c.leaves[x]
	if k.cluster != a || k.at != c.altered[a] {
		*k = known{c.leaving(x), a, c.altered[a]}
		c.count(x)
	}
	return k.change
}

// count counts the steps of a comparison of a row.
func (c *counter) count(x int32) {
	c.evaluated++
	c.steps += int64(c.length[x]) + callSteps
}

// choice is the best cluster for a row so far.
type choice struct {
	gain float64
	to   int32
	by   change
}

func (c *choice) consider(both change, k int32) (gain float64) {
	if gain = both.gain(tilt); gain > c.gain {
		*c = choice{gain, k, both}
	}
	return gain
}

// settle moves a row to the cluster where i is largest, among those in its list or among all. It tells
// whether the row has moved.
func (c *counter) settle(x int32, all bool) bool {
	if c.size[c.label[x]] == 1 {
		return false
	}
	best := choice{gain: least, to: -1}
	if all {
		c.lookAtAll(x, &best)
	} else {
		c.lookAtNear(x, &best)
	}
	if best.to < 0 {
		return false
	}
	c.shiftRow(x, best.to, best.by)
	return true
}

// lookAtAll compares a row with all clusters, and makes its list.
func (c *counter) lookAtAll(x int32, best *choice) {
	leave := c.leavingKnown(x)
	c.nearest = c.nearest[:0]
	for _, k := range c.active {
		if k != c.label[x] {
			c.nearest = rank(c.nearest, neighbour{best.consider(leave.plus(c.joining(x, k)), k), c.head[k]})
			c.count(x)
		}
	}
	list(c.nearest, c.listOf(x))
}

// lookAtNear compares a row with the clusters in its list and with the latest ones.
func (c *counter) lookAtNear(x int32, best *choice) {
	leave := c.leavingKnown(x)
	c.without(c.label[x])
	for n := x * listLength; n < (x+1)*listLength && c.near[n] >= 0; n++ {
		k, join := c.label[c.near[n]], &c.joins[n]
		if !c.first(k) {
			continue
		}
		if join.cluster != k || join.at != c.altered[k] {
			*join = known{c.joining(x, k), k, c.altered[k]}
			c.count(x)
		}
		best.consider(leave.plus(join.change), k)
	}
	for _, row := range c.latest {
		if row < 0 {
			break
		}
		if k := c.label[row]; c.seen[k] != c.now {
			best.consider(leave.plus(c.joining(x, k)), k)
			c.count(x)
		}
	}
}

// pass settles every row once, the lightest first, and returns how many have moved.
func (c *counter) pass(ctx context.Context, all bool) (moved int) {
	return eachRow(ctx, c.n, func(x int32) bool { return c.settle(x, all) })
}

// rest settles rows until few of them move, or as often as allowed.
func (c *counter) rest(ctx context.Context, passes int) {
	for range passes {
		if float64(c.pass(ctx, false)) <= settledShareOfFew*float64(c.n) {
			return
		}
	}
}

// union merges the two clusters that lose least by it, of those in each other's lists. There are two at least.
func (c *counter) union() {
	best, from := choice{gain: math.Inf(-1), to: -1}, int32(-1)
	for _, a := range c.active {
		for _, k := range c.partners(a) {
			both := c.merging(a, k)
			if before := best.gain; best.consider(both, k) > before {
				from = a
			}
		}
	}
	to := best.to
	if c.size[to] < c.size[from] {
		from, to = to, from
	}
	c.merged(from, to, best.by)
	c.latest = [2]int32{c.head[to], -1}
}

// partners returns the different clusters in the list of a cluster, which is made anew if they are few.
func (c *counter) partners(a int32) []int32 {
	near := c.nearbyOf(c.head[a])
	if c.scarce(near, c.label, a, len(c.active)) {
		c.nearest = c.nearest[:0]
		for _, k := range c.active {
			if k != a {
				c.nearest = rank(c.nearest, neighbour{c.merging(a, k).gain(tilt), c.head[k]})
			}
		}
		c.countUnions(len(c.active))
		list(c.nearest, near)
		c.without(a)
		c.choose(near, c.label)
	}
	c.countUnions(len(c.choice))
	return c.choice
}

// countUnions counts the steps of comparisons of clusters.
func (c *counter) countUnions(clusters int) {
	c.evaluated += int64(clusters)
	c.steps += int64(clusters * (callSteps + c.pairLength))
}
