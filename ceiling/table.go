package ceiling

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/joint"
)

// table is a joint distribution by rows and by columns, with rows and columns in an order that
// does not depend on that of the joint distribution.
type table struct {
	mass    []float64 // p(x)
	total   []float64 // I(x), the divergence of p(y|x) from p(y) in bits
	rows    [][]cell  // p(y|x), with the number of the column
	columns [][]cell  // p(x|y), with the number of the row
}

// cell is a value with the number of its column or row.
type cell struct {
	at int32
	p  float64
}

// arranged returns the table of a joint distribution. O(cells log cells).
func arranged(j *joint.Joint) *table {
	column := columnOrder(j)
	rank := make([]int32, j.Cols())
	for k, y := range column {
		rank[y] = int32(k)
	}
	t := &table{columns: make([][]cell, j.Cols())}
	size := make([]int, j.Cols())
	for x := range j.Rows() {
		ys, _ := j.Row(x)
		for _, y := range ys {
			size[rank[y]]++
		}
	}
	for y, n := range size {
		t.columns[y] = make([]cell, 0, n)
	}
	for k, x := range j.CanonicalOrder() {
		ys, values := j.Row(x)
		row := make([]cell, len(ys))
		information := 0.0
		for c, y := range ys {
			row[c] = cell{rank[y], values[c] / j.RowMass(x)}
		}
		slices.SortFunc(row, func(a, b cell) int { return cmp.Compare(a.at, b.at) })
		for _, c := range row {
			weight := j.ColMass(column[c.at])
			information += float64(c.p * log2(c.p*j.Total()/weight))
			t.columns[c.at] = append(t.columns[c.at], cell{int32(k), c.p * j.RowMass(x) / weight})
		}
		t.rows = append(t.rows, row)
		t.mass = append(t.mass, j.RowMass(x)/j.Total())
		t.total = append(t.total, information)
	}
	return t
}

// columnOrder returns the columns in their canonical order, that of the rows of the transposed
// table.
func columnOrder(j *joint.Joint) []int {
	turned := masses.Cells{Start: make([]int, j.Cols()+1), Column: make([]int32, j.NonZero()), Value: make([]float64, j.NonZero())}
	for x := range j.Rows() {
		ys, _ := j.Row(x)
		for _, y := range ys {
			turned.Start[y+1]++
		}
	}
	mass := make([]float64, j.Cols())
	for y := range mass {
		mass[y] = j.ColMass(y)
		turned.Start[y+1] += turned.Start[y]
	}
	next := slices.Clone(turned.Start)
	for x := range j.Rows() {
		ys, values := j.Row(x)
		for k, y := range ys {
			turned.Column[next[y]], turned.Value[next[y]] = int32(x), values[k]
			next[y]++
		}
	}
	return masses.Order(j.YLabels(), j.XLabels(), mass, turned)
}
