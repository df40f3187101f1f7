package joint

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// TripleCell is one entry of a table of three dimensions: first input X1, second input
// X2, output Y, and a finite value that is not negative.
type TripleCell struct {
	X1, X2, Y int32
	Value     float64
}

// Triple is the distribution p(x1,x2,y) on n x n x m cells. X1 and X2 have the same n
// labels, each with mass as one or the other; all m columns have mass. p(x1,x2,y) may
// differ from p(x2,x1,y). A Triple is immutable and safe for concurrent use.
type Triple struct{ Table }

// NewTriple returns the joint distribution of a table with the given labels of both
// inputs and of the output. Labels without mass as first and as second input are left
// out, and so are columns without mass. Everything else, including the errors, is as
// for [New].
func NewTriple(x, y []string, values []TripleCell) (*Triple, error) {
	c := cells{n: len(values), triple: true, at: func(k int) cell {
		v := values[k]
		return cell{row: v.X1, second: v.X2, column: v.Y, mass: v.Value}
	}}
	t, err := newTable(x, y, c)
	if err != nil {
		return nil, err
	}
	return &Triple{t}, nil
}

// Row returns the cells of first input x1 that have mass: the second input, the column
// and the mass of each, in ascending order of the second input and then of the column.
// There may be none. The slices must not be changed.
func (t *Triple) Row(x1 int) (second, columns []int32, masses []float64) {
	lo, hi := t.start[x1], t.start[x1+1]
	return t.second[lo:hi], t.column[lo:hi], t.mass[lo:hi]
}

// HX12 returns the plug-in joint entropy H(X1,X2) in bits. O(non-zero cells).
func (t *Triple) HX12() float64 { return t.entropy(t.inputs()) }

// CanonicalOrder returns the labels of the inputs from the heaviest to the lightest;
// labels of equal mass are ordered by their mass as first input, and then by name. The
// order does not depend on the order in a file. O(n log n + non-zero cells).
func (t *Triple) CanonicalOrder() []int {
	first := make([]float64, t.Rows())
	for x := range first {
		_, _, masses := t.Row(x)
		for _, v := range masses {
			first[x] += v
		}
	}
	order := partition.Identity(t.Rows())
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(t.rowMass[b], t.rowMass[a]),
			cmp.Compare(first[b], first[a]),
			cmp.Compare(t.x[a], t.x[b]))
	})
	return order
}

// Coarsen returns the joint distribution of f(X1), f(X2) and Y, in which the cells of
// each pair of clusters are added up. Label c is cluster c, and is named by the
// alphabetically first of its labels. The result may have a single label.
// O(n + m + non-zero cells).
func (t *Triple) Coarsen(f partition.Partition) *Triple { return &Triple{t.coarsen(f)} }

// SHA256 returns a hexadecimal digest of the labels and masses, as [Joint.SHA256] does.
func (t *Triple) SHA256() string { return t.digest() }
