package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

const (
	curveLine  = vg.Length(0.9)
	markerSize = 0.8 * mm
	breakSize  = 0.9 * mm // half the height of the mark of a break
)

// dashes are the patterns of the lines of series.
var dashes = [][]vg.Length{nil, {4, 1.6}, {1.2, 1.4}, {5, 1.4, 1.2, 1.4}}

// markers are the shapes of the markers of series.
var markers = draw.Markers[:5]

// hueOf and dashOf return how a series looks. With the markers, no two of maxStyles series
// look alike.
func hueOf(style int) color.NRGBA  { return draw.Hues[style%len(draw.Hues)] }
func dashOf(style int) []vg.Length { return dashes[style%len(dashes)] }

// draw draws the panels.
func (g *figure) draw(c vg.Canvas) {
	for _, p := range g.panels {
		p.draw(c)
	}
}

// draw draws a panel: lines, then bars, then markers, each series above the one before.
func (q *panel) draw(c vg.Canvas) {
	for _, s := range q.curves {
		for _, line := range s.lines {
			s.drawLine(c, line)
		}
	}
	for _, s := range q.curves {
		draw.ErrorBars(c, hueOf(s.style), s.bars)
	}
	for _, s := range q.curves {
		s.drawMarkers(c, s.spots)
	}
	q.Draw(c)
	for _, at := range q.breaks {
		drawBreak(c, at)
	}
}

func (l look) drawLine(c vg.Canvas, line []vg.Point) {
	if len(line) > 1 && l.line {
		draw.Stroke(c, hueOf(l.style), curveLine, draw.Line(line...), dashOf(l.dash)...)
	}
}

func (l look) drawMarkers(c vg.Canvas, places []vg.Point) {
	if !l.marks {
		return
	}
	var p vg.Path
	for _, at := range places {
		markers[l.style%len(markers)].Add(&p, at, markerSize)
	}
	draw.Fill(c, hueOf(l.style), p)
}

// sign draws the sign of a series in the legend.
func (l look) sign(c vg.Canvas, at vg.Rectangle) {
	l.drawLine(c, draw.Level(at))
	l.drawMarkers(c, []vg.Point{draw.Middle(at)})
}

// barSign draws the sign of error bars in the legend.
func barSign(c vg.Canvas, at vg.Rectangle) {
	x := draw.Middle(at).X
	draw.ErrorBars(c, draw.Ink, []draw.Segment{{From: vg.Point{X: x, Y: at.Min.Y}, To: vg.Point{X: x, Y: at.Max.Y}}})
}

// drawBreak interrupts a level line by two strokes.
func drawBreak(c vg.Canvas, at vg.Point) {
	const half, slant = 0.6 * mm, 0.35 * mm
	end := func(x, side vg.Length) vg.Point {
		return vg.Point{X: at.X + x + side*slant, Y: at.Y + side*breakSize}
	}
	draw.Fill(c, draw.Paper, draw.Polygon(end(-half, -1), end(-half, 1), end(half, 1), end(half, -1)))
	draw.Stroke(c, draw.Ink, draw.AxisLine, draw.Segments([]draw.Segment{
		{From: end(-half, -1), To: end(-half, 1)}, {From: end(half, -1), To: end(half, 1)},
	}))
}
