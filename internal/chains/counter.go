package chains

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
)

// counter changes a clustering so that i rises: by moves of rows, which keep the number of clusters, and by single
// merges and divisions. A move does not end a cluster of one row.
//
// A row or cluster is compared with few clusters: those in its list, which were nearest when all clusters were
// compared, and the latest ones.
type counter struct {
	*cluster.Clustering
	cluster.Lists          // the list of a cluster is at its first row
	latest        [2]int32 // rows of the clusters that changed in the last merge or division, or -1
	joins         []known  // for each row and place in its list
	leaves        []known  // for each row
	altered       []int32  // time of the last change of each cluster
	clock         int32
	order, rows   []int32 // scratch space
	steps         int64   // number of cells that were read
	evaluated     int64
}

// known is the change by a row that joins or leaves a cluster. It holds as long as the cluster was last altered at at.
type known struct {
	cluster.Change
	cluster, at int32
}

const (
	// tilt is the weight of h in the value i - tilt h of a clustering, so that the lower h wins at equal i.
	tilt = 0x1p-36
	// settledShare is the share of rows that may move in a pass after which rows count as settled.
	settledShare = 1. / 1000
)

func newCounter(t *cluster.Table) *counter {
	return &counter{
		Clustering: cluster.New(t, int64(t.N)), Lists: cluster.NewLists(t.N),
		joins: make([]known, t.N*cluster.ListLength), leaves: make([]known, t.N), altered: make([]int32, t.N),
	}
}

func (c *counter) value() float64 { return c.I - float64(tilt*c.H) }

// begin loads a clustering.
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
	cluster.EmptyLists(c.RowLists)
	cluster.EmptyLists(c.ClusterLists)
}

// alter notes that two clusters have changed.
func (c *counter) alter(a, b int32) {
	c.clock++
	c.altered[a], c.altered[b] = c.clock, c.clock
}

// shiftRow moves a row to a cluster, or to a new cluster if it is -1.
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

// leavingKnown returns the change when a row leaves its cluster, from leaves if possible.
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
	c.steps += int64(c.RowSteps[x]) + cluster.CallSteps
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

// settle moves a row to the cluster that gives the largest i, of the clusters in its list or of all, and reports whether
// the row moved.
func (c *counter) settle(x int32, all bool) bool {
	if c.Size[c.Label[x]] == 1 {
		return false
	}
	best := choice{gain: cluster.MinGain, to: -1}
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
	c.BeginRanking()
	for _, k := range c.Active {
		if k != c.Label[x] {
			c.Rank(best.consider(leave.Plus(c.Joining(x, k)), k), c.Head[k])
			c.count(x)
		}
	}
	c.WriteRanking(c.RowList(x))
}

// lookAtNear compares a row with the clusters in its list and with the latest ones.
func (c *counter) lookAtNear(x int32, best *choice) {
	leave := c.leavingKnown(x)
	c.BeginVisits(c.Label[x])
	for n := x * cluster.ListLength; n < (x+1)*cluster.ListLength && c.RowLists[n] >= 0; n++ {
		k, join := c.Label[c.RowLists[n]], &c.joins[n]
		if !c.Visit(k) {
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
		if k := c.Label[row]; !c.Visited(k) {
			best.consider(leave.Plus(c.Joining(x, k)), k)
			c.count(x)
		}
	}
}

// pass settles every row once, the lightest first, and returns the number of rows that moved.
func (c *counter) pass(ctx context.Context, all bool) (moved int) {
	return cluster.SettleRows(ctx, c.N, func(x int32) bool { return c.settle(x, all) })
}

// rest settles all rows until few of them move, in at most the given number of passes.
func (c *counter) rest(ctx context.Context, passes int) {
	for range passes {
		if float64(c.pass(ctx, false)) <= settledShare*float64(c.N) {
			return
		}
	}
}

// union makes the merge that loses least, of each cluster with the clusters in its list. There must be at least two
// clusters.
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

// partners returns the different clusters in the list of a cluster, which it makes anew if they are few.
func (c *counter) partners(a int32) []int32 {
	near := c.ClusterList(c.Head[a])
	if c.TooFew(near, c.Label, a, len(c.Active)) {
		c.BeginRanking()
		for _, k := range c.Active {
			if k != a {
				c.Rank(c.Merging(a, k).Gain(tilt), c.Head[k])
			}
		}
		c.countUnions(len(c.Active))
		c.WriteRanking(near)
		c.BeginVisits(a)
		c.ChooseFrom(near, c.Label)
	}
	c.countUnions(len(c.Chosen))
	return c.Chosen
}

// countUnions counts the steps of comparisons with clusters.
func (c *counter) countUnions(clusters int) {
	c.evaluated += int64(clusters)
	c.steps += int64(clusters * (cluster.CallSteps + c.PairSteps))
}
