package problem

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/cellsum"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// DIB returns the problem of the primal deterministic information bottleneck of a joint
// distribution: h = H(Z) against i = I(Z;Y), with Z = f(X), in bits (Tan, Tegmark and
// Chuang 2022, doi:10.3390/e24060771).
//
// Both are sums over the clusters c, which have probability w_c and joint probabilities
// v_cy with the columns. With phi(t) = t log2 t,
//
//	H(Z)   = sum_c -phi(w_c)
//	I(Z;Y) = H(Y) - H(Y|Z) = H(Y) + sum_c [sum_y phi(v_cy) - phi(w_c)]
//
// so that a merge changes three terms of each sum and a move changes four. Every phi is rounded to
// a multiple of 2^-48, which makes the sums exact.
func DIB(j *joint.Joint) Problem { return newBottleneck(j, false, nil, partition.Identity(j.Rows())) }

// DMC returns the problem of quantising the output X of a discrete memoryless channel with
// input Y to k values (Kurkoski and Yagi 2014, doi:10.1109/TIT.2014.2327016): h = log2 k,
// the bits of a label of fixed length, against i = I(Z;Y). For every k, its frontier has the best
// clustering into k clusters, or no point if fewer clusters are as good.
func DMC(j *joint.Joint) Problem { return newBottleneck(j, true, nil, partition.Identity(j.Rows())) }

// bottleneck is a problem of a joint distribution.
type bottleneck struct {
	rows
	table    *joint.Joint
	estimate *estimate // nil for plug-in values
	scale    scale
	cells    *cellRows
	zero, hy float64 // zero is the constant of an entropy, added to the sum of phi
}

// newBottleneck returns the problem with the rows of each cluster of together merged, under an estimator that is a
// sum over the cells, or under no estimator.
func newBottleneck(table *joint.Joint, fixed bool, e *estimate, together partition.Partition) *bottleneck {
	j, order, r := coarsened(table, together)
	p := &bottleneck{rows: r, table: table, estimate: e, scale: newScale(fixed, j.Rows())}
	p.cells = &cellRows{cols: j.Cols(), counted: fixed, mass: r.rowMass}
	var estimator info.Estimator = info.Plugin()
	if e != nil {
		estimator = e.by
	}
	if _, counts := j.Samples(); counts {
		p.cells.phi, p.zero, _ = cellsum.PhiOf(estimator, j.Total())
	} else {
		p.cells.phi = plogp.NewPhi(j.Total(), false)
	}
	p.hy = p.zero
	for y := range j.Cols() {
		p.hy -= p.cells.phi.At(j.ColMass(y))
	}
	for _, x := range order {
		p.cells.add(j.Row(x))
	}
	return p
}

// coarsened returns a table with the rows of each cluster of together merged, the canonical order of its rows, and
// the rows of the problem.
func coarsened(table *joint.Joint, together partition.Partition) (j *joint.Joint, order []int, r rows) {
	j = table
	if together.K() < table.Rows() { // a copy takes memory
		j = table.Coarsen(together)
	}
	order = j.CanonicalOrder()
	return j, order, newRows(table.XLabels(), together, order, j.RowMass)
}

// Traits implements [Problem]. With two columns, for every k a best clustering into k clusters has contiguous clusters
// in the order of p(y|x) (Kurkoski and Yagi 2014, theorem 1 and lemma 3). This does not hold for estimates, nor if h
// is an entropy.
func (p *bottleneck) Traits() Traits {
	t := Traits{
		Cluster: p.cells.cluster, Total: p.pointOf, LogK: p.scale.fixed(),
		Masses: p.rowMass, Columns: p.cells.cols, Cells: p.cells.of, cells: p.cells, Joint: p.table,
		Link: func(f partition.Partition) Problem { return newBottleneck(p.table, p.scale.fixed(), p.estimate, f) },
	}
	if p.estimate != nil {
		t.Phi = p.cells.phi.At
	} else if p.cells.cols == 2 {
		t.InformativeLine = p.cells.line
	}
	if t.LogK {
		t.Line = t.InformativeLine
	} else {
		t.Shift = &Point{p.zero, p.hy}
	}
	return t
}

// Evaluators implements [Problem].
func (p *bottleneck) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

// Describe implements [Problem].
func (p *bottleneck) Describe() frontier.Problem {
	d := p.describe(p.table, p.estimate)
	if p.scale.fixed() {
		d.Kind = "dmc"
	}
	return d
}

// describe returns what a frontier file says about the bottleneck of a table, under an
// estimator if there is one.
func (r *rows) describe(j *joint.Joint, e *estimate) frontier.Problem {
	d := frontier.Problem{
		Kind: "dib", XLabels: j.XLabels(), YLabels: j.YLabels(), ZeroRows: j.ZeroRows(),
		HX: j.HX(), HY: j.HY(), IXY: j.IXY(),
		Cells: cellsOf(j), Source: frontier.Source{SHA256: j.SHA256()},
	}
	if e != nil {
		d.Estimator, d.HX, d.HY, d.IXY = e.by.Name(), e.X.Value, e.Y.Value, e.X.Value+e.Y.Value-e.XY.Value
		d.IXYSD = e.error(j)
	}
	samples, counts := j.Samples()
	return r.described(d, j.RowMass, j.Total(), samples, counts)
}

// cellsOf returns the cells of a table as frontier files hold them; nil if there are too
// many.
func cellsOf(j *joint.Joint) *frontier.Cells {
	n := j.NonZero()
	if n > frontier.MaxCells {
		return nil
	}
	c := &frontier.Cells{X: make([]int, 0, n), Y: make([]int, 0, n), Weight: make([]float64, 0, n)}
	unit := j.Total()
	if _, counts := j.Samples(); counts {
		unit = 1
	}
	for x := range j.Rows() {
		columns, mass := j.Row(x)
		for k, y := range columns {
			c.X, c.Y, c.Weight = append(c.X, x), append(c.Y, int(y)), append(c.Weight, mass[k]/unit)
		}
	}
	return c
}

// pointOf returns the point of a clustering, given the sum of the costs of its clusters.
func (p *bottleneck) pointOf(sum Point) Point { return Point{p.zero + p.scale.of(sum.H), p.hy + sum.I} }

// line returns the rows in the order of p(y|x) of two columns.
func (r *cellRows) line() []int {
	order := partition.Identity(len(r.row))
	slices.SortStableFunc(order, func(a, b int) int {
		return compareProducts(r.second(a), r.mass[b], r.second(b), r.mass[a])
	})
	return order
}

// second returns the mass that a row has in the second column.
func (r *cellRows) second(x int) float64 {
	row := &r.row[x]
	if last := len(row.columns) - 1; row.columns[last] == 1 {
		return row.mass[last]
	}
	return 0
}

// compareProducts compares a b with c d, all of them whole numbers below 2^63.
func compareProducts(a, b, c, d float64) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	high, low := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(hi, high), cmp.Compare(lo, low))
}

// cluster returns an empty set of rows.
func (r *cellRows) cluster() Cluster {
	m := r.cols
	return &cellCluster{
		cellRows: r, columns: make([]float64, m), held: make([]uint64, (m+63)/64), masses: make([]float64, 0, m),
	}
}

// cellCluster holds the masses of a set of rows. They are whole numbers, so that
// removing a row restores what was there before it was added.
type cellCluster struct {
	*cellRows
	total   float64 // the mass of the set
	columns []float64
	held    []uint64  // bit set of the columns that have mass
	masses  []float64 // scratch space
}

// Add implements [Cluster]. O(cells of the row).
func (c *cellCluster) Add(row int) {
	r := &c.row[row]
	for k, y := range r.columns {
		c.columns[y] += r.mass[k]
		c.held[y/64] |= 1 << (y % 64)
	}
	c.total += c.mass[row]
}

// Remove implements [Cluster]. O(cells of the row).
func (c *cellCluster) Remove(row int) {
	r := &c.row[row]
	for k, y := range r.columns {
		c.columns[y] -= r.mass[k]
		if c.columns[y] == 0 {
			c.held[y/64] &^= 1 << (y % 64)
		}
	}
	c.total -= c.mass[row]
}

// Cost implements [Cluster]. O(columns that have mass in the set).
func (c *cellCluster) Cost() Point {
	masses := c.masses[:0]
	for word, set := range c.held {
		for ; set != 0; set &= set - 1 {
			masses = append(masses, c.columns[word*64+bits.TrailingZeros64(set)])
		}
	}
	return c.cost(c.total, c.phi.Sum(masses))
}
