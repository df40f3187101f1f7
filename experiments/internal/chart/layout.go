package chart

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// figure is a laid-out chart: every place and size on the page.
type figure struct {
	draw.Sheet
	panels []*panel
}

// panel is one frame of a chart.
type panel struct {
	draw.Axes
	curves []curve
	breaks []vg.Point // where the frame is interrupted
}

// look is the style of a series: style numbers its colour and marker, and dash the pattern of its
// line. like is the name of the series with the same colour.
type look struct {
	style, dash int
	line, marks bool
	like        string
}

// curve is a series at its place.
type curve struct {
	look
	lines [][]vg.Point // through its points; interrupted between 0 and other x on a logarithmic axis
	spots []vg.Point
	bars  []draw.Segment
}

const (
	mm         = vg.Millimeter
	leastPanel = 24 * mm
)

// newFigure lays out a chart that was checked. O(points).
func newFigure(c Chart, page draw.Page) (*figure, error) {
	g := &figure{Sheet: page.Sheet()}
	looks := c.looks()
	g.WriteLegend(g.entries(c, looks))
	area := g.Area()
	if page.Title == "" {
		area.Max.Y = g.Height - draw.Margin
	} else {
		g.WriteTitle(draw.Printable(page.Title), g.Width/2)
	}
	columns := c.Columns
	if columns == 0 || columns > len(c.Panels) {
		columns = len(c.Panels)
	}
	cells := draw.Cells(area, len(c.Panels), columns)
	for n, p := range c.Panels {
		if err := g.layPanel(p, cells[n], looks); err != nil {
			return nil, fmt.Errorf("%w on a page of %g x %g mm: choose a larger one, or fewer panels or series", err, page.Width, page.Height)
		}
	}
	return g, nil
}

// entries returns what the legend explains.
func (g *figure) entries(c Chart, looks map[string]look) []draw.Entry {
	var entries []draw.Entry
	for _, name := range c.names() {
		if name != "" {
			entries = append(entries, draw.Entry{Words: g.CutEntry(name), Sign: looks[name].sign})
		}
	}
	for _, p := range c.Panels {
		for _, s := range p.Series {
			for _, q := range s.Points {
				if q.SD > 0 {
					return append(entries, draw.Entry{Words: "± 1 sd", Sign: barSign})
				}
			}
		}
	}
	return entries
}

// layPanel lays out a panel in its part of the page.
func (g *figure) layPanel(p Panel, cell vg.Rectangle, looks map[string]look) error {
	top := cell.Max.Y
	if p.Title != "" {
		cell.Max.Y -= draw.LineHeight(draw.AxisSize)
	}
	x, y := p.ends()
	q := &panel{Axes: g.PlaceAxes(cell, x.placed(), y.placed())}
	if f := q.Frame; f.Max.X-f.Min.X < leastPanel || f.Max.Y-f.Min.Y < leastPanel {
		return errors.New("the chart has no room")
	}
	g.WritePanelTitle(p.Title, q.Frame, top-draw.CapHeight(draw.AxisSize))
	if x.zero {
		middle := vg.Length(q.X.At((x.lo + x.least()) / 2))
		q.breaks = []vg.Point{{X: middle, Y: q.Frame.Min.Y}, {X: middle, Y: q.Frame.Max.Y}}
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
func (a Axis) holding(values []float64) axis {
	if a.From != 0 || a.To != 0 {
		values = append(values, a.From, a.To)
	}
	to := axis{name: draw.Printable(a.Name), lo: math.Inf(1), hi: math.Inf(-1), log: a.Log}
	for _, v := range values {
		if a.Log && v == 0 {
			to.zero = true
			continue
		}
		u := to.on(v)
		to.lo, to.hi = min(to.lo, u), max(to.hi, u)
	}
	if !a.Log {
		if size := max(1, math.Abs(to.lo), math.Abs(to.hi)); to.hi-to.lo < minSpan*size {
			to.hi = to.lo + size
		}
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
		at := q.Place(x.on(p.X), y.on(p.Y))
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
		bar := draw.Segment{From: vg.Point{X: at.X, Y: q.Frame.Min.Y}, To: q.Place(x.on(p.X), y.on(p.Y+p.SD))}
		if low := p.Y - p.SD; !y.log || low > 0 {
			bar.From.Y = vg.Length(q.Y.At(y.on(low)))
		}
		c.bars = append(c.bars, bar)
	}
	q.curves = append(q.curves, c)
}
