package plot

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// chartFigure is a laid-out chart: every place and size, as in [figure].
type chartFigure struct {
	sheet
	panels []*panel
	looks  []look // of the entries of the legend, by their signs
}

// panel is one frame of a chart.
type panel struct {
	axes
	curves []curve
	breaks []vg.Point // where the frame is interrupted
}

// look is how a series is drawn: the numbers of its colour and marker and of the pattern
// of its line, and which of these it has. like is the name of the series whose colour it
// takes.
type look struct {
	style, dash int
	line, marks bool
	like        string
}

// curve is a series at its place.
type curve struct {
	look
	lines [][]vg.Point // through its points; of two parts if one of them is at 0
	spots []vg.Point
	bars  []mark
}

const (
	panelGap   = 3 * mm // between panels
	leastPanel = 24 * mm
	barStyle   = -1 // what the legend says of error bars
)

// newChartFigure lays out a chart that was checked. O(points).
func newChartFigure(c Chart, o Options) (*chartFigure, error) {
	g := &chartFigure{sheet: newSheet(o)}
	names := c.names()
	g.layLegend(chartEntries(c, names, g.width-2*margin))
	looks := c.looks()
	for _, name := range names {
		g.looks = append(g.looks, looks[name])
	}
	area := g.area(false)
	if o.Title == "" {
		area.Max.Y = g.height - margin
	} else {
		g.layTitle(printable(o.Title), g.width/2)
	}
	columns := c.Columns
	if columns == 0 || columns > len(c.Panels) {
		columns = len(c.Panels)
	}
	cells := panelCells(area, len(c.Panels), columns)
	for n, p := range c.Panels {
		if err := g.layPanel(p, cells[n], looks); err != nil {
			return nil, fmt.Errorf("%w on a page of %g x %g mm: choose a larger one, or fewer panels or series", err, o.Width, o.Height)
		}
	}
	return g, nil
}

// chartEntries returns what the legend explains, in at most the given width.
func chartEntries(c Chart, names []string, width vg.Length) []entry {
	var entries []entry
	for n, name := range names {
		if name == "" {
			continue
		}
		words := fit(printable(name), func(s string) bool { return entry{words: s}.width() <= width })
		entries = append(entries, entry{sign: n, words: words})
	}
	for _, p := range c.Panels {
		for _, s := range p.Series {
			for _, q := range s.Points {
				if q.SD > 0 {
					return append(entries, entry{sign: barStyle, words: "± 1 sd"})
				}
			}
		}
	}
	return entries
}

// layPanel lays out a panel in its part of the page.
func (g *chartFigure) layPanel(p Panel, cell vg.Rectangle, looks map[string]look) error {
	top := cell.Max.Y
	if p.Title != "" {
		cell.Max.Y -= lineHeight(axisSize)
	}
	x, y := p.ends()
	q := &panel{axes: g.layAxes(cell, x, y)}
	if f := q.frame; f.Max.X-f.Min.X < leastPanel || f.Max.Y-f.Min.Y < leastPanel {
		return errors.New("the chart has no room")
	}
	g.layPanelTitle(p.Title, q.frame, top-capHeight(axisSize))
	if x.zero {
		middle := vg.Length(q.x.at((x.lo + x.least()) / 2))
		q.breaks = []vg.Point{{X: middle, Y: q.frame.Min.Y}, {X: middle, Y: q.frame.Max.Y}}
	}
	for _, s := range p.Series {
		q.layCurve(s, looks[s.Name], x, y)
	}
	g.panels = append(g.panels, q)
	return nil
}

// ends returns the axes with the extent of all points and bars.
func (p Panel) ends() (x, y axis) {
	var xs, ys []float64
	for _, s := range p.Series {
		for _, q := range s.Points {
			xs = append(xs, q.X)
			ys = append(ys, q.Y+q.SD)
			if low := q.Y - q.SD; p.Y.Log && low <= 0 {
				ys = append(ys, q.Y)
			} else {
				ys = append(ys, low)
			}
		}
	}
	x, y = p.X.holding(xs), p.Y.holding(ys)
	// Panels are small, and powers of ten take little room.
	x.pitch, y.pitch = 10*mm, 6*mm
	return x, y
}

// holding returns the axis that shows the given numbers.
func (a ChartAxis) holding(values []float64) axis {
	if a.From != 0 || a.To != 0 {
		values = append(values, a.From, a.To)
	}
	to := axis{name: printable(a.Name), lo: math.Inf(1), hi: math.Inf(-1), log: a.Log}
	for _, v := range values {
		if a.Log && v == 0 {
			to.zero = true
			continue
		}
		u := to.on(v)
		to.lo, to.hi = min(to.lo, u), max(to.hi, u)
	}
	if !a.Log {
		to.hi = widened(to.lo, to.hi)
		return to
	}
	if math.IsInf(to.lo, 1) {
		to.lo, to.hi = 0, 0
	}
	if short := 1 - (to.hi - to.lo); short > 0 {
		to.lo, to.hi = to.lo-short/2, to.hi+short/2
	}
	if to.zero {
		to.lo -= float64(zeroRoom / (1 - zeroRoom) * (to.hi - to.lo))
	}
	return to
}

// layCurve places a series.
func (q *panel) layCurve(s Series, l look, x, y axis) {
	l.line, l.marks = !s.NoLine, !s.NoMarks
	c := curve{look: l}
	apart := true // the next point begins a line
	for n, p := range s.Points {
		at := vg.Point{X: vg.Length(q.x.at(x.on(p.X))), Y: vg.Length(q.y.at(y.on(p.Y)))}
		if n > 0 && x.zero && (p.X == 0) != (s.Points[n-1].X == 0) {
			apart = true
		}
		if apart {
			c.lines = append(c.lines, nil)
			apart = false
		}
		last := len(c.lines) - 1
		c.lines[last] = append(c.lines[last], at)
		c.spots = append(c.spots, at)
		if p.SD == 0 {
			continue
		}
		bar := mark{vg.Point{X: at.X, Y: q.frame.Min.Y}, vg.Point{X: at.X, Y: vg.Length(q.y.at(y.on(p.Y + p.SD)))}}
		if low := p.Y - p.SD; !y.log || low > 0 {
			bar.from.Y = vg.Length(q.y.at(y.on(low)))
		}
		c.bars = append(c.bars, bar)
	}
	q.curves = append(q.curves, c)
}

// hueOf, markerOf and dashOf return how a series looks: no two of maxStyles alike.
func hueOf(style int) color.NRGBA  { return hues[style%len(hues)] }
func markerOf(style int) marker    { return markerShapes[style%len(markerShapes)] }
func dashOf(style int) []vg.Length { return dashes[style%len(dashes)] }
