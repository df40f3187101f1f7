package chains

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// counter changes a clustering so that i rises while the number of clusters stays as it is, or changes by
// one when it is told to. Clusters of one row stay.
//
// It compares rows and clusters with few clusters: those in their lists, which were nearest when all were
// compared, and those made last.
type counter struct {
	*cluster.Clustering
	cluster.Lists          // those of clusters are by their first rows
	latest        [2]int32 // rows of the clusters that were made last; -1 is none
	joins         []known  // of a row and each place in its list
	leaves        []known  // of a row
	altered       []int32  // of a cluster, when it last changed
	clock         int32
	order, rows   []int32 // scratch space
	steps         int64   // cells looked at
	evaluated     int64
}

// known is the change when a row joined a cluster, or left it, when the cluster had last been altered at at.
type known struct {
	cluster.Change
	cluster, at int32
}

const (
	// tilt is the share of h in what counts: of clusterings with the same i, that of lower h is better.
	tilt = 0x1p-36
	// settledShareOfFew is the share of the rows that may move in a pass after which rows count as settled.
	settledShareOfFew = 1. / 1000
)

func newCounter(t *cluster.Table) *counter {
	return &counter{
		Clustering: cluster.New(t, int64(t.N)), Lists: cluster.NewLists(t.N),
		joins: make([]known, t.N*cluster.ListLength), leaves: make([]known, t.N), altered: make([]int32, t.N),
	}
}

func (c *counter) value() float64 { return c.I - float64(tilt*c.H) }

// begin goes to a clustering.
func (c *counter) begin(label []int32) {
	c.Load(label)
	c.latest = [2]int32{-1, -1}
	c.clock++
	for k := range c.altered {
		c.altered[k] = c.clock
	}
}

// forget empties all lists.
func (c *counter) forget() {
	cluster.Empty(c.Near)
	cluster.Empty(c.Nearby)
}

// alter notes that two clusters have changed.
func (c *counter) alter(a, b int32) {
	c.clock++
	c.altered[a], c.altered[b] = c.clock, c.clock
}

// shiftRow moves a row to a cluster, or to a new one if it is -1.
func (c *counter) shiftRow(x, to int32, by cluster.Change) {
	from := c.Label[x]
	c.Move(x, to, by)
	c.alter(from, c.Label[x])
}

// merged merges cluster a into b.
func (c *counter) merged(a, b int32, by cluster.Change) {
	c.Merge(a, b, by)
	c.alter(a, b)
}

// leavingKnown is leaving, computed if it is not known.
func (c *counter) leavingKnown(x int32) cluster.Change {
	a, k := c.Label[x], &c.leaves[x]
	if k.cluster != a || k.at != c.altered[a] {
		*k = known{c.Leaving(x), a, c.altered[a]}
		c.count(x)
	}
	return k.Change
}

// count counts the steps of a comparison of a row.
func (c *counter) count(x int32) {
	c.evaluated++
	c.steps += int64(c.Length[x]) + cluster.CallSteps
}

// choice is the best cluster for a row so far.
type choice struct {
	gain float64
	to   int32
	by   cluster.Change
}

func (c *choice) consider(both cluster.Change, k int32) (gain float64) {
	if gain = both.Gain(tilt); gain > c.gain {
		*c = choice{gain, k, both}
	}
	return gain
}

// settle moves a row to the cluster where i is largest, among those in its list or among all. It tells
// whether the row has moved.
func (c *counter) settle(x int32, all bool) bool {
	if c.Size[c.Label[x]] == 1 {
		return false
	}
	best := choice{gain: cluster.Least, to: -1}
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
	c.Nearest = c.Nearest[:0]
	for _, k := range c.Active {
		if k != c.Label[x] {
			c.Nearest = cluster.Rank(c.Nearest, cluster.Neighbour{Gain: best.consider(leave.Plus(c.Joining(x, k)), k), Row: c.Head[k]})
			c.count(x)
		}
	}
	cluster.WriteList(c.Nearest, c.OfRow(x))
}

// lookAtNear compares a row with the clusters in its list and with the latest ones.
func (c *counter) lookAtNear(x int32, best *choice) {
	leave := c.leavingKnown(x)
	c.Without(c.Label[x])
	for n := x * cluster.ListLength; n < (x+1)*cluster.ListLength && c.Near[n] >= 0; n++ {
		k, join := c.Label[c.Near[n]], &c.joins[n]
		if !c.First(k) {
			continue
		}
		if join.cluster != k || join.at != c.altered[k] {
			*join = known{c.Joining(x, k), k, c.altered[k]}
			c.count(x)
		}
		best.consider(leave.Plus(join.Change), k)
	}
	for _, row := range c.latest {
		if row < 0 {
			break
		}
		if k := c.Label[row]; c.Seen[k] != c.Now {
			best.consider(leave.Plus(c.Joining(x, k)), k)
			c.count(x)
		}
	}
}

// pass settles every row once, the lightest first, and returns how many have moved.
func (c *counter) pass(ctx context.Context, all bool) (moved int) {
	return cluster.EachRow(ctx, c.N, func(x int32) bool { return c.settle(x, all) })
}

// rest settles rows until few of them move, or as often as allowed.
func (c *counter) rest(ctx context.Context, passes int) {
	for range passes {
		if float64(c.pass(ctx, false)) <= settledShareOfFew*float64(c.N) {
			return
		}
	}
}

// union merges the two clusters that lose least by it, of those in each other's lists. There are two at least.
func (c *counter) union() {
	best, from := choice{gain: math.Inf(-1), to: -1}, int32(-1)
	for _, a := range c.Active {
		for _, k := range c.partners(a) {
			both := c.Merging(a, k)
			if before := best.gain; best.consider(both, k) > before {
				from = a
			}
		}
	}
	to := best.to
	if c.Size[to] < c.Size[from] {
		from, to = to, from
	}
	c.merged(from, to, best.by)
	c.latest = [2]int32{c.Head[to], -1}
}

// partners returns the different clusters in the list of a cluster, which is made anew if they are few.
func (c *counter) partners(a int32) []int32 {
	near := c.OfCluster(c.Head[a])
	if c.Scarce(near, c.Label, a, len(c.Active)) {
		c.Nearest = c.Nearest[:0]
		for _, k := range c.Active {
			if k != a {
				c.Nearest = cluster.Rank(c.Nearest, cluster.Neighbour{Gain: c.Merging(a, k).Gain(tilt), Row: c.Head[k]})
			}
		}
		c.countUnions(len(c.Active))
		cluster.WriteList(c.Nearest, near)
		c.Without(a)
		c.Choose(near, c.Label)
	}
	c.countUnions(len(c.Choice))
	return c.Choice
}

// countUnions counts the steps of comparisons of clusters.
func (c *counter) countUnions(clusters int) {
	c.evaluated += int64(clusters)
	c.steps += int64(clusters * (cluster.CallSteps + c.PairLength))
}
