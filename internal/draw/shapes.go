package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Widths of lines. Journals ask for a quarter of a point or more.
const (
	AxisLine = vg.Length(0.6)
	// EdgeLine is the width of the edges of markers, which separate them from their neighbours.
	EdgeLine = vg.Length(0.4)
	barLine  = vg.Length(0.5)
)

// Segment is a straight line.
type Segment struct{ From, To vg.Point }

// Fill fills an area.
func Fill(c vg.Canvas, with color.Color, p vg.Path) {
	if len(p) == 0 {
		return
	}
	c.SetColor(with)
	c.Fill(p)
}

// Stroke draws a line, with the pattern of dashes and gaps if one is given.
func Stroke(c vg.Canvas, with color.Color, width vg.Length, p vg.Path, pattern ...vg.Length) {
	if len(pattern) > 0 {
		c.SetLineDash(pattern, 0)
		defer c.SetLineDash(nil, 0)
	}
	if len(p) == 0 {
		return
	}
	c.SetColor(with)
	c.SetLineWidth(width)
	c.Stroke(p)
}

// Segments returns straight lines as one path.
func Segments(lines []Segment) vg.Path {
	var p vg.Path
	for _, m := range lines {
		p = append(p, Line(m.From, m.To)...)
	}
	return p
}

// Line returns the line through the given points.
func Line(points ...vg.Point) vg.Path {
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

// Polygon returns the outline of the polygon with the given corners.
func Polygon(corners ...vg.Point) vg.Path {
	p := Line(corners...)
	p.Close()
	return p
}

// Middle returns the middle of a rectangle.
func Middle(r vg.Rectangle) vg.Point {
	return vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
}

// Level returns the line from the middle of the left side of a rectangle to the middle of its right
// side.
func Level(r vg.Rectangle) []vg.Point {
	y := Middle(r).Y
	return []vg.Point{{X: r.Min.X, Y: y}, {X: r.Max.X, Y: y}}
}

// Step returns a step of a staircase that falls to the right, in a rectangle.
func Step(r vg.Rectangle) vg.Path {
	x := Middle(r).X
	return Line(vg.Point{X: r.Min.X, Y: r.Max.Y}, vg.Point{X: x, Y: r.Max.Y}, vg.Point{X: x, Y: r.Min.Y}, vg.Point{X: r.Max.X, Y: r.Min.Y})
}

// Square returns the square around a point with sides of twice the given length.
func Square(at vg.Point, half vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: at.X - half, Y: at.Y - half}, Max: vg.Point{X: at.X + half, Y: at.Y + half}}
}

// Circles returns circles of radius r as one path.
func Circles(r vg.Length, places ...vg.Point) vg.Path {
	var p vg.Path
	for _, at := range places {
		Circle.Add(&p, at, r)
	}
	return p
}

// Marker is the shape of a marker: the corners of a polygon with about the area of a circle of
// radius 1, or no corners for the circle itself.
type Marker []vg.Point

// Circle is a round marker.
var Circle Marker

// Markers are shapes that differ at the size of a letter, also in grey: a circle, a diamond,
// a triangle, a square, and triangles that point in the other directions.
var Markers = []Marker{
	Circle,
	regular(4, 0, 1.25),
	regular(3, math.Pi/2, 1.5),
	regular(4, math.Pi/4, 1.25),
	regular(3, -math.Pi/2, 1.5),
	regular(3, 0, 1.5),
	regular(3, math.Pi, 1.5),
}

// Diamond is the marker of points that are drawn next to others.
var Diamond = Markers[1]

// regular returns a regular polygon with a corner in the given direction.
func regular(corners int, from, radius float64) Marker {
	s := make(Marker, corners)
	for n := range s {
		angle := from + 2*math.Pi*float64(n)/float64(corners)
		s[n] = vg.Point{X: vg.Length(radius * math.Cos(angle)), Y: vg.Length(radius * math.Sin(angle))}
	}
	return s
}

// Add adds a marker of that shape to a path. size is the radius of the circle.
func (s Marker) Add(p *vg.Path, at vg.Point, size vg.Length) {
	if s == nil {
		addCircle(p, at, size)
		return
	}
	for n, corner := range s {
		q := vg.Point{X: at.X + vg.Length(corner.X*size), Y: at.Y + vg.Length(corner.Y*size)}
		if n == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	p.Close()
}

// addCircle adds a circle to a path, as four Bezier curves: the PDF canvas cannot put
// several arcs into one path.
func addCircle(p *vg.Path, at vg.Point, r vg.Length) {
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

// CapSize is the length of the cap of an error bar to either side.
const CapSize = 0.5 * MM

// ErrorBars draws error bars, upright or level, with small caps. A bar without length has no caps.
func ErrorBars(c vg.Canvas, with color.Color, bars []Segment) {
	var p vg.Path
	for _, b := range bars {
		along := vg.Point{X: b.To.X - b.From.X, Y: b.To.Y - b.From.Y}
		if along == (vg.Point{}) {
			continue
		}
		across := vg.Point{Y: CapSize}
		if along.X == 0 {
			across = vg.Point{X: CapSize}
		}
		p = append(p, Line(b.From, b.To)...)
		for _, end := range []vg.Point{b.From, b.To} {
			p = append(p, Line(end.Sub(across), end.Add(across))...)
		}
	}
	Stroke(c, with, barLine, p)
}
