package plot

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
)

// GroupTable is a function y of two variables x1 and x2 over the same n elements,
// such as the product in a group.
type GroupTable struct {
	// Title stands above the table; empty for none.
	Title string
	// Labels names the elements, n of them.
	Labels []string
	// Cells[x1][x2] is the place of y in YLabels, or -1 if there is none.
	Cells [][]int
	// YLabels names the values of y.
	YLabels []string
	// Clusters is the number of the cluster of every element; nil for none.
	Clusters []int
}

// MaxElements is the largest number of elements of a group table. On a page of the
// usual width each has a third of a millimetre then.
const MaxElements = 256

// GroupTables draws tables side by side to w in the given format, each as a
// square of n x n cells with x1 downwards and x2 to the right. The colour of a cell
// is y. Elements and values are named at the margins and in the cells where that
// can be read.
//
// Colours run from dark to light in the order of the values, which is that of the
// elements if the values are elements, as they are in a group; people with any
// colour vision can tell which of two is lighter. Of clusters, the elements stand
// together, with lines between them, and values that are elements have shades of a
// colour for each cluster.
//
// The title of opts stands above all tables; empty means none. The width is 80 mm
// for each table and 160 mm at most if that of opts is zero, and the height what
// the tables take. GroupTables fails if a table is not as described, if the page is
// too small or another option out of range, or if w does. O(n^2) for each table.
func GroupTables(w io.Writer, tables []GroupTable, format Format, opts Options) error {
	if err := format.check(); err != nil {
		return err
	}
	if len(tables) == 0 {
		return errors.New("there is no group table to draw")
	}
	for n := range tables {
		if err := tables[n].check(); err != nil {
			return fmt.Errorf("group table %d: %w", n+1, err)
		}
	}
	if opts.Width == 0 {
		opts.Width = float64(min(80*len(tables), 160))
	}
	height := opts.Height
	opts, err := opts.withDefaults(format)
	if err != nil {
		return err
	}
	opts.Height = height
	g, err := newGroupFigure(tables, opts)
	if err != nil {
		return err
	}
	opts.Height = float64(g.height / mm)
	if err := opts.checkPixels(format); err != nil {
		return err
	}
	return render(w, format, g.width, g.height, opts.DPI, func(c vg.Canvas) { g.draw(c) })
}

// check returns an error if the parts of the table do not fit together.
func (t *GroupTable) check() error {
	n := len(t.Labels)
	switch {
	case n == 0:
		return errors.New("it has no elements")
	case n > MaxElements:
		return fmt.Errorf("%d elements are too many: draw at most %d", n, MaxElements)
	case len(t.Cells) != n:
		return fmt.Errorf("%d rows of cells, want one for each of the %d elements", len(t.Cells), n)
	case t.Clusters != nil && len(t.Clusters) != n:
		return fmt.Errorf("%d numbers of clusters, want one for each of the %d elements", len(t.Clusters), n)
	}
	for x1, row := range t.Cells {
		if len(row) != n {
			return fmt.Errorf("row %d has %d cells, want one for each of the %d elements", x1+1, len(row), n)
		}
		for x2, y := range row {
			if y < -1 || y >= len(t.YLabels) {
				return fmt.Errorf("row %d, column %d holds %d, want the place of one of %d values, from 0 on, or -1",
					x1+1, x2+1, y, len(t.YLabels))
			}
		}
	}
	return nil
}

// order returns the elements as they are drawn: those of a cluster together, by
// their clusters' numbers, and else as they are.
func (t *GroupTable) order() []int {
	order := make([]int, len(t.Labels))
	for x := range order {
		order[x] = x
	}
	if t.Clusters != nil {
		slices.SortStableFunc(order, func(a, b int) int { return t.Clusters[a] - t.Clusters[b] })
	}
	return order
}

// elements returns which element each value is, or nil if one of them is none.
func (t *GroupTable) elements() []int {
	at := make(map[string]int, len(t.Labels))
	for x, label := range t.Labels {
		at[label] = x
	}
	elements := make([]int, len(t.YLabels))
	for y, label := range t.YLabels {
		x, ok := at[label]
		if !ok {
			return nil
		}
		elements[y] = x
	}
	return elements
}
