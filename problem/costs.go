package problem

import "math/bits"

// costs is the [coster] of a bottleneck. [Cluster] would do, too; but here rows and
// clusters are added up by the columns that both have alone.
type costs struct {
	*bottleneck
	held *cluster
	// Scratch space, one entry a column: the cluster that others are compared
	// with, or the sums of one that is being gathered.
	mass, phi []float64
	touched   []uint64 // bit set of the columns that mass holds
	sums      []float64
}

func (p *bottleneck) coster() coster {
	return &costs{
		bottleneck: p,
		mass:       make([]float64, p.cols), phi: make([]float64, p.cols), touched: make([]uint64, (p.cols+63)/64), sums: make([]float64, p.cols),
	}
}

// gather implements [coster].
func (c *costs) gather(rows []int32) (made *cluster, bytes int64) {
	made = &cluster{cells: c.add(rows)}
	for _, x := range rows {
		made.mass += c.rowMass[x]
	}
	made.cost = c.cost(made.mass, made.cells.phiSum)
	return made, int64(cellBytes * len(made.cells.columns))
}

// add adds up the cells of rows.
func (c *costs) add(rows []int32) cells {
	if len(rows) == 1 {
		return c.rowCells[rows[0]]
	}
	n := 0
	for _, x := range rows {
		r := &c.rowCells[x]
		for k, y := range r.columns {
			if c.mass[y] == 0 {
				c.touched[y/64] |= 1 << (y % 64)
				n++
			}
			c.mass[y] += r.mass[k]
		}
	}
	values := make([]float64, 2*n) // one allocation for both
	sum := cells{columns: make([]int32, 0, n), mass: values[:0:n], phi: values[n:n]}
	for word, set := range c.touched {
		for ; set != 0; set &= set - 1 {
			y := word*64 + bits.TrailingZeros64(set)
			phi := c.bottleneck.phi.At(c.mass[y])
			sum.columns = append(sum.columns, int32(y))
			sum.mass = append(sum.mass, c.mass[y])
			sum.phi = append(sum.phi, phi)
			sum.phiSum += phi
			c.mass[y] = 0
		}
		c.touched[word] = 0
	}
	return sum
}

// spread lays a cluster out over the columns, so that others can be compared
// with it; fold takes it up again.
func (c *costs) spread(s *cells) {
	for k, y := range s.columns {
		c.mass[y] = s.mass[k]
		c.phi[y] = s.phi[k]
	}
}

func (c *costs) fold(s *cells) {
	for _, y := range s.columns {
		c.mass[y] = 0
	}
}

// joined returns the sum of phi over the columns of the cluster a, which is
// spread out, and of another, disjoint one, together.
func (c *costs) joined(a, b *cells) float64 {
	sum := a.phiSum + b.phiSum
	masses := c.sums[:0]
	for k, y := range b.columns {
		if v := c.mass[y]; v != 0 {
			masses = append(masses, v+b.mass[k])
			sum -= c.phi[y] + b.phi[k]
		}
	}
	return sum + c.bottleneck.phi.Sum(masses)
}

// parted returns the sum of phi over the columns of the cluster a, which is
// spread out, without a part of it.
func (c *costs) parted(a, part *cells) float64 {
	sum := a.phiSum
	masses := c.sums[:0]
	for k, y := range part.columns {
		masses = append(masses, c.mass[y]-part.mass[k])
		sum -= c.phi[y]
	}
	return sum + c.bottleneck.phi.Sum(masses)
}

// toggle implements [coster]. O(cells of the table).
func (c *costs) toggle(cl *cluster, rows []int32, to []Point) {
	c.spread(&cl.cells)
	for x := range to {
		row := &c.rowCells[x]
		var after Point
		if len(rows) > 0 && int(rows[0]) == x {
			rows = rows[1:]
			after = c.cost(cl.mass-c.rowMass[x], c.parted(&cl.cells, row))
		} else {
			after = c.cost(cl.mass+c.rowMass[x], c.joined(&cl.cells, row))
		}
		to[x] = after.minus(cl.cost)
	}
	c.fold(&cl.cells)
}

// hold implements [coster].
func (c *costs) hold(cl *cluster, _ []int32) {
	c.spread(&cl.cells)
	c.held = cl
}

// union implements [coster]. O(cells of both).
func (c *costs) union(cl *cluster, _ []int32) Point {
	return c.cost(c.held.mass+cl.mass, c.joined(&c.held.cells, &cl.cells))
}

// release implements [coster].
func (c *costs) release() { c.fold(&c.held.cells) }
