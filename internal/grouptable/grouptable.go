// Package grouptable draws functions of two variables over the same elements, such as the
// multiplication tables of groups.
package grouptable

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/lists"
)

// Table is a function y of two variables x1 and x2 over the same n elements, such as the
// product in a group.
type Table struct {
	// Title is the text above the table, if not empty.
	Title string
	// Labels names the elements, n of them, at most [MaxElements].
	Labels []string
	// Cells[x1][x2] is the index of y in YLabels, or -1 if there is none.
	Cells [][]int
	// YLabels names the values of y.
	YLabels []string
	// Clusters is the number of the cluster of every element; nil for none.
	Clusters []int
}

// MaxElements is the largest number of elements of a group table. On a page of the usual
// width, each is a third of a millimetre wide then.
const MaxElements = 256

// Draw draws tables side by side to w in the given format, each as a square of n x n
// cells with x1 downwards and x2 to the right. The colour of a cell is y. Elements and values
// are named at the margins and in the cells where that can be read.
//
// Colours run from dark to light in the order of the values or, if the values are elements as
// in a group, in the order of the elements. The elements of a cluster are next to each other, with
// lines between clusters, and values that are elements have shades of one colour for each cluster.
//
// The title is above all tables; an empty one is left out. A width of zero means 80 mm for each table
// and 160 mm at most, and a height of zero means the height of the tables. O(n^2) for each table.
func Draw(w io.Writer, tables []Table, format string, page draw.Page) error {
	if len(tables) == 0 {
		return errors.New("there is no group table to draw")
	}
	for n := range tables {
		if err := tables[n].check(); err != nil {
			return fmt.Errorf("group table %d: %w", n+1, err)
		}
	}
	if page.Width == 0 {
		page.Width = float64(min(80*len(tables), 160))
	}
	height := page.Height
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	page.Height = height
	g, err := newFigure(tables, page)
	if err != nil {
		return err
	}
	page.Height = float64(g.Height / draw.MM)
	if err := page.CheckPixels(format); err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

// check returns an error if the parts of the table do not fit together.
func (t *Table) check() error {
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

// order returns the elements in the order of the drawing: in their own order, or sorted by the
// numbers of their clusters.
func (t *Table) order() []int {
	order := lists.Numbers(len(t.Labels))
	if t.Clusters != nil {
		slices.SortStableFunc(order, func(a, b int) int { return t.Clusters[a] - t.Clusters[b] })
	}
	return order
}

// elements returns the element of each value, or nil if a value is not an element.
func (t *Table) elements() []int {
	at := lists.Index(t.Labels)
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

// colours returns the colour of every value, for elements in the given order.
func (t *Table) colours(order []int) []color.NRGBA {
	colours := make([]color.NRGBA, len(t.YLabels))
	elements := t.elements()
	if elements == nil {
		for y := range colours {
			colours[y] = draw.OnRamp(y, len(colours))
		}
		return colours
	}
	of := make([]color.NRGBA, len(order)) // elements
	hue := 0
	for from := 0; from < len(order); hue++ {
		to := from + 1
		for to < len(order) && !t.apart(order[from], order[to]) {
			to++
		}
		for r := from; r < to; r++ {
			if of[order[r]] = draw.OnRamp(r, len(order)); t.Clusters != nil {
				of[order[r]] = draw.Shade(draw.Hues[hue%len(draw.Hues)], r-from, to-from)
			}
		}
		from = to
	}
	for y, x := range elements {
		colours[y] = of[x]
	}
	return colours
}

// apart reports whether two elements are in different clusters.
func (t *Table) apart(x1, x2 int) bool {
	return t.Clusters != nil && t.Clusters[x1] != t.Clusters[x2]
}
