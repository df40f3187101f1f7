package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// Robust draws the frontier f of a finite sample to w in the given format, on the axes of
// [Frontier]: the robust points, with bars that reach Filter.Sigma standard deviations of h and of
// i to either side, and numbers of clusters where there is room; the other points, small and grey;
// and the truth, if it is not nil, as a staircase. Of the options, Title, Width, Height, DPI,
// Theme and Annotations are used; an empty title means the name of the table and the numbers of
// samples and points.
//
// It returns an error if f has no uncertainty, if the truth is of another kind of problem, if an
// option, a point or a bar is out of range, or if writing fails. O(points).
func Robust(w io.Writer, f, truth *frontier.Frontier, format string, opts Options) error {
	page, err := opts.checked(format)
	if err != nil {
		return err
	}
	e, err := robustExtent(f, truth)
	if err != nil {
		return err
	}
	v := &view{f: f, annotations: opts.Annotations}
	if err := v.check(); err != nil {
		return err
	}
	v.opts = opts
	g, err := newRobustFigure(v, truth, e, page)
	if err != nil {
		return err
	}
	g.Texts = append(g.Texts, g.labels...)
	for _, n := range g.notes {
		g.Texts = append(g.Texts, n.texts()...)
	}
	return g.Render(w, format, g.draw)
}

// robustFigure is a laid-out figure of robust points: every place and size on the page.
type robustFigure struct {
	draw.Sheet
	plane // with the robust points as rings, and the truth as a bound

	truth  []vg.Point     // the corners of its staircase
	others []vg.Point     // markers of points that are not robust
	robust []vg.Point     // and of those that are
	bars   []draw.Segment // their error bars

	otherRadius, robustSize vg.Length
}

// robustExtent returns the extent that holds both frontiers and all bars, or an error if that
// cannot be drawn.
func robustExtent(f, truth *frontier.Frontier) (picture.Extent, error) {
	if f.Uncertainty == nil {
		return picture.Extent{}, errors.New("the frontier does not say how uncertain its points are: resample its table first, as package robust does")
	}
	e, err := picture.Of(f)
	if err != nil {
		return e, err
	}
	for n := range f.Len() {
		p := f.At(n)
		if !p.Robust {
			continue
		}
		dh, di := barLengths(f, p)
		if err := picture.Check(dh, di, &f.Problem); err != nil {
			return e, fmt.Errorf("point %d has error bars of %g and %g, %g standard deviations, which are too long to draw", n, dh, di, f.Uncertainty.Filter.Sigma)
		}
		e = e.With(picture.Extent{HLo: p.H - dh, HHi: p.H + dh, ILo: p.I - di, IHi: p.I + di})
	}
	if truth == nil || truth.Len() == 0 {
		return e.Widened(), nil
	}
	h, i := f.Problem.Axes()
	if th, ti := truth.Problem.Axes(); !sameAxis(th, h) || !sameAxis(ti, i) {
		return e, fmt.Errorf("the frontier is one of %s against %s, and the truth of %s against %s: choose two of one kind", i, h, ti, th)
	}
	t, err := picture.Of(truth)
	if err != nil {
		return e, fmt.Errorf("the truth: %w", err)
	}
	return e.With(t).Widened(), nil
}

// barLengths returns how far the bars of a point reach to either side.
func barLengths(f *frontier.Frontier, p frontier.Point) (dh, di float64) {
	sigma := f.Uncertainty.Filter.Sigma
	return float64(sigma * p.DH), float64(sigma * p.DI)
}

// newRobustFigure lays out the figure. O(points).
func newRobustFigure(v *view, truth *frontier.Frontier, e picture.Extent, page draw.Page) (*robustFigure, error) {
	notes := v.notes(vg.Length(page.Width) * mm * noteShare)
	for {
		g := layRobustFigure(v, truth, e, page, notes)
		if len(notes) > 0 && !picture.Roomy(g.Frame) {
			return nil, noRoom(page)
		}
		g.layNotes(v, notes, nil)
		if settled, err := settle(notes, page); settled || err != nil {
			if !g.paper {
				g.mirror()
			}
			return g, err
		}
	}
}

// layRobustFigure lays out the figure without its notes.
func layRobustFigure(v *view, truth *frontier.Frontier, e picture.Extent, page draw.Page, notes []*note) *robustFigure {
	g := &robustFigure{Sheet: page.Sheet()}
	f := v.f
	robust := 0
	for p := range f.All() {
		if p.Robust {
			robust++
		}
	}
	g.paper = v.opts.Paper
	title := robustTitle(f, page.Title, robust)
	if !g.paper {
		g.BreakTitle(title)
		g.Words = title
	}
	g.WriteLegend(g.entries(f, truth, robust))
	writeKey(&g.Sheet, notes)
	p := f.Problem
	p.IXY = 0 // the truth has another whole
	x, y := picture.Axes(&p, e, false, g.paper)
	g.Axes = g.PlaceAxes(g.Area(), x, y)
	g.WriteTitle(title, draw.Middle(g.Frame).X)
	if !g.paper {
		g.turn()
	}
	g.layPoints(f)
	if truth != nil {
		var points []vg.Point
		for n := range truth.Len() {
			p := truth.At(n)
			points = draw.AppendSpot(points, g.Place(p.H, p.I), n == truth.Len()-1)
		}
		g.truth = g.Staircase(points)
		g.bounds = [][]vg.Point{g.truth}
	}
	g.labelRings()
	return g
}

// robustTitle returns the given title. If it is empty, the title is the name of the table and the
// numbers of samples and of points.
func robustTitle(f *frontier.Frontier, title string, robust int) string {
	if title == "" {
		title = cmp.Or(f.Problem.Source.Name, "Pareto frontier") + ": "
		if f.Problem.Samples != nil {
			title += fmt.Sprintf("N = %d, ", *f.Problem.Samples)
		}
		title += fmt.Sprintf("%d of %d points apart by resampling", robust, f.Len())
	}
	return draw.Printable(title)
}

// entries returns the entries of the legend.
func (g *robustFigure) entries(f, truth *frontier.Frontier, robust int) []draw.Entry {
	var entries []draw.Entry
	if robust > 0 {
		u := f.Uncertainty
		sd := fmt.Sprintf("± %g sd (%s)", u.Filter.Sigma, draw.Printable(u.Method))
		text := g.CutEntry("robust groupings into k groups, which the sample tells apart: "+sd, "robust, k groups: "+sd)
		if !g.paper {
			text = g.CutEntry(words.Legend.Apart+", "+sd, words.Legend.Apart)
		}
		entries = append(entries, draw.Entry{Words: text, Sign: func(c vg.Canvas, at vg.Rectangle) {
			level, middle := draw.Level(at), draw.Middle(at)
			g.drawRobust(c, []vg.Point{middle}, []draw.Segment{
				{From: level[0], To: level[1]},
				{From: vg.Point{X: middle.X, Y: at.Min.Y}, To: vg.Point{X: middle.X, Y: at.Max.Y}},
			})
		}})
	}
	if robust < f.Len() {
		text := g.CutEntry("not told apart from these", "others")
		if !g.paper {
			text = words.Legend.NotApart
		}
		entries = append(entries, draw.Entry{Words: text, Sign: func(c vg.Canvas, at vg.Rectangle) {
			var places []vg.Point
			for n := vg.Length(0); n < 3; n++ {
				places = append(places, draw.Middle(at).Add(vg.Point{X: (n - 1) * mm, Y: (1 - n) * mm / 2}))
			}
			draw.Fill(c, draw.Faint, draw.Circles(g.otherRadius, places...))
		}})
	}
	if truth != nil && truth.Len() > 0 {
		sign := picture.TruthSign
		if !g.paper {
			sign = draw.Mirrored(sign)
		}
		entries = append(entries, draw.Entry{Words: "true frontier", Sign: sign})
	}
	return entries
}

// layPoints places the markers and the bars.
func (g *robustFigure) layPoints(f *frontier.Frontier) {
	for n := range f.Len() {
		p := f.At(n)
		at := g.Place(p.H, p.I)
		g.points = draw.AppendSpot(g.points, at, n == f.Len()-1)
		if !p.Robust {
			g.others = draw.AppendSpot(g.others, at, false)
			continue
		}
		dh, di := barLengths(f, p)
		level := draw.Segment{From: g.Place(p.H+dh, p.I), To: g.Place(p.H-dh, p.I)}
		upright := draw.Segment{From: g.Place(p.H, p.I-di), To: g.Place(p.H, p.I+di)}
		// Robust points are apart by their bars, so bars of points on one spot are too short to
		// show.
		if last := len(g.robust) - 1; last >= 0 && draw.SameSpot(g.robust[last], at) &&
			draw.SameSpot(level.From, g.bars[2*last].From) && draw.SameSpot(upright.From, g.bars[2*last+1].From) {
			continue
		}
		g.robust = append(g.robust, at)
		g.bars = append(g.bars, level, upright)
		g.rings = append(g.rings, ring{at, p.K})
		g.bands = append(g.bands, draw.Spanning(level.From, level.To), draw.Spanning(upright.From, upright.To))
	}
	g.otherRadius, g.robustSize = 0.3*mm, 0.6*mm
	if len(g.others) <= 100 {
		g.otherRadius = 0.4 * mm
	}
	if len(g.robust) > 40 {
		g.robustSize = 0.4 * mm
	}
	g.markerRadius, g.ringRadius = g.otherRadius, g.robustSize+0.2*mm
	if len(g.rings) > mostRings {
		g.rings = ringsApart(g.rings, markGap)
	}
}

// mirror puts everything in the frame to the other side.
func (g *robustFigure) mirror() {
	for _, list := range [][]vg.Point{g.truth, g.others, g.robust} {
		for n := range list {
			list[n].X = g.Frame.Min.X + g.Frame.Max.X - list[n].X
		}
	}
	mirroredSegments(g.bars, func(p *vg.Point) { p.X = g.Frame.Min.X + g.Frame.Max.X - p.X })
	g.bounds = nil // the truth, which is drawn on its own
	g.plane.mirror()
}

// draw draws the points, the truth and the axes, the most important last.
func (g *robustFigure) draw(c vg.Canvas) {
	draw.Fill(c, draw.Faint, draw.Circles(g.otherRadius, g.others...))
	draw.Stroke(c, draw.Ink, picture.TruthLine, draw.Line(g.truth...))
	for _, n := range g.notes {
		draw.Stroke(c, draw.Ink, draw.EdgeLine, draw.Line(n.leader.From, n.leader.To))
	}
	g.drawRobust(c, g.robust, g.bars)
	g.Draw(c)
}

// drawRobust draws robust points: diamonds, as others are round, and their bars.
func (g *robustFigure) drawRobust(c vg.Canvas, places []vg.Point, bars []draw.Segment) {
	draw.ErrorBars(c, draw.Vermilion, bars)
	var p vg.Path
	for _, at := range places {
		draw.Diamond.Add(&p, at, g.robustSize)
	}
	draw.Fill(c, draw.Vermilion, p)
}
