package draw

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Distance returns how far a point is from a rectangle.
func Distance(r vg.Rectangle, p vg.Point) vg.Length {
	dx := max(r.Min.X-p.X, p.X-r.Max.X, 0)
	dy := max(r.Min.Y-p.Y, p.Y-r.Max.Y, 0)
	return vg.Length(math.Hypot(float64(dx), float64(dy)))
}

// Spanning returns the smallest rectangle that holds two points.
func Spanning(p, q vg.Point) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: min(p.X, q.X), Y: min(p.Y, q.Y)},
		Max: vg.Point{X: max(p.X, q.X), Y: max(p.Y, q.Y)},
	}
}

// Grow returns r larger by d on every side.
func Grow(r vg.Rectangle, d vg.Length) vg.Rectangle {
	r.Min.X -= d
	r.Min.Y -= d
	r.Max.X += d
	r.Max.Y += d
	return r
}

// Overlap reports whether two rectangles have a point in common.
func Overlap(a, b vg.Rectangle) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y
}

// Within reports whether inner is in outer.
func Within(inner, outer vg.Rectangle) bool {
	return inner.Min.X >= outer.Min.X && inner.Max.X <= outer.Max.X &&
		inner.Min.Y >= outer.Min.Y && inner.Max.Y <= outer.Max.Y
}

// Crosses reports whether the segment from p to q has a point in common with r: the boxes of the
// two overlap, and the corners of r are not all on one side of the line.
func Crosses(p, q vg.Point, r vg.Rectangle) bool {
	if !Overlap(Spanning(p, q), r) {
		return false
	}
	var above, below bool
	for _, c := range []vg.Point{r.Min, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}, r.Max} {
		side := (q.X-p.X)*(c.Y-p.Y) - (q.Y-p.Y)*(c.X-p.X)
		above = above || side >= 0
		below = below || side <= 0
	}
	return above && below
}

// Touches reports whether a box has a point in common with any of the boxes or lines.
func Touches(box vg.Rectangle, boxes []vg.Rectangle, lines ...[]vg.Point) bool {
	for _, b := range boxes {
		if Overlap(box, b) {
			return true
		}
	}
	for _, line := range lines {
		for n := 1; n < len(line); n++ {
			if Crosses(line[n-1], line[n], box) {
				return true
			}
		}
	}
	return false
}
