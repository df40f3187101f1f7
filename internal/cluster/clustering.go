package cluster

// Clustering is a clustering with its point and the sums of its clusters. It changes as rows move and clusters merge.
//
// All sums are of whole numbers. The part of a cluster in h and in i is a multiple of 2^-48 that depends on the sums of
// the cluster alone. Therefore H and I are exact sums, which do not depend on the way to a clustering.
type Clustering struct {
	*Table
	Members
	gauge
	sums
	W      []int64   // weight of each cluster
	phiW   []float64 // phi of each weight
	Active []int32   // the clusters that have rows, in no order
	place  []int32   // index in Active of each cluster
	Room   int64     // number of further clusters that may have sums
	H, I   float64
}

// sums holds the sums of clusters other than their weights, and computes the parts of clusters in h and i. Not every
// cluster has sums, because they may take much memory: a cluster of one row needs none.
type sums interface {
	// load computes the sums of cluster k after all labels were set, and returns its part.
	load(k int32) Change
	// Joining returns the change when row x of another cluster joins cluster k.
	Joining(x, k int32) Change
	// parting returns the change when row x leaves its cluster, which has other rows.
	parting(x int32) Change
	// uniting returns the change when two clusters of several rows are merged.
	uniting(a, b int32) Change
	// has reports whether a cluster has sums.
	has(k int32) bool
	// fill gives a cluster sums if it has none, and release takes them away.
	fill(k int32)
	release(k int32)
	// add adds a row to a cluster, which has sums or is empty, and subtract takes away one of several rows. The weight and
	// the members of the cluster are up to date before the call.
	add(x, k int32)
	subtract(x, k int32)
	// unite adds the sums of cluster a to the sums of b. The weight of b includes a already.
	unite(a, b int32)
}

// New returns a clustering of a table, which Load has to fill. Up to room clusters may have sums.
func New(t *Table, room int64) *Clustering {
	c := &Clustering{
		Table: t, Members: NewMembers(t.N), W: make([]int64, t.N), phiW: make([]float64, t.N),
		place: make([]int32, t.N), Room: room, gauge: gauge{paired: make([][]int32, t.N)},
	}
	c.sums = t.newSums(c)
	if t.limits != nil && t.limits.told != nil {
		c.told = New(t.limits.told, int64(t.N))
	}
	return c
}

// Load sets the labels of all rows. O(cells).
func (c *Clustering) Load(label []int32) {
	for _, k := range c.Active {
		c.release(k)
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
		c.changed(c.load(k))
	}
	c.measure()
}

func (c *Clustering) enter(k int32) {
	c.place[k] = int32(len(c.Active))
	c.Active = append(c.Active, k)
}

// leave removes a cluster that has lost its last row.
func (c *Clustering) leave(k int32) {
	c.release(k)
	c.W[k] = 0
	last := c.Active[len(c.Active)-1]
	c.Active[c.place[k]], c.place[last] = last, c.place[k]
	c.Active = c.Active[:len(c.Active)-1]
}

// Fits reports whether there is room for the sums of a cluster that a row joins.
func (c *Clustering) Fits(k int32) bool { return c.Room > 0 || c.has(k) }

// Trim takes away the sums of clusters that need none, as after Load.
func (c *Clustering) Trim() {
	for _, k := range c.Active {
		if x := c.Head[k]; c.Size[k] == 1 && x >= c.Heavy {
			c.release(k)
			c.add(x, k)
		}
	}
}

// Change is a change of h and i.
type Change struct{ H, I float64 }

// Plus returns the change by both.
func (a Change) Plus(b Change) Change  { return Change{a.H + b.H, a.I + b.I} }
func (a Change) minus(b Change) Change { return Change{a.H - b.H, a.I - b.I} }

// Gain returns the change of i - slope h.
func (a Change) Gain(slope float64) float64 { return a.I - float64(slope*a.H) }

// Leaving returns the change when row x leaves its cluster, without the part of the row elsewhere.
func (c *Clustering) Leaving(x int32) Change {
	if c.Size[c.Label[x]] == 1 {
		return Change{}.minus(c.alone[x])
	}
	return c.parting(x)
}

// Becoming returns the change when row x, after it left its cluster, becomes a cluster of its own.
func (c *Clustering) Becoming(x int32) Change { return c.alone[x] }

// Merging returns the change when clusters a and b are merged.
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

// Move moves row x to cluster k, or to a new cluster if k is -1. by is the change of h and i.
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
	c.add(x, k)
	c.phiW[k] = c.Phi(c.W[k])
	c.changed(by)
}

// Merge moves the rows of cluster a to cluster b. by is the change of h and i. O(rows of a + length of the sums).
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

// Effect returns the change of h and i by a step, and the violations after it. ok is false if the step changes nothing
// or puts rows together that must be apart.
func (c *Clustering) Effect(s Step) (by Change, violations int, ok bool) {
	a, x := c.Label[s.Row], s.Row
	switch {
	case s.To < 0:
		if b := c.Label[^s.To]; a != b && !c.ForbidsMerge(a, b) {
			violations, _ = c.AfterMerge(a, b)
			return c.Merging(a, b), violations, true
		}
	case s.To == x:
		if c.Size[a] > 1 {
			violations, _ = c.AfterMove(x, -1)
			return c.Leaving(x).Plus(c.Becoming(x)), violations, true
		}
	default:
		if k := c.Label[s.To]; a != k && !c.ForbidsJoin(x, k) {
			violations, _ = c.AfterMove(x, k)
			return c.Leaving(x).Plus(c.Joining(x, k)), violations, true
		}
	}
	return Change{}, 0, false
}

// Perform takes a step. by is the change of h and i.
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
