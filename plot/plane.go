package plot

import (
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// plane is one frame of a figure with a frontier in it, laid out: every place and size
// on the page, in points from its lower left corner.
type plane struct {
	axes

	points   []vg.Point     // markers, thinned, by increasing h, so from right to left
	stairs   []vg.Point     // the corners of the staircase, from the frame's bottom to its left
	hull     []vg.Point     // the vertices of the hull; empty if it is left out
	bands    []vg.Rectangle // under what is proved
	bounds   [][]vg.Point   // the curves above what is not
	rings    []ring
	lines    []vg.Length // where the lines at log2 k stand
	dots     []mark      // what is drawn of these lines
	dmcLines []vg.Length // where the lines at the entropies of DMC points stand
	dmcs     []mark      // what is drawn of these
	identity []vg.Point  // the line i = h
	cloud    []cloudSpot // other clusterings
	labels   []text      // the numbers at rings
	notes    []*note     // what is written at chosen points

	markerRadius, ringRadius vg.Length
}

// mark is a short line.
type mark struct{ from, to vg.Point }

// ring is a DMC point and its number of clusters.
type ring struct {
	at vg.Point
	k  int
}

// layPoints places the markers of the points that a view shows, and the staircase
// through them.
func (q *plane) layPoints(v *view) {
	for n := range v.f.Len() {
		if p := v.f.At(n); v.shows(p) {
			q.points = appendSpot(q.points, q.place(p), n == v.f.Len()-1)
		}
	}
	switch n := len(q.points); {
	case n <= 60:
		q.markerRadius = 0.6 * mm
	case n <= 300:
		q.markerRadius = 0.45 * mm
	default:
		q.markerRadius = 0.3 * mm
	}
	q.stairs = q.staircase(q.points)
}

// appendSpot appends p to points unless it falls on the same spot as the last
// of them; a final point takes the place of that one instead.
func appendSpot(points []vg.Point, p vg.Point, final bool) []vg.Point {
	if n := len(points); n > 0 && sameSpot(points[n-1], p) {
		if final && n > 1 {
			points[n-1] = p
		}
		return points
	}
	return append(points, p)
}

func sameSpot(p, q vg.Point) bool {
	return math.Abs(float64(p.X-q.X)) < float64(spot) && math.Abs(float64(p.Y-q.Y)) < float64(spot)
}

// layHull places the vertices of the concave hull.
func (q *plane) layHull(f *frontier.Frontier) {
	for n := range f.Len() {
		if p := f.At(n); p.Hull {
			q.hull = appendSpot(q.hull, q.place(p), n == f.Len()-1)
		}
	}
}

// ringSize is the radius of a ring where there is room for it.
const ringSize = 1.15 * mm

// layRings places the rings at the DMC points that a view shows.
func (q *plane) layRings(v *view) {
	for n := range v.f.Len() {
		p := v.f.At(n)
		if !p.DMC || !v.shows(p) {
			continue
		}
		at := q.place(p)
		if last := len(q.rings) - 1; last >= 0 && sameSpot(q.rings[last].at, at) {
			continue
		}
		q.rings = append(q.rings, ring{at, p.K})
	}
	q.ringRadius = ringSize
	if len(q.rings) > 60 {
		q.ringRadius = 0.7 * ringSize
	}
}
