package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

const (
	markerSize = 0.8 * mm // the radius of a circle, and of what looks as large
	barLine    = vg.Length(0.5)
	capSize    = 0.5 * mm // from a bar to either end of its cap
)

// marker is the outline of a marker: the corners of a polygon, for a circle of radius 1 of
// about the same area; none for the circle itself.
type marker []vg.Point

// markerShapes are told apart at the size of a letter, also in grey.
var markerShapes = []marker{
	nil,
	polygon(4, 0, 1.25), // a diamond
	polygon(3, math.Pi/2, 1.5),
	polygon(4, math.Pi/4, 1.25),
	polygon(3, -math.Pi/2, 1.5),
}

// polygon returns a regular polygon with a corner in the given direction.
func polygon(corners int, from, radius float64) marker {
	s := make(marker, corners)
	for n := range s {
		angle := from + 2*math.Pi*float64(n)/float64(corners)
		s[n] = vg.Point{X: vg.Length(radius * math.Cos(angle)), Y: vg.Length(radius * math.Sin(angle))}
	}
	return s
}

// add adds a marker of that shape to a path.
func (s marker) add(p *vg.Path, at vg.Point, size vg.Length) {
	if s == nil {
		circle(p, at, size)
		return
	}
	for n, corner := range s {
		// The conversions forbid fused operations; see scale.at.
		q := vg.Point{X: at.X + vg.Length(corner.X*size), Y: at.Y + vg.Length(corner.Y*size)}
		if n == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	p.Close()
}

// drawBars paints error bars, upright or level, with small caps. Bars without length
// have no caps either.
func drawBars(c vg.Canvas, with color.Color, bars []mark) {
	var p vg.Path
	for _, b := range bars {
		along := vg.Point{X: b.to.X - b.from.X, Y: b.to.Y - b.from.Y}
		if along == (vg.Point{}) {
			continue
		}
		across := vg.Point{Y: capSize}
		if along.X == 0 {
			across = vg.Point{X: capSize}
		}
		p = append(p, path(b.from, b.to)...)
		for _, end := range []vg.Point{b.from, b.to} {
			p = append(p, path(end.Sub(across), end.Add(across))...)
		}
	}
	stroke(c, with, barLine, p)
}
