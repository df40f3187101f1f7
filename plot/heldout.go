package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
)

// heldOut is the drawing of held-out values: a curve through the points at their H, a band of one
// standard error to either side, marks for the best clusterings, and a line at the largest H that
// the records support.
type heldOut struct {
	curve, band []vg.Point
	marks       []vg.Point
	supported   []draw.Segment
}

// heldRadius is the size of the marks of best clusterings.
const heldRadius = 0.85 * mm

const heldLine = vg.Length(0.6)

var supportDash = []vg.Length{4, 2}

// deepest is how far an axis goes below the frontier for negative held-out information, as a part
// of the frontier's extent. Below that, the curve runs along the edge, and marks are left out.
const deepest = 0.5

// seriesExtent returns the extent of all points of a figure: the frontier, the best clusterings,
// and the held-out values of both.
func seriesExtent(f *frontier.Frontier, o *Options) (picture.Extent, error) {
	e, err := picture.Of(f)
	if err != nil || f.Len() == 0 {
		return e, err
	}
	floor := e.ILo - deepest*(e.IHi-e.ILo)
	if !o.Paper {
		floor = min(e.ILo, e.IHi) // no axis goes below zero
	}
	add := func(what string, p frontier.Point, claimed bool) error {
		if err := picture.Check(p.H, p.I, &f.Problem); err != nil {
			return fmt.Errorf("%s %w", what, err)
		}
		if claimed {
			e = e.With(picture.At(p.H, p.I))
		}
		if f.Validation == nil || o.NoHeldOut {
			return nil
		}
		lo, hi := p.HeldOut.I-p.HeldOut.SE, p.HeldOut.I+p.HeldOut.SE
		for _, i := range []float64{lo, hi} {
			if err := picture.Check(p.H, i, &f.Problem); err != nil {
				return fmt.Errorf("what held-out records say of %s %w", what, err)
			}
		}
		e = e.With(picture.Extent{HLo: p.H, HHi: p.H, ILo: max(lo, floor), IHi: max(hi, floor)})
		return nil
	}
	best := groupview.BestOf(f)
	for n := range f.Len() {
		p := best.Shown(f.At(n))
		if err := add(fmt.Sprintf("point %d", n), p, false); err != nil {
			return e, err
		}
	}
	if h, _ := f.Problem.Axes(); o.NoBest || h.Clusters {
		return e, nil
	}
	for p := range f.Best() {
		if err := add(fmt.Sprintf("the best of %d clusters", p.K), p, true); err != nil {
			return e, err
		}
	}
	return e, nil
}

// layHeldOut places the held-out values of the points that a view shows.
func (q *plane) layHeldOut(v *view) {
	place := func(h, i float64) vg.Point {
		at := q.Place(h, i)
		at.Y = min(max(at.Y, q.Frame.Min.Y), q.Frame.Max.Y)
		return at
	}
	var upper, lower []vg.Point
	best := groupview.BestOf(v.f)
	for n := range v.f.Len() {
		p := best.Shown(v.f.At(n))
		if !v.shows(p) {
			continue
		}
		last := n == v.f.Len()-1
		q.heldOut.curve = draw.AppendSpot(q.heldOut.curve, place(p.H, p.HeldOut.I), last)
		upper = draw.AppendSpot(upper, place(p.H, p.HeldOut.I+p.HeldOut.SE), last)
		lower = draw.AppendSpot(lower, place(p.H, p.HeldOut.I-p.HeldOut.SE), last)
	}
	q.heldOut.band = upper
	for n := len(lower) - 1; n >= 0; n-- {
		q.heldOut.band = append(q.heldOut.band, lower[n])
	}
	if !v.opts.NoBest && q.paper {
		for p := range v.f.Best() {
			if i := p.HeldOut.I; v.shows(p) && q.Place(p.H, i).Y >= q.Frame.Min.Y {
				q.heldOut.marks = draw.AppendSpot(q.heldOut.marks, place(p.H, i), false)
			}
		}
	}
	if x := vg.Length(q.X.At(v.f.Validation.H)); x >= q.Frame.Min.X && x <= q.Frame.Max.X && (q.paper || !narrow(v.opts.Width)) {
		q.heldOut.supported = []draw.Segment{{From: vg.Point{X: x, Y: q.Frame.Min.Y}, To: vg.Point{X: x, Y: q.Frame.Max.Y}}}
	}
}

// draw draws the lines and marks.
func (o *heldOut) draw(c vg.Canvas) {
	draw.Stroke(c, picture.HeldOut, draw.AxisLine, draw.Segments(o.supported), supportDash...)
	draw.Stroke(c, picture.HeldOut, heldLine, draw.Line(o.curve...))
	drawHeldMarks(c, o.marks)
}

// drawHeldMarks draws open diamonds, as rings are round.
func drawHeldMarks(c vg.Canvas, places []vg.Point) {
	var p vg.Path
	for _, at := range places {
		draw.Diamond.Add(&p, at, heldRadius)
	}
	draw.Stroke(c, picture.HeldOut, ringLine, p)
}

// heldOutEntries returns the entries of the legend for held-out values.
func (g *figure) heldOutEntries(f *frontier.Frontier) []draw.Entry {
	v := f.Validation
	supported := fmt.Sprintf("supported up to here, and k ≤ %d", v.Clusters)
	if v.Clusters <= 1 {
		supported = "no groups are supported"
	}
	return []draw.Entry{
		{Words: "on held-out records, ± 1 se", Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Fill(c, picture.HeldBand, at.Path())
			draw.Stroke(c, picture.HeldOut, heldLine, draw.Line(draw.Level(at)...))
			if f.BestUpTo() > 0 && g.planes[0].paper {
				drawHeldMarks(c, []vg.Point{draw.Middle(at)})
			}
		}},
		{Words: supported, Sign: func(c vg.Canvas, at vg.Rectangle) {
			x := draw.Middle(at).X
			draw.Stroke(c, picture.HeldOut, draw.AxisLine, draw.Line(vg.Point{X: x, Y: at.Min.Y}, vg.Point{X: x, Y: at.Max.Y}), supportDash...)
		}},
	}
}
