package grouptable

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// figure is a laid-out figure of group tables: every place and size on the page.
type figure struct {
	draw.Sheet // its texts are outside the cells
	tables     []*square
}

// square is one table of a figure.
type square struct {
	frame   vg.Rectangle
	side    vg.Length // of a cell
	cells   [][]int   // by place on the page, row by row from the top: y or -1
	colours []color.NRGBA
	lines   []draw.Segment // between clusters

	labels, values []string  // of elements, by place, and of y
	labelled       bool      // there is room for labels
	labelSize      vg.Length // 0 without labels
	turned         bool      // the labels of columns read upwards
	inside         []cellText
}

// cellText is the name of a value in a cell.
type cellText struct {
	draw.Text
	y int
}

const (
	tableGap    = 5 * draw.MM  // between tables
	maxLabel    = 16 * draw.MM // longer labels are cut
	leastText   = vg.Length(5)
	leastCell   = 0.1 * draw.MM
	leastTable  = 15 * draw.MM
	sizeStep    = vg.Length(0.5)
	clusterLine = vg.Length(1.2)
	cellLine    = vg.Length(0.4) // between cells that are not small
)

// newFigure lays out tables on a page of the given width and height. If the height is zero, the
// page is as high as the tables. O(n^2).
func newFigure(tables []Table, page draw.Page) (*figure, error) {
	g := &figure{Sheet: page.Sheet()}
	head := draw.Margin
	if page.Title != "" {
		head += draw.LineHeight(draw.TitleSize) + draw.Gap
	}
	if slices.ContainsFunc(tables, func(t Table) bool { return t.Title != "" }) {
		head += draw.LineHeight(draw.TitleSize)
	}
	for n := range tables {
		g.tables = append(g.tables, newSquare(&tables[n]))
	}
	side := g.chooseSizes(head)
	for n, q := range g.tables {
		if side < leastTable || side < leastCell*vg.Length(len(q.cells)) {
			size := fmt.Sprintf("%g x %g mm", page.Width, page.Height)
			if page.Height == 0 {
				size = fmt.Sprintf("%g mm in width", page.Width)
			}
			return nil, fmt.Errorf("group table %d of %d elements has no room on the page: choose a larger one than %s, or draw fewer tables",
				n+1, len(q.cells), size)
		}
	}
	need := head + g.top() + side + draw.Margin
	if page.Height == 0 {
		g.Height = max(need, draw.MinHeight*draw.MM)
	}
	free := (g.Height - need) / 2 // above and below
	if page.Title != "" {
		title := draw.Cut(draw.Printable(page.Title), draw.TitleSize, g.Width-2*draw.Margin)
		g.Write(title, draw.TitleSize, vg.Point{X: g.Width / 2, Y: g.Height - free - draw.Margin - draw.CapHeight(draw.TitleSize)}, draw.Centre)
	}
	x := (g.Width - g.widthFor(side)) / 2
	for n, q := range g.tables {
		x += q.left()
		y := g.Height - free - head - g.top()
		q.frame = vg.Rectangle{Min: vg.Point{X: x, Y: y - side}, Max: vg.Point{X: x + side, Y: y}}
		q.side = side / vg.Length(len(q.cells))
		g.writeMargins(q, tables[n].Title)
		q.writeValues()
		q.divide(&tables[n])
		x += side + tableGap
	}
	return g, nil
}

// newSquare sorts the elements and chooses the colours.
func newSquare(t *Table) *square {
	order, n := t.order(), len(t.Labels)
	q := &square{cells: make([][]int, n), colours: t.colours(order), labelled: true}
	for r, x1 := range order {
		q.cells[r] = make([]int, n)
		for c, x2 := range order {
			q.cells[r][c] = t.Cells[x1][x2]
		}
		q.labels = append(q.labels, draw.Cut(draw.Printable(t.Labels[x1]), draw.TickSize, maxLabel))
	}
	for _, label := range t.YLabels {
		q.values = append(q.values, draw.Printable(label))
	}
	return q
}

// chooseSizes gives the labels the largest size at which they have room, and returns the length
// that the side of every table has then. Tables with too many elements have no labels, which makes
// room for the others. Labels of columns are turned where they are wider than their columns,
// unless a smaller size of at least [draw.SmallSize] avoids that. head is the height of the texts
// above all tables.
func (g *figure) chooseSizes(head vg.Length) vg.Length {
	side := g.sideFor(head, leastText, true)
	for _, q := range g.tables {
		q.labelled = leastText <= side/vg.Length(len(q.cells))
	}
	tooLarge := func(q *square) bool { return !q.labelsFit(side) }
	for _, mayTurn := range []bool{false, true} {
		least := draw.SmallSize
		if mayTurn {
			least = leastText
		}
		for size := draw.TickSize; size >= least; size -= sizeStep {
			if side = g.sideFor(head, size, mayTurn); !slices.ContainsFunc(g.tables, tooLarge) {
				return side
			}
		}
	}
	return side
}

// sideFor returns the largest side for which all tables have room with labels of a size. If
// they may turn, labels of columns are turned where they are too wide.
func (g *figure) sideFor(head, size vg.Length, mayTurn bool) vg.Length {
	for _, q := range g.tables {
		if q.turned = false; q.labelled {
			q.labelSize = size
		} else {
			q.labelSize = 0
		}
	}
	side := g.side(head)
	if mayTurn {
		for _, q := range g.tables {
			q.turned = !q.labelsFit(side)
		}
		side = g.side(head)
	}
	return side
}

// side returns the largest side for which all tables have room with their labels.
func (g *figure) side(head vg.Length) vg.Length {
	side := (g.Width - 2*draw.Margin - g.widthFor(0)) / vg.Length(len(g.tables))
	if g.Height > 0 {
		side = min(side, g.Height-head-g.top()-draw.Margin)
	}
	return side
}

// widthFor returns the width that all tables take, without the page's margins.
func (g *figure) widthFor(side vg.Length) vg.Length {
	width := vg.Length(len(g.tables)-1) * tableGap
	for _, q := range g.tables {
		width += q.left() + side
	}
	return width
}

// top returns the height of the texts between the titles and the cells.
func (g *figure) top() vg.Length {
	var top vg.Length
	for _, q := range g.tables {
		top = max(top, q.columnLabels()+draw.LineHeight(draw.AxisSize))
	}
	return top
}

// left returns the width of the texts left of the cells.
func (q *square) left() vg.Length {
	left := draw.LineHeight(draw.AxisSize)
	if q.labelSize > 0 {
		left += draw.Widest(q.labels, q.labelSize) + draw.Gap
	}
	return left
}

// columnLabels returns the height of the labels of columns.
func (q *square) columnLabels() vg.Length {
	switch {
	case q.labelSize == 0:
		return 0
	case q.turned:
		return draw.Widest(q.labels, q.labelSize) + draw.Gap
	}
	return draw.CapHeight(q.labelSize) + draw.Descent(q.labelSize) + draw.Gap
}

// labelsFit reports whether the labels fit into rows and columns.
func (q *square) labelsFit(side vg.Length) bool {
	cell := side / vg.Length(len(q.cells))
	return q.labelSize == 0 || q.labelSize <= cell && (q.turned || draw.Widest(q.labels, q.labelSize)+0.7*draw.Gap <= cell)
}
