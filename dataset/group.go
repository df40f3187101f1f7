package dataset

import (
	"encoding/csv"
	"io"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// group is a finite group. As a data set it is the table of three variables x1, x2 and y = x1 x2, in
// which every pair of elements occurs once. It is immutable.
type group struct {
	labels  []string
	product [][]int // product[a][b] is the place of element a times element b
}

// openGroup returns the group behind a built-in data set. O(n^2) for n elements.
func openGroup(name string) (*group, error) {
	b, err := findBuiltin(name)
	if err != nil {
		return nil, err
	}
	if b.group == nil {
		return nil, &textfile.Error{Msg: name + " is not a group: choose @z40, @pauli or a group such as @group:S3"}
	}
	return b.group(), nil
}

// Labels returns the names of the elements, the identity first. The slice must not be changed.
func (g *group) Labels() []string { return g.labels }

// Order returns the number of elements.
func (g *group) Order() int { return len(g.labels) }

// Product returns the place of the product of the elements at places a and b, in that order.
func (g *group) Product(a, b int) int { return g.product[a][b] }

// newGroup tabulates the multiplication of the given elements, the identity first. A product outside
// of the elements is -1, which does not occur in this package.
func newGroup[E comparable](elements []E, label func(E) string, times func(a, b E) E) *group {
	place := make(map[E]int, len(elements))
	g := new(group)
	for i, e := range elements {
		place[e] = i
		g.labels = append(g.labels, label(e))
	}
	for _, a := range elements {
		row := make([]int, len(elements))
		for i, b := range elements {
			at, ok := place[times(a, b)]
			if !ok {
				at = -1
			}
			row[i] = at
		}
		g.product = append(g.product, row)
	}
	return g
}

// triples returns the cells of the data set.
func (g *group) triples() []joint.TripleCell {
	var cells []joint.TripleCell
	for a, row := range g.product {
		for b, y := range row {
			cells = append(cells, joint.TripleCell{X1: int32(a), X2: int32(b), Y: int32(y), Value: 1})
		}
	}
	return cells
}

// writeRecords writes the data set as CSV: x1, x2, y and count.
func (g *group) writeRecords(w io.Writer) error {
	records := csv.NewWriter(w)
	// A csv.Writer keeps its first error for the end.
	_ = records.Write([]string{"x1", "x2", "y", "count"})
	for a, row := range g.product {
		for b, y := range row {
			_ = records.Write([]string{g.labels[a], g.labels[b], g.labels[y], "1"})
		}
	}
	records.Flush()
	return records.Error()
}

// cells returns the data set as an array of n x n x n counts.
func (g *group) cells() []float64 {
	n := len(g.labels)
	cells := make([]float64, n*n*n)
	for a, row := range g.product {
		for b, y := range row {
			cells[(a*n+b)*n+y] = 1
		}
	}
	return cells
}
