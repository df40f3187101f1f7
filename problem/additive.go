package problem

import "math/bits"

// Additive is a problem whose points are sums over the clusters, up to a change of
// scale. [DIB] is one. Exact methods rest on that.
type Additive interface {
	Problem
	// Total returns the point of a clustering, given the sum of what its clusters
	// add. It changes each coordinate by itself, such as by a constant, and is
	// increasing: what is better by a cell of package pareto's grid in a sum is
	// better by as much in the point.
	Total(sum Point) Point
	// Cluster returns an empty set of rows, for one goroutine.
	Cluster() Cluster
}

// Cluster is a set of the problem's rows that grows and shrinks.
type Cluster interface {
	// Add puts a row into the set, which does not hold it, and Remove takes one out
	// that is in it.
	Add(row int)
	Remove(row int)
	// Cost returns what the set, if it is not empty, adds to the sum of a clustering
	// as one of its clusters. The total of such a sum is, bit for bit, what an
	// evaluator gives.
	Cost() Point
}

// Cluster implements [Additive].
func (p *bottleneck) Cluster() Cluster {
	m := p.cols
	return &bottleneckCluster{
		bottleneck: p, columns: make([]float64, m), held: make([]uint64, (m+63)/64), masses: make([]float64, 0, m),
	}
}

// bottleneckCluster holds the masses of a set of rows. They are whole numbers, so that
// what is left after a row is taken out is what it would be without it.
type bottleneckCluster struct {
	*bottleneck
	mass    float64
	columns []float64
	held    []uint64  // bit set of the columns that have mass
	masses  []float64 // scratch space
}

// Add implements [Cluster]. O(cells of the row).
func (c *bottleneckCluster) Add(row int) {
	r := &c.rowCells[row]
	for k, y := range r.columns {
		c.columns[y] += r.mass[k]
		c.held[y/64] |= 1 << (y % 64)
	}
	c.mass += c.rowMass[row]
}

// Remove implements [Cluster]. O(cells of the row).
func (c *bottleneckCluster) Remove(row int) {
	r := &c.rowCells[row]
	for k, y := range r.columns {
		c.columns[y] -= r.mass[k]
		if c.columns[y] == 0 {
			c.held[y/64] &^= 1 << (y % 64)
		}
	}
	c.mass -= c.rowMass[row]
}

// Cost implements [Cluster]. O(columns that have mass in the set).
func (c *bottleneckCluster) Cost() Point {
	masses := c.masses[:0]
	for word, set := range c.held {
		for ; set != 0; set &= set - 1 {
			masses = append(masses, c.columns[word*64+bits.TrailingZeros64(set)])
		}
	}
	return c.cost(c.mass, c.phi.Sum(masses))
}
