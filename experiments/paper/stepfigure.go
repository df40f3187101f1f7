package main

import (
	"cmp"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// mapperStep is one step of the mapper: the children of a clustering, and their fates.
type mapperStep struct {
	// all are all clusterings.
	all []stepPoint
	// frontier are the clusterings on the frontier so far; dominated points are not drawn.
	frontier []stepPoint
	// parent is the clustering that is expanded, children are derived from it, and enqueued are
	// the children that will be expanded, too.
	parent             stepPoint
	children, enqueued []stepPoint
}

// stepPoint is a clustering of k clusters, with values in bits.
type stepPoint struct {
	h, i float64
	k    int
}

// stepFigure is a laid-out figure of a step: every place and size on the page.
type stepFigure struct {
	draw.Sheet
	draw.Axes

	all, stairs, frontier, children, enqueued []vg.Point
	parent                                    vg.Point
	threads                                   []draw.Segment // from the parent to the children
}

const (
	mm           = vg.Millimeter
	stepMarker   = 0.65 * mm
	parentMarker = 1.1 * mm
	threadLine   = vg.Length(0.3)
	stairLine    = vg.Length(0.5)
	dotEdge      = vg.Length(0.5)
	// allRadius is the size of the markers of all clusterings, and allPitch the side of the
	// squares of the page. Each square shows at most one marker.
	allRadius = 0.2 * mm
	allPitch  = 0.45 * mm
	// mostThreads is the number of children up to which lines lead to them.
	mostThreads = 120
)

// stepColour is the colour of what is derived.
var stepColour = draw.Vermilion

// draw draws a step of a search to w in the given format, on the axes of a frontier: all
// clusterings in grey, the frontier so far as a staircase, the parent as a diamond, its
// children as circles, and those that are enqueued filled. O(points).
func (s *mapperStep) draw(w io.Writer, format string, page draw.Page) error {
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	g := s.layOut(page)
	return g.Render(w, format, g.draw)
}

// layOut lays out the figure. O(points).
func (s *mapperStep) layOut(page draw.Page) *stepFigure {
	g := &stepFigure{Sheet: page.Sheet()}
	g.WriteLegend(s.entries())
	x := draw.Axis{Name: "H(Z) [bits]", Hi: s.most(func(p stepPoint) float64 { return p.h }), Pitch: 12 * mm, Leftwards: true}
	y := draw.Axis{Name: "I(Z;Y) [bits]", Hi: s.most(func(p stepPoint) float64 { return p.i }), Pitch: 8 * mm}
	area := g.Area()
	if page.Title == "" {
		area.Max.Y += draw.LineHeight(draw.TitleSize)
	}
	g.Axes = g.PlaceAxes(area, x, y)
	if page.Title != "" {
		g.WriteTitle(draw.Printable(page.Title), draw.Middle(g.Frame).X)
	}
	seen := make(map[[2]float64]bool)
	for _, p := range s.all {
		at := g.placeOf(p)
		square := [2]float64{math.Floor(float64(at.X / allPitch)), math.Floor(float64(at.Y / allPitch))}
		if !seen[square] {
			seen[square] = true
			g.all = append(g.all, at)
		}
	}
	for _, p := range nonDominated(s.frontier) {
		g.frontier = draw.AppendSpot(g.frontier, g.placeOf(p), false)
	}
	g.stairs = g.Staircase(g.frontier)
	g.parent = g.placeOf(s.parent)
	for _, p := range s.children {
		g.children = append(g.children, g.placeOf(p))
	}
	for _, p := range s.enqueued {
		g.enqueued = append(g.enqueued, g.placeOf(p))
	}
	if len(g.children) <= mostThreads {
		for _, at := range g.children {
			g.threads = append(g.threads, draw.Segment{From: g.parent, To: at})
		}
	}
	return g
}

// most returns the largest value of any point, or 1 if that is 0.
func (s *mapperStep) most(value func(p stepPoint) float64) float64 {
	most := 0.0
	for _, p := range slices.Concat(s.all, s.frontier, s.children, []stepPoint{s.parent}) {
		most = max(most, value(p))
	}
	return cmp.Or(most, 1)
}

func (g *stepFigure) placeOf(p stepPoint) vg.Point { return g.Place(p.h, p.i) }

// nonDominated returns the non-dominated points, by increasing h.
func nonDominated(points []stepPoint) []stepPoint {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b stepPoint) int {
		return cmp.Or(cmp.Compare(a.h, b.h), cmp.Compare(b.i, a.i))
	})
	var kept []stepPoint
	for _, p := range sorted {
		if len(kept) == 0 || p.i > kept[len(kept)-1].i {
			kept = append(kept, p)
		}
	}
	return kept
}

// entries returns what the legend explains.
func (s *mapperStep) entries() []draw.Entry {
	dot := func(with, edge color.Color) func(c vg.Canvas, at vg.Rectangle) {
		return func(c vg.Canvas, at vg.Rectangle) { drawDots(c, with, edge, draw.Middle(at)) }
	}
	var entries []draw.Entry
	for _, e := range []struct {
		points int
		words  string
		sign   func(c vg.Canvas, at vg.Rectangle)
	}{
		{len(s.all), "all clusterings", func(c vg.Canvas, at vg.Rectangle) {
			var places []vg.Point
			const count = 9
			for n := range count {
				x := at.Min.X + (at.Max.X-at.Min.X)*(vg.Length(n)+0.5)/count
				y := at.Min.Y + (at.Max.Y-at.Min.Y)*(0.2+0.3*vg.Length(n*2%3))
				places = append(places, vg.Point{X: x, Y: y})
			}
			drawAll(c, places...)
		}},
		{len(s.frontier), "frontier so far", func(c vg.Canvas, at vg.Rectangle) {
			x := draw.Middle(at).X
			draw.Stroke(c, draw.Blue, stairLine, draw.Line(vg.Point{X: at.Max.X, Y: at.Min.Y}, vg.Point{X: x, Y: at.Min.Y},
				vg.Point{X: x, Y: at.Max.Y}, vg.Point{X: at.Min.X, Y: at.Max.Y}))
			drawDots(c, draw.Blue, draw.Paper, vg.Point{X: x, Y: at.Max.Y})
		}},
		{1, "expanded", func(c vg.Canvas, at vg.Rectangle) { drawParent(c, draw.Middle(at)) }},
		{len(s.children), "derived from it", dot(draw.Paper, stepColour)},
		{len(s.enqueued), "enqueued", dot(stepColour, draw.Paper)},
	} {
		if e.points > 0 {
			entries = append(entries, draw.Entry{Words: e.words, Sign: e.sign})
		}
	}
	return entries
}

// draw draws the inside of the frame, with the most important parts last.
func (g *stepFigure) draw(c vg.Canvas) {
	drawAll(c, g.all...)
	draw.Stroke(c, stepColour, threadLine, draw.Segments(g.threads))
	draw.Stroke(c, draw.Blue, stairLine, draw.Line(g.stairs...))
	drawDots(c, draw.Blue, draw.Paper, g.frontier...)
	drawDots(c, draw.Paper, stepColour, g.children...)
	drawDots(c, stepColour, draw.Paper, g.enqueued...)
	drawParent(c, g.parent)
	g.Draw(c)
}

// drawAll draws small grey squares.
func drawAll(c vg.Canvas, places ...vg.Point) {
	var p vg.Path
	for _, at := range places {
		p = append(p, draw.Square(at, allRadius).Path()...)
	}
	draw.Fill(c, draw.Faint, p)
}

// drawDots draws circles with an edge that separates them from their neighbours.
func drawDots(c vg.Canvas, with, edge color.Color, places ...vg.Point) {
	for _, at := range places {
		p := draw.Circles(stepMarker, at)
		draw.Fill(c, with, p)
		draw.Stroke(c, edge, dotEdge, p)
	}
}

// drawParent draws a diamond with an edge.
func drawParent(c vg.Canvas, at vg.Point) {
	var p vg.Path
	draw.Diamond.Add(&p, at, parentMarker)
	draw.Fill(c, draw.Ink, p)
	draw.Stroke(c, draw.Paper, draw.EdgeLine, p)
}
