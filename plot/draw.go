package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// The colours are opaque, so that areas look the same in every format and in
// print. Blue, vermilion and green are those of Okabe and Ito, which differ under every
// kind of colour vision; the areas differ in lightness, and the marks in shape.
// dmcColour is a lighter vermilion, that of the marks that it belongs to.
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
	dmcColour = color.NRGBA{0xe8, 0xa8, 0x78, 0xff}
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
	dmcLine   = vg.Length(0.4)
	// leaderLine is that of lines from notes to their points.
	leaderLine = vg.Length(0.4)
)

// dotDash is the pattern of the lines at log2 k.
var dotDash = []vg.Length{0.6, 1.8}

// identityDash is the pattern of the line on which i is as large as h.
var identityDash = []vg.Length{5, 1.4, 1.2, 1.4}

// boundDash is the pattern of the upper bound.
var boundDash = []vg.Length{3, 1.6}

// draw paints the figure.
func (g *figure) draw(c vg.Canvas) {
	g.drawPage(c)
	for _, q := range g.planes {
		q.draw(c)
	}
	for _, e := range g.legend {
		g.drawSign(c, e)
	}
	if g.bar != nil {
		g.bar.draw(c)
	}
	g.drawTexts(c)
	for _, q := range g.planes {
		drawTexts(c, q.labels)
		for _, n := range q.notes {
			n.draw(c)
		}
	}
}

// draw paints what is inside a frame, but its texts: areas, then lines, then marks.
func (q *plane) draw(c vg.Canvas) {
	q.drawAreas(c)
	drawCloud(c, q.cloud)
	for _, b := range q.bands {
		fill(c, green, b.Path())
	}
	dotted(c, q.dots...)
	stroke(c, dmcColour, dmcLine, marks(q.dmcs))
	for _, b := range q.bounds {
		dashed(c, b)
	}
	stroke(c, blue, hullLine, path(q.hull...))
	drawIdentity(c, q.identity)
	stroke(c, blue, stairLine, path(q.stairs...))
	for _, n := range q.notes {
		stroke(c, ink, leaderLine, path(n.leader.from, n.leader.to))
	}
	var markers, rings vg.Path
	for _, p := range q.points {
		circle(&markers, p, q.markerRadius)
	}
	fill(c, blue, markers)
	for _, r := range q.rings {
		circle(&rings, r.at, q.ringRadius)
	}
	stroke(c, vermilion, ringLine, rings)
	for _, n := range q.notes {
		drawNoted(c, n.at)
	}
	q.drawAxes(c)
}

// drawAreas paints the region beyond the frontier, on it the one under the
// hull, and on both what the frontier dominates.
func (q *plane) drawAreas(c vg.Canvas) {
	if len(q.stairs) == 0 {
		return
	}
	fill(c, beyond, q.frame.Path())
	if n := len(q.hull); n > 0 {
		fill(c, hullFill, closed(append(q.hull[:n:n], vg.Point{X: q.hull[n-1].X, Y: q.hull[0].Y})...))
	}
	n := len(q.stairs)
	fill(c, paper, closed(append(q.stairs[:n:n], q.frame.Min)...))
}

// drawSign paints what stands before a legend entry.
func (g *figure) drawSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	leftEnd, rightEnd := vg.Point{X: e.at.Min.X, Y: middle.Y}, vg.Point{X: e.at.Max.X, Y: middle.Y}
	var round vg.Path
	q := g.planes[0]
	switch e.sign {
	case signPoints:
		low, high := middle.Y-q.markerRadius, middle.Y+q.markerRadius
		stroke(c, blue, stairLine, path(vg.Point{X: rightEnd.X, Y: low}, vg.Point{X: middle.X, Y: low},
			vg.Point{X: middle.X, Y: high}, vg.Point{X: leftEnd.X, Y: high}))
		circle(&round, vg.Point{X: middle.X, Y: high}, q.markerRadius)
		fill(c, blue, round)
	case signRing:
		circle(&round, middle, q.ringRadius)
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
	case signDMCLine:
		stroke(c, dmcColour, dmcLine, path(vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y}))
	case signIdentity:
		drawIdentity(c, []vg.Point{leftEnd, rightEnd})
	case signCloud:
		drawCloud(c, cloudSign(e.at))
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

// drawIdentity draws the line on which i is as large as h.
func drawIdentity(c vg.Canvas, points []vg.Point) {
	c.SetLineDash(identityDash, 0)
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
