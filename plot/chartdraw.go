package plot

import "gonum.org/v1/plot/vg"

const (
	curveLine = vg.Length(0.9)
	breakSize = 0.9 * mm // half the height of the mark of a break
)

// dashes are the patterns of the lines of series.
var dashes = [][]vg.Length{nil, {4, 1.6}, {1.2, 1.4}, {5, 1.4, 1.2, 1.4}}

// draw paints the chart.
func (g *chartFigure) draw(c vg.Canvas) {
	g.drawPage(c)
	for _, p := range g.panels {
		p.draw(c)
	}
	for _, e := range g.legend {
		g.drawCurveSign(c, e)
	}
	g.drawTexts(c)
}

// draw paints a panel: lines, then bars, then markers, each series above the one before.
func (q *panel) draw(c vg.Canvas) {
	for _, s := range q.curves {
		for _, line := range s.lines {
			drawCurve(c, s.look, line)
		}
	}
	for _, s := range q.curves {
		drawBars(c, hueOf(s.style), s.bars)
	}
	for _, s := range q.curves {
		drawMarkers(c, s.look, s.spots)
	}
	q.drawAxes(c)
	for _, at := range q.breaks {
		drawBreak(c, at)
	}
}

func drawCurve(c vg.Canvas, l look, line []vg.Point) {
	if len(line) < 2 || !l.line {
		return
	}
	c.SetLineDash(dashOf(l.dash), 0)
	stroke(c, hueOf(l.style), curveLine, path(line...))
	c.SetLineDash(nil, 0)
}

func drawMarkers(c vg.Canvas, l look, places []vg.Point) {
	if !l.marks {
		return
	}
	var p vg.Path
	for _, at := range places {
		markerOf(l.style).add(&p, at, markerSize)
	}
	fill(c, hueOf(l.style), p)
}

// drawBreak interrupts a level line by two strokes.
func drawBreak(c vg.Canvas, at vg.Point) {
	const half, slant = 0.6 * mm, 0.35 * mm
	end := func(x, side vg.Length) vg.Point {
		return vg.Point{X: at.X + x + side*slant, Y: at.Y + side*breakSize}
	}
	fill(c, paper, closed(end(-half, -1), end(-half, 1), end(half, 1), end(half, -1)))
	stroke(c, ink, axisLine, marks([]mark{{end(-half, -1), end(-half, 1)}, {end(half, -1), end(half, 1)}}))
}

// drawCurveSign paints what stands before a legend entry.
func (g *chartFigure) drawCurveSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	if e.sign == barStyle {
		drawBars(c, ink, []mark{{vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y}}})
		return
	}
	drawCurve(c, g.looks[e.sign], []vg.Point{{X: e.at.Min.X, Y: middle.Y}, {X: e.at.Max.X, Y: middle.Y}})
	drawMarkers(c, g.looks[e.sign], []vg.Point{middle})
}
