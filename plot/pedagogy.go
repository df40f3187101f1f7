package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// Step is one step of a search: the clusterings that are derived from one of those found
// before, and what becomes of them.
type Step struct {
	// Problem tells what the axes are called; the zero value is that of the information
	// bottleneck.
	Problem frontier.Problem
	// All are all clusterings, or many of them.
	All []BackgroundPoint
	// Frontier are those on the frontier so far; points that others of it dominate are
	// left out.
	Frontier []BackgroundPoint
	// Parent is the clustering that is expanded, Children are the ones derived from it,
	// and Enqueued those of the children that will be expanded too.
	Parent             BackgroundPoint
	Children, Enqueued []BackgroundPoint
}

// stepFigure is a laid-out figure of a step: every place and size, as in [figure].
type stepFigure struct {
	sheet
	axes

	all, stairs, frontier, children, enqueued []vg.Point
	parent                                    vg.Point
	threads                                   []mark // from the parent to the children
}

// The parts of a figure of a step that its legend explains.
const (
	signAll = iota
	signSoFar
	signParent
	signChild
	signEnqueued
)

const (
	stepMarker   = 0.65 * mm
	parentMarker = 1.1 * mm
	threadLine   = vg.Length(0.3)
	dotEdge      = vg.Length(0.5)
	// mostThreads is the number of children up to which lines lead to them.
	mostThreads = 120
)

// Pedagogy draws a step of a search to w in the given format, on the plane of
// [Frontier]: all clusterings in grey, the frontier so far as a staircase, the parent as
// a diamond, its children as circles, and those that are enqueued filled. Numbers of
// clusters do not matter. Of the options, Title, Width, Height and DPI count.
//
// It fails if a point or an option is out of range, or if w does. O(points).
func Pedagogy(w io.Writer, s Step, format Format, opts Options) error {
	opts, err := checked(format, opts)
	if err != nil {
		return err
	}
	e, err := s.extent()
	if err != nil {
		return err
	}
	fig := newStepFigure(s, e, opts)
	return render(w, format, fig.width, fig.height, opts.DPI, func(c vg.Canvas) { fig.draw(c) })
}

// extent returns that of all points, or an error if one cannot be drawn.
func (s *Step) extent() (extent, error) {
	e := extent{s.Parent.H, s.Parent.H, s.Parent.I, s.Parent.I}
	if h, _ := s.Problem.Axes(); h.Unit != "" {
		e = e.with(extent{})
	}
	for _, of := range []struct {
		name   string
		points []BackgroundPoint
	}{
		{"all clusterings", s.All},
		{"the frontier", s.Frontier},
		{"the parent", []BackgroundPoint{s.Parent}},
		{"the children", s.Children},
		{"the enqueued", s.Enqueued},
	} {
		for n, p := range of.points {
			if err := checkValues(p.H, p.I, &s.Problem); err != nil {
				if len(of.points) > 1 || n > 0 {
					return e, fmt.Errorf("point %d of %s %w", n, of.name, err)
				}
				return e, fmt.Errorf("%s %w", of.name, err)
			}
			e = e.with(extent{p.H, p.H, p.I, p.I})
		}
	}
	return e.widened(), nil
}

// newStepFigure lays out the figure. O(points).
func newStepFigure(s Step, e extent, o Options) *stepFigure {
	g := &stepFigure{sheet: newSheet(o)}
	g.layLegend(s.entries())
	x, y := frontierAxes(&s.Problem, e)
	area := g.area(false)
	if o.Title == "" {
		area.Max.Y += lineHeight(titleSize)
	}
	g.axes = g.layAxes(area, x, y)
	if o.Title != "" {
		g.layTitle(printable(o.Title), (g.frame.Min.X+g.frame.Max.X)/2)
	}
	for _, n := range thinned(&g.axes, s.All) {
		g.all = append(g.all, g.spotOf(s.All[n]))
	}
	for _, p := range nonDominated(s.Frontier) {
		g.frontier = appendSpot(g.frontier, g.spotOf(p), false)
	}
	g.stairs = g.staircase(g.frontier)
	g.parent = g.spotOf(s.Parent)
	for _, p := range s.Children {
		g.children = append(g.children, g.spotOf(p))
	}
	for _, p := range s.Enqueued {
		g.enqueued = append(g.enqueued, g.spotOf(p))
	}
	if len(g.children) <= mostThreads {
		for _, at := range g.children {
			g.threads = append(g.threads, mark{g.parent, at})
		}
	}
	return g
}

// spotOf returns the place of a point on the page.
func (g *stepFigure) spotOf(p BackgroundPoint) vg.Point {
	return g.place(frontier.Point{H: p.H, I: p.I})
}

// nonDominated returns the points that no other one of them dominates, by increasing h.
func nonDominated(points []BackgroundPoint) []BackgroundPoint {
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b BackgroundPoint) int {
		return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(b.I, a.I))
	})
	var kept []BackgroundPoint
	for _, p := range sorted {
		if len(kept) == 0 || p.I > kept[len(kept)-1].I {
			kept = append(kept, p)
		}
	}
	return kept
}

// entries returns what the legend explains.
func (s *Step) entries() []entry {
	var entries []entry
	for _, e := range []struct {
		entry
		shown bool
	}{
		{entry{sign: signAll, words: "all clusterings"}, len(s.All) > 0},
		{entry{sign: signSoFar, words: "frontier so far"}, len(s.Frontier) > 0},
		{entry{sign: signParent, words: "expanded"}, true},
		{entry{sign: signChild, words: "derived from it"}, len(s.Children) > 0},
		{entry{sign: signEnqueued, words: "enqueued"}, len(s.Enqueued) > 0},
	} {
		if e.shown {
			entries = append(entries, e.entry)
		}
	}
	return entries
}

// draw paints the figure: what matters most comes last.
func (g *stepFigure) draw(c vg.Canvas) {
	g.drawPage(c)
	drawCloud(c, grey(g.all))
	stroke(c, stepChild, threadLine, marks(g.threads))
	stroke(c, blue, hullLine, path(g.stairs...))
	drawDots(c, blue, paper, g.frontier)
	drawDots(c, paper, stepChild, g.children)
	drawDots(c, stepChild, paper, g.enqueued)
	drawParent(c, g.parent)
	g.drawAxes(c)
	for _, e := range g.legend {
		drawStepSign(c, e)
	}
	g.drawTexts(c)
}

// stepChild is the colour of what is derived.
var stepChild = vermilion

func grey(points []vg.Point) []cloudSpot {
	spots := make([]cloudSpot, len(points))
	for n, at := range points {
		spots[n] = cloudSpot{at, faint}
	}
	return spots
}

// drawDots paints circles with an edge that tells them from their neighbours.
func drawDots(c vg.Canvas, with, edge color.Color, places []vg.Point) {
	for _, at := range places {
		var p vg.Path
		circle(&p, at, stepMarker)
		fill(c, with, p)
		stroke(c, edge, dotEdge, p)
	}
}

// drawParent paints a diamond with an edge.
func drawParent(c vg.Canvas, at vg.Point) {
	var p vg.Path
	markerShapes[1].add(&p, at, parentMarker)
	fill(c, ink, p)
	stroke(c, paper, stairLine, p)
}

// drawStepSign paints what stands before a legend entry.
func drawStepSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	one := []vg.Point{middle}
	switch e.sign {
	case signAll:
		var places []vg.Point
		for _, s := range cloudSign(e.at) {
			places = append(places, s.at)
		}
		drawCloud(c, grey(places))
	case signSoFar:
		stroke(c, blue, hullLine, path(vg.Point{X: e.at.Max.X, Y: e.at.Min.Y}, vg.Point{X: middle.X, Y: e.at.Min.Y},
			vg.Point{X: middle.X, Y: e.at.Max.Y}, vg.Point{X: e.at.Min.X, Y: e.at.Max.Y}))
		drawDots(c, blue, paper, []vg.Point{{X: middle.X, Y: e.at.Max.Y}})
	case signParent:
		drawParent(c, middle)
	case signChild:
		drawDots(c, paper, stepChild, one)
	case signEnqueued:
		drawDots(c, stepChild, paper, one)
	}
}
