// Package scatter draws what several methods found on one table, on the axes of a frontier.
package scatter

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
)

// Data are the points that several methods found on one table.
type Data struct {
	// Name is the name of the table, for the title.
	Name string
	// Truth is the true frontier, by increasing h.
	Truth []judge.Point
	// Proved means that the truth is proved complete, and not only the best known.
	Proved bool
	// Methods are drawn in this order, the first above the others.
	Methods []Method
	// Panels draws every method in a frame of its own. More than 7 methods always are, since
	// one frame cannot show them apart.
	Panels bool
	// Paper draws axes as in the paper: with symbols, and H growing to the left.
	Paper bool
}

// Method is a method with its points, by increasing h.
type Method struct {
	Name   string
	Points []judge.Point
}

// Draw draws the points of several methods to w in the given format. Points on the true frontier,
// which is drawn as a staircase, are filled, and other points are hollow. Methods in one frame differ
// in colour, shape and size, so that points in the same place show, the first method's on top. A
// height of zero means 110 mm and, with panels, the height that they need. O(points).
func Draw(w io.Writer, c Data, format string, page draw.Page) error {
	if len(c.Methods) == 0 {
		return errors.New("there is no method to compare")
	}
	c.Panels = c.Panels || len(c.Methods) > maxOnePlane
	if page.Height == 0 && c.Panels {
		page.Height = panelsHeight(len(c.Methods), cmp.Or(page.Width, 160))
	}
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	g, err := newFigure(&c, page)
	if err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

// maxOnePlane is the largest number of methods in one frame, which is the number of different
// markers.
const maxOnePlane = 7

// dibProblem is the problem whose axes a comparison has.
var dibProblem = frontier.Problem{Kind: "dib"}

// extent returns the extent of all points, or an error if one cannot be drawn.
func (c *Data) extent() (picture.Extent, error) {
	var e picture.Extent
	for _, m := range append([]Method{{Name: "the truth", Points: c.Truth}}, c.Methods...) {
		for n, p := range m.Points {
			if err := picture.Check(p.H, p.I, &dibProblem); err != nil {
				return e, fmt.Errorf("%s: point %d %w", draw.Printable(m.Name), n, err)
			}
			e = e.With(picture.At(p.H, p.I))
		}
	}
	return e.Widened(), nil
}

// figure is a laid-out figure of methods: every place and size on the page.
type figure struct {
	draw.Sheet
	panels []panel
}

// panel is one frame.
type panel struct {
	draw.Axes
	truth   []vg.Point // the corners of its staircase
	methods []markers
}

// markers are the markers of a method.
type markers struct {
	style   int
	size    vg.Length
	on, off []vg.Point // on the true frontier and below it
}

const (
	// The width of the narrowest frame with its axes, and the height of a frame with its title.
	panelWidth  = 50 // mm
	panelHeight = 42
	// Markers of panels: of methods with few points, and with more.
	panelMarker = 0.75 * draw.MM
	manyMarker  = 0.4 * draw.MM
	fewPoints   = 40
	hollowLine  = vg.Length(0.7)
)

// planeMarker returns the size of the markers of a method on one plane: small for the first,
// and larger for each of the next, so that all show in one place.
func planeMarker(style int) vg.Length {
	if style == 0 {
		return 0.4 * draw.MM
	}
	return (0.55 + 0.2*vg.Length(style)) * draw.MM
}

// panelColumns returns the number of panels in a row.
func panelColumns(methods int, width float64) int {
	return min(max(int(width/panelWidth), 1), methods)
}

// panelsHeight returns the height of a page of panels.
func panelsHeight(methods int, width float64) float64 {
	const legendAndTitle = 18
	columns := panelColumns(methods, width)
	rows := (methods + columns - 1) / columns
	return max(draw.MinHeight, float64(rows*panelHeight+legendAndTitle))
}

// newFigure lays out the figure. O(points).
func newFigure(c *Data, page draw.Page) (*figure, error) {
	e, err := c.extent()
	if err != nil {
		return nil, err
	}
	g := &figure{Sheet: page.Sheet()}
	g.WriteLegend(g.entries(c))
	title := fmt.Sprintf("%s: %s, %s on the frontier",
		cmp.Or(c.Name, "clusterings"), picture.Counted(len(c.Methods), "method"), picture.Counted(len(c.Truth), "point"))
	title = draw.Printable(cmp.Or(page.Title, title))
	g.WriteTitle(title, g.Width/2)
	if !c.Paper {
		g.Words = title
		for _, m := range c.Methods {
			g.More += m.title() + ". "
		}
	}
	area := g.Area()
	if !c.Panels {
		g.layPanel(c, c.Methods, "", area, e)
	} else {
		area.Max.Y -= draw.Gap
		cells := draw.Cells(area, len(c.Methods), panelColumns(len(c.Methods), page.Width))
		for n, m := range c.Methods {
			g.layPanel(c, c.Methods[n:n+1], m.title(), cells[n], e)
		}
	}
	if !picture.Roomy(g.panels[0].Frame) {
		return nil, fmt.Errorf("the comparison has no room on a page of %g x %g mm: choose a larger one, or fewer methods", page.Width, page.Height)
	}
	return g, nil
}

// title returns the title of a panel.
func (m *Method) title() string {
	on := lists.Count(m.Points, func(p judge.Point) bool { return p.Optimal })
	return fmt.Sprintf("%s: %d of %d", draw.Printable(m.Name), on, len(m.Points))
}

// layPanel lays out a frame with methods in its part of the page.
func (g *figure) layPanel(c *Data, methods []Method, title string, cell vg.Rectangle, e picture.Extent) {
	top := cell.Max.Y
	if title != "" {
		cell.Max.Y -= draw.LineHeight(draw.AxisSize)
	}
	x, y := picture.Axes(&dibProblem, e, c.Panels, c.Paper)
	p := panel{Axes: g.PlaceAxes(cell, x, y)}
	g.WritePanelTitle(title, p.Frame, top-draw.CapHeight(draw.AxisSize))
	var corners []vg.Point
	for n, q := range c.Truth {
		corners = draw.AppendSpot(corners, p.Place(q.H, q.I), n == len(c.Truth)-1)
	}
	p.truth = p.Staircase(corners)
	for style, m := range methods {
		marks := markers{style: style, size: planeMarker(style)}
		switch {
		case !c.Panels:
		case len(m.Points) > fewPoints:
			marks.size = manyMarker
		default:
			marks.size = panelMarker
		}
		for _, q := range m.Points {
			to := &marks.off
			if q.Optimal {
				to = &marks.on
			}
			*to = draw.AppendSpot(*to, p.Place(q.H, q.I), false)
		}
		p.methods = append(p.methods, marks)
	}
	g.panels = append(g.panels, p)
}

// entries returns what the legend explains.
func (g *figure) entries(c *Data) []draw.Entry {
	var entries []draw.Entry
	on, off := false, false
	for style, m := range c.Methods {
		for _, p := range m.Points {
			on, off = on || p.Optimal, off || !p.Optimal
		}
		if !c.Panels {
			entries = append(entries, draw.Entry{Words: g.CutEntry(draw.Printable(m.Name)), Sign: func(c vg.Canvas, at vg.Rectangle) {
				marks := markers{style: style, size: planeMarker(style), on: []vg.Point{draw.Middle(at)}}
				marks.drawFilled(c)
			}})
		}
	}
	truth, sign := "best known frontier", picture.TruthSign
	if !c.Paper {
		sign = draw.Mirrored(sign)
	}
	if c.Proved {
		truth = "true frontier"
	}
	entries = append(entries, draw.Entry{Words: truth, Sign: sign})
	circle := func(at vg.Rectangle) vg.Path { return draw.Circles(panelMarker, draw.Middle(at)) }
	if on {
		entries = append(entries, draw.Entry{Words: "filled: on it", Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Fill(c, draw.Ink, circle(at))
		}})
	}
	if off {
		entries = append(entries, draw.Entry{Words: "hollow: below it", Sign: func(c vg.Canvas, at vg.Rectangle) {
			draw.Stroke(c, draw.Ink, hollowLine, circle(at))
		}})
	}
	return entries
}

// draw draws the frames: the truth, then the methods from the largest markers on, and hollow
// markers last, through which others show.
func (g *figure) draw(c vg.Canvas) {
	for n := range g.panels {
		p := &g.panels[n]
		draw.Stroke(c, draw.Ink, picture.TruthLine, draw.Line(p.truth...))
		for _, m := range slices.Backward(p.methods) {
			m.drawFilled(c)
		}
		for _, m := range slices.Backward(p.methods) {
			draw.Stroke(c, m.hue(), hollowLine, m.outlines(m.off...))
		}
		p.Draw(c)
	}
}

// hue returns the colour of a method.
func (m *markers) hue() color.Color { return draw.Hues[m.style%len(draw.Hues)] }

// drawFilled draws the markers on the true frontier. Large markers have an edge, which separates
// them from those that they cover; the edge of a small marker would cover the marker itself.
func (m *markers) drawFilled(c vg.Canvas) {
	if m.size <= manyMarker {
		draw.Fill(c, m.hue(), m.outlines(m.on...))
		return
	}
	for _, at := range m.on {
		p := m.outlines(at)
		draw.Fill(c, m.hue(), p)
		draw.Stroke(c, draw.Paper, draw.EdgeLine, p)
	}
}

// outlines returns the outlines of markers.
func (m *markers) outlines(places ...vg.Point) vg.Path {
	var p vg.Path
	for _, at := range places {
		draw.Markers[m.style%len(draw.Markers)].Add(&p, at, m.size)
	}
	return p
}
