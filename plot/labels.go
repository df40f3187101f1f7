package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// clearance is kept between the label of a ring and everything else.
const clearance = 0.4 * mm

// labelRings writes the number of clusters at as many rings as there is room
// for, smallest number first, without touching a point, a line or another
// text, and nearer to its own ring than to any other. The dotted lines do not
// count: [plane.interrupted] interrupts them. O(rings x points).
func (q *plane) labelRings() {
	boxes, lines := q.obstacles(), append([][]vg.Point{q.hull, q.identity}, q.bounds...)
	for n, r := range q.rings {
		s := clusterLabel(r.k, len(q.labels) == 0)
		for _, at := range q.labelPlaces(s, r.at) {
			t := text{s: s, size: smallSize, at: at, short: true}
			box := t.box()
			if within(grow(box, clearance), q.frame) && !touches(grow(box, clearance), boxes, lines...) && q.belongs(box, n) {
				q.labels = append(q.labels, t)
				boxes = append(boxes, box)
				break
			}
		}
	}
}

// obstacles collects what is drawn inside the frame except the hull, the bound and
// the rings.
func (q *plane) obstacles() []vg.Rectangle {
	boxes := make([]vg.Rectangle, 0, len(q.points)+len(q.stairs)+len(q.rings))
	for _, p := range q.points {
		boxes = append(boxes, grow(vg.Rectangle{Min: p, Max: p}, q.markerRadius))
	}
	for n := 1; n < len(q.stairs); n++ {
		boxes = append(boxes, spanning(q.stairs[n-1], q.stairs[n]))
	}
	return append(boxes, q.bands...)
}

// labelPlaces returns where the label of a ring may begin, best place first.
// A frontier runs from the lower right to the upper left, so there is nothing
// of it to the lower left of a point, and little but the hull to the upper
// right. Straight below comes first because it cannot be taken for the label
// of a neighbour.
func (q *plane) labelPlaces(s string, at vg.Point) []vg.Point {
	w, h := textWidth(s, smallSize), capHeight(smallSize)
	near := q.ringRadius + 1.25*clearance
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
func (q *plane) belongs(box vg.Rectangle, n int) bool {
	own := distance(box, q.rings[n].at)
	for m, r := range q.rings {
		if m != n && distance(box, r.at) < own+clearance {
			return false
		}
	}
	return true
}
