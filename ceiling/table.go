package ceiling

import (
	"cmp"
	"slices"

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
func arranged(j *joint.Joint) (*table, error) {
	column, err := columnOrder(j)
	if err != nil {
		return nil, err
	}
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
		ys, masses := j.Row(x)
		row := make([]cell, len(ys))
		information := 0.0
		for c, y := range ys {
			row[c] = cell{rank[y], masses[c] / j.RowMass(x)}
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
	return t, nil
}

// columnOrder returns the columns in their canonical order, that of the rows of the transposed
// table.
func columnOrder(j *joint.Joint) ([]int, error) {
	if j.Cols() == 1 {
		return []int{0}, nil
	}
	var cells []joint.Cell
	for x := range j.Rows() {
		ys, masses := j.Row(x)
		for k, y := range ys {
			cells = append(cells, joint.Cell{X: y, Y: int32(x), Value: masses[k]})
		}
	}
	turned, err := joint.New(j.YLabels(), j.XLabels(), cells)
	if err != nil {
		return nil, err
	}
	return turned.CanonicalOrder(), nil
}
