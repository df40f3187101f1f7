package groupchart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
)

// panel is what groups say about a variable.
type panel struct {
	*figure
	v     *groupview.View // which has the variable in the place of Y
	y     string          // its name
	woe   bool
	first int // the colour of the first value of a distribution
	row   func(l *line) *groupview.Row

	about  draw.Axes
	dots   []vg.Point
	bars   []draw.Segment // the intervals
	whole  []vg.Point     // the line of all records
	pieces []piece        // of distributions and differences
}

// aside is what an axis of rows takes to the left of the frame, without its labels.
var aside = draw.LineHeight(draw.AxisSize) + 2*draw.Gap + draw.TickMark

// place places the marks of all rows.
func (g *panel) place() {
	for n := range g.lines {
		r, y := g.row(&g.lines[n]), g.height(n)
		switch g.v.Kind {
		case groupview.Rate, groupview.Mean:
			g.placeValue(r, y)
		case groupview.Mix:
			g.placeMix(r, y)
		case groupview.Apart:
			g.placeApart(r, y)
		default: // nothing is known of Y
		}
	}
	if v := g.all(); !math.IsNaN(v) {
		x := g.about.Place(v, 0).X
		g.whole = []vg.Point{{X: x, Y: g.about.Frame.Min.Y}, {X: x, Y: g.about.Frame.Max.Y}}
	}
}

// draw draws the marks, and the frame above them.
func (g *panel) draw(c vg.Canvas) {
	for _, p := range g.pieces {
		draw.Fill(c, g.colour(p.hue), p.box.Path())
	}
	for _, p := range g.pieces {
		g.drawPiece(c, p)
	}
	draw.Stroke(c, draw.Ink, draw.AxisLine, draw.Line(g.whole...), dashes...)
	draw.ErrorBars(c, draw.Blue, g.bars)
	draw.Fill(c, draw.Blue, draw.Circles(marker, g.dots...))
	g.about.Draw(c)
}

// placePanels divides an area between the panels. The first has the labels of the rows.
func (g *figure) placePanels(area vg.Rectangle, rows draw.Axis) error {
	count := vg.Length(len(g.panels))
	width := (area.Max.X - area.Min.X - aside - g.names - (count-1)*between) / count
	if count*width < leastFrame {
		return fmt.Errorf("the groups have no room on a page of %.0f mm in width: choose a larger one", float64(g.Width/draw.MM))
	}
	for n, p := range g.panels {
		x, err := p.axis(width)
		if err != nil {
			return err
		}
		part := area
		if n > 0 { // without labels
			part.Min.X = g.panels[n-1].about.Frame.Max.X + between - aside
			rows.Name, rows.Ticks = "", func(_, _ vg.Length) []draw.Tick { return nil }
		}
		if n+1 < len(g.panels) {
			part.Max.X = area.Min.X + aside + g.names + width
		}
		p.about = g.PlaceAxes(part, x, rows)
		p.place()
	}
	return nil
}
