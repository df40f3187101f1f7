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
func DIB(j *joint.Joint) Additive { return newBottleneck(j, false, nil, partition.Identity(j.Rows())) }

// DMC returns the problem of quantising the output X of a discrete memoryless channel with
// input Y to k values (Kurkoski and Yagi 2014, doi:10.1109/TIT.2014.2327016): h = log2 k,
// the bits of a label of fixed length, against i = I(Z;Y). For every k, its frontier has the best
// clustering into k clusters, or no point if fewer clusters are as good.
func DMC(j *joint.Joint) Additive { return newBottleneck(j, true, nil, partition.Identity(j.Rows())) }

// bottleneck is a problem of a joint distribution.
type bottleneck struct {
	rows
	table    *joint.Joint
	estimate *estimate // nil for plug-in values
	scale    scale
	cols     int
	phi      *plogp.Phi
	zero, hy float64 // zero is the constant of an entropy, added to the sum of phi
	rowCells []cells
}

// newBottleneck returns the problem with the rows of each cluster of together merged, under an estimator that is a
// sum over the cells, or under no estimator.
func newBottleneck(table *joint.Joint, fixed bool, e *estimate, together partition.Partition) *bottleneck {
	j, order, r := coarsened(table, together)
	p := &bottleneck{rows: r, table: table, estimate: e, scale: newScale(fixed, j.Rows()), cols: j.Cols()}
	var estimator info.Estimator = info.Plugin()
	if e != nil {
		estimator = e.by
	}
	if _, counts := j.Samples(); counts {
		p.phi, p.zero, _ = cellsum.PhiOf(estimator, j.Total())
	} else {
		p.phi = plogp.NewPhi(j.Total(), false)
	}
	p.hy = p.zero
	for y := range j.Cols() {
		p.hy -= p.phi.At(j.ColMass(y))
	}
	for _, x := range order {
		columns, mass := j.Row(x)
		row := cells{columns: columns, mass: mass, phi: make([]float64, len(mass))}
		for k, v := range mass {
			row.phi[k] = p.phi.At(v)
			row.phiSum += row.phi[k]
		}
		p.rowCells = append(p.rowCells, row)
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

// Link implements [Linker].
func (p *bottleneck) Link(f partition.Partition) Problem {
	return newBottleneck(p.table, p.scale.fixed(), p.estimate, f)
}

// FixedLength returns the problem of the same rows whose h is log2 k.
func (p *bottleneck) FixedLength() Additive {
	return newBottleneck(p.table, true, p.estimate, partition.Canonical(p.place))
}

// Joint returns the distribution whose rows are clustered.
func (p *bottleneck) Joint() *joint.Joint { return p.table }

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

// Shift implements [Shifted].
func (p *bottleneck) Shift() (by Point, ok bool) { return Point{p.zero, p.hy}, !p.scale.fixed() }

// Counted implements [Counted].
func (p *bottleneck) Counted() bool { return p.scale.fixed() }

// Total implements [Additive].
func (p *bottleneck) Total(sum Point) Point { return Point{p.zero + p.scale.of(sum.H), p.hy + sum.I} }

// cost returns what a cluster adds to h and i, given its mass and the sum of phi over its
// columns.
func (p *bottleneck) cost(mass, phiSum float64) Point {
	phi := p.phi.At(mass)
	return Point{p.scale.cluster(phi), phiSum - phi}
}

// Line implements [Lined]. With two columns, for every k a best clustering into k clusters has contiguous clusters
// in the order of p(y|x) (Kurkoski and Yagi 2014, theorem 1 and lemma 3). This does not hold if h is an entropy, or
// for estimates.
func (p *bottleneck) Line() []int {
	if p.cols != 2 || !p.scale.fixed() || p.estimate != nil {
		return nil
	}
	order := partition.Identity(p.Rows())
	slices.SortStableFunc(order, func(a, b int) int {
		return compareProducts(p.second(a), p.rowMass[b], p.second(b), p.rowMass[a])
	})
	return order
}

// second returns the mass that a row has in the second column.
func (p *bottleneck) second(x int) float64 {
	r := &p.rowCells[x]
	if last := len(r.columns) - 1; r.columns[last] == 1 {
		return r.mass[last]
	}
	return 0
}

// compareProducts compares a b with c d, all of them whole numbers below 2^63.
func compareProducts(a, b, c, d float64) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	high, low := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(hi, high), cmp.Compare(lo, low))
}

// Cluster implements [Additive].
func (p *bottleneck) Cluster() Cluster {
	m := p.cols
	return &bottleneckCluster{
		bottleneck: p, columns: make([]float64, m), held: make([]uint64, (m+63)/64), masses: make([]float64, 0, m),
	}
}

// bottleneckCluster holds the masses of a set of rows. They are whole numbers, so that
// removing a row restores what was there before it was added.
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

// Cells returns the columns where a row of the problem has mass, in ascending order, and its masses there. They
// must not be changed.
func (p *bottleneck) Cells(row int) (columns []int32, masses []float64) {
	r := &p.rowCells[row]
	return r.columns, r.mass
}

// Cols returns the number of columns.
func (p *bottleneck) Cols() int { return p.cols }

// Phi returns the function whose sums over cells are the costs.
func (p *bottleneck) Phi() *plogp.Phi { return p.phi }

// Counts reports whether masses are counts.
func (p *bottleneck) Counts() bool {
	_, counts := p.table.Samples()
	return counts
}
