package search

import (
	"math/bits"

	"github.com/dibmap/dibmap/partition"
)

// costs computes what clusters contribute to h and i, and how that changes when
// a row joins or leaves or when clusters merge. It serves one goroutine.
type costs struct {
	*dib
	store *store
	// unions remembers the costs of merged clusters, up to maxUnions.
	unions    keyed[partition.Key, Point]
	maxUnions int
	// Scratch space, one entry a column: the cluster that others are compared
	// with, or the sums of one that is being gathered.
	mass, phi []float64
	touched   []uint64 // bit set of the columns that mass holds
	sums      []float64
}

func newCosts(p *dib, s *store, maxUnions int) *costs {
	m := p.joint.Cols()
	return &costs{
		dib: p, store: s, maxUnions: maxUnions,
		mass: make([]float64, m), phi: make([]float64, m), touched: make([]uint64, (m+63)/64), sums: make([]float64, m),
	}
}

// cost returns what a set of rows contributes to h and i: -phi(w), and
// sum_y phi(v_y) - phi(w).
func (p *dib) cost(mass, phiSum float64) Point {
	own := p.phi.At(mass)
	return Point{-own, phiSum - own}
}

// of returns the cluster of the given rows, which have the given key.
func (c *costs) of(key partition.Key, rows []int32) *cluster {
	if got := c.store.get(key); got != nil {
		return got
	}
	made := &cluster{cells: c.gather(rows)}
	for _, x := range rows {
		made.mass += c.rowMass[x]
	}
	made.cost = c.cost(made.mass, made.cells.phiSum)
	c.store.put(key, made)
	return made
}

// gather adds up the cells of rows.
func (c *costs) gather(rows []int32) cells {
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
			phi := c.dib.phi.At(c.mass[y])
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
	return sum + c.dib.phi.Sum(masses)
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
	return sum + c.dib.phi.Sum(masses)
}

// toggles returns the toggles of a cluster with the given rows, ascending. O(n)
// costs that are functions of cells, where they are not remembered.
func (c *costs) toggles(cl *cluster, rows []int32) []Point {
	if t := cl.toggles.Load(); t != nil {
		return *t
	}
	t := make([]Point, len(c.rowCells))
	c.store.spend(int64(toggleBytes * len(t)))
	c.spread(&cl.cells)
	for x := range t {
		row := &c.rowCells[x]
		var after Point
		if len(rows) > 0 && int(rows[0]) == x {
			rows = rows[1:]
			after = c.cost(cl.mass-c.rowMass[x], c.parted(&cl.cells, row))
		} else {
			after = c.cost(cl.mass+c.rowMass[x], c.joined(&cl.cells, row))
		}
		t[x] = after.minus(cl.cost)
	}
	c.fold(&cl.cells)
	cl.toggles.Store(&t)
	return t
}

// union returns the cost of two clusters together, of which a is spread out.
func (c *costs) union(key partition.Key, a, b *cluster) Point {
	if c.unions.used >= c.maxUnions {
		c.unions = keyed[partition.Key, Point]{}
	}
	u := c.unions.at(key)
	*u = c.cost(a.mass+b.mass, c.joined(&a.cells, &b.cells))
	return *u
}
