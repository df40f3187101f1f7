package plot

import (
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// A frontier of more than mostMarked points is drawn as a line. Markers at all points would
// overlap and hide the steps between them. So only the most prominent points are marked, at most
// mostProminent of them, at distances of at least markGap.
const (
	mostMarked    = 2000
	mostProminent = 20
	markGap       = 4 * mm
	curveLine     = vg.Length(0.9)
)

// dense reports whether the points of a view are drawn as a line.
func (v *view) dense() bool {
	shown := 0
	for n := range v.f.Len() {
		if v.shows(v.f.At(n)) {
			shown++
		}
	}
	return shown > mostMarked
}

// layPoints places the markers of the points that a view shows, and the staircase through
// them. O(points log points).
func (q *plane) layPoints(v *view) {
	for n := range v.f.Len() {
		if p := v.f.At(n); v.shows(p) {
			q.points = draw.AppendSpot(q.points, q.Place(p.H, p.I), n == v.f.Len()-1)
		}
	}
	q.markers, q.stairsLine = q.points, draw.EdgeLine
	switch n := len(q.points); {
	case v.dense() && !q.paper:
		q.markers, q.stairsLine = nil, curveLine
	case v.dense():
		q.markers, q.stairsLine = q.prominent(v), curveLine
		q.markerRadius = 0.6 * mm
	case n <= 60:
		q.markerRadius = 0.6 * mm
	case n <= 300:
		q.markerRadius = 0.45 * mm
	default:
		q.markerRadius = 0.3 * mm
	}
	q.stairs = q.Staircase(q.points)
}

// prominent returns the places of the most prominent points of a view that are apart.
func (q *plane) prominent(v *view) []vg.Point {
	var marked []vg.Point
	for _, p := range v.f.MostProminent(v.f.Len(), v.shows) {
		at := q.Place(p.H, p.I)
		apart := true
		for _, m := range marked {
			apart = apart && math.Hypot(float64(m.X-at.X), float64(m.Y-at.Y)) >= float64(markGap)
		}
		if !apart {
			continue
		}
		if marked = append(marked, at); len(marked) == mostProminent {
			break
		}
	}
	return marked
}

// pointsEntries returns the entries of the legend for the points of a frontier, with the given
// words.
func (g *figure) pointsEntries(v *view, words string) []draw.Entry {
	if !v.dense() {
		return []draw.Entry{{Words: words, Sign: g.pointsSign}}
	}
	return []draw.Entry{
		{Words: words, Sign: func(c vg.Canvas, at vg.Rectangle) { draw.Stroke(c, draw.Blue, curveLine, draw.Step(at)) }},
		{Words: "its most prominent points", Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Fill(c, draw.Blue, draw.Circles(0.6*mm, draw.Middle(at)))
		}},
	}
}

// pointsSign draws a step of the staircase with a point.
func (g *figure) pointsSign(c vg.Canvas, at vg.Rectangle) {
	r, middle := g.planes[0].markerRadius, draw.Middle(at)
	low, high := middle.Y-r, middle.Y+r
	draw.Stroke(c, draw.Blue, draw.EdgeLine, draw.Line(vg.Point{X: at.Max.X, Y: low}, vg.Point{X: middle.X, Y: low},
		vg.Point{X: middle.X, Y: high}, vg.Point{X: at.Min.X, Y: high}))
	draw.Fill(c, draw.Blue, draw.Circles(r, vg.Point{X: middle.X, Y: high}))
}
