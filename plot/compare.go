package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// Comparison is what several methods found on one table.
type Comparison struct {
	// Name is that of the table, for the title.
	Name string
	// Truth is the frontier by which they are judged, by increasing h.
	Truth []ComparedPoint
	// Proved tells that the truth is complete, and not only the best known.
	Proved bool
	// Methods are drawn in this order, the first above the others.
	Methods []Compared
	// Panels draws every method in a frame of its own. Without, at most [MaxOnePlane]
	// methods can be told apart.
	Panels bool
}

// Compared is a method with its points, by increasing h.
type Compared struct {
	Name   string
	Points []ComparedPoint
}

// ComparedPoint is a point in bits. Optimal tells that it is one of the truth.
type ComparedPoint struct {
	H, I    float64
	Optimal bool
}

// MaxOnePlane is the number of methods that one frame can show.
const MaxOnePlane = 7

// Compare draws the points of several methods to w in the given format, on the plane of
// [Frontier]: filled where they are on the true frontier, which is drawn as a staircase,
// and hollow elsewhere. Methods on one plane differ in colour, shape and size, so that
// points in the same place show, the first method's on top. Of the options, Title, Width,
// Height and DPI count; panels take the height that they need unless one is given.
//
// It fails if there are no methods, or too many for one plane, if a point is out of
// range, if the panels have no room on the page, if an option is out of range, or if w
// does. O(points).
func Compare(w io.Writer, c Comparison, format Format, opts Options) error {
	if opts.Height == 0 && c.Panels {
		opts.Height = panelsHeight(c, opts.Width)
	}
	opts, err := checked(format, opts)
	if err != nil {
		return err
	}
	e, err := c.extent()
	if err != nil {
		return err
	}
	fig, err := newComparisonFigure(c, e, opts)
	if err != nil {
		return err
	}
	return render(w, format, fig.width, fig.height, opts.DPI, func(c vg.Canvas) { fig.draw(c) })
}

// extent returns that of all points, or an error if they cannot be drawn.
func (c *Comparison) extent() (extent, error) {
	var e extent
	switch n := len(c.Methods); {
	case n == 0:
		return e, errors.New("there is no method to compare")
	case n > MaxOnePlane && !c.Panels:
		return e, fmt.Errorf("%d methods cannot be told apart on one plane: draw %d at most, or panels", n, MaxOnePlane)
	}
	add := func(name string, points []ComparedPoint) error {
		for n, p := range points {
			// Written so that NaN fails too.
			if !(math.Abs(p.H) <= maxBits && math.Abs(p.I) <= maxBits) {
				return fmt.Errorf("%s: point %d at h %g, i %g is no clustering's: values in bits stay below %g", name, n, p.H, p.I, maxBits)
			}
			e = e.with(extent{p.H, p.H, p.I, p.I})
		}
		return nil
	}
	if err := add("the truth", c.Truth); err != nil {
		return e, err
	}
	for _, m := range c.Methods {
		if err := add(printable(m.Name), m.Points); err != nil {
			return e, err
		}
	}
	return e.widened(), nil
}

// comparisonFigure is a laid-out figure of methods: every place and size, as in
// [figure].
type comparisonFigure struct {
	sheet
	panels []comparisonPanel
}

// comparisonPanel is one frame.
type comparisonPanel struct {
	axes
	truth   []vg.Point // the corners of its staircase
	methods []comparedMarks
}

// comparedMarks are the markers of a method.
type comparedMarks struct {
	style   int
	size    vg.Length
	on, off []vg.Point
}

// What the legend explains beside methods, whose signs are their styles.
const (
	signFrontier = -1 - iota
	signOn
	signOff
)

const (
	// The narrowest frame with its axes, and the height of one with its title.
	panelWidth  = 50 // mm
	panelHeight = 42
	// Markers of panels: of methods with few points, and with more.
	panelMarker = 0.75 * mm
	manyMarker  = 0.4 * mm
	fewPoints   = 40
)

// planeMarker returns the size of the markers of a method on one plane: small for the
// first, and larger for each of the next, so that all show in one place.
func planeMarker(style int) vg.Length {
	if style == 0 {
		return 0.4 * mm
	}
	return (0.55 + 0.2*vg.Length(style)) * mm
}

// panelColumns returns how many panels stand side by side.
func panelColumns(methods int, width float64) int {
	return min(max(int(width/panelWidth), 1), methods)
}

// panelsHeight returns the height of a page of panels.
func panelsHeight(c Comparison, width float64) float64 {
	if width == 0 {
		width = 160 // the default
	}
	columns := max(panelColumns(len(c.Methods), width), 1)
	const legendAndTitle = 18
	rows := (len(c.Methods) + columns - 1) / columns
	return max(minHeight, float64(rows*panelHeight+legendAndTitle))
}

// newComparisonFigure lays out the figure. O(points).
func newComparisonFigure(c Comparison, e extent, o Options) (*comparisonFigure, error) {
	g := &comparisonFigure{sheet: newSheet(o)}
	g.layLegend(comparisonEntries(c, g.width-2*margin))
	g.layTitle(printable(cmp.Or(o.Title, c.title())), g.width/2)
	area := g.area(false)
	if !c.Panels {
		return g, g.layPlane(c, c.Methods, "", area, e)
	}
	area.Max.Y -= gap
	columns := panelColumns(len(c.Methods), o.Width)
	cells := panelCells(area, len(c.Methods), columns)
	for n, m := range c.Methods {
		if err := g.layPlane(c, c.Methods[n:n+1], m.title(), cells[n], e); err != nil {
			return nil, fmt.Errorf("%w on a page of %g x %g mm: choose a larger one, or fewer methods", err, o.Width, o.Height)
		}
	}
	return g, nil
}

// title returns what stands above the figure unless something else is given.
func (c *Comparison) title() string {
	counted := func(n int, noun string) string {
		if n == 1 {
			return "1 " + noun
		}
		return fmt.Sprintf("%d %ss", n, noun)
	}
	return fmt.Sprintf("%s: %s, %s on the frontier",
		cmp.Or(c.Name, "clusterings"), counted(len(c.Methods), "method"), counted(len(c.Truth), "point"))
}

// title returns what stands above a panel.
func (m *Compared) title() string {
	on := 0
	for _, p := range m.Points {
		if p.Optimal {
			on++
		}
	}
	return fmt.Sprintf("%s: %d of %d", printable(m.Name), on, len(m.Points))
}

// layPlane lays out a frame with methods in its part of the page.
func (g *comparisonFigure) layPlane(c Comparison, methods []Compared, title string, cell vg.Rectangle, e extent) error {
	top := cell.Max.Y
	if title != "" {
		cell.Max.Y -= lineHeight(axisSize)
	}
	x, y := frontierAxes(&frontier.Problem{Kind: "dib"}, e)
	if c.Panels {
		x.pitch, y.pitch = 7*mm, 6*mm
	}
	p := comparisonPanel{axes: g.layAxes(cell, x, y)}
	if f := p.frame; f.Max.X-f.Min.X < leastPanel || f.Max.Y-f.Min.Y < leastPanel/2 {
		return errors.New("the comparison has no room")
	}
	g.layPanelTitle(title, p.frame, top-capHeight(axisSize))
	var corners []vg.Point
	for n, q := range c.Truth {
		corners = appendSpot(corners, p.spot(q), n == len(c.Truth)-1)
	}
	p.truth = p.staircase(corners)
	for style, m := range methods {
		marks := comparedMarks{style: style, size: planeMarker(style)}
		switch {
		case !c.Panels:
		case len(m.Points) > fewPoints:
			marks.size = manyMarker
		default:
			marks.size = panelMarker
		}
		for _, q := range m.Points {
			if q.Optimal {
				marks.on = appendSpot(marks.on, p.spot(q), false)
			} else {
				marks.off = appendSpot(marks.off, p.spot(q), false)
			}
		}
		p.methods = append(p.methods, marks)
	}
	g.panels = append(g.panels, p)
	return nil
}

// spot returns the place of a point on the page.
func (p *comparisonPanel) spot(q ComparedPoint) vg.Point {
	return p.place(frontier.Point{H: q.H, I: q.I})
}

// comparisonEntries returns what the legend explains, in at most the given width.
func comparisonEntries(c Comparison, width vg.Length) []entry {
	var entries []entry
	if !c.Panels {
		for style, m := range c.Methods {
			words := fit(printable(m.Name), func(s string) bool { return entry{words: s}.width() <= width })
			entries = append(entries, entry{sign: style, words: words})
		}
	}
	frontier := "best known frontier"
	if c.Proved {
		frontier = "true frontier"
	}
	entries = append(entries, entry{sign: signFrontier, words: frontier})
	on, off := false, false
	for _, m := range c.Methods {
		for _, p := range m.Points {
			on, off = on || p.Optimal, off || !p.Optimal
		}
	}
	if on {
		entries = append(entries, entry{sign: signOn, words: "filled: on it"})
	}
	if off {
		entries = append(entries, entry{sign: signOff, words: "hollow: below it"})
	}
	return entries
}
