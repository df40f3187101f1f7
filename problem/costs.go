package problem

import (
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// cells are the columns of a set of rows that have mass, ascending, with their masses, the
// phi of these, and the sum of the phi.
type cells struct {
	columns   []int32
	mass, phi []float64
	phiSum    float64
}

// cellBytes is the number of bytes of a cell.
const cellBytes = 20

// gatheredCells is what the [Costs] of a bottleneck know of a cluster.
type gatheredCells struct {
	cells
	mass float64
}

// costs are the [Costs] of a bottleneck. To compare two rows or clusters, they look only at the columns where both
// have mass.
type costs struct {
	*bottleneck
	// Scratch space, one entry per column: the cluster in a comparison, or the sums of a cluster that is being
	// gathered.
	mass, phi []float64
	touched   []uint64 // bit set of the columns that mass holds
	sums      []float64
}

// Costs implements [Coster].
func (p *bottleneck) Costs() Costs {
	m := p.cols
	return &costs{
		bottleneck: p, mass: make([]float64, m), phi: make([]float64, m),
		touched: make([]uint64, (m+63)/64), sums: make([]float64, m),
	}
}

// Gather implements [Costs].
func (c *costs) Gather(rows []int32) (cost Point, known any, bytes int64) {
	made := &gatheredCells{cells: c.add(rows)}
	for _, x := range rows {
		made.mass += c.rowMass[x]
	}
	return c.cost(made.mass, made.phiSum), made, int64(cellBytes * len(made.columns))
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

// spread writes a cluster to the scratch space, so that others can be compared with it, and
// fold clears the space.
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

// joined returns the sum of phi over the columns of the cluster a, which is spread, and of
// another, disjoint one, together.
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

// parted returns the sum of phi over the columns of the cluster a, which is spread, without
// a part of it.
func (c *costs) parted(a, part *cells) float64 {
	sum := a.phiSum
	masses := c.sums[:0]
	for k, y := range part.columns {
		masses = append(masses, c.mass[y]-part.mass[k])
		sum -= c.phi[y]
	}
	return sum + c.bottleneck.phi.Sum(masses)
}

// Toggle implements [Costs]. O(cells of the table).
func (c *costs) Toggle(g Gathered, to []Point) {
	cl, rows := g.Known.(*gatheredCells), g.Rows
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
		to[x] = after.minus(g.Cost)
	}
	c.fold(&cl.cells)
}

// Unite implements [Costs]. O(cells of all).
func (c *costs) Unite(g Gathered, others []Gathered, to []Point) {
	cl := g.Known.(*gatheredCells)
	c.spread(&cl.cells)
	for k := range others {
		other := others[k].Known.(*gatheredCells)
		to[k] = c.cost(cl.mass+other.mass, c.joined(&cl.cells, &other.cells))
	}
	c.fold(&cl.cells)
}

// grouping is a clustering, with the rows and the key of every cluster.
type grouping struct {
	rowKeys []keyed.Key
	label   []int32 // of every row
	rows    []int32 // cluster by cluster, ascending in each
	start   []int32 // of every cluster in rows
	keys    []keyed.Key
}

func newGrouping(n int) grouping {
	return grouping{
		rowKeys: keyed.RowKeys(n), label: make([]int32, n), rows: make([]int32, n),
		start: make([]int32, n+1), keys: make([]keyed.Key, n),
	}
}

// k returns the number of clusters.
func (g *grouping) k() int { return len(g.keys) }

// of returns the rows of a cluster, in ascending order.
func (g *grouping) of(c int) []int32 { return g.rows[g.start[c]:g.start[c+1]] }

// group takes over a clustering. O(n).
func (g *grouping) group(f partition.Partition) {
	k := f.K()
	g.keys, g.start = g.keys[:k], g.start[:k+1]
	clear(g.keys)
	clear(g.start)
	for x, c := range f {
		g.label[x] = int32(c)
		g.start[c]++
		g.keys[c] = g.keys[c].Xor(g.rowKeys[x])
	}
	for c := range k {
		g.start[c+1] += g.start[c]
	}
	for x, c := range slices.Backward(f) {
		g.start[c]--
		g.rows[g.start[c]] = int32(x)
	}
}
