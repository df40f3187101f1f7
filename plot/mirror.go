package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// turn lets the horizontal axis of a plane grow to the other side. Everything is placed with an axis that grows to the
// left, as in the paper, so that a plane in words is turned before it is laid out, and mirrored after that.
func (q *plane) turn() { q.X.From, q.X.To = q.X.To, q.X.From }

// mirror turns the axis, and puts everything in the frame to the other side.
func (q *plane) mirror() {
	q.turn()
	all := q.Frame.Min.X + q.Frame.Max.X
	point := func(p *vg.Point) { p.X = all - p.X }
	q.heldOut.supported = mirroredSegments(q.heldOut.supported, point)
	q.dots, q.bests = mirroredSegments(q.dots, point), mirroredSegments(q.bests, point)
	lists := []*[]vg.Point{&q.points, &q.markers, &q.stairs, &q.hull, &q.identity, &q.soft, &q.heldOut.curve, &q.heldOut.band, &q.heldOut.marks, &q.recommended}
	for n := range q.bounds {
		lists = append(lists, &q.bounds[n])
	}
	for n := range q.isos {
		lists = append(lists, &q.isos[n].stairs)
	}
	for _, list := range lists {
		*list = slices.Clone(*list) // two may be the same
		for n := range *list {
			point(&(*list)[n])
		}
	}
	for n, b := range q.bands {
		q.bands[n].Min.X, q.bands[n].Max.X = all-b.Max.X, all-b.Min.X
	}
	for n := range q.rings {
		point(&q.rings[n].at)
	}
	for n := range q.cloud {
		point(&q.cloud[n].at)
	}
	for _, lines := range [][]vg.Length{q.lines, q.bestLines} {
		for n, x := range lines {
			lines[n] = all - x
		}
	}
	for n, t := range q.labels {
		q.labels[n].At.X = all - t.Box().Max.X
	}
	for _, n := range q.notes {
		point(&n.at)
		point(&n.leader.From)
		point(&n.leader.To)
		n.box.Min.X, n.box.Max.X = all-n.box.Max.X, all-n.box.Min.X
	}
}

func mirroredSegments(list []draw.Segment, point func(*vg.Point)) []draw.Segment {
	for n := range list {
		point(&list[n].From)
		point(&list[n].To)
	}
	return list
}
