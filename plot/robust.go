package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// Robust draws the frontier f of a finite sample to w in the given format: the points
// that are robust, with bars that reach as many standard deviations of h and of i to
// either side as the filter's Sigma; the other points, small and grey; and the truth,
// if it is not nil, as the staircase that bounds what its points dominate. The axes are
// those of [Frontier]. Hull, DMC points and lines at log2 k are left out, whatever the
// options say, as they would hide the bars. An empty title stands for the name of the
// table and the numbers of samples and points.
//
// It fails if f has no uncertainty, if the truth is of another kind of problem, if an
// option, a point or a bar is out of range, or if w does. O(points).
func Robust(w io.Writer, f, truth *frontier.Frontier, format Format, opts Options) error {
	opts, err := checked(format, opts)
	if err != nil {
		return err
	}
	e, err := robustExtent(f, truth)
	if err != nil {
		return err
	}
	fig := newRobustFigure(f, truth, e, opts)
	return render(w, format, fig.width, fig.height, opts.DPI, func(c vg.Canvas) { fig.draw(c) })
}

// robustFigure is a laid-out figure of robust points: every place and size, as in
// [figure].
type robustFigure struct {
	sheet
	axes

	truth  []vg.Point // the corners of its staircase
	others []vg.Point // markers of points that are not robust
	robust []vg.Point // and of those that are
	bars   []mark     // their error bars

	otherRadius, robustSize vg.Length
}

// robustMarker is a diamond: other points are round.
var robustMarker = markerShapes[1]

// The parts of a figure of robust points that its legend explains.
const (
	signRobust = iota
	signOther
	signTruth
)

// robustExtent returns the extent that holds both frontiers and all bars, or an error
// if that cannot be drawn.
func robustExtent(f, truth *frontier.Frontier) (extent, error) {
	if f.Uncertainty == nil {
		return extent{}, errors.New(`the frontier says nothing of how well its points are known: make one with "map --robust"`)
	}
	e, err := bareExtentOf(f)
	if err != nil {
		return e, err
	}
	limit := maxValue
	if h, _ := f.Problem.Axes(); h.Unit != "" {
		limit = maxBits
	}
	for n := range f.Len() {
		p := f.At(n)
		if !p.Robust {
			continue
		}
		dh, di := barLengths(f, p)
		if !(dh <= limit && di <= limit) {
			return e, fmt.Errorf("point %d with dh %g, di %g cannot be drawn: %g standard deviations must stay below %g",
				n, p.DH, p.DI, f.Uncertainty.Filter.Sigma, limit)
		}
		e = e.with(extent{p.H - dh, p.H + dh, p.I - di, p.I + di})
	}
	if truth == nil || truth.Len() == 0 {
		return e.widened(), nil
	}
	h, i := f.Problem.Axes()
	if th, ti := truth.Problem.Axes(); th != h || ti != i {
		return e, fmt.Errorf("the frontier is one of %s against %s, and the truth of %s against %s: choose two of one kind", i, h, ti, th)
	}
	t, err := bareExtentOf(truth)
	if err != nil {
		return e, fmt.Errorf("the truth: %w", err)
	}
	return e.with(t).widened(), nil
}

// barLengths returns how far the bars of a point reach to either side, in bits.
func barLengths(f *frontier.Frontier, p frontier.Point) (dh, di float64) {
	sigma := f.Uncertainty.Filter.Sigma
	return float64(sigma * p.DH), float64(sigma * p.DI)
}

// newRobustFigure lays out the figure. O(points).
func newRobustFigure(f, truth *frontier.Frontier, e extent, o Options) *robustFigure {
	g := &robustFigure{sheet: newSheet(o)}
	robust := 0
	for p := range f.All() {
		if p.Robust {
			robust++
		}
	}
	g.layLegend(robustEntries(f, truth, robust))
	x, y := frontierAxes(&f.Problem, e)
	g.axes = g.layAxes(g.area(false), x, y)
	g.layTitle(robustTitle(f, o.Title, robust), (g.frame.Min.X+g.frame.Max.X)/2)
	g.layPoints(f)
	if truth != nil {
		var points []vg.Point
		for n := range truth.Len() {
			points = appendSpot(points, g.place(truth.At(n)), n == truth.Len()-1)
		}
		g.truth = g.staircase(points)
	}
	return g
}

// robustTitle returns the given title or, if it is empty, one with the name of the table
// and the numbers of samples and of points.
func robustTitle(f *frontier.Frontier, title string, robust int) string {
	if title == "" {
		title = cmp.Or(f.Problem.Source.Name, "Pareto frontier") + ": "
		if f.Problem.Samples != nil {
			title += fmt.Sprintf("N = %d, ", *f.Problem.Samples)
		}
		title += fmt.Sprintf("%d of %d points robust", robust, f.Len())
	}
	return printable(title)
}

// robustEntries returns what the legend explains.
func robustEntries(f, truth *frontier.Frontier, robust int) []entry {
	var entries []entry
	if robust > 0 {
		u := f.Uncertainty
		entries = append(entries, entry{sign: signRobust, words: fmt.Sprintf("robust, ± %g sd (%s)", u.Filter.Sigma, printable(u.Method))})
	}
	if robust < f.Len() {
		entries = append(entries, entry{sign: signOther, words: "other points"})
	}
	if truth != nil && truth.Len() > 0 {
		entries = append(entries, entry{sign: signTruth, words: "true frontier"})
	}
	return entries
}

// layPoints places the markers and the bars.
func (g *robustFigure) layPoints(f *frontier.Frontier) {
	for n := range f.Len() {
		p := f.At(n)
		if !p.Robust {
			g.others = appendSpot(g.others, g.place(p), false)
			continue
		}
		at := g.place(p)
		dh, di := barLengths(f, p)
		bars := []mark{
			{vg.Point{X: vg.Length(g.x.at(p.H + dh)), Y: at.Y}, vg.Point{X: vg.Length(g.x.at(p.H - dh)), Y: at.Y}},
			{vg.Point{X: at.X, Y: vg.Length(g.y.at(p.I - di))}, vg.Point{X: at.X, Y: vg.Length(g.y.at(p.I + di))}},
		}
		// Robust points are apart by their bars, so many on one spot have none that show.
		if last := len(g.robust) - 1; last >= 0 && sameSpot(g.robust[last], at) &&
			sameSpot(bars[0].from, g.bars[2*last].from) && sameSpot(bars[1].from, g.bars[2*last+1].from) {
			continue
		}
		g.robust = append(g.robust, at)
		g.bars = append(g.bars, bars...)
	}
	g.otherRadius, g.robustSize = 0.3*mm, 0.6*mm
	if len(g.others) <= 100 {
		g.otherRadius = 0.4 * mm
	}
	if len(g.robust) > 40 {
		g.robustSize = 0.4 * mm
	}
}

// draw paints the figure: what matters most comes last.
func (g *robustFigure) draw(c vg.Canvas) {
	g.drawPage(c)
	var others, robust vg.Path
	for _, p := range g.others {
		circle(&others, p, g.otherRadius)
	}
	fill(c, faint, others)
	stroke(c, ink, truthLine, path(g.truth...))
	drawBars(c, vermilion, g.bars)
	for _, p := range g.robust {
		robustMarker.add(&robust, p, g.robustSize)
	}
	fill(c, vermilion, robust)
	g.drawAxes(c)
	for _, e := range g.legend {
		g.drawSign(c, e)
	}
	g.drawTexts(c)
}

// drawSign paints what stands before a legend entry.
func (g *robustFigure) drawSign(c vg.Canvas, e entry) {
	middle := vg.Point{X: (e.at.Min.X + e.at.Max.X) / 2, Y: (e.at.Min.Y + e.at.Max.Y) / 2}
	var p vg.Path
	switch e.sign {
	case signRobust:
		drawBars(c, vermilion, []mark{
			{vg.Point{X: e.at.Min.X, Y: middle.Y}, vg.Point{X: e.at.Max.X, Y: middle.Y}},
			{vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y}},
		})
		robustMarker.add(&p, middle, g.robustSize)
		fill(c, vermilion, p)
	case signOther:
		for n := range 3 {
			circle(&p, vg.Point{X: middle.X + vg.Length(n-1)*mm, Y: middle.Y + vg.Length(1-n)*mm/2}, g.otherRadius)
		}
		fill(c, faint, p)
	case signTruth:
		stroke(c, ink, truthLine, path(vg.Point{X: e.at.Min.X, Y: e.at.Max.Y}, vg.Point{X: middle.X, Y: e.at.Max.Y},
			vg.Point{X: middle.X, Y: e.at.Min.Y}, vg.Point{X: e.at.Max.X, Y: e.at.Min.Y}))
	}
}
