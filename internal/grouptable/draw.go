package grouptable

import (
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// writeMargins writes the texts around the cells of a table: its title, the names of the
// variables, and the labels.
func (g *figure) writeMargins(q *square, title string) {
	middle := draw.Middle(q.frame)
	if title != "" {
		title = draw.Cut(draw.Printable(title), draw.TitleSize, q.frame.Max.X-q.frame.Min.X)
		g.Write(title, draw.TitleSize, vg.Point{X: middle.X, Y: q.frame.Max.Y + g.top() + draw.Descent(draw.TitleSize)}, draw.Centre)
	}
	above := q.frame.Max.Y + q.columnLabels() + draw.Descent(draw.AxisSize) + draw.Gap/2
	g.Write("x₂", draw.AxisSize, vg.Point{X: middle.X, Y: above}, draw.Centre)
	g.Write("x₁", draw.AxisSize, vg.Point{X: q.frame.Min.X - q.left() + draw.CapHeight(draw.AxisSize), Y: middle.Y}, draw.Upright)
	if q.labelSize == 0 {
		return
	}
	rise := draw.CapHeight(q.labelSize) / 2
	for r, s := range q.labels {
		along := (vg.Length(r) + 0.5) * q.side
		g.Write(s, q.labelSize, vg.Point{X: q.frame.Min.X - draw.Gap, Y: q.frame.Max.Y - along - rise}, draw.Right)
		if q.turned {
			at := vg.Point{X: q.frame.Min.X + along + rise, Y: q.frame.Max.Y + draw.Gap}
			g.Texts = append(g.Texts, draw.Text{Words: s, Size: q.labelSize, At: at, Upright: true})
		} else {
			g.Write(s, q.labelSize, vg.Point{X: q.frame.Min.X + along, Y: q.frame.Max.Y + draw.Gap + draw.Descent(q.labelSize)}, draw.Centre)
		}
	}
}

// writeValues writes the names of the values into the cells, in the largest size at which all
// have room, or not at all.
func (q *square) writeValues() {
	fits := func(size vg.Length) bool { return size <= 0.8*q.side && draw.Widest(q.values, size) <= 0.86*q.side }
	size := draw.TickSize
	for !fits(size) {
		if size -= sizeStep; size < leastText {
			return
		}
	}
	for r, row := range q.cells {
		for c, y := range row {
			if y >= 0 {
				at := draw.Middle(q.cell(r, c))
				at.Y -= draw.CapHeight(size) / 2
				q.inside = append(q.inside, cellText{draw.NewText(q.values[y], size, at, draw.Centre), y})
			}
		}
	}
}

// divide places the lines between clusters.
func (q *square) divide(t *Table) {
	order := t.order()
	for r := 1; r < len(order); r++ {
		if t.apart(order[r-1], order[r]) {
			q.lines = append(q.lines, q.across(r)...)
		}
	}
}

// across returns the lines over the whole table above row n and left of column n.
func (q *square) across(n int) []draw.Segment {
	x, y := q.frame.Min.X+vg.Length(n)*q.side, q.frame.Max.Y-vg.Length(n)*q.side
	return []draw.Segment{
		{From: vg.Point{X: x, Y: q.frame.Min.Y}, To: vg.Point{X: x, Y: q.frame.Max.Y}},
		{From: vg.Point{X: q.frame.Min.X, Y: y}, To: vg.Point{X: q.frame.Max.X, Y: y}},
	}
}

// cell returns the area of a cell, counted from the upper left one.
func (q *square) cell(row, column int) vg.Rectangle {
	corner := vg.Point{X: q.frame.Min.X + vg.Length(column)*q.side, Y: q.frame.Max.Y - vg.Length(row+1)*q.side}
	return vg.Rectangle{Min: corner, Max: vg.Point{X: corner.X + q.side, Y: corner.Y + q.side}}
}

// draw draws the tables.
func (g *figure) draw(c vg.Canvas) {
	for _, q := range g.tables {
		q.draw(c)
	}
}

// draw draws the cells, one colour after the other, then lines, then text.
func (q *square) draw(c vg.Canvas) {
	draw.Fill(c, draw.Beyond, q.frame.Path())
	cells := make([]vg.Path, len(q.colours))
	for r, row := range q.cells {
		for column, y := range row {
			if y >= 0 {
				cells[y] = append(cells[y], q.cell(r, column).Path()...)
			}
		}
	}
	for y, p := range cells {
		draw.Fill(c, q.colours[y], p)
	}
	// Between cells that share an edge the background would show through, more in some places
	// than in others.
	var between []draw.Segment
	for n := 1; n < len(q.cells); n++ {
		between = append(between, q.across(n)...)
	}
	draw.Stroke(c, draw.Paper, min(cellLine, q.side/25), draw.Segments(between))
	draw.Stroke(c, draw.Ink, min(clusterLine, q.side/6), draw.Segments(q.lines))
	draw.Stroke(c, draw.Ink, draw.AxisLine, q.frame.Path())
	for _, t := range q.inside {
		c.SetColor(draw.Ink.Light) // in any theme, as the cell has the same colour
		if draw.IsDark(q.colours[t.y]) {
			c.SetColor(draw.Paper.Light)
		}
		t.Draw(c)
	}
}
