package plot

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// clearance is kept between the label of a ring and everything else.
const clearance = 0.4 * mm

// labelRings writes the number of clusters at as many rings as there is room
// for, smallest number first, without touching a point, a line or another
// text, and nearer to its own ring than to any other. The dotted lines do not
// count: [figure.layDots] interrupts them. O(rings x points).
func (g *figure) labelRings() {
	boxes, lines := g.obstacles(), append([][]vg.Point{g.hull}, g.bounds...)
	for n, r := range g.rings {
		s := clusterLabel(r.k, g.labels == 0)
		for _, at := range g.labelPlaces(s, r.at) {
			t := text{s: s, size: smallSize, at: at, short: true}
			box := t.box()
			if within(grow(box, clearance), g.frame) && !touches(grow(box, clearance), boxes, lines...) && g.belongs(box, n) {
				g.texts = append(g.texts, t)
				g.labels++
				boxes = append(boxes, box)
				break
			}
		}
	}
}

// obstacles collects what is drawn inside the frame except the hull, the bound and
// the rings.
func (g *figure) obstacles() []vg.Rectangle {
	boxes := make([]vg.Rectangle, 0, len(g.points)+len(g.stairs)+len(g.rings))
	for _, p := range g.points {
		boxes = append(boxes, grow(vg.Rectangle{Min: p, Max: p}, g.markerRadius))
	}
	for n := 1; n < len(g.stairs); n++ {
		boxes = append(boxes, spanning(g.stairs[n-1], g.stairs[n]))
	}
	return append(boxes, g.bands...)
}

// labelPlaces returns where the label of a ring may begin, best place first.
// A frontier runs from the lower right to the upper left, so there is nothing
// of it to the lower left of a point, and little but the hull to the upper
// right. Straight below comes first because it cannot be taken for the label
// of a neighbour.
func (g *figure) labelPlaces(s string, at vg.Point) []vg.Point {
	w, h := textWidth(s, smallSize), capHeight(smallSize)
	near := g.ringRadius + 1.25*clearance
	slant := near * math.Sqrt2 / 2
	return []vg.Point{
		{X: at.X - w/2, Y: at.Y - near - h},
		{X: at.X - slant - w, Y: at.Y - slant - h},
		{X: at.X - near - w, Y: at.Y - h/2},
		{X: at.X + slant, Y: at.Y + slant},
		{X: at.X - w/2, Y: at.Y + near},
		{X: at.X + near, Y: at.Y - h/2},
	}
}

// belongs tells whether a box is clearly nearer to ring n than to any other. As
// it keeps off its own ring, it touches no ring then.
func (g *figure) belongs(box vg.Rectangle, n int) bool {
	own := distance(box, g.rings[n].at)
	for m, r := range g.rings {
		if m != n && distance(box, r.at) < own+clearance {
			return false
		}
	}
	return true
}

// touches tells whether a box has a point in common with any of the boxes or
// with one of the lines.
func touches(box vg.Rectangle, boxes []vg.Rectangle, lines ...[]vg.Point) bool {
	for _, b := range boxes {
		if overlap(box, b) {
			return true
		}
	}
	for _, line := range lines {
		for n := 1; n < len(line); n++ {
			if crosses(line[n-1], line[n], box) {
				return true
			}
		}
	}
	return false
}

// layDots places the dotted lines, with gaps where the labels of rings are.
func (g *figure) layDots() {
	labels := slices.Clone(g.texts[len(g.texts)-g.labels:])
	slices.SortStableFunc(labels, func(a, b text) int { return cmp.Compare(a.at.Y, b.at.Y) })
	for _, x := range g.lines {
		from := vg.Point{X: x, Y: g.frame.Min.Y}
		for _, t := range labels {
			box := grow(t.box(), clearance)
			if x < box.Min.X || x > box.Max.X {
				continue
			}
			if box.Min.Y > from.Y {
				g.dots = append(g.dots, mark{from, vg.Point{X: x, Y: box.Min.Y}})
			}
			from.Y = max(from.Y, box.Max.Y)
		}
		g.dots = append(g.dots, mark{from, vg.Point{X: x, Y: g.frame.Max.Y}})
	}
}

// distance returns how far a point is from a rectangle.
func distance(r vg.Rectangle, p vg.Point) vg.Length {
	dx := max(r.Min.X-p.X, p.X-r.Max.X, 0)
	dy := max(r.Min.Y-p.Y, p.Y-r.Max.Y, 0)
	return vg.Length(math.Hypot(float64(dx), float64(dy)))
}

// spanning returns the smallest rectangle that holds two points.
func spanning(p, q vg.Point) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: min(p.X, q.X), Y: min(p.Y, q.Y)},
		Max: vg.Point{X: max(p.X, q.X), Y: max(p.Y, q.Y)},
	}
}

// grow returns r larger by d on every side.
func grow(r vg.Rectangle, d vg.Length) vg.Rectangle {
	r.Min.X -= d
	r.Min.Y -= d
	r.Max.X += d
	r.Max.Y += d
	return r
}

// overlap tells whether two rectangles have a point in common.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y
}

// within tells whether inner lies in outer.
func within(inner, outer vg.Rectangle) bool {
	return inner.Min.X >= outer.Min.X && inner.Max.X <= outer.Max.X &&
		inner.Min.Y >= outer.Min.Y && inner.Max.Y <= outer.Max.Y
}

// crosses tells whether the segment from p to q has a point in common with r:
// the boxes of the two overlap, and the corners of r do not all lie on one side
// of the line.
func crosses(p, q vg.Point, r vg.Rectangle) bool {
	if !overlap(spanning(p, q), r) {
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
