package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// hollowLine is the width of the outline of a hollow marker.
const hollowLine = vg.Length(0.7)

// comparisonShapes are the shapes of methods on one plane, each another one, so that
// they are told apart in grey.
var comparisonShapes = append(slices.Clone(markerShapes), polygon(3, 0, 1.5), polygon(3, math.Pi, 1.5))

// draw paints the figure: what matters most comes last.
func (g *comparisonFigure) draw(c vg.Canvas) {
	g.drawPage(c)
	for n := range g.panels {
		g.panels[n].draw(c)
	}
	for _, e := range g.legend {
		drawComparisonSign(c, e)
	}
	g.drawTexts(c)
}

// draw paints a frame: the truth, then the methods from the largest markers on, and
// hollow ones last, through which others show.
func (p *comparisonPanel) draw(c vg.Canvas) {
	stroke(c, ink, truthLine, path(p.truth...))
	for _, m := range slices.Backward(p.methods) {
		m.drawFilled(c)
	}
	for _, m := range slices.Backward(p.methods) {
		m.drawHollow(c)
	}
	p.drawAxes(c)
}

// drawHollow paints outlines.
func (m *comparedMarks) drawHollow(c vg.Canvas) {
	stroke(c, hueOf(m.style), hollowLine, m.outlines(m.off))
}

// drawFilled paints markers. An edge tells large ones from those that they cover; small
// ones it would eat up.
func (m *comparedMarks) drawFilled(c vg.Canvas) {
	if m.size <= manyMarker {
		fill(c, hueOf(m.style), m.outlines(m.on))
		return
	}
	for _, at := range m.on {
		p := m.outlines([]vg.Point{at})
		fill(c, hueOf(m.style), p)
		stroke(c, paper, stairLine, p)
	}
}

// outlines returns the outlines of markers.
func (m *comparedMarks) outlines(places []vg.Point) vg.Path {
	var p vg.Path
	for _, at := range places {
		comparisonShapes[m.style%len(comparisonShapes)].add(&p, at, m.size)
	}
	return p
}

// drawComparisonSign paints what stands before a legend entry.
func drawComparisonSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	var p vg.Path
	switch e.sign {
	case signFrontier:
		stroke(c, ink, truthLine, path(vg.Point{X: e.at.Min.X, Y: e.at.Max.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y},
			vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: e.at.Max.X, Y: e.at.Min.Y}))
	case signOn:
		circle(&p, middle, panelMarker)
		fill(c, ink, p)
	case signOff:
		circle(&p, middle, panelMarker)
		stroke(c, ink, hollowLine, p)
	default:
		m := comparedMarks{style: e.sign, size: planeMarker(e.sign), on: []vg.Point{middle}}
		m.drawFilled(c)
	}
}
