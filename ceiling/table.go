package ceiling

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/joint"
)

// table is a joint distribution by rows and by columns. The order of rows, and of the cells in
// rows and columns, does not depend on the order in the joint distribution; only the numbers of
// columns do.
type table struct {
	joint   *joint.Joint
	order   []int        // the rows of the joint distribution
	rank    []int32      // the place of every column in such an order
	mass    []float64    // p(x)
	total   []float64    // I(x), the divergence of p(y|x) from p(y) in bits
	columns masses.Cells // p(x|y), with the number of the row
}

// cell is p(y|x) with the number of the column.
type cell struct {
	column int32
	p      float64
}

// arranged returns the table of a joint distribution. O(cells log cells).
func arranged(j *joint.Joint) *table {
	t := &table{joint: j, order: j.CanonicalOrder(), rank: make([]int32, j.Cols())}
	t.columns = turned(j, t.order)
	xs, mass := make([]string, j.Rows()), make([]float64, j.Cols())
	for k, x := range t.order {
		xs[k] = j.XLabels()[x]
	}
	for y := range mass {
		mass[y] = j.ColMass(y)
	}
	for k, y := range masses.Order(j.YLabels(), xs, mass, t.columns) {
		t.rank[y] = int32(k)
	}
	var row []cell
	for k, x := range t.order {
		row = t.row(k, row)
		information := 0.0
		for _, c := range row {
			information += float64(c.p * log2(c.p*j.Total()/mass[c.column]))
		}
		t.mass = append(t.mass, j.RowMass(x)/j.Total())
		t.total = append(t.total, information)
	}
	for y := range mass {
		xs, ps := t.column(int32(y))
		for c, k := range xs {
			whole := j.RowMass(t.order[k])
			ps[c] = ps[c] / whole * whole / mass[y]
		}
	}
	return t
}

// turned returns the cells of a joint distribution by columns, with the places of rows in an order. O(cells).
func turned(j *joint.Joint, order []int) masses.Cells {
	t := masses.Cells{Start: make([]int, j.Cols()+1), Column: make([]int32, j.NonZero()), Value: make([]float64, j.NonZero())}
	for x := range j.Rows() {
		ys, _ := j.Row(x)
		for _, y := range ys {
			t.Start[y+1]++
		}
	}
	for y := range j.Cols() {
		t.Start[y+1] += t.Start[y]
	}
	next := slices.Clone(t.Start)
	for k, x := range order {
		ys, values := j.Row(x)
		for c, y := range ys {
			t.Column[next[y]], t.Value[next[y]] = int32(k), values[c]
			next[y]++
		}
	}
	return t
}

// row returns p(y|x), and reuses the memory of another row.
func (t *table) row(x int, other []cell) []cell {
	row := other[:0]
	ys, values := t.joint.Row(t.order[x])
	for c, y := range ys {
		row = append(row, cell{y, values[c] / t.joint.RowMass(t.order[x])})
	}
	slices.SortFunc(row, func(a, b cell) int { return cmp.Compare(t.rank[a.column], t.rank[b.column]) })
	return row
}

// column returns p(x|y), with the numbers of the rows.
func (t *table) column(y int32) (rows []int32, p []float64) {
	from, to := t.columns.Start[y], t.columns.Start[y+1]
	return t.columns.Column[from:to], t.columns.Value[from:to]
}
