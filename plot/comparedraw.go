package plot

import (
	"image/color"
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
		g.drawPanel(c, &g.panels[n])
	}
	for _, e := range g.legend {
		g.drawSign(c, e)
	}
	g.drawTexts(c)
}

// drawPanel paints a frame: the truth, then the methods from the largest markers on,
// hollow ones first.
func (g *comparisonFigure) drawPanel(c vg.Canvas, p *comparisonPanel) {
	stroke(c, dots, truthLine, path(p.truth...))
	for _, m := range slices.Backward(p.methods) {
		g.drawHollow(c, m.style, m.off)
	}
	for _, m := range slices.Backward(p.methods) {
		g.drawFilled(c, m.style, m.on)
	}
	p.drawAxes(c)
}

// drawHollow paints outlines.
func (g *comparisonFigure) drawHollow(c vg.Canvas, style int, places []vg.Point) {
	stroke(c, hues[style%len(hues)], hollowLine, g.outlines(style, places))
}

// drawFilled paints markers, with an edge that shows where they cover each other.
func (g *comparisonFigure) drawFilled(c vg.Canvas, style int, places []vg.Point) {
	for _, at := range places {
		p := g.outlines(style, []vg.Point{at})
		fill(c, hues[style%len(hues)], p)
		stroke(c, edgeOf(g.sizes[style]), stairLine, p)
	}
}

// edgeOf returns the colour of the edge of a filled marker: that of paper would eat up
// the smallest.
func edgeOf(size vg.Length) color.NRGBA {
	if size <= smallestMarker {
		return ink
	}
	return paper
}

// outlines returns the outlines of markers.
func (g *comparisonFigure) outlines(style int, places []vg.Point) vg.Path {
	var p vg.Path
	for _, at := range places {
		comparisonShapes[style%len(comparisonShapes)].add(&p, at, g.sizes[style])
	}
	return p
}

// drawSign paints what stands before a legend entry.
func (g *comparisonFigure) drawSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	var p vg.Path
	switch e.sign {
	case signFrontier:
		stroke(c, dots, truthLine, path(vg.Point{X: e.at.Min.X, Y: e.at.Max.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y},
			vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: e.at.Max.X, Y: e.at.Min.Y}))
	case signOn:
		circle(&p, middle, panelMarker)
		fill(c, ink, p)
	case signOff:
		circle(&p, middle, panelMarker)
		stroke(c, ink, hollowLine, p)
	default:
		g.drawFilled(c, e.sign, []vg.Point{middle})
	}
}
