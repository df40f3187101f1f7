package plot

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// groupFigure is a laid-out figure of group tables: every place and size, as in
// [figure].
type groupFigure struct {
	sheet  // its texts are outside the cells
	tables []*square
}

// square is one table of a figure.
type square struct {
	frame   vg.Rectangle
	side    vg.Length // of a cell
	cells   [][]int   // by place on the page, row by row from the top: y or -1
	colours []color.NRGBA
	lines   []mark // between clusters

	labels, values []string  // of elements, by place, and of y
	labelSize      vg.Length // 0 if there is no room for labels
	turned         bool      // the labels of columns read upwards
	inside         []cellText
}

// cellText is the name of a value in a cell.
type cellText struct {
	text
	y int
}

const (
	tableGap   = 5 * mm  // between tables
	maxLabel   = 16 * mm // longer labels are cut
	leastText  = vg.Length(5)
	leastCell  = 0.1 * mm
	leastTable = 15 * mm
	sizeStep   = vg.Length(0.5)
)

// newGroupFigure lays out tables on a page of the given width, and of the given
// height or, if that is zero, the one that they take. O(n^2).
func newGroupFigure(tables []GroupTable, o Options) (*groupFigure, error) {
	g := &groupFigure{sheet: newSheet(o)}
	head := margin
	if o.Title != "" {
		head += lineHeight(titleSize) + gap
	}
	if slices.ContainsFunc(tables, func(t GroupTable) bool { return t.Title != "" }) {
		head += lineHeight(titleSize)
	}
	for n := range tables {
		g.tables = append(g.tables, newSquare(&tables[n]))
	}
	side := g.chooseSizes(head)
	for n, q := range g.tables {
		if side < leastTable || side < leastCell*vg.Length(len(q.cells)) {
			return nil, fmt.Errorf("group table %d of %d elements has no room on the page: choose a larger one than %s, or draw fewer tables",
				n+1, len(q.cells), pageSize(o))
		}
	}
	need := head + g.top() + side + margin
	if o.Height == 0 {
		g.height = max(need, minHeight*mm)
	}
	// What the tables do not take is left free on all sides alike.
	free := (g.height - need) / 2
	if o.Title != "" {
		title := cutTo(printable(o.Title), titleSize, g.width-2*margin)
		g.write(title, titleSize, vg.Point{X: g.width / 2, Y: g.height - free - margin - capHeight(titleSize)}, centre)
	}
	x := (g.width - g.widthFor(side)) / 2
	for n, q := range g.tables {
		x += q.left()
		y := g.height - free - head - g.top()
		q.frame = vg.Rectangle{Min: vg.Point{X: x, Y: y - side}, Max: vg.Point{X: x + side, Y: y}}
		q.side = side / vg.Length(len(q.cells))
		g.layMargins(q, tables[n].Title)
		q.layCells(&tables[n])
		x += side + tableGap
	}
	return g, nil
}

// pageSize writes the size that is asked for.
func pageSize(o Options) string {
	if o.Height == 0 {
		return fmt.Sprintf("%g mm in width", o.Width)
	}
	return fmt.Sprintf("%g x %g mm", o.Width, o.Height)
}

// newSquare sorts the elements and chooses the colours.
func newSquare(t *GroupTable) *square {
	order, n := t.order(), len(t.Labels)
	q := &square{cells: make([][]int, n), colours: t.colours(order)}
	for r, x1 := range order {
		q.cells[r] = make([]int, n)
		for c, x2 := range order {
			q.cells[r][c] = t.Cells[x1][x2]
		}
		label := cutTo(printable(t.Labels[x1]), tickSize, maxLabel)
		q.labels = append(q.labels, label)
	}
	for _, label := range t.YLabels {
		q.values = append(q.values, printable(label))
	}
	return q
}

// colours returns the colour of every value. order is that of the elements.
func (t *GroupTable) colours(order []int) []color.NRGBA {
	colours := make([]color.NRGBA, len(t.YLabels))
	elements := t.elements()
	if elements == nil {
		for y := range colours {
			colours[y] = onRamp(y, len(colours))
		}
		return colours
	}
	of := make([]color.NRGBA, len(order)) // elements
	hue := 0
	for from := 0; from < len(order); hue++ {
		to := from + 1
		for to < len(order) && (t.Clusters == nil || t.Clusters[order[to]] == t.Clusters[order[from]]) {
			to++
		}
		for r := from; r < to; r++ {
			if of[order[r]] = onRamp(r, len(order)); t.Clusters != nil {
				of[order[r]] = shade(hues[hue%len(hues)], r-from, to-from)
			}
		}
		from = to
	}
	for y, x := range elements {
		colours[y] = of[x]
	}
	return colours
}

// layMargins writes what stands around the cells of a table: its title, the names
// of the variables, and the labels.
func (g *groupFigure) layMargins(q *square, title string) {
	middle := vg.Point{X: (q.frame.Min.X + q.frame.Max.X) / 2, Y: (q.frame.Min.Y + q.frame.Max.Y) / 2}
	if title != "" {
		title = cutTo(printable(title), titleSize, q.frame.Max.X-q.frame.Min.X)
		g.write(title, titleSize, vg.Point{X: middle.X, Y: q.frame.Max.Y + g.top() + descent(titleSize)}, centre)
	}
	above := q.frame.Max.Y + q.columnLabels() + descent(axisSize) + gap/2
	g.write("x₂", axisSize, vg.Point{X: middle.X, Y: above}, centre)
	g.write("x₁", axisSize, vg.Point{X: q.frame.Min.X - q.left() + capHeight(axisSize), Y: middle.Y}, upright)
	if q.labelSize == 0 {
		return
	}
	rise := capHeight(q.labelSize) / 2
	for r, s := range q.labels {
		along := (vg.Length(r) + 0.5) * q.side
		g.write(s, q.labelSize, vg.Point{X: q.frame.Min.X - gap, Y: q.frame.Max.Y - along - rise}, right)
		if !q.turned {
			g.write(s, q.labelSize, vg.Point{X: q.frame.Min.X + along, Y: q.frame.Max.Y + gap + descent(q.labelSize)}, centre)
			continue
		}
		at := vg.Point{X: q.frame.Min.X + along + rise, Y: q.frame.Max.Y + gap}
		g.texts = append(g.texts, text{s: s, size: q.labelSize, at: at, upright: true})
	}
}

// layCells places what is on the cells: the names of the values, and the lines
// between clusters.
func (q *square) layCells(t *GroupTable) {
	if size := q.chooseValueSize(); size > 0 {
		for r, row := range q.cells {
			for c, y := range row {
				if y < 0 {
					continue
				}
				cell := q.cell(r, c)
				at := vg.Point{X: (cell.Min.X + cell.Max.X) / 2, Y: (cell.Min.Y+cell.Max.Y)/2 - capHeight(size)/2}
				q.inside = append(q.inside, cellText{newText(q.values[y], size, at, centre), y})
			}
		}
	}
	if t.Clusters == nil {
		return
	}
	order := t.order()
	for r := 1; r < len(order); r++ {
		if t.Clusters[order[r]] == t.Clusters[order[r-1]] {
			continue
		}
		corner := q.cell(r-1, r-1)
		x, y := corner.Max.X, corner.Min.Y
		q.lines = append(
			q.lines,
			mark{vg.Point{X: x, Y: q.frame.Min.Y}, vg.Point{X: x, Y: q.frame.Max.Y}},
			mark{vg.Point{X: q.frame.Min.X, Y: y}, vg.Point{X: q.frame.Max.X, Y: y}},
		)
	}
}

// cell returns the area of a cell, counted from the upper left one.
func (q *square) cell(row, column int) vg.Rectangle {
	corner := vg.Point{X: q.frame.Min.X + vg.Length(column)*q.side, Y: q.frame.Max.Y - vg.Length(row+1)*q.side}
	return vg.Rectangle{Min: corner, Max: vg.Point{X: corner.X + q.side, Y: corner.Y + q.side}}
}
