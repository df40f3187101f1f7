package cluster

// Clustering are a clustering with what its clusters add up to, which changes as rows move and clusters merge.
// All sums are of whole numbers, and what a cluster adds to h and i is rounded to a multiple of 2^-48 and
// depends on its sums alone. So h and i are exact sums, which do not depend on the way to a clustering.
type Clustering struct {
	*Table
	Members
	gauge
	sums
	W      []int64   // of every cluster
	phiW   []float64 // of every cluster, phi of w
	Active []int32   // the clusters, in no order
	place  []int32   // of every cluster, in active
	Room   int64     // how many more clusters may have sums
	H, I   float64
}

// sums are what clusters add up to besides their weight, and what they add to h and i. Where that takes much
// memory, sums are kept of some clusters only; clusters of one row need none.
type sums interface {
	// Load begins with a clustering, cluster by cluster, and returns what a cluster adds.
	Load(k int32) Change
	// Joining returns the change when row x of another cluster joins cluster k.
	Joining(x, k int32) Change
	// parting returns the change when row x leaves its cluster, which has other rows.
	parting(x int32) Change
	// uniting returns the change when two clusters of several rows become one.
	uniting(a, b int32) Change
	// Has tells whether sums are kept of a cluster.
	Has(k int32) bool
	// fill makes sums of a cluster, if it has none, and release gives them back.
	fill(k int32)
	Release(k int32)
	// Add adds a row to a cluster, which has sums or is empty, and subtract takes one of several rows away.
	// The weight of the cluster is that after it.
	Add(x, k int32)
	subtract(x, k int32)
	// unite adds the sums of cluster a to those of b, whose weight is that of both. Both are filled.
	unite(a, b int32)
}

// New returns clusters of a table, of which so many may have sums.
func New(t *Table, room int64) *Clustering {
	c := &Clustering{
		Table: t, Members: NewMembers(t.N), W: make([]int64, t.N), phiW: make([]float64, t.N),
		place: make([]int32, t.N), Room: room, gauge: gauge{paired: make([][]int32, t.N)},
	}
	c.sums = t.newSums(c)
	return c
}

// Load makes the clustering with these labels. O(cells).
func (c *Clustering) Load(label []int32) {
	for _, k := range c.Active {
		c.Release(k)
	}
	c.Set(label)
	clear(c.W)
	for x, k := range label {
		c.W[k] += c.Weight[x]
	}
	c.Active, c.H, c.I = c.Active[:0], c.base.H, c.base.I
	for k := range int32(len(c.Head)) {
		if c.Size[k] == 0 {
			continue
		}
		c.enter(k)
		c.phiW[k] = c.Phi(c.W[k])
		c.changed(c.sums.Load(k))
	}
	c.measure()
}

func (c *Clustering) enter(k int32) {
	c.place[k] = int32(len(c.Active))
	c.Active = append(c.Active, k)
}

// leave ends a cluster without rows.
func (c *Clustering) leave(k int32) {
	c.Release(k)
	c.W[k] = 0
	last := c.Active[len(c.Active)-1]
	c.Active[c.place[k]], c.place[last] = last, c.place[k]
	c.Active = c.Active[:len(c.Active)-1]
}

// Fits tells whether a row may join a cluster as far as there is room for sums.
func (c *Clustering) Fits(k int32) bool { return c.Room > 0 || c.Has(k) }

// Change is by how much h and i change.
type Change struct{ H, I float64 }

func (a Change) Plus(b Change) Change  { return Change{a.H + b.H, a.I + b.I} }
func (a Change) minus(b Change) Change { return Change{a.H - b.H, a.I - b.I} }

// Gain returns the change of i - slope h.
func (a Change) Gain(slope float64) float64 { return a.I - float64(slope*a.H) }

// Leaving returns the change when row x leaves its cluster.
func (c *Clustering) Leaving(x int32) Change {
	if c.Size[c.Label[x]] == 1 {
		return Change{}.minus(c.alone[x])
	}
	return c.parting(x)
}

// Becoming returns the change when row x, having left its cluster, becomes one of its own.
func (c *Clustering) Becoming(x int32) Change { return c.alone[x] }

// Merging returns the change when clusters a and b become one.
func (c *Clustering) Merging(a, b int32) Change {
	switch {
	case c.Size[a] == 1:
		x := c.Head[a]
		return c.Joining(x, b).minus(c.alone[x])
	case c.Size[b] == 1:
		return c.Merging(b, a)
	}
	return c.uniting(a, b)
}

// Move moves row x to cluster k, or to a new one if k is -1.
func (c *Clustering) Move(x, k int32, by Change) {
	c.noteMove(x, k)
	from := c.Label[x]
	if c.Size[from] > 1 {
		c.W[from] -= c.Weight[x]
		c.subtract(x, from)
		c.phiW[from] = c.Phi(c.W[from])
	}
	if k < 0 {
		k = c.open()
		c.enter(k)
		c.W[k] = 0
	} else {
		c.fill(k)
	}
	c.shift(x, k)
	c.noteRow(x, from, k)
	if c.Size[from] == 0 {
		c.leave(from)
	}
	c.W[k] += c.Weight[x]
	c.Add(x, k)
	c.phiW[k] = c.Phi(c.W[k])
	c.changed(by)
}

// Merge puts the rows of cluster a into cluster b. O(rows of a), and what it takes to add sums.
func (c *Clustering) Merge(a, b int32, by Change) {
	c.noteMerge(a, b)
	c.fill(a)
	c.fill(b)
	c.W[b] += c.W[a]
	c.sums.unite(a, b)
	c.phiW[b] = c.Phi(c.W[b])
	c.Members.unite(a, b)
	c.leave(a)
	c.changed(by)
}

func (c *Clustering) changed(by Change) {
	c.H += by.H
	c.I += by.I
}

// Effect returns the change by a step, and the violations of the limits after it. It is not ok if the step
// changes nothing or is not allowed.
func (c *Clustering) Effect(s Step) (by Change, violations int, ok bool) {
	a, x := c.Label[s.Row], s.Row
	switch {
	case s.To < 0:
		if b := c.Label[^s.To]; a != b && !c.Opposed(a, b) {
			return c.Merging(a, b), c.United(a, b), true
		}
	case s.To == x:
		if c.Size[a] > 1 {
			return c.Leaving(x).Plus(c.Becoming(x)), c.Moved(x, -1), true
		}
	default:
		if k := c.Label[s.To]; a != k && !c.Barred(x, k) {
			return c.Leaving(x).Plus(c.Joining(x, k)), c.Moved(x, k), true
		}
	}
	return Change{}, 0, false
}

// Perform takes a step that changes the sums as given.
func (c *Clustering) Perform(s Step, by Change) {
	switch {
	case s.To < 0:
		a, b := c.Label[s.Row], c.Label[^s.To]
		if c.Size[a] > c.Size[b] {
			a, b = b, a
		}
		if c.Size[a] == 1 {
			c.Move(c.Head[a], b, by)
		} else {
			c.Merge(a, b, by)
		}
	case s.To == s.Row:
		c.Move(s.Row, -1, by)
	default:
		c.Move(s.Row, c.Label[s.To], by)
	}
}
