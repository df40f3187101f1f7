package cluster

import "math/bits"

// cellSums holds the masses of clusters in the columns. Clusters of several rows and the heaviest rows have sums; other
// clusters of one row are compared by the cells of the row.
type cellSums[M mass] struct {
	*matrix[M]
	in   *Clustering
	sums [][]M      // of each cluster by column, or nil
	held [][]uint64 // set of the columns in which a cluster with sums has mass
	// phis has phi of the sums, because computing it takes a logarithm. It is nil for counts, whose phi is in a table.
	phis  [][]float64
	after []float64    // scratch space: masses whose phi is needed
	spare []cellSum[M] // all zero
}

// cellSum is the part of sums, held and phis for one cluster.
type cellSum[M mass] struct {
	sums []M
	held []uint64
	phis []float64
}

func newCellSums[M mass](t *matrix[M], in *Clustering) *cellSums[M] {
	c := &cellSums[M]{matrix: t, in: in, sums: make([][]M, t.N), held: make([][]uint64, t.N)}
	if !counted[M]() {
		c.phis, c.after = make([][]float64, t.N), make([]float64, 0, t.m)
	}
	return c
}

func (c *cellSums[M]) load(k int32) Change {
	if x := c.in.Head[k]; c.in.Size[k] == 1 && x >= c.Heavy {
		return c.alone[x]
	}
	c.fill(k)
	var sum float64
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			sum += c.phiAt(k, word<<6+bits.TrailingZeros64(set))
		}
	}
	phi := c.in.phiW[k]
	return Change{-phi, sum - phi}
}

// phiAt returns phi of a sum of a cluster.
func (c *cellSums[M]) phiAt(k int32, y int) float64 {
	if c.phis != nil {
		return c.phis[k][y]
	}
	return c.phiOf(c.sums[k][y])
}

func (c *cellSums[M]) has(k int32) bool { return c.sums[k] != nil }

func (c *cellSums[M]) fill(k int32) {
	if c.sums[k] != nil {
		return
	}
	c.in.Room--
	last := len(c.spare) - 1
	if last < 0 {
		fresh := cellSum[M]{sums: make([]M, c.m), held: make([]uint64, (c.m+63)/64)}
		if c.phis != nil {
			fresh.phis = make([]float64, c.m)
		}
		c.spare, last = append(c.spare, fresh), 0
	}
	spare := c.spare[last]
	c.sums[k], c.held[k], c.spare = spare.sums, spare.held, c.spare[:last]
	if c.phis != nil {
		c.phis[k] = spare.phis
	}
	for x := c.in.Head[k]; ; {
		c.put(x, k)
		if x = c.in.Next[x]; x == c.in.Head[k] {
			break
		}
	}
	if c.phis == nil {
		return
	}
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			c.phis[k][y] = c.phiOf(c.sums[k][y])
		}
	}
}

// renew computes phi where a row has changed the sums of a cluster.
func (c *cellSums[M]) renew(x, k int32) {
	if c.phis == nil {
		return
	}
	sums, phis := c.sums[k], c.phis[k]
	for _, y := range c.columns[x] {
		phis[y] = c.phiOf(sums[y])
	}
}

// release is O(columns of the cluster).
func (c *cellSums[M]) release(k int32) {
	s := c.sums[k]
	if s == nil {
		return
	}
	spare := cellSum[M]{sums: s, held: c.held[k]}
	if c.phis != nil {
		spare.phis, c.phis[k] = c.phis[k], nil
	}
	for word, set := range c.held[k] {
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			s[y] = 0
			if spare.phis != nil {
				spare.phis[y] = 0
			}
		}
		c.held[k][word] = 0
	}
	c.spare = append(c.spare, spare)
	c.sums[k], c.held[k] = nil, nil
	c.in.Room++
}

// add gives a row that is alone sums only if it is heavy.
func (c *cellSums[M]) add(x, k int32) {
	switch {
	case c.sums[k] != nil:
		c.put(x, k)
		c.renew(x, k)
	case x < c.Heavy:
		c.fill(k)
	}
}

// put adds a row to the sums of a cluster without changing their phi.
func (c *cellSums[M]) put(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		sums[y] += masses[n]
		held[y>>6] |= 1 << (y & 63)
	}
}

func (c *cellSums[M]) subtract(x, k int32) {
	columns, masses := c.row(x)
	sums, held := c.sums[k], c.held[k]
	for n, y := range columns {
		if sums[y] -= masses[n]; sums[y] == 0 {
			held[y>>6] &^= 1 << (y & 63)
		}
	}
	c.renew(x, k)
}

// Joining is O(cells of the row), or O(cells of both rows) if the cluster is a row without sums.
func (c *cellSums[M]) Joining(x, k int32) Change {
	whole := c.Phi(c.in.W[k]+c.Weight[x]) - c.in.phiW[k]
	sums := c.sums[k]
	if sums == nil {
		return Change{-whole, c.sum[x] + c.shared(x, c.in.Head[k]) - whole}
	}
	columns, masses := c.row(x)
	if c.phis != nil {
		return Change{-whole, c.changing(columns, masses, k, false) - whole}
	}
	small := c.small
	var cells float64
	for n, y := range columns {
		before := sums[y]
		if after := before + masses[n]; after < M(len(small)) {
			cells += small[int(after)] - small[int(before)]
		} else {
			cells += c.phiOf(after) - c.phiOf(before)
		}
	}
	return Change{-whole, cells - whole}
}

// changing returns the change of the sum of phi over the cells of a cluster when masses are added to the cluster, or
// taken away. It needs phis.
func (c *cellSums[M]) changing(columns []int32, masses []M, k int32, taken bool) float64 {
	sums, phis := c.sums[k], c.phis[k]
	after, before := c.after[:0], 0.0
	for n, y := range columns {
		v := masses[n]
		if taken {
			v = -v
		}
		after = append(after, float64(sums[y]+v))
		before += phis[y]
	}
	return c.Table.phis.Sum(after) - before
}

// shared returns the change of the sum of phi over the cells of two rows when they are merged.
func (c *cellSums[M]) shared(x, z int32) (cells float64) {
	columns, masses := c.row(x)
	others, more := c.row(z)
	for a, b := 0, 0; a < len(columns) && b < len(others); {
		switch y, o := columns[a], others[b]; {
		case y < o:
			a++
		case y > o:
			b++
		default:
			cells += c.phiOf(masses[a]+more[b]) - c.phiOf(masses[a]) - c.phiOf(more[b])
			a++
			b++
		}
	}
	return cells
}

// parting is O(cells of the row).
func (c *cellSums[M]) parting(x int32) Change {
	k := c.in.Label[x]
	columns, masses := c.row(x)
	whole := c.Phi(c.in.W[k]-c.Weight[x]) - c.in.phiW[k]
	if c.phis != nil {
		return Change{-whole, c.changing(columns, masses, k, true) - whole}
	}
	sums, small := c.sums[k], c.small
	var cells float64
	for n, y := range columns {
		if before := sums[y]; before < M(len(small)) {
			cells += small[int(before-masses[n])] - small[int(before)]
		} else {
			cells += c.phiOf(before-masses[n]) - c.phiOf(before)
		}
	}
	return Change{-whole, cells - whole}
}

// uniting is O(columns of both clusters).
func (c *cellSums[M]) uniting(a, b int32) Change {
	s, t, held, small := c.sums[a], c.sums[b], c.held[b], c.small
	whole := c.Phi(c.in.W[a]+c.in.W[b]) - c.in.phiW[a] - c.in.phiW[b]
	var cells float64
	if c.phis != nil {
		p, q, after := c.phis[a], c.phis[b], c.after[:0]
		for word, set := range c.held[a] {
			for set &= held[word]; set != 0; set &= set - 1 {
				y := word<<6 + bits.TrailingZeros64(set)
				after = append(after, float64(s[y]+t[y]))
				cells -= p[y] + q[y]
			}
		}
		return Change{-whole, c.Table.phis.Sum(after) + cells - whole}
	}
	for word, set := range c.held[a] {
		for set &= held[word]; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			u, v := s[y], t[y]
			if both := u + v; both < M(len(small)) {
				cells += small[int(both)] - small[int(u)] - small[int(v)]
			} else {
				cells += c.phiOf(both) - c.phiOf(u) - c.phiOf(v)
			}
		}
	}
	return Change{-whole, cells - whole}
}

func (c *cellSums[M]) unite(a, b int32) {
	s, t := c.sums[a], c.sums[b]
	for word, set := range c.held[a] {
		c.held[b][word] |= set
		for ; set != 0; set &= set - 1 {
			y := word<<6 + bits.TrailingZeros64(set)
			t[y] += s[y]
			if c.phis != nil {
				c.phis[b][y] = c.phiOf(t[y])
			}
		}
	}
}
