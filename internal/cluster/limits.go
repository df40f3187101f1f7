package cluster

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
)

// limits restrict the clusterings that a search returns.
//
// Rows that may not share a cluster are separate in all clusterings that a search visits. This rules out no way to a
// clustering that keeps these limits, because all finer clusterings keep them as well. Clusters that are too light or
// too many are violations, which a search may pass through, and so is what a clustering tells too much about a second
// variable.
type limits struct {
	*limiter.Limiter
	apart [][]int32 // the rows with which each row may not share a cluster, without lonely rows
	alone []bool    // whether a row is lonely: it must be a cluster of its own
	least int64     // mass of a cluster
	most  int       // number of clusters
	told  *Table    // of X and the second variable; nil if there is none
}

// Restrict sets the limits of the table's clusterings. nil allows all clusterings.
func (t *Table) Restrict(l *limiter.Limiter) {
	if l == nil {
		return
	}
	made := &limits{Limiter: l, apart: make([][]int32, t.N), alone: make([]bool, t.N), least: int64(l.Least), most: l.MaxClusters()}
	for x := range t.N {
		made.alone[x] = l.Alone(x)
	}
	for x, others := range l.Apart {
		for _, y := range others {
			if !made.alone[x] && !made.alone[y] {
				made.apart[x] = append(made.apart[x], y)
			}
		}
	}
	if told := l.Told(); told != nil {
		made.told = NewTable(told.Traits(), toldMemory)
		made.told.Heavy = 0 // a few columns are compared row by row
	}
	t.limits = made
}

// toldMemory is the memory from which that of the table of the second variable is computed.
const toldMemory = 1 << 27

// CanViolate reports whether a clustering can have clusters that are too light or too many, or tell too much about a
// second variable.
func (t *Table) CanViolate() bool {
	return t.limits != nil && (t.limits.least > 0 || t.limits.most < math.MaxInt || t.limits.told != nil)
}

// Prices returns prices, in i, of a bit about the second variable, or none if nothing limits what clusterings tell.
func (t *Table) Prices() []float64 {
	if t.limits == nil {
		return nil
	}
	return t.limits.Prices()
}

// excess returns the number of clusters above the largest number.
func (l *limits) excess(number int) int { return max(0, number-l.most) }

// short returns 1 for the mass of a cluster that is too light, and otherwise 0.
func (l *limits) short(w int64) int {
	if w < l.least {
		return 1
	}
	return 0
}

// gauge is the part of a clustering from which its violations are computed.
type gauge struct {
	paired [][]int32 // the rows of each cluster that must be apart from some row
	Light  int       // number of clusters that are too light
	// told is the same clustering of the table of X and the second variable, or nil. Its i is what the clustering tells.
	told *Clustering
}

// measure sets the gauge. O(n) for n rows.
func (c *Clustering) measure() {
	if c.limits == nil {
		return
	}
	c.Light = 0
	for k := range c.paired {
		c.paired[k] = c.paired[k][:0]
	}
	for x, k := range c.Label {
		if len(c.limits.apart[x]) > 0 {
			c.paired[k] = append(c.paired[k], int32(x))
		}
	}
	for _, k := range c.Active {
		if !c.limits.alone[c.Head[k]] { // lonely rows may have any mass
			c.Light += c.limits.short(c.W[k])
		}
	}
	if c.told != nil {
		c.told.Load(c.Label)
	}
}

// Violations returns the number of clusters that are too light, plus the number of clusters above the limit, plus the
// violations by what the clustering tells about a second variable.
func (c *Clustering) Violations() int {
	if c.limits == nil {
		return 0
	}
	return c.Light + c.limits.excess(len(c.Active)) + c.tellsToo(0)
}

// tellsToo returns the violations if a step changes what the clustering tells about a second variable.
func (c *Clustering) tellsToo(more float64) int {
	if c.told == nil {
		return 0
	}
	return int(c.limits.ToldViolations(c.told.I + more))
}

// toldByMove returns the change of what the clustering tells when row x moves to cluster k, or to a new cluster if k is
// -1.
func (c *Clustering) toldByMove(x, k int32) Change {
	if k < 0 {
		return c.Leaving(x).Plus(c.Becoming(x))
	}
	return c.Leaving(x).Plus(c.Joining(x, k))
}

// Lonely reports whether row x must be a cluster of its own.
func (c *Clustering) Lonely(x int32) bool { return c.limits != nil && c.limits.alone[x] }

// IsLight reports whether cluster k has less than the least mass.
func (c *Clustering) IsLight(k int32) bool { return c.limits != nil && c.W[k] < c.limits.least }

// ForbidsJoin reports whether the limits keep row x apart from a row of cluster k. O(rows that are apart from x), and
// O(1) if no row of the cluster has to be apart from another.
func (c *Clustering) ForbidsJoin(x, k int32) bool { return c.limits != nil && c.forbidsJoin(x, k) }

func (c *Clustering) forbidsJoin(x, k int32) bool {
	if c.limits.alone[x] || c.limits.alone[c.Head[k]] {
		return true
	}
	return len(c.paired[k]) > 0 && slices.ContainsFunc(c.limits.apart[x], func(y int32) bool { return c.Label[y] == k })
}

// ForbidsMerge reports whether the limits keep a row of cluster a apart from a row of cluster b.
func (c *Clustering) ForbidsMerge(a, b int32) bool {
	if c.limits == nil {
		return false
	}
	if len(c.paired[a]) > len(c.paired[b]) {
		a, b = b, a
	}
	return c.limits.alone[c.Head[a]] || c.limits.alone[c.Head[b]] ||
		slices.ContainsFunc(c.paired[a], func(x int32) bool { return c.forbidsJoin(x, b) })
}

// AfterMove returns the violations after row x moves to cluster k, which it may join, or to a new cluster if k is -1,
// and by how much this changes what the clustering tells about a second variable.
func (c *Clustering) AfterMove(x, k int32) (violations int, told float64) {
	if c.limits == nil {
		return 0, 0
	}
	return c.afterMove(x, k)
}

func (c *Clustering) afterMove(x, k int32) (violations int, told float64) {
	number := len(c.Active)
	if c.Size[c.Label[x]] == 1 {
		number--
	}
	if k < 0 {
		number++
	}
	if c.told != nil {
		told = c.told.toldByMove(x, k).I
	}
	return c.lightAfter(x, k) + c.limits.excess(number) + c.tellsToo(told), told
}

// lightAfter returns the number of clusters that are too light after row x moves to cluster k, or to a new cluster if k
// is -1.
func (c *Clustering) lightAfter(x, k int32) int {
	l, a, weight := c.limits, c.Label[x], c.Weight[x]
	light := c.Light - l.short(c.W[a])
	if c.Size[a] > 1 {
		light += l.short(c.W[a] - weight)
	}
	if k < 0 {
		return light + l.short(weight)
	}
	return light - l.short(c.W[k]) + l.short(c.W[k]+weight)
}

// AfterMerge returns the violations after clusters a and b are merged, and by how much this changes what the clustering
// tells about a second variable.
func (c *Clustering) AfterMerge(a, b int32) (violations int, told float64) {
	if c.limits == nil {
		return 0, 0
	}
	if c.told != nil {
		told = c.told.Merging(a, b).I
	}
	return c.lightUnited(a, b) + c.limits.excess(len(c.Active)-1) + c.tellsToo(told), told
}

// lightUnited returns the number of clusters that are too light after clusters a and b are merged.
func (c *Clustering) lightUnited(a, b int32) int {
	l := c.limits
	return c.Light - l.short(c.W[a]) - l.short(c.W[b]) + l.short(c.W[a]+c.W[b])
}

// noteMove updates the gauge before row x moves to cluster k, or to a new cluster if k is -1.
func (c *Clustering) noteMove(x, k int32) {
	if c.limits == nil {
		return
	}
	c.Light = c.lightAfter(x, k)
	if c.told != nil {
		c.told.Move(x, k, c.told.toldByMove(x, k))
	}
}

// noteRow updates the gauge after row x moved from one cluster to another.
func (c *Clustering) noteRow(x, from, to int32) {
	if c.limits == nil || len(c.limits.apart[x]) == 0 {
		return
	}
	at := slices.Index(c.paired[from], x)
	c.paired[from] = slices.Delete(c.paired[from], at, at+1)
	c.paired[to] = append(c.paired[to], x)
}

// noteMerge updates the gauge before the rows of cluster a join cluster b.
func (c *Clustering) noteMerge(a, b int32) {
	if c.limits == nil {
		return
	}
	c.Light = c.lightUnited(a, b)
	if c.told != nil {
		c.told.Merge(a, b, c.told.Merging(a, b))
	}
	c.paired[b] = append(c.paired[b], c.paired[a]...)
	c.paired[a] = c.paired[a][:0]
}
