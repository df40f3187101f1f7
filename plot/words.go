package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

var words = vocabulary.English

// entriesInWords returns the entries of the legend for a view whose axes have words.
func (v *view) entriesInWords(g *figure) []draw.Entry {
	f, o := v.f, v.opts
	h, _ := f.Problem.Axes()
	best := words.Legend.Best
	if !groupview.Listed(f) {
		best = words.Legend.BestOnFrontier
	}
	sign := func(c vg.Canvas, at vg.Rectangle) { draw.Stroke(c, draw.Blue, curveLine, draw.Step(at)) }
	if !v.dense() {
		sign = g.pointsSign
	}
	entries := []draw.Entry{{Words: words.Legend.Frontier, Sign: draw.Mirrored(sign)}}
	if h.Clusters { // every point is the best for its number of clusters
		entries[0].Words = best
	}
	if !o.NoBest {
		entries = append(entries, draw.Entry{Words: best, Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Stroke(c, draw.Vermilion, ringLine, draw.Circles(ringSize, draw.Middle(at)))
		}})
	}
	if !o.NoHeldOut {
		held := g.heldOutEntries(f)
		held[0].Words, held[1].Words = words.Legend.HeldOut, words.Legend.Supported
		if narrow(o.Width) {
			held = held[:1]
		}
		entries = append(entries, held...)
	}
	if !o.NoBalanced {
		lines := words.Legend.Balanced
		if h.Clusters { // log2 k also of unequal groups
			lines = words.Axes.Groups
		}
		entries = append(entries, draw.LineEntry(lines, dots, dotLine, dotDash...))
	}
	if !o.NoHull {
		entries = append(entries, draw.LineEntry(words.Legend.Hull, draw.Blue, hullLine))
	}
	entries = append(entries, proofEntries(f, words.Legend.Bound)...)
	if o.Soft && f.Soft != nil {
		entries = append(entries, draw.LineEntry(words.Legend.Soft, draw.Vermilion, softLine))
	}
	return slices.Concat(entries, v.isoEntries(g), v.bestLinesEntries(), v.identityEntries(), v.backgroundEntries("random groupings"))
}

// explain writes below the axes why the recommended clustering is below the frontier, if it is.
func (g *figure) explain(f *frontier.Frontier) {
	best, ok := recommend.From(f)
	if !ok {
		return
	}
	lines := draw.Lines(groupview.Below(f, best.Point), draw.SmallSize, g.Width-2*draw.Margin, 3)
	for _, line := range slices.Backward(lines) {
		g.Foot = max(g.Foot, draw.Margin) + gap
		g.Write(line, draw.SmallSize, vg.Point{X: g.Width / 2, Y: g.Foot + draw.Descent(draw.SmallSize)}, draw.Centre)
		g.Foot += draw.Descent(draw.SmallSize) + draw.CapHeight(draw.SmallSize)
	}
}

// described describes a figure in words to who does not see it; not at all if it is as in the paper.
func (g *figure) described(d *design) (title, more string) {
	if d.opts.Paper {
		return "", ""
	}
	for n := range d.views {
		more += picture.Title(d.views[n].f, d.views[n].title) + ". " + picture.Description(d.views[n].f)
	}
	return d.page.Title, more
}

// layRecommended keeps rings that do not touch each other, the recommended clustering before all.
func (q *plane) layRecommended(v *view) {
	best, ok := recommend.From(v.f)
	at := slices.IndexFunc(q.rings, func(r ring) bool { return ok && r.k == best.K })
	if at > 0 {
		chosen := q.rings[at]
		q.rings = slices.Insert(slices.Delete(q.rings, at, at+1), 0, chosen)
	}
	q.rings = ringsApart(q.rings, 2*ringSize+ringLine+clearance)
	if at >= 0 {
		q.recommended = []vg.Point{q.rings[0].at}
	}
}

// labelBeyond writes what is known of the area beyond the frontier into it, as far from the frontier as there is room.
func (q *plane) labelBeyond(v *view) {
	if q.paper || len(q.points) < 2 {
		return
	}
	const step = 1.5 * mm
	text := draw.Text{Words: picture.Unreachable(v.f), Size: draw.SmallSize}
	lines := append(q.curves(), q.stairs, q.heldOut.curve)
	area := draw.Grow(q.Frame, -gap)
	box := text.Box()
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	best := vg.Length(math.Inf(-1))
	pl := placer{plane: q}
	boxes := append(q.writtenOn(), q.obstacles()...)
	var at vg.Point
	for y := area.Max.Y - height; y > area.Min.Y; y -= step {
		for x := area.Max.X - width; x > area.Min.X; x -= step {
			box := draw.Grow(vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + width, Y: y + height}}, clearance)
			if pl.dominated(box.Min) {
				break
			}
			if far := x + y; far > best && !draw.Touches(box, boxes, lines...) && box.Min.X > q.points[len(q.points)-1].X {
				best, at = far, box.Min
			}
		}
	}
	if math.IsInf(float64(best), -1) {
		return
	}
	text.At = vg.Point{X: at.X + clearance, Y: at.Y + clearance + draw.Descent(draw.SmallSize)}
	q.labels = append(q.labels, text)
}
