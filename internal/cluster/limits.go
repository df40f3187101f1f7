package cluster

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
	Alone []bool    // of every row, whether it shares a cluster with no other
	Least int64     // mass of a cluster
	most  int       // number of clusters
}

func NewLimits(l *limiter.Limiter, n int) *limits {
	if l == nil {
		return nil
	}
	made := &limits{apart: make([][]int32, n), Alone: make([]bool, n), Least: int64(l.Least), most: l.MaxClusters()}
	for x := range n {
		made.Alone[x] = l.Alone(x)
	}
	for x, others := range l.Apart {
		for _, y := range others {
			if !made.Alone[x] && !made.Alone[y] {
				made.apart[x] = append(made.apart[x], y)
			}
		}
	}
	return made
}

// Counts tells whether clusters may be too light or too many.
func (l *limits) Counts() bool { return l != nil && (l.Least > 0 || l.most < math.MaxInt) }

// excess returns the number of clusters above the largest number.
func (l *limits) excess(number int) int { return max(0, number-l.most) }

// short returns 1 for the mass of a cluster that is too light, and otherwise 0.
func (l *limits) short(w int64) int {
	if w < l.Least {
		return 1
	}
	return 0
}

// gauge is what is counted of a clustering for its limits.
type gauge struct {
	paired [][]int32 // of every cluster, its rows that may not be with some others
	Light  int       // the number of clusters that are too light
}

// measure counts what the clustering has. O(n) for n rows.
func (c *Clustering) measure() {
	if c.Limits == nil {
		return
	}
	c.Light = 0
	for k := range c.paired {
		c.paired[k] = c.paired[k][:0]
	}
	for x, k := range c.Label {
		if len(c.Limits.apart[x]) > 0 {
			c.paired[k] = append(c.paired[k], int32(x))
		}
	}
	for _, k := range c.Active {
		if !c.Limits.Alone[c.Head[k]] { // these may have any mass
			c.Light += c.Limits.short(c.W[k])
		}
	}
}

// Violations returns how many clusters are too light, and how many there are too many.
func (c *Clustering) Violations() int {
	if c.Limits == nil {
		return 0
	}
	return c.Light + c.Limits.excess(len(c.Active))
}

// Lonely tells whether row x shares a cluster with no other.
func (c *Clustering) Lonely(x int32) bool { return c.Limits != nil && c.Limits.Alone[x] }

// Barred tells whether row x may not join cluster k. O(rows that are apart from x), and O(1) if there are
// none in the cluster that are apart from some.
func (c *Clustering) Barred(x, k int32) bool { return c.Limits != nil && c.isBarred(x, k) }

func (c *Clustering) isBarred(x, k int32) bool {
	if c.Limits.Alone[x] || c.Limits.Alone[c.Head[k]] {
		return true
	}
	return len(c.paired[k]) > 0 && slices.ContainsFunc(c.Limits.apart[x], func(y int32) bool { return c.Label[y] == k })
}

// Opposed tells whether clusters a and b may not become one.
func (c *Clustering) Opposed(a, b int32) bool {
	if c.Limits == nil {
		return false
	}
	if len(c.paired[a]) > len(c.paired[b]) {
		a, b = b, a
	}
	return c.Limits.Alone[c.Head[a]] || c.Limits.Alone[c.Head[b]] ||
		slices.ContainsFunc(c.paired[a], func(x int32) bool { return c.isBarred(x, b) })
}

// Moved returns the violations after row x moves to cluster k, which it may join, or to a new one if k is -1.
func (c *Clustering) Moved(x, k int32) int {
	if c.Limits == nil {
		return 0
	}
	return c.countMoved(x, k)
}

func (c *Clustering) countMoved(x, k int32) int {
	number := len(c.Active)
	if c.Size[c.Label[x]] == 1 {
		number--
	}
	if k < 0 {
		number++
	}
	return c.lightAfter(x, k) + c.Limits.excess(number)
}

// lightAfter returns how many clusters are too light after row x moves to cluster k, or to a new one if k is -1.
func (c *Clustering) lightAfter(x, k int32) int {
	l, a, weight := c.Limits, c.Label[x], c.Weight[x]
	light := c.Light - l.short(c.W[a])
	if c.Size[a] > 1 {
		light += l.short(c.W[a] - weight)
	}
	if k < 0 {
		return light + l.short(weight)
	}
	return light - l.short(c.W[k]) + l.short(c.W[k]+weight)
}

// United returns the violations after clusters a and b become one.
func (c *Clustering) United(a, b int32) int {
	if c.Limits == nil {
		return 0
	}
	return c.lightUnited(a, b) + c.Limits.excess(len(c.Active)-1)
}

// lightUnited returns how many clusters are too light after clusters a and b become one.
func (c *Clustering) lightUnited(a, b int32) int {
	l := c.Limits
	return c.Light - l.short(c.W[a]) - l.short(c.W[b]) + l.short(c.W[a]+c.W[b])
}

// noteMove notes that row x is about to move to cluster k, or to a new one if k is -1.
func (c *Clustering) noteMove(x, k int32) {
	if c.Limits != nil {
		c.Light = c.lightAfter(x, k)
	}
}

// noteRow notes that row x has moved from a cluster to another.
func (c *Clustering) noteRow(x, from, to int32) {
	if c.Limits == nil || len(c.Limits.apart[x]) == 0 {
		return
	}
	at := slices.Index(c.paired[from], x)
	c.paired[from] = slices.Delete(c.paired[from], at, at+1)
	c.paired[to] = append(c.paired[to], x)
}

// noteMerge notes that the rows of cluster a are about to go to cluster b.
func (c *Clustering) noteMerge(a, b int32) {
	if c.Limits == nil {
		return
	}
	c.Light = c.lightUnited(a, b)
	c.paired[b] = append(c.paired[b], c.paired[a]...)
	c.paired[a] = c.paired[a][:0]
}
