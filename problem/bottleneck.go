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

// DIB returns the primal deterministic information bottleneck problem of a
// joint distribution: h = H(Z) against i = I(Z;Y), Z = f(X).
//
// Both are sums over the clusters c, of probability w_c and of joint
// probabilities v_cy with the columns, with phi(t) = t log2 t:
//
//	H(Z)   = sum_c -phi(w_c)
//	I(Z;Y) = H(Y) - H(Y|Z) = H(Y) + sum_c [sum_y phi(v_cy) - phi(w_c)]
//
// so that a merge changes three terms of each and a move four. Every phi is
// rounded to plogp.Quantum, which makes the sums exact.
func DIB(j *joint.Joint) Additive {
	return newBottleneck(j, variableLength, info.Plugin(), partition.Identity(j.Rows()))
}

// DMC returns the problem of quantising the output X of a discrete memoryless
// channel with input Y to k values (Kurkoski and Yagi 2014,
// doi:10.1109/TIT.2014.2327016): h = log2 k, the bits of a label of fixed length,
// against i = I(Z;Y). Its frontier has at most one point for every k, the best
// clustering into k clusters; one that a clustering into fewer equals is left out.
func DMC(j *joint.Joint) Additive {
	return newBottleneck(j, fixedLength, info.Plugin(), partition.Identity(j.Rows()))
}

// bottleneck is a problem of a joint distribution, with rows that are always
// together as one row.
type bottleneck struct {
	table *joint.Joint
	// linked are the pairs of labels of rows that are together.
	linked [][2]string
	size   size
	scale  scale
	place  []int
	cols   int
	total  float64
	// The phi is that of the estimator, and zero what an entropy is beside its sum.
	estimator info.Estimator
	phi       *plogp.Phi
	zero, hy  float64
	// The rows in canonical order.
	rowCells []cells
	rowMass  []float64
}

// newBottleneck returns the problem in which the table's rows of each cluster of
// together are one row. The estimator is a sum over the cells.
func newBottleneck(table *joint.Joint, s size, e info.Estimator, together partition.Partition) *bottleneck {
	j := table
	if together.K() < table.Rows() { // a copy takes memory
		j = table.Coarsen(together)
	}
	p := &bottleneck{
		table: table, size: s, scale: s.scale(j.Rows()), linked: linkedPairs(table.XLabels(), together),
		cols: j.Cols(), total: j.Total(), estimator: e,
	}
	if _, counts := j.Samples(); counts {
		p.phi, p.zero, _ = cellsum.PhiOf(e, j.Total())
	} else {
		p.phi = plogp.NewPhi(j.Total(), false)
	}
	p.hy = p.zero
	for y := range j.Cols() {
		p.hy -= p.phi.At(j.ColMass(y))
	}
	order := j.CanonicalOrder()
	p.place = placesOf(together, order)
	for _, x := range order {
		columns, mass := j.Row(x)
		row := cells{columns: columns, mass: mass, phi: make([]float64, len(mass))}
		for k, v := range mass {
			row.phi[k] = p.phi.At(v)
			row.phiSum += row.phi[k]
		}
		p.rowCells = append(p.rowCells, row)
		p.rowMass = append(p.rowMass, j.RowMass(x))
	}
	return p
}

// Rows implements [Problem].
func (p *bottleneck) Rows() int { return len(p.rowMass) }

// Place implements [Problem].
func (p *bottleneck) Place() []int { return p.place }

// Masses implements [Weighted].
func (p *bottleneck) Masses() (rows []float64, total float64) { return p.rowMass, p.total }

// Link implements [Linker].
func (p *bottleneck) Link(f partition.Partition) Problem {
	return newBottleneck(p.table, p.size, p.estimator, f)
}

// Evaluators implements [Problem].
func (p *bottleneck) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

// Describe implements [Problem].
func (p *bottleneck) Describe() frontier.Problem {
	d := describe(p.table, p.linked)
	if p.estimator != info.Plugin() {
		estimates(&d, p.table, p.estimator)
	}
	if p.size == fixedLength {
		d.Kind = "dmc"
	}
	return d
}

// describe returns what a frontier file says about the bottleneck of a table with
// pairs of labels that are always together.
func describe(j *joint.Joint, linked [][2]string) frontier.Problem {
	d := frontier.Problem{
		Kind: "dib", N: j.Rows(), M: j.Cols(),
		XLabels: j.XLabels(), YLabels: j.YLabels(),
		HX: j.HX(), HY: j.HY(), IXY: j.IXY(),
		ZeroRows: j.ZeroRows(),
		XMass:    probabilities(j.Rows(), j.RowMass, j.Total()), Cells: cellsOf(j),
		Source: frontier.Source{SHA256: j.SHA256()},
	}
	d.Constraints.MustLink = linked
	if n, ok := j.Samples(); ok {
		d.Samples = &n
	}
	return d
}

// probabilities returns the masses of n rows divided by their total.
func probabilities(n int, mass func(x int) float64, total float64) []float64 {
	p := make([]float64, n)
	for x := range p {
		p[x] = mass(x) / total
	}
	return p
}

// cellsOf returns the cells of a table as a frontier file keeps them; nil if there are
// too many.
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

// base returns what [Evaluators] adds to a sum; ok is false if Total does more.
func (p *bottleneck) base() (base Point, ok bool) {
	return Point{p.zero, p.hy}, p.size == variableLength
}

// Counted tells whether h is log2 k.
func (p *bottleneck) Counted() bool { return p.size == fixedLength }

// Total implements [Additive].
func (p *bottleneck) Total(sum Point) Point {
	return Point{p.zero + p.scale.of(sum.H), p.hy + sum.I}
}

// cost returns what a set of rows adds to h and i: its size, and
// sum_y phi(v_y) - phi(w).
func (p *bottleneck) cost(mass, phiSum float64) Point {
	phi := p.phi.At(mass)
	return Point{p.size.cluster(phi), phiSum - phi}
}

// Line implements exact.Lined: for two columns, the best clustering into k
// clusters has one of contiguous ones in the order of p(y|x) that equals it
// (Kurkoski and Yagi 2014, theorem 1 and lemma 3). Of entropies that is not so.
func (p *bottleneck) Line() []int {
	if p.cols != 2 || p.size != fixedLength {
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
