package problem

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Symmetric returns the problem of one clustering for two inputs of the same
// alphabet (Tan, Tegmark and Chuang 2022, doi:10.3390/e24060771, algorithm 6):
// h = H(Z1,Z2)/2 against i = I(Z1,Z2;Y), with Z1 = f(X1) and Z2 = f(X2).
//
// Both are sums over the blocks, the pairs (a,b) of clusters, of probability w_ab
// and of joint probabilities v_aby with the columns, with phi(t) = t log2 t:
//
//	H(Z1,Z2)   = sum_ab -phi(w_ab)
//	I(Z1,Z2;Y) = H(Y) + sum_ab [sum_y phi(v_aby) - phi(w_ab)]
//
// A merge or a move changes the blocks of two clusters with all others. Every phi is rounded
// to a multiple of 2^-48, which makes the sums exact.
func Symmetric(t *joint.Triple) Problem { return newSymmetric(t, partition.Identity(t.Rows())) }

// symmetric is a problem of a triple. The mass of a row is the sum of its masses as first
// and as second input.
type symmetric struct {
	rows
	table *joint.Triple
	rowed *joint.Triple // the table in which rows that are always together are one
	cols  int
	phi   *plogp.Phi
	hy    float64
	cells cellTable // of first and second input
}

// newSymmetric returns the problem with the rows of each cluster of together merged.
func newSymmetric(table *joint.Triple, together partition.Partition) *symmetric {
	t := table
	if together.K() < table.Rows() { // a copy takes memory
		t = table.Coarsen(together)
	}
	_, counts := t.Samples()
	order := t.CanonicalOrder()
	p := &symmetric{
		rows:  newRows(table.XLabels(), together, order, t.RowMass),
		table: table, rowed: t, cols: t.Cols(), phi: plogp.NewPhi(t.Total(), counts),
	}
	for y := range t.Cols() {
		p.hy -= p.phi.At(t.ColMass(y))
	}
	p.fill(t, order, partition.Ranks(order))
	return p
}

// fill sets the cells, with rows in canonical order: order[r] is the table's row of row r,
// and rank its inverse. O(n^2 + cells).
func (p *symmetric) fill(t *joint.Triple, order, rank []int) {
	n := t.Rows()
	start, cells := make([]int32, n*n+1), make([]columnMass, t.NonZero())
	for _, x := range order {
		second, _, _ := t.Row(x)
		for _, z := range second {
			start[rank[x]*n+rank[z]+1]++
		}
	}
	for at := range n * n {
		start[at+1] += start[at]
	}
	next := slices.Clone(start)
	for _, x := range order {
		second, columns, masses := t.Row(x)
		for k, z := range second {
			at := &next[rank[x]*n+rank[z]]
			cells[*at] = columnMass{columns[k], masses[k]}
			*at++
		}
	}
	p.cells = cellTable{n, start, cells}
}

// point returns the point of a clustering, given the sums over all its blocks.
func (p *symmetric) point(s phiSums) Point {
	return Point{(0 - s.blocks) / 2, p.hy + (s.cells - s.blocks)}
}

// Traits implements [Problem]. Row r of the problem is the row at place r of the canonical order of Triple. The
// slowness is as measured on groups of 16 elements.
func (p *symmetric) Traits() Traits {
	return Traits{
		Masses: p.rowMass, Triple: p.rowed, Slowness: 8,
		Link: func(f partition.Partition) Problem { return newSymmetric(p.table, f) },
	}
}

// Evaluators implements [Problem]. Each remembers pairs of clusters for itself.
func (p *symmetric) Evaluators(goroutines int, memory int64) []Evaluator {
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		evaluators[k] = newPairEvaluator(p, memoryOr(memory)/int64(goroutines))
	}
	return evaluators
}

// Describe implements [Problem].
func (p *symmetric) Describe() frontier.Problem {
	t := p.table
	d := frontier.Problem{
		Kind: "symmetric", XLabels: t.XLabels(), YLabels: t.YLabels(), ZeroRows: t.ZeroRows(),
		HX: t.HX12() / 2, HY: t.HY(), IXY: t.IXY(),
		Source: frontier.Source{SHA256: t.SHA256()},
	}
	samples, counts := t.Samples()
	return p.described(d, t.RowMass, 2*t.Total(), samples, counts)
}
