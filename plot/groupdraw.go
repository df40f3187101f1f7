package plot

import "gonum.org/v1/plot/vg"

const (
	clusterLine = vg.Length(1.2)
	cellLine    = vg.Length(0.4) // between cells that are not small
)

// draw paints the figure.
func (g *groupFigure) draw(c vg.Canvas) {
	g.drawPage(c)
	for _, q := range g.tables {
		q.draw(c)
	}
	g.drawTexts(c)
}

// draw paints the cells, one colour after the other, then lines, then text.
func (q *square) draw(c vg.Canvas) {
	fill(c, beyond, q.frame.Path())
	cells := make([]vg.Path, len(q.colours))
	for r, row := range q.cells {
		for column, y := range row {
			if y >= 0 {
				cells[y] = append(cells[y], q.cell(r, column).Path()...)
			}
		}
	}
	for y, p := range cells {
		fill(c, q.colours[y], p)
	}
	// Cells that share an edge would let the ground shine through, more in some
	// places than in others.
	stroke(c, paper, min(cellLine, q.side/25), marks(q.between()))
	stroke(c, ink, min(clusterLine, q.side/6), marks(q.lines))
	stroke(c, ink, axisLine, q.frame.Path())
	for _, t := range q.inside {
		c.SetColor(ink)
		if dark(q.colours[t.y]) {
			c.SetColor(paper)
		}
		drawText(c, t.text)
	}
}

// between returns the lines between all rows and columns.
func (q *square) between() []mark {
	var lines []mark
	for n := 1; n < len(q.cells); n++ {
		x, y := q.frame.Min.X+vg.Length(n)*q.side, q.frame.Max.Y-vg.Length(n)*q.side
		lines = append(
			lines,
			mark{vg.Point{X: x, Y: q.frame.Min.Y}, vg.Point{X: x, Y: q.frame.Max.Y}},
			mark{vg.Point{X: q.frame.Min.X, Y: y}, vg.Point{X: q.frame.Max.X, Y: y}},
		)
	}
	return lines
}
