package problem

import (
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/plogp"
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

// cellRows are the rows of a problem with [Traits].Cells. They are immutable.
type cellRows struct {
	cols    int
	phi     *plogp.Phi
	counted bool
	mass    []float64 // of every row
	row     []cells
}

// newCellRows returns the rows that the traits describe.
func newCellRows(t Traits) *cellRows {
	r := &cellRows{cols: t.Columns, phi: plogp.Of(t.Phi, t.Masses), counted: t.LogK, mass: t.Masses}
	for x := range t.Masses {
		columns, masses := t.Cells(x)
		r.add(columns, masses)
	}
	return r
}

// add adds the next row.
func (r *cellRows) add(columns []int32, masses []float64) {
	row := cells{columns: columns, mass: masses, phi: make([]float64, len(masses))}
	for k, v := range masses {
		row.phi[k] = r.phi.At(v)
		row.phiSum += row.phi[k]
	}
	r.row = append(r.row, row)
}

// of returns the cells of a row, as [Traits] do.
func (r *cellRows) of(row int) (columns []int32, masses []float64) {
	return r.row[row].columns, r.row[row].mass
}

// cost returns what a cluster adds to the sums, given its mass and the sum of phi over its columns.
func (r *cellRows) cost(mass, phiSum float64) Point {
	phi := r.phi.At(mass)
	if r.counted {
		return Point{1, phiSum - phi}
	}
	return Point{-phi, phiSum - phi}
}

// gatheredCells is what [cellCosts] know of a cluster.
type gatheredCells struct {
	cells
	mass float64
}

// cellCosts are the [costs] of a problem with cells. To compare two rows or clusters, they look only at the columns
// where both have mass.
type cellCosts struct {
	*cellRows
	// Scratch space, one entry per column: the cluster in a comparison, or the sums of a cluster that is being
	// gathered.
	mass, phi []float64
	touched   []uint64 // bit set of the columns that mass holds
	sums      []float64
}

func newCellCosts(r *cellRows) *cellCosts {
	m := r.cols
	return &cellCosts{
		cellRows: r, mass: make([]float64, m), phi: make([]float64, m),
		touched: make([]uint64, (m+63)/64), sums: make([]float64, m),
	}
}

// Gather implements [costs].
func (c *cellCosts) Gather(rows []int32) (cost Point, known any, bytes int64) {
	made := &gatheredCells{cells: c.together(rows)}
	for _, x := range rows {
		made.mass += c.cellRows.mass[x]
	}
	return c.cost(made.mass, made.phiSum), made, int64(cellBytes * len(made.columns))
}

// together adds up the cells of rows.
func (c *cellCosts) together(rows []int32) cells {
	if len(rows) == 1 {
		return c.row[rows[0]]
	}
	n := 0
	for _, x := range rows {
		r := &c.row[x]
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
			phi := c.cellRows.phi.At(c.mass[y])
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
func (c *cellCosts) spread(s *cells) {
	for k, y := range s.columns {
		c.mass[y] = s.mass[k]
		c.phi[y] = s.phi[k]
	}
}

func (c *cellCosts) fold(s *cells) {
	for _, y := range s.columns {
		c.mass[y] = 0
	}
}

// joined returns the sum of phi over the columns of the cluster a, which is spread, and of
// another, disjoint one, together.
func (c *cellCosts) joined(a, b *cells) float64 {
	sum := a.phiSum + b.phiSum
	masses := c.sums[:0]
	for k, y := range b.columns {
		if v := c.mass[y]; v != 0 {
			masses = append(masses, v+b.mass[k])
			sum -= c.phi[y] + b.phi[k]
		}
	}
	return sum + c.cellRows.phi.Sum(masses)
}

// parted returns the sum of phi over the columns of the cluster a, which is spread, without
// a part of it.
func (c *cellCosts) parted(a, part *cells) float64 {
	sum := a.phiSum
	masses := c.sums[:0]
	for k, y := range part.columns {
		masses = append(masses, c.mass[y]-part.mass[k])
		sum -= c.phi[y]
	}
	return sum + c.cellRows.phi.Sum(masses)
}

// Toggle implements [costs]. O(cells of the table).
func (c *cellCosts) Toggle(g gathered, to []Point) {
	cl, rows := g.known.(*gatheredCells), g.rows
	c.spread(&cl.cells)
	for x := range to {
		row := &c.row[x]
		var after Point
		if len(rows) > 0 && int(rows[0]) == x {
			rows = rows[1:]
			after = c.cost(cl.mass-c.cellRows.mass[x], c.parted(&cl.cells, row))
		} else {
			after = c.cost(cl.mass+c.cellRows.mass[x], c.joined(&cl.cells, row))
		}
		to[x] = after.minus(g.cost)
	}
	c.fold(&cl.cells)
}

// Unite implements [costs]. O(cells of all).
func (c *cellCosts) Unite(g gathered, others []gathered, to []Point) {
	cl := g.known.(*gatheredCells)
	c.spread(&cl.cells)
	for k := range others {
		other := others[k].known.(*gatheredCells)
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
