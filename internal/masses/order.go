package masses

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
)

// Cells are the cells of a table by rows, with the column and the value of each: row x has
// the cells Start[x] to Start[x+1].
type Cells struct {
	Start  []int
	Column []int32
	Value  []float64
}

// maxRefined is the largest number of refinements of rows of equal mass.
const maxRefined = 16

// Order returns the rows of a table, with labels x and y of rows and columns, from the heaviest to
// the lightest. Rows of equal mass are ordered by their cells, in a way that depends neither on the
// order nor on the labels of the columns: by colour refinement, which gives a row a colour made from
// the values and the colours of its columns, and a column a colour made from its rows, until the
// number of colours of rows stays the same. Rows of the same colour, which a symmetry of the table
// may exchange, are ordered by their cells with columns sorted by label, and equal rows by label.
//
// A colour is a hash. If two are equal by accident, the order is another one, but still a function
// of the table. O(n log n + cells) for each of up to 16 refinements.
func Order(x, y []string, mass []float64, cells Cells) []int {
	order := partition.Identity(len(x))
	colour := make([]uint64, len(x))
	compare := func(a, b int) int {
		return cmp.Or(cmp.Compare(mass[b], mass[a]), cmp.Compare(colour[a], colour[b]))
	}
	sort := func() (classes int) {
		slices.SortFunc(order, compare)
		for k := range order {
			if k == 0 || compare(order[k-1], order[k]) != 0 {
				classes++
			}
		}
		return classes
	}
	classes := sort()
	for row, v := range mass {
		colour[row] = hashed(0, v)
	}
	ofColumn := make([]uint64, len(y))
	for k := 0; k < maxRefined && classes < len(x); k++ {
		refine(colour, ofColumn, cells)
		before := classes
		if classes = sort(); classes == before {
			break
		}
	}
	if classes == len(x) {
		return order
	}
	_, rank := ByLabel(y)
	for from, to := 0, 0; from < len(order); from = to {
		for to = from + 1; to < len(order) && compare(order[from], order[to]) == 0; to++ {
			continue
		}
		if to > from+1 {
			cells.sortRows(order[from:to], x, rank)
		}
	}
	return order
}

// sortRows sorts rows by their cells, given the ranks of the columns, and equal rows by label.
func (c Cells) sortRows(rows []int, labels []string, rank []int) {
	type keyed struct {
		row   int
		cells []rankedCell
	}
	sorted := make([]keyed, len(rows))
	for k, x := range rows {
		sorted[k].row = x
		for at := c.Start[x]; at < c.Start[x+1]; at++ {
			sorted[k].cells = append(sorted[k].cells, rankedCell{rank[c.Column[at]], c.Value[at]})
		}
		slices.SortFunc(sorted[k].cells, rankedCell.compare)
	}
	slices.SortFunc(sorted, func(a, b keyed) int {
		return cmp.Or(slices.CompareFunc(a.cells, b.cells, rankedCell.compare), cmp.Compare(labels[a.row], labels[b.row]))
	})
	for k, s := range sorted {
		rows[k] = s.row
	}
}

// rankedCell is a cell of a row.
type rankedCell struct {
	rank  int
	value float64
}

func (a rankedCell) compare(b rankedCell) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.value, b.value))
}

// refine makes new colours of columns from the colours of rows, and then new colours of
// rows. Sums of hashes do not depend on the order of the cells.
func refine(ofRow, ofColumn []uint64, cells Cells) {
	clear(ofColumn)
	for x, colour := range ofRow {
		for k := cells.Start[x]; k < cells.Start[x+1]; k++ {
			ofColumn[cells.Column[k]] += hashed(colour, cells.Value[k])
		}
	}
	for x, colour := range ofRow {
		var sum uint64
		for k := cells.Start[x]; k < cells.Start[x+1]; k++ {
			sum += hashed(ofColumn[cells.Column[k]], cells.Value[k])
		}
		ofRow[x] = random.Mix(random.Mix(colour) ^ sum)
	}
}

// hashed returns a hash of a colour and a value; -0 counts as 0.
func hashed(colour uint64, value float64) uint64 {
	return random.Mix(random.Mix(colour) ^ math.Float64bits(value+0))
}
