package sweeps

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
)

// limits are those that the clusterings found must keep. nil allows all.
//
// Rows that may not share a cluster never do, on the way either: what is finer than a clustering keeps
// these limits if the clustering does, so that they are in nobody's way. Clusters that are too light or too
// many are violations, which a sweep may pass through.
type limits struct {
	apart [][]int32 // of every row, those that it may not share a cluster with, without lonely ones
	alone []bool    // of every row, whether it shares a cluster with no other
	least int64     // mass of a cluster
	most  int       // number of clusters
}

func newLimits(l *limiter.Limiter, n int) *limits {
	if l == nil {
		return nil
	}
	made := &limits{apart: make([][]int32, n), alone: make([]bool, n), least: int64(l.Least), most: l.MaxClusters()}
	for x := range n {
		made.alone[x] = l.Alone(x)
	}
	for x, others := range l.Apart {
		for _, y := range others {
			if !made.alone[x] && !made.alone[y] {
				made.apart[x] = append(made.apart[x], y)
			}
		}
	}
	return made
}

// counts tells whether clusters may be too light or too many.
func (l *limits) counts() bool { return l != nil && (l.least > 0 || l.most < math.MaxInt) }

// excess returns the number of clusters above the largest number.
func (l *limits) excess(number int) int { return max(0, number-l.most) }

// short returns 1 for the mass of a cluster that is too light, and otherwise 0.
func (l *limits) short(w int64) int {
	if w < l.least {
		return 1
	}
	return 0
}

// gauge is what is counted of a clustering for its limits.
type gauge struct {
	paired [][]int32 // of every cluster, its rows that may not be with some others
	light  int       // the number of clusters that are too light
}

// measure counts what the clustering has. O(n) for n rows.
func (c *clusters) measure() {
	if c.limits == nil {
		return
	}
	c.light = 0
	for k := range c.paired {
		c.paired[k] = c.paired[k][:0]
	}
	for x, k := range c.label {
		if len(c.limits.apart[x]) > 0 {
			c.paired[k] = append(c.paired[k], int32(x))
		}
	}
	for _, k := range c.active {
		if !c.limits.alone[c.head[k]] { // these may have any mass
			c.light += c.limits.short(c.w[k])
		}
	}
}

// violations returns how many clusters are too light, and how many there are too many.
func (c *clusters) violations() int {
	if c.limits == nil {
		return 0
	}
	return c.light + c.limits.excess(len(c.active))
}

// lonely tells whether row x shares a cluster with no other.
func (c *clusters) lonely(x int32) bool { return c.limits != nil && c.limits.alone[x] }

// barred tells whether row x may not join cluster k. O(rows that are apart from x), and O(1) if there are
// none in the cluster that are apart from some.
func (c *clusters) barred(x, k int32) bool { return c.limits != nil && c.isBarred(x, k) }

func (c *clusters) isBarred(x, k int32) bool {
	if c.limits.alone[x] || c.limits.alone[c.head[k]] {
		return true
	}
	return len(c.paired[k]) > 0 && slices.ContainsFunc(c.limits.apart[x], func(y int32) bool { return c.label[y] == k })
}

// opposed tells whether clusters a and b may not become one.
func (c *clusters) opposed(a, b int32) bool {
	if c.limits == nil {
		return false
	}
	if len(c.paired[a]) > len(c.paired[b]) {
		a, b = b, a
	}
	return c.limits.alone[c.head[a]] || c.limits.alone[c.head[b]] ||
		slices.ContainsFunc(c.paired[a], func(x int32) bool { return c.isBarred(x, b) })
}

// moved returns the violations after row x moves to cluster k, which it may join, or to a new one if k is -1.
func (c *clusters) moved(x, k int32) int {
	if c.limits == nil {
		return 0
	}
	return c.countMoved(x, k)
}

func (c *clusters) countMoved(x, k int32) int {
	number := len(c.active)
	if c.size[c.label[x]] == 1 {
		number--
	}
	if k < 0 {
		number++
	}
	return c.lightAfter(x, k) + c.limits.excess(number)
}

// lightAfter returns how many clusters are too light after row x moves to cluster k, or to a new one if k is -1.
func (c *clusters) lightAfter(x, k int32) int {
	l, a, weight := c.limits, c.label[x], c.weight[x]
	light := c.light - l.short(c.w[a])
	if c.size[a] > 1 {
		light += l.short(c.w[a] - weight)
	}
	if k < 0 {
		return light + l.short(weight)
	}
	return light - l.short(c.w[k]) + l.short(c.w[k]+weight)
}

// united returns the violations after clusters a and b become one.
func (c *clusters) united(a, b int32) int {
	if c.limits == nil {
		return 0
	}
	return c.lightUnited(a, b) + c.limits.excess(len(c.active)-1)
}

// lightUnited returns how many clusters are too light after clusters a and b become one.
func (c *clusters) lightUnited(a, b int32) int {
	l := c.limits
	return c.light - l.short(c.w[a]) - l.short(c.w[b]) + l.short(c.w[a]+c.w[b])
}

// noteMove notes that row x is about to move to cluster k, or to a new one if k is -1.
func (c *clusters) noteMove(x, k int32) {
	if c.limits != nil {
		c.light = c.lightAfter(x, k)
	}
}

// noteRow notes that row x has moved from a cluster to another.
func (c *clusters) noteRow(x, from, to int32) {
	if c.limits == nil || len(c.limits.apart[x]) == 0 {
		return
	}
	at := slices.Index(c.paired[from], x)
	c.paired[from] = slices.Delete(c.paired[from], at, at+1)
	c.paired[to] = append(c.paired[to], x)
}

// noteMerge notes that the rows of cluster a are about to go to cluster b.
func (c *clusters) noteMerge(a, b int32) {
	if c.limits == nil {
		return
	}
	c.light = c.lightUnited(a, b)
	c.paired[b] = append(c.paired[b], c.paired[a]...)
	c.paired[a] = c.paired[a][:0]
}
