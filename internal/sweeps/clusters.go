package sweeps

// clusters are a clustering with what its clusters add up to, which changes as rows move and clusters merge.
// All sums are of whole numbers, and what a cluster adds to h and i is rounded to a multiple of 2^-48 and
// depends on its sums alone. So h and i are exact sums, which do not depend on the way to a clustering.
type clusters struct {
	*table
	members
	gauge
	sums
	w      []int64   // of every cluster
	phiW   []float64 // of every cluster, phi of w
	active []int32   // the clusters, in no order
	place  []int32   // of every cluster, in active
	room   int64     // how many more clusters may have sums
	h, i   float64
}

// sums are what clusters add up to besides their weight, and what they add to h and i. Where that takes much
// memory, sums are kept of some clusters only; clusters of one row need none.
type sums interface {
	// load begins with a clustering, cluster by cluster, and returns what a cluster adds.
	load(k int32) change
	// joining returns the change when row x of another cluster joins cluster k.
	joining(x, k int32) change
	// parting returns the change when row x leaves its cluster, which has other rows.
	parting(x int32) change
	// uniting returns the change when two clusters of several rows become one.
	uniting(a, b int32) change
	// has tells whether sums are kept of a cluster.
	has(k int32) bool
	// fill makes sums of a cluster, if it has none, and release gives them back.
	fill(k int32)
	release(k int32)
	// add adds a row to a cluster, which has sums or is empty, and subtract takes one of several rows away.
	// The weight of the cluster is that after it.
	add(x, k int32)
	subtract(x, k int32)
	// unite adds the sums of cluster a to those of b, whose weight is that of both. Both are filled.
	unite(a, b int32)
}

// newClusters returns clusters of a table, of which so many may have sums.
func newClusters(t *table, room int64) *clusters {
	c := &clusters{
		table: t, members: newMembers(t.n), w: make([]int64, t.n), phiW: make([]float64, t.n),
		place: make([]int32, t.n), room: room, gauge: gauge{paired: make([][]int32, t.n)},
	}
	c.sums = t.newSums(c)
	return c
}

// load makes the clustering with these labels. O(cells).
func (c *clusters) load(label []int32) {
	for _, k := range c.active {
		c.release(k)
	}
	c.set(label)
	clear(c.w)
	for x, k := range label {
		c.w[k] += c.weight[x]
	}
	c.active, c.h, c.i = c.active[:0], c.base.H, c.base.I
	for k := range int32(len(c.head)) {
		if c.size[k] == 0 {
			continue
		}
		c.enter(k)
		c.phiW[k] = c.phi(c.w[k])
		c.changed(c.sums.load(k))
	}
	c.measure()
}

func (c *clusters) enter(k int32) {
	c.place[k] = int32(len(c.active))
	c.active = append(c.active, k)
}

// leave ends a cluster without rows.
func (c *clusters) leave(k int32) {
	c.release(k)
	c.w[k] = 0
	last := c.active[len(c.active)-1]
	c.active[c.place[k]], c.place[last] = last, c.place[k]
	c.active = c.active[:len(c.active)-1]
}

// fits tells whether a row may join a cluster as far as there is room for sums.
func (c *clusters) fits(k int32) bool { return c.room > 0 || c.has(k) }

// change is by how much h and i change.
type change struct{ h, i float64 }

func (a change) plus(b change) change  { return change{a.h + b.h, a.i + b.i} }
func (a change) minus(b change) change { return change{a.h - b.h, a.i - b.i} }

// gain returns the change of i - slope h.
func (a change) gain(slope float64) float64 { return a.i - float64(slope*a.h) }

// leaving returns the change when row x leaves its cluster.
func (c *clusters) leaving(x int32) change {
	if c.size[c.label[x]] == 1 {
		return change{}.minus(c.alone[x])
	}
	return c.parting(x)
}

// becoming returns the change when row x, having left its cluster, becomes one of its own.
func (c *clusters) becoming(x int32) change { return c.alone[x] }

// merging returns the change when clusters a and b become one.
func (c *clusters) merging(a, b int32) change {
	switch {
	case c.size[a] == 1:
		x := c.head[a]
		return c.joining(x, b).minus(c.alone[x])
	case c.size[b] == 1:
		return c.merging(b, a)
	}
	return c.uniting(a, b)
}

// move moves row x to cluster k, or to a new one if k is -1.
func (c *clusters) move(x, k int32, by change) {
	c.noteMove(x, k)
	from := c.label[x]
	if c.size[from] > 1 {
		c.w[from] -= c.weight[x]
		c.subtract(x, from)
		c.phiW[from] = c.phi(c.w[from])
	}
	if k < 0 {
		k = c.open()
		c.enter(k)
		c.w[k] = 0
	} else {
		c.fill(k)
	}
	c.shift(x, k)
	c.noteRow(x, from, k)
	if c.size[from] == 0 {
		c.leave(from)
	}
	c.w[k] += c.weight[x]
	c.add(x, k)
	c.phiW[k] = c.phi(c.w[k])
	c.changed(by)
}

// merge puts the rows of cluster a into cluster b. O(rows of a), and what it takes to add sums.
func (c *clusters) merge(a, b int32, by change) {
	c.noteMerge(a, b)
	c.fill(a)
	c.fill(b)
	c.w[b] += c.w[a]
	c.sums.unite(a, b)
	c.phiW[b] = c.phi(c.w[b])
	c.members.unite(a, b)
	c.leave(a)
	c.changed(by)
}

func (c *clusters) changed(by change) {
	c.h += by.h
	c.i += by.i
}

// effect returns the change by a step, and the violations of the limits after it. It is not ok if the step
// changes nothing or is not allowed.
func (c *clusters) effect(s step) (by change, violations int, ok bool) {
	a, x := c.label[s.row], s.row
	switch {
	case s.to < 0:
		if b := c.label[^s.to]; a != b && !c.opposed(a, b) {
			return c.merging(a, b), c.united(a, b), true
		}
	case s.to == x:
		if c.size[a] > 1 {
			return c.leaving(x).plus(c.becoming(x)), c.moved(x, -1), true
		}
	default:
		if k := c.label[s.to]; a != k && !c.barred(x, k) {
			return c.leaving(x).plus(c.joining(x, k)), c.moved(x, k), true
		}
	}
	return change{}, 0, false
}

// perform takes a step that changes the sums as given.
func (c *clusters) perform(s step, by change) {
	switch {
	case s.to < 0:
		a, b := c.label[s.row], c.label[^s.to]
		if c.size[a] > c.size[b] {
			a, b = b, a
		}
		if c.size[a] == 1 {
			c.move(c.head[a], b, by)
		} else {
			c.merge(a, b, by)
		}
	case s.to == s.row:
		c.move(s.row, -1, by)
	default:
		c.move(s.row, c.label[s.to], by)
	}
}
