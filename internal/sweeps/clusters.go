package sweeps

import "math/bits"

// clusters are a clustering with the sums of its clusters, which change as rows move and clusters merge.
// Sums are kept of clusters of several rows, and of the heaviest rows: the other rows are their own sums.
// All masses are whole numbers and phi is rounded, so that h and i do not depend on the way to a clustering.
type clusters[M mass] struct {
	*table[M]
	members
	gauge
	w      []M        // of every cluster
	phiW   []float64  // of every cluster, phi of w
	sums   [][]M      // of a cluster, by column; nil if it is a row without
	held   [][]uint64 // of a cluster with sums, the columns in which it has mass
	room   int        // how many more clusters may have sums
	idle   [][]M      // sums that are 0
	active []int32    // the clusters, in no order
	place  []int32    // of every cluster, in active
	h, i   float64
}

// newClusters returns clusters of a table, of which so many may have sums.
func newClusters[M mass](t *table[M], room int) *clusters[M] {
	return &clusters[M]{
		table: t, members: newMembers(t.n), w: make([]M, t.n), phiW: make([]float64, t.n),
		sums: make([][]M, t.n), held: make([][]uint64, t.n), room: room, place: make([]int32, t.n),
		gauge: gauge{paired: make([][]int32, t.n)},
	}
}

// load makes the clustering with these labels. O(cells).
func (c *clusters[M]) load(label []int32) {
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
		c.h -= c.phiW[k]
		c.i -= c.phiW[k]
		if x := c.head[k]; c.size[k] == 1 && x >= c.heavy {
			c.i += c.cells[x]
			continue
		}
		c.fill(k)
		c.i += c.cellsOf(k)
	}
	c.measure()
}

// cellsOf returns the sum of phi over the sums of a cluster.
func (c *clusters[M]) cellsOf(k int32) (sum float64) {
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			sum += c.phi(c.sums[k][word<<6+bits.TrailingZeros64(set)])
		}
	}
	return sum
}

func (c *clusters[M]) enter(k int32) {
	c.place[k] = int32(len(c.active))
	c.active = append(c.active, k)
}

// leave ends a cluster without rows.
func (c *clusters[M]) leave(k int32) {
	c.release(k)
	c.w[k] = 0
	last := c.active[len(c.active)-1]
	c.active[c.place[k]], c.place[last] = last, c.place[k]
	c.active = c.active[:len(c.active)-1]
}

// fill computes the sums of a cluster, if it has none.
func (c *clusters[M]) fill(k int32) {
	if c.sums[k] != nil {
		return
	}
	c.room--
	if last := len(c.idle) - 1; last >= 0 {
		c.sums[k], c.idle = c.idle[last], c.idle[:last]
	} else {
		c.sums[k] = make([]M, c.m)
	}
	if c.held[k] == nil {
		c.held[k] = make([]uint64, (c.m+63)/64)
	}
	for x := c.head[k]; ; {
		c.add(x, k)
		if x = c.next[x]; x == c.head[k] {
			break
		}
	}
}

// release gives the sums of a cluster back. O(columns in which it has mass).
func (c *clusters[M]) release(k int32) {
	s := c.sums[k]
	if s == nil {
		return
	}
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			s[word<<6+bits.TrailingZeros64(set)] = 0
		}
		c.held[k][word] = 0
	}
	c.idle = append(c.idle, s)
	c.sums[k] = nil
	c.room++
}

func (c *clusters[M]) add(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		sums[y] += masses[n]
		held[y>>6] |= 1 << (y & 63)
	}
}

func (c *clusters[M]) subtract(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		if sums[y] -= masses[n]; sums[y] == 0 {
			held[y>>6] &^= 1 << (y & 63)
		}
	}
}

// change is by how much the sums of phi over the cells and over the masses of clusters change.
type change struct{ cells, masses float64 }

func (a change) plus(b change) change { return change{a.cells + b.cells, a.masses + b.masses} }

// point returns the change of h and i.
func (a change) point() (h, i float64) { return -a.masses, a.cells - a.masses }

// gain returns the change of i - slope h.
func (a change) gain(slope float64) float64 { return a.cells - float64((1-slope)*a.masses) }

// joining returns the change when row x of another cluster joins cluster k. O(cells of the row), or of
// both rows if the cluster is one without sums.
func (c *clusters[M]) joining(x, k int32) (to change) {
	to.masses = c.phi(c.w[k]+c.weight[x]) - c.phiW[k]
	sums := c.sums[k]
	if sums == nil {
		to.cells = c.cells[x] + c.shared(x, c.head[k])
		return to
	}
	columns, masses := c.row(x)
	small := c.small
	for n, y := range columns {
		before := sums[y]
		if after := before + masses[n]; after < M(len(small)) {
			to.cells += small[int(after)] - small[int(before)]
		} else {
			to.cells += c.phi(after) - c.phi(before)
		}
	}
	return to
}

// shared returns what the sum of phi over the cells of two rows changes by when they become one.
func (c *clusters[M]) shared(x, z int32) (cells float64) {
	columns, masses := c.row(x)
	others, more := c.row(z)
	for a, b := 0, 0; a < len(columns) && b < len(others); {
		switch y, o := columns[a], others[b]; {
		case y < o:
			a++
		case y > o:
			b++
		default:
			cells += c.phi(masses[a]+more[b]) - c.phi(masses[a]) - c.phi(more[b])
			a++
			b++
		}
	}
	return cells
}

// leaving returns the change when row x leaves its cluster. O(cells of the row).
func (c *clusters[M]) leaving(x int32) (to change) {
	k := c.label[x]
	if c.size[k] == 1 {
		return change{-c.cells[x], -c.alone[x]}
	}
	columns, masses := c.row(x)
	sums, small := c.sums[k], c.small
	for n, y := range columns {
		if before := sums[y]; before < M(len(small)) {
			to.cells += small[int(before-masses[n])] - small[int(before)]
		} else {
			to.cells += c.phi(before-masses[n]) - c.phi(before)
		}
	}
	to.masses = c.phi(c.w[k]-c.weight[x]) - c.phiW[k]
	return to
}

// becoming returns the change when row x, having left its cluster, becomes one of its own.
func (c *clusters[M]) becoming(x int32) change { return change{c.cells[x], c.alone[x]} }

// merging returns the change when clusters a and b become one. O(columns that both have).
func (c *clusters[M]) merging(a, b int32) (to change) {
	switch {
	case c.size[a] == 1:
		x := c.head[a]
		to = c.joining(x, b)
		return change{to.cells - c.cells[x], to.masses - c.alone[x]}
	case c.size[b] == 1:
		return c.merging(b, a)
	}
	s, t, held, small := c.sums[a], c.sums[b], c.held[b], c.small
	for word, set := range c.held[a] {
		for set &= held[word]; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			u, v := s[y], t[y]
			if both := u + v; both < M(len(small)) {
				to.cells += small[int(both)] - small[int(u)] - small[int(v)]
			} else {
				to.cells += c.phi(both) - c.phi(u) - c.phi(v)
			}
		}
	}
	to.masses = c.phi(c.w[a]+c.w[b]) - c.phiW[a] - c.phiW[b]
	return to
}

// move moves row x to cluster k, or to a new one if k is -1. O(cells of the row).
func (c *clusters[M]) move(x, k int32, by change) {
	c.noteMove(x, k)
	from := c.label[x]
	if c.size[from] > 1 {
		c.subtract(x, from)
		c.w[from] -= c.weight[x]
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
	if c.w[k] += c.weight[x]; c.sums[k] != nil {
		c.add(x, k)
	} else if x < c.heavy {
		c.fill(k)
	}
	c.phiW[k] = c.phi(c.w[k])
	c.changed(by)
}

// merge puts the rows of cluster a into cluster b. O(rows of a, and columns in which it has mass).
func (c *clusters[M]) merge(a, b int32, by change) {
	c.noteMerge(a, b)
	c.fill(a)
	c.fill(b)
	s, t := c.sums[a], c.sums[b]
	for word, set := range c.held[a] {
		c.held[b][word] |= set
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			t[y] += s[y]
		}
	}
	c.w[b] += c.w[a]
	c.phiW[b] = c.phi(c.w[b])
	c.unite(a, b)
	c.leave(a)
	c.changed(by)
}

func (c *clusters[M]) changed(by change) {
	h, i := by.point()
	c.h += h
	c.i += i
}
