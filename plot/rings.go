package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
)

// ringWords describes the rings of a frontier, for the legend of a figure.
func ringWords(f *frontier.Frontier) string {
	_, i := f.Problem.Axes()
	words := "highest " + i.Symbol
	if i.Name != i.Symbol { // with names of columns
		words = "most information"
	}
	if words += " in k groups"; f.BestUpTo() == 0 {
		words += ", on the frontier"
	}
	return words
}

// ring is the best clustering for a number of clusters.
type ring struct {
	at vg.Point
	k  int
}

// ringSize is the radius of a ring where there is room for it.
const ringSize = 1.15 * mm

// Rings are smaller if there are more than manyRings. Above mostRings, only rings that are markGap
// apart are drawn, since hundreds would overlap.
const (
	manyRings = 60
	mostRings = 100
)

// layRings places the rings that a view shows. They need not be at points of the frontier.
func (q *plane) layRings(v *view) {
	for p := range v.f.BestKnown() {
		if !v.shows(p) {
			continue
		}
		at := q.Place(p.H, p.I)
		if last := len(q.rings) - 1; last >= 0 && draw.SameSpot(q.rings[last].at, at) {
			continue
		}
		q.rings = append(q.rings, ring{at, p.K})
	}
	q.ringRadius = ringSize
	if !q.paper {
		q.layRecommended(v)
		return
	}
	if len(q.rings) > manyRings {
		q.ringRadius = 0.7 * ringSize
	}
	if len(q.rings) > mostRings {
		q.rings = ringsApart(q.rings, markGap)
	}
}

// ringsApart returns the rings that are at least some distance from all returned rings before
// them. O(rings x rings returned).
func ringsApart(rings []ring, distance vg.Length) []ring {
	var kept []ring
	for _, r := range rings {
		near := func(k ring) bool {
			return math.Hypot(float64(k.at.X-r.at.X), float64(k.at.Y-r.at.Y)) < float64(distance)
		}
		if !slices.ContainsFunc(kept, near) {
			kept = append(kept, r)
		}
	}
	return kept
}

// clearance is kept between the label of a ring and everything else.
const clearance = 0.4 * mm

// labelRings writes the numbers of clusters at the rings where there is room, smallest number
// first. A label touches no point, line or other text, and is nearer to its own ring than to any
// other. Dotted lines may be under it: [plane.interrupted] interrupts them. The thin curve of
// held-out values may be under it as a last resort. O(rings x points).
func (q *plane) labelRings() {
	boxes, lines := q.obstacles(), q.curves()
	place := func(n int, s string, lines [][]vg.Point) bool {
		for _, at := range q.labelPlaces(s, q.rings[n].at) {
			t := draw.Text{Words: s, Size: draw.SmallSize, At: at, Short: true}
			box := t.Box()
			if draw.Within(draw.Grow(box, clearance), q.Frame) && !draw.Touches(draw.Grow(box, clearance), boxes, lines...) && q.belongs(box, n) {
				q.labels = append(q.labels, t)
				boxes = append(boxes, box)
				return true
			}
		}
		return false
	}
	for n := range q.rings {
		texts := q.ringLabels(n)
		free := func(s string) bool { return place(n, s, append(lines, q.heldOut.curve)) }
		if !slices.ContainsFunc(texts, free) {
			_ = slices.ContainsFunc(texts, func(s string) bool { return place(n, s, lines) })
		}
	}
}

// ringLabels returns what may be written at a ring, the best text first.
func (q *plane) ringLabels(n int) []string {
	k := q.rings[n].k
	groups := picture.Counted(k, "group")
	switch {
	case q.paper:
		return []string{clusterLabel(k, len(q.labels) == 0)}
	case n == 0 && len(q.recommended) > 0:
		return []string{words.Legend.Recommended + ": " + groups, groups}
	case len(q.labels) == 0:
		return []string{groups, fmt.Sprint(k)}
	}
	return []string{fmt.Sprint(k)}
}

// clusterLabel writes a number of clusters; the first label of a row has "k=" before it.
func clusterLabel(k int, first bool) string {
	if first {
		return fmt.Sprintf("k=%d", k)
	}
	return fmt.Sprint(k)
}

// curves returns the lines inside the frame that must not be covered by texts.
func (q *plane) curves() [][]vg.Point {
	lines := append([][]vg.Point{q.hull, q.identity}, q.bounds...)
	for _, i := range q.isos {
		lines = append(lines, i.stairs)
	}
	return lines
}

// obstacles returns the areas of all drawings inside the frame except the hull, the bound and the
// rings.
func (q *plane) obstacles() []vg.Rectangle {
	boxes := lists.Map(q.points, func(p vg.Point) vg.Rectangle { return draw.Square(p, q.markerRadius) })
	for n := 1; n < len(q.stairs); n++ {
		boxes = append(boxes, draw.Spanning(q.stairs[n-1], q.stairs[n]))
	}
	for _, at := range q.heldOut.marks {
		boxes = append(boxes, draw.Square(at, heldRadius))
	}
	return append(boxes, q.bands...)
}

// labelPlaces returns the places where the label of a ring may begin, best place first. A frontier
// runs from the lower right to the upper left, so the area to the lower left of a point is free,
// and the area to the upper right has little except the hull. Straight below comes first, because
// a label there cannot be mistaken for the label of a neighbour.
func (q *plane) labelPlaces(s string, at vg.Point) []vg.Point {
	w, h := draw.TextWidth(s, draw.SmallSize), draw.CapHeight(draw.SmallSize)
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

// belongs reports whether a box is clearly nearer to ring n than to any other ring or mark of a
// held-out value.
func (q *plane) belongs(box vg.Rectangle, n int) bool {
	own := draw.Distance(box, q.rings[n].at)
	for m, r := range q.rings {
		if m != n && draw.Distance(box, r.at) < own+clearance {
			return false
		}
	}
	for _, at := range q.heldOut.marks {
		if !draw.SameSpot(at, q.rings[n].at) && draw.Distance(box, at) < own+clearance {
			return false
		}
	}
	return true
}
