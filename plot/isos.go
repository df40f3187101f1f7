package plot

import (
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// iso is the staircase of the groupings within a limit on what they tell about a second variable.
type iso struct {
	limit  float64
	stairs []vg.Point
}

const isoLine = vg.Length(0.6)

// layIsos places the staircases.
func (q *plane) layIsos(v *view) {
	if v.hullOnly {
		return
	}
	for _, i := range picture.Isos(v.f) {
		var points []vg.Point
		for n, p := range i.Points {
			points = draw.AppendSpot(points, q.Place(p.H, p.I), n == len(i.Points)-1)
		}
		q.isos = append(q.isos, iso{i.Limit, q.Staircase(points)})
	}
}

// labelIsos writes the limits at the staircases, beginning at the end where H is large, and leaves out a staircase
// without room for its limit.
func (q *plane) labelIsos() {
	boxes, lines := append(q.obstacles(), q.writtenOn()...), append(q.curves(), q.heldOut.curve)
	for _, r := range q.rings {
		boxes = append(boxes, draw.Square(r.at, q.ringRadius))
	}
	label := func(words string, i iso) bool {
		t := draw.Text{Words: words, Size: draw.SmallSize}
		w, h := draw.TextWidth(t.Words, t.Size), draw.CapHeight(t.Size)
		for n := len(i.stairs) - 1; n > 0; n-- {
			a, b := i.stairs[n], i.stairs[n-1]
			if q.shared(i, draw.Square(partWay(a, b.Sub(a), 0.5), draw.Spot)) {
				continue
			}
			places := []vg.Point{{X: a.X - 1.5*clearance - w, Y: b.Y + gap}, {X: a.X + 1.5*clearance, Y: b.Y + gap}} // at a step
			if b.X > a.X {
				places = []vg.Point{{X: a.X + gap, Y: a.Y + 1.5*clearance}, {X: a.X + gap, Y: a.Y - 1.5*clearance - h}, {X: b.X - w - gap, Y: a.Y - 1.5*clearance - h}}
			}
			for _, t.At = range places {
				if box := draw.Grow(t.Box(), clearance); draw.Within(box, q.Frame) && !draw.Touches(box, boxes, lines...) && !q.shared(i, draw.Grow(box, 2*clearance)) {
					q.labels, boxes = append(q.labels, t), append(boxes, box)
					return true
				}
			}
		}
		return false
	}
	var labelled []iso
	for _, i := range q.isos {
		limit := strconv.FormatFloat(i.limit, 'f', -1, 64)
		if label(limit+" bits", i) || label(limit, i) {
			labelled = append(labelled, i)
		}
	}
	q.isos = labelled
}

// shared reports whether another staircase goes through a box.
func (q *plane) shared(i iso, box vg.Rectangle) bool {
	return draw.Touches(box, nil, q.stairs) || slices.ContainsFunc(q.isos, func(o iso) bool { return o.limit != i.limit && draw.Touches(box, nil, o.stairs) })
}

// isoEntries returns the entry of the legend for the staircases.
func (v *view) isoEntries(g *figure) []draw.Entry {
	if isos := picture.Isos(v.f); v.hullOnly || len(isos) == 0 {
		return nil
	}
	text := groupview.Limited(v.f.Second, 0, vocabulary.Fill(words.Legend.Limit, "bits", words.Legend.These))
	sign := func(c vg.Canvas, at vg.Rectangle) { draw.Stroke(c, draw.Green, isoLine, draw.Step(at)) }
	if !v.opts.Paper {
		sign = draw.Mirrored(sign)
	}
	return []draw.Entry{{Words: g.CutEntry(draw.Printable(text)), Sign: sign}}
}
