package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
)

// plane is one frame of a figure with a frontier in it: every place and size on the page.
type plane struct {
	draw.Axes

	points   []vg.Point     // of the frontier, thinned, by increasing h, so from right to left
	markers  []vg.Point     // the marked points
	stairs   []vg.Point     // the corners of the staircase, from the frame's bottom to its left
	hull     []vg.Point     // the vertices of the hull; empty if it is left out
	bands    []vg.Rectangle // under the proved part
	bounds   [][]vg.Point   // the curves above the part that is not proved
	soft     []vg.Point     // the curve of soft encoders
	isos     []iso
	rings    []ring
	lines    []vg.Length    // the places of the lines at log2 k
	dots     []draw.Segment // the drawn parts of these lines
	identity []vg.Point     // the line i = h
	cloud    []cloudSpot    // the background
	labels   []draw.Text    // the numbers at rings
	notes    []*note        // the notes at chosen points
	heldOut  heldOut        // held-out values

	paper       bool       // as in the paper, and not in words
	recommended []vg.Point // the recommended clustering

	bestLines []vg.Length    // the places of the lines at the entropies of the best clusterings
	bests     []draw.Segment // the drawn parts of these lines

	markerRadius, ringRadius, stairsLine vg.Length
}

// layHull places the vertices of the concave hull.
func (q *plane) layHull(f *frontier.Frontier) {
	for n := range f.Len() {
		if p := f.At(n); p.Hull {
			q.hull = draw.AppendSpot(q.hull, q.Place(p.H, p.I), n == f.Len()-1)
		}
	}
}

// Colours of areas and lines; bestColour is a lighter vermilion.
var (
	hullFill   = draw.Themed(0xc6ddee, 0x1f3d55)
	dots       = draw.Themed(0x777777, 0x9a9fa5)
	bestColour = draw.Themed(0xe8a878, 0xa5673a)
)

// Widths of lines.
const (
	hullLine  = vg.Length(0.5)
	ringLine  = vg.Length(0.8)
	dotLine   = vg.Length(0.5)
	boundLine = vg.Length(0.6)
	bestLine  = vg.Length(0.4)
)

// Patterns of the lines at log2 k, of the line i = h, and of the upper bound.
var (
	dotDash      = []vg.Length{0.6, 1.8}
	identityDash = []vg.Length{5, 1.4, 1.2, 1.4}
	boundDash    = []vg.Length{3, 1.6}
)

// draw draws the inside of a frame except its texts: areas, then lines, then markers.
func (q *plane) draw(c vg.Canvas) {
	q.drawAreas(c)
	draw.Fill(c, picture.HeldBand, draw.Polygon(q.heldOut.band...))
	drawCloud(c, q.cloud)
	for _, b := range q.bands {
		draw.Fill(c, draw.Green, b.Path())
	}
	draw.Stroke(c, dots, dotLine, draw.Segments(q.dots), dotDash...)
	draw.Stroke(c, bestColour, bestLine, draw.Segments(q.bests))
	for _, i := range q.isos {
		draw.Stroke(c, draw.Green, isoLine, draw.Line(i.stairs...))
	}
	for _, b := range q.bounds {
		draw.Stroke(c, draw.Ink, boundLine, draw.Line(b...), boundDash...)
	}
	draw.Stroke(c, draw.Vermilion, softLine, draw.Line(q.soft...))
	draw.Stroke(c, draw.Blue, hullLine, draw.Line(q.hull...))
	draw.Stroke(c, draw.Ink, boundLine, draw.Line(q.identity...), identityDash...)
	draw.Stroke(c, draw.Blue, q.stairsLine, draw.Line(q.stairs...))
	for _, n := range q.notes {
		draw.Stroke(c, draw.Ink, draw.EdgeLine, draw.Line(n.leader.From, n.leader.To))
	}
	q.heldOut.draw(c)
	draw.Fill(c, draw.Blue, draw.Circles(q.markerRadius, q.markers...))
	rings := lists.Map(q.rings, func(r ring) vg.Point { return r.at })
	draw.Stroke(c, draw.Vermilion, ringLine, draw.Circles(q.ringRadius, rings...))
	draw.Fill(c, draw.Vermilion, draw.Circles(q.ringRadius, q.recommended...))
	for _, n := range q.notes {
		n.draw(c)
	}
	q.Draw(c)
}

// drawAreas draws the region beyond the frontier, on it the region under the hull, and on both the
// region that the frontier dominates.
func (q *plane) drawAreas(c vg.Canvas) {
	if len(q.stairs) == 0 {
		return
	}
	draw.Fill(c, draw.Beyond, q.Frame.Path())
	if n := len(q.hull); n > 0 {
		draw.Fill(c, hullFill, draw.Polygon(append(q.hull[:n:n], vg.Point{X: q.hull[n-1].X, Y: q.hull[0].Y})...))
	}
	n := len(q.stairs)
	draw.Fill(c, draw.Paper, draw.Polygon(append(q.stairs[:n:n], vg.Point{X: q.stairs[n-1].X, Y: q.Frame.Min.Y})...))
}

// entries returns the entries of the legend for all planes.
func (g *figure) entries(d *design) []draw.Entry {
	var entries []draw.Entry
	for n := range d.views {
		for _, e := range d.views[n].entries(g) {
			known := func(k draw.Entry) bool { return k.Words == e.Words }
			if !slices.ContainsFunc(entries, known) {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// entries returns the entries of the legend for a view.
func (v *view) entries(g *figure) []draw.Entry {
	f, o := v.f, v.opts
	if !o.Paper {
		return v.entriesInWords(g)
	}
	h, _ := v.problem().Axes()
	long := h.Name != h.Symbol // with names of columns, which have no room in a legend
	words := "frontier"
	if h.Clusters { // then it has the best clustering for each k, and no other series has
		words = "frontier: best for k groups"
	}
	entries := g.pointsEntries(v, words)
	if !o.NoBest {
		entries = append(entries, draw.Entry{Words: g.CutEntry(ringWords(f)), Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Stroke(c, draw.Vermilion, ringLine, draw.Circles(g.planes[0].ringRadius, draw.Middle(at)))
		}})
	}
	if !o.NoHeldOut {
		entries = append(entries, g.heldOutEntries(f)...)
	}
	if !o.NoBalanced {
		words := h.Name + " = log₂k"
		switch {
		case h.Clusters:
			words = "k clusters"
		case long:
			words = "entropy of k equal groups"
		}
		entries = append(entries, draw.LineEntry(words, dots, dotLine, dotDash...))
	}
	entries = append(entries, v.bestLinesEntries()...)
	if !o.NoHull {
		entries = append(entries, draw.Entry{Words: "concave hull", Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Fill(c, hullFill, at.Path())
			draw.Stroke(c, draw.Blue, hullLine, draw.Line(vg.Point{X: at.Min.X, Y: at.Max.Y}, at.Max))
		}})
	}
	entries = append(entries, v.identityEntries()...)
	entries = append(entries, proofEntries(f, "upper bound")...)
	if o.Soft && f.Soft != nil {
		entries = append(entries, draw.LineEntry("soft encoders, at I(X;Z)", draw.Vermilion, softLine))
	}
	entries = append(append(entries, v.isoEntries(g)...), v.backgroundEntries("random clusterings")...)
	if f.Len() > 0 {
		entries = append(entries, draw.Entry{Words: paperBeyond.Of(f), Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Fill(c, draw.Beyond, at.Path())
			draw.Stroke(c, dots, draw.AxisLine/2, at.Path())
		}})
	}
	return entries
}

// bestLinesEntries returns the entry of the lines at the entropies of the best clusterings.
func (v *view) bestLinesEntries() []draw.Entry {
	h, _ := v.problem().Axes()
	words := "entropy of these"
	switch {
	case !v.opts.BestLines:
		return nil
	case v.opts.Paper && h.Name == h.Symbol:
		words = h.Name + " of these"
	}
	return []draw.Entry{{Words: words, Sign: func(c vg.Canvas, at vg.Rectangle) {
		x := draw.Middle(at).X
		draw.Stroke(c, bestColour, bestLine, draw.Line(vg.Point{X: x, Y: at.Min.Y}, vg.Point{X: x, Y: at.Max.Y}))
	}}}
}

// identityEntries returns the entry of the line i = h.
func (v *view) identityEntries() []draw.Entry {
	h, i := v.problem().Axes()
	words := "information = entropy"
	switch {
	case !v.opts.Identity:
		return nil
	case v.opts.Paper && h.Name == h.Symbol:
		words = i.Name + " = " + h.Name
	}
	return []draw.Entry{draw.LineEntry(words, draw.Ink, boundLine, identityDash...)}
}

// backgroundEntries returns the entry of random clusterings.
func (v *view) backgroundEntries(words string) []draw.Entry {
	if len(v.opts.Background) == 0 {
		return nil
	}
	return []draw.Entry{{Words: words, Sign: cloudSign}}
}

// paperBeyond has the words of a figure as in the paper.
var paperBeyond = picture.Beyond{None: "no clustering exists", NotAllowed: "none found within the constraints", NotFound: "no clustering found"}

// softLine is the width of the curve of soft encoders.
const softLine = vg.Length(0.9)
