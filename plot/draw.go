package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// The colours are opaque, so that areas look the same in every format and in
// print. Blue, vermilion and green are those of Okabe and Ito, which differ under every
// kind of colour vision; the areas differ in lightness, and the marks in shape.
var (
	paper     = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	ink       = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	blue      = color.NRGBA{0x00, 0x72, 0xb2, 0xff}
	vermilion = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	hullFill  = color.NRGBA{0xc6, 0xdd, 0xee, 0xff}
	beyond    = color.NRGBA{0xf0, 0xf0, 0xee, 0xff}
	dots      = color.NRGBA{0x77, 0x77, 0x77, 0xff}
	faint     = color.NRGBA{0xb0, 0xb0, 0xb0, 0xff}
	green     = color.NRGBA{0x00, 0x9e, 0x73, 0xff}
)

// Widths of lines, in points. Journals ask for a quarter of a point or more.
const (
	axisLine  = vg.Length(0.6)
	stairLine = vg.Length(0.4)
	hullLine  = vg.Length(0.5)
	ringLine  = vg.Length(0.8)
	dotLine   = vg.Length(0.5)
	boundLine = vg.Length(0.6)
	truthLine = vg.Length(0.6)
)

// dotDash is the pattern of the lines at log2 k.
var dotDash = []vg.Length{0.6, 1.8}

// boundDash is the pattern of the upper bound.
var boundDash = []vg.Length{3, 1.6}

// draw paints the figure: areas, then lines, then marks, then text.
func (g *figure) draw(c vg.Canvas) {
	g.drawPage(c)
	g.drawAreas(c)
	for _, b := range g.bands {
		fill(c, green, b.Path())
	}
	dotted(c, g.dots...)
	for _, b := range g.bounds {
		dashed(c, b)
	}
	stroke(c, blue, hullLine, path(g.hull...))
	stroke(c, blue, stairLine, path(g.stairs...))
	var markers, rings vg.Path
	for _, p := range g.points {
		circle(&markers, p, g.markerRadius)
	}
	fill(c, blue, markers)
	for _, r := range g.rings {
		circle(&rings, r.at, g.ringRadius)
	}
	stroke(c, vermilion, ringLine, rings)

	g.drawAxes(c)
	for _, e := range g.legend {
		g.drawSign(c, e)
	}
	g.drawTexts(c)
}

// drawAreas paints the region beyond the frontier, on it the one under the
// hull, and on both what the frontier dominates.
func (g *figure) drawAreas(c vg.Canvas) {
	if len(g.stairs) == 0 {
		return
	}
	fill(c, beyond, g.frame.Path())
	if n := len(g.hull); n > 0 {
		fill(c, hullFill, closed(append(g.hull[:n:n], vg.Point{X: g.hull[n-1].X, Y: g.hull[0].Y})...))
	}
	n := len(g.stairs)
	fill(c, paper, closed(append(g.stairs[:n:n], g.frame.Min)...))
}

// drawSign paints what stands before a legend entry.
func (g *figure) drawSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	leftEnd, rightEnd := vg.Point{X: e.at.Min.X, Y: middle.Y}, vg.Point{X: e.at.Max.X, Y: middle.Y}
	var round vg.Path
	switch e.sign {
	case signPoints:
		low, high := middle.Y-g.markerRadius, middle.Y+g.markerRadius
		stroke(c, blue, stairLine, path(vg.Point{X: rightEnd.X, Y: low}, vg.Point{X: middle.X, Y: low},
			vg.Point{X: middle.X, Y: high}, vg.Point{X: leftEnd.X, Y: high}))
		circle(&round, vg.Point{X: middle.X, Y: high}, g.markerRadius)
		fill(c, blue, round)
	case signRing:
		circle(&round, middle, g.ringRadius)
		stroke(c, vermilion, ringLine, round)
	case signLine:
		dotted(c, mark{leftEnd, rightEnd})
	case signHull:
		fill(c, hullFill, e.at.Path())
		stroke(c, blue, hullLine, path(vg.Point{X: e.at.Min.X, Y: e.at.Max.Y}, e.at.Max))
	case signBeyond:
		fill(c, beyond, e.at.Path())
		stroke(c, dots, axisLine/2, e.at.Path())
	case signBand:
		band := e.at
		band.Min.Y, band.Max.Y = middle.Y-bandHeight/2, middle.Y+bandHeight/2
		fill(c, green, band.Path())
	case signBound:
		dashed(c, []vg.Point{leftEnd, rightEnd})
	}
}

// drawText draws a text in the current colour.
func drawText(c vg.Canvas, t text) {
	if !t.upright {
		c.FillString(sans(t.size), t.at, t.s)
		return
	}
	c.Push()
	c.Translate(t.at)
	c.Rotate(quarterTurn)
	c.FillString(sans(t.size), vg.Point{}, t.s)
	c.Pop()
}

func fill(c vg.Canvas, with color.Color, p vg.Path) {
	if len(p) == 0 {
		return
	}
	c.SetColor(with)
	c.Fill(p)
}

func stroke(c vg.Canvas, with color.Color, width vg.Length, p vg.Path) {
	if len(p) == 0 {
		return
	}
	c.SetColor(with)
	c.SetLineWidth(width)
	c.Stroke(p)
}

// dotted draws dotted lines.
func dotted(c vg.Canvas, lines ...mark) {
	c.SetLineDash(dotDash, 0)
	stroke(c, dots, dotLine, marks(lines))
	c.SetLineDash(nil, 0)
}

// dashed draws the line of an upper bound.
func dashed(c vg.Canvas, points []vg.Point) {
	c.SetLineDash(boundDash, 0)
	stroke(c, ink, boundLine, path(points...))
	c.SetLineDash(nil, 0)
}

// marks returns all the given lines as one path.
func marks(lines []mark) vg.Path {
	var p vg.Path
	for _, m := range lines {
		p = append(p, path(m.from, m.to)...)
	}
	return p
}

// path returns the line through the given points.
func path(points ...vg.Point) vg.Path {
	p := make(vg.Path, 0, len(points))
	for n, at := range points {
		if n == 0 {
			p.Move(at)
		} else {
			p.Line(at)
		}
	}
	return p
}

// closed returns the outline of the polygon with the given corners.
func closed(corners ...vg.Point) vg.Path {
	p := path(corners...)
	p.Close()
	return p
}

// circle adds a circle to a path, as four Bezier curves: the PDF canvas cannot
// put several arcs into one path.
func circle(p *vg.Path, at vg.Point, r vg.Length) {
	// The handles of a quarter circle are 4/3 (sqrt 2 - 1) radii long.
	const handle = 0.5522847498
	h := handle * r
	place := func(x, y vg.Length) vg.Point { return vg.Point{X: at.X + x, Y: at.Y + y} }
	p.Move(place(r, 0))
	p.CubeTo(place(r, h), place(h, r), place(0, r))
	p.CubeTo(place(-h, r), place(-r, h), place(-r, 0))
	p.CubeTo(place(-r, -h), place(-h, -r), place(0, -r))
	p.CubeTo(place(h, -r), place(r, -h), place(r, 0))
	p.Close()
}
