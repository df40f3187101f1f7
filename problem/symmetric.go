package problem

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Symmetric returns the problem of one clustering for two inputs of the same
// alphabet (Tan, Tegmark and Chuang 2022, doi:10.3390/e24060771, algorithm 3):
// h = H(Z1,Z2)/2 against i = I(Z1,Z2;Y), with Z1 = f(X1) and Z2 = f(X2).
//
// Both are sums over the blocks, the pairs (a,b) of clusters, of probability w_ab
// and of joint probabilities v_aby with the columns, with phi(t) = t log2 t:
//
//	H(Z1,Z2)   = sum_ab -phi(w_ab)
//	I(Z1,Z2;Y) = H(Y) + sum_ab [sum_y phi(v_aby) - phi(w_ab)]
//
// A merge or a move changes the blocks of two clusters with all others. Every phi
// is rounded to plogp.Quantum, which makes the sums exact.
func Symmetric(t *joint.Triple) Problem {
	return newSymmetric(t, partition.Identity(t.Rows()))
}

// symmetric is a problem of a triple, with rows that are always together as one.
type symmetric struct {
	table *joint.Triple
	// linked are the pairs of labels of rows that are together.
	linked [][2]string
	place  []int
	cols   int
	total  float64
	phi    *plogp.Phi
	hy     float64
	// The rows in canonical order: masses, cells as first and as second input, and
	// the cells (x,x,y).
	rowMass  []float64
	sides    [2]side
	diagonal [][]columnMass
}

// newSymmetric returns the problem in which the table's rows of each cluster of
// together are one row.
func newSymmetric(table *joint.Triple, together partition.Partition) *symmetric {
	t := table
	if together.K() < table.Rows() { // a copy takes memory
		t = table.Coarsen(together)
	}
	_, counts := t.Samples()
	p := &symmetric{
		table: table, linked: linkedPairs(table.XLabels(), together),
		cols: t.Cols(), total: t.Total(), phi: plogp.NewPhi(t.Total(), counts),
	}
	for y := range t.Cols() {
		p.hy -= p.phi.At(t.ColMass(y))
	}
	order := t.CanonicalOrder()
	p.place = placesOf(together, order)
	rank := partition.Ranks(order)
	for _, x := range order {
		p.rowMass = append(p.rowMass, t.RowMass(x))
	}
	p.fill(t, order, rank)
	return p
}

// Rows implements [Problem].
func (p *symmetric) Rows() int { return len(p.rowMass) }

// Place implements [Problem].
func (p *symmetric) Place() []int { return p.place }

// Masses implements [Weighted]: the probability of a cluster is the mean of those
// of its rows as first and as second input.
func (p *symmetric) Masses() (rows []float64, total float64) { return p.rowMass, 2 * p.total }

// Link implements [Linker].
func (p *symmetric) Link(f partition.Partition) Problem { return newSymmetric(p.table, f) }

// Evaluators implements [Problem]. Those of few rows remember pairs of clusters,
// each for itself. Those of many remember nothing but the clustering that is loaded.
func (p *symmetric) Evaluators(goroutines int, memory int64) []Evaluator {
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		if p.Rows() <= maxPairRows {
			evaluators[k] = newPairEvaluator(p, memoryOr(memory)/int64(goroutines))
		} else {
			evaluators[k] = newStripEvaluator(p)
		}
	}
	return evaluators
}

// Slowness implements [Slow], as measured on groups of 16 elements.
func (p *symmetric) Slowness() float64 { return 8 }

// Describe implements [Problem].
func (p *symmetric) Describe() frontier.Problem {
	t := p.table
	d := frontier.Problem{
		Kind: "symmetric", N: t.Rows(), M: t.Cols(),
		XLabels: t.XLabels(), YLabels: t.YLabels(),
		HX: t.HX12() / 2, HY: t.HY(), IXY: t.IXY(),
		ZeroRows: t.ZeroRows(), XMass: probabilities(t.Rows(), t.RowMass, 2*t.Total()),
		Source: frontier.Source{SHA256: t.SHA256()},
	}
	d.Constraints.MustLink = p.linked
	if n, ok := t.Samples(); ok {
		d.Samples = &n
	}
	return d
}
