package joint

import (
	"cmp"
	"fmt"
	"math"
)

// TripleCell is one entry of a table of three dimensions: first input X1, second
// input X2, output Y, and a value that is neither negative nor infinite nor NaN.
type TripleCell struct {
	X1, X2, Y int32
	Value     float64
}

// Triple is p(x1,x2,y) on n x n x m cells, kept sparse. X1 and X2 have the same n
// labels, each with mass as one or the other; all m columns have mass. The two
// inputs may play different parts: p(x1,x2,y) need not be p(x2,x1,y). A Triple is
// immutable and safe for concurrent use.
type Triple struct {
	margins
	start          []int // first input r's entries are start[r] to start[r+1]
	second, column []int32
	mass           []float64
}

// NewTriple returns the joint distribution of a table with the given labels of
// both inputs and of the output. Cells may come in any order; those at the same
// place add up. Counts are told from weights as [New] does.
//
// Labels without mass, as first input and as second, are left out, and columns
// without; see [Triple.ZeroRows]. The cells are not kept.
//
// The error wraps ErrNoMass, ErrOneRow, ErrOneColumn, ErrBadCell, ErrTwiceNamed
// or ErrTooLarge. NewTriple panics if a cell lies outside the table. O(c log c)
// for c cells, and O(c + n + m) for counts.
func NewTriple(x, y []string, cells []TripleCell) (*Triple, error) {
	if err := cmp.Or(checkLabels("row", x), checkLabels("column", y)); err != nil {
		return nil, err
	}
	if len(cells) > math.MaxInt32 {
		return nil, ErrTooLarge
	}
	masses := make([]float64, len(cells))
	for i, c := range cells {
		if !isMass(c.Value) {
			return nil, fmt.Errorf("first row %q, second row %q, column %q holds %g: %w", x[c.X1], x[c.X2], y[c.Y], c.Value, ErrBadCell)
		}
		masses[i] = c.Value
	}
	t := &Triple{margins: margins{counts: toMasses(masses)}}
	rows := make([]float64, len(x))
	columns := make([]float64, len(y))
	for i, c := range cells {
		rows[c.X1] += masses[i]
		rows[c.X2] += masses[i]
		columns[c.Y] += masses[i]
		t.total += masses[i]
	}
	rowAt, colAt, err := t.compact(x, y, rows, columns)
	if err != nil {
		return nil, err
	}
	t.fill(cells, masses, rowAt, colAt)
	return t, nil
}

// fill stores the cells by first input, second input and column, ascending, equal
// places added up. rowAt and colAt say where inputs and columns go.
func (t *Triple) fill(cells []TripleCell, masses []float64, rowAt, colAt []int32) {
	order := make([]int32, 0, len(cells))
	for i := range cells {
		if masses[i] > 0 {
			order = append(order, int32(i))
		}
	}
	rows := len(t.x)
	order = arrange(order, len(t.y), func(i int32) int32 { return colAt[cells[i].Y] })
	order = arrange(order, rows, func(i int32) int32 { return rowAt[cells[i].X2] })
	order = arrange(order, rows, func(i int32) int32 { return rowAt[cells[i].X1] })
	t.start = make([]int, 1, len(t.x)+1)
	last := TripleCell{X1: -1}
	for _, i := range order {
		at := TripleCell{X1: rowAt[cells[i].X1], X2: rowAt[cells[i].X2], Y: colAt[cells[i].Y]}
		if at == last {
			t.mass[len(t.mass)-1] += masses[i]
			continue
		}
		last = at
		for len(t.start) <= int(at.X1) {
			t.start = append(t.start, len(t.mass))
		}
		t.second = append(t.second, at.X2)
		t.column = append(t.column, at.Y)
		t.mass = append(t.mass, masses[i])
	}
	for len(t.start) <= len(t.x) { // labels may have mass as X2 alone
		t.start = append(t.start, len(t.mass))
	}
}

// Rows returns n, the number of values of X1 and X2 that have mass.
func (t *Triple) Rows() int { return len(t.x) }

// Cols returns m, the number of values of Y that have mass.
func (t *Triple) Cols() int { return len(t.y) }

// NonZero returns the number of cells that have mass.
func (t *Triple) NonZero() int { return len(t.mass) }

// Row returns the cells of first input x1 that have mass, by second input and
// column, ascending: the two and the mass of each. There may be none. The slices
// must not be changed.
func (t *Triple) Row(x1 int) (second, columns []int32, masses []float64) {
	lo, hi := t.start[x1], t.start[x1+1]
	return t.second[lo:hi], t.column[lo:hi], t.mass[lo:hi]
}

// RowMass returns the mass of label x as first input plus that as second input.
// These masses add up to twice the total.
func (t *Triple) RowMass(x int) float64 { return t.rowMass[x] }

// HX12 returns the plug-in joint entropy H(X1,X2) in bits. O(non-zero cells).
func (t *Triple) HX12() float64 {
	var pairs []float64
	for x1 := range t.x {
		second, _, masses := t.Row(x1)
		for k, x2 := range second {
			if k > 0 && x2 == second[k-1] {
				pairs[len(pairs)-1] += masses[k]
			} else {
				pairs = append(pairs, masses[k])
			}
		}
	}
	return entropy(pairs, t.total)
}

// HY returns the plug-in entropy H(Y) in bits. O(m).
func (t *Triple) HY() float64 { return entropy(t.colMass, t.total) }

// IXY returns the plug-in mutual information I(X1,X2;Y) in bits.
// O(non-zero cells).
func (t *Triple) IXY() float64 { return max(t.HX12()+t.HY()-entropy(t.mass, t.total), 0) }
