// Package groupchart draws what the groups of a grouping are: a row for each group with its values, what it says
// about Y, and its share. It also draws how much groupings keep, against their number of groups.
package groupchart

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Options say how groups are drawn.
type Options struct {
	// X and Y name the variables, and Second names the second variable, if the view has one.
	X, Y, Second string
	// Records is the number of records of all groups; 0 if it is not known.
	Records float64
	// WoE means that values are weights of evidence, and not rates.
	WoE bool
	// Page is the page. A width of zero means 160 mm, and a height of zero the height that the groups take, up to a
	// page of A4.
	Page draw.Page
}

// Draw draws the groups of a view to w in the given format: a row for each group from the top, and a bar for its
// share, with the number of its records. Between them, the kind of the view decides: a dot with an interval,
// the distribution of Y, or the values of Y that set the group apart, and the same about a second variable next to it. If
// there is no room for all groups, the last row sums up the groups with the smallest shares.
func Draw(w io.Writer, v *groupview.View, format string, o Options) error {
	if v.Kind == groupview.None && math.IsNaN(v.Rows[0].Share) {
		return fmt.Errorf("the frontier does not hold the table, or how frequent its values are, so there is nothing to draw of its groups")
	}
	g := newFigure(v, &o)
	if o.Page.Height == 0 {
		rows := float64(len(v.Rows) + g.extra())
		o.Page.Height = min(max(draw.MinHeight, float64(rows*g.rowHeight())+others), mostHeight)
	}
	page, err := o.Page.Checked(format)
	if err != nil {
		return err
	}
	g.Sheet = page.Sheet()
	if err := g.lay(page); err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

// Heights in mm: of a row, of the lowest row with room for a label, of a page that is not chosen, and of all that is
// above and below the rows.
const (
	row        = 6
	leastRow   = 3.4
	apartLine  = 3.2 // a line of a row of values that set it apart
	apartLines = 3
	mostHeight = 240
	others     = 36
)

// rowHeight returns the height of a row that has room, in mm.
func (g *figure) rowHeight() float64 {
	if g.kind(groupview.Apart) {
		return apartLines*apartLine + 1.6
	}
	return row
}

// kind reports whether a panel is of a kind.
func (g *figure) kind(k groupview.Kind) bool {
	return slices.ContainsFunc(g.panels, func(p *panel) bool { return p.v.Kind == k })
}

// extra returns the number of rows after the groups: the row of all records, if these have a distribution.
func (g *figure) extra() int {
	if g.kind(groupview.Mix) {
		return 1
	}
	return 0
}

// line is a row of the figure.
type line struct {
	*groupview.Row
	second *groupview.Row // about the second variable
	label  string
	sum    bool // of several groups, or of all
}

// figure is a laid-out figure.
type figure struct {
	draw.Sheet
	o      *Options
	v      *groupview.View
	lines  []line
	names  vg.Length    // the width of the column of labels
	shares vg.Rectangle // of the bars of shares
	boxes  vg.Path      // the shares
	panels []*panel     // about Y and, next to it, about the second variable
}

// newFigure returns a figure that is not laid out.
func newFigure(v *groupview.View, o *Options) *figure {
	g := &figure{o: o, v: v}
	g.panels = []*panel{{figure: g, v: v, y: o.Y, woe: o.WoE, row: func(l *line) *groupview.Row { return l.Row }}}
	if v.Second != nil {
		g.panels = append(g.panels, &panel{figure: g, v: v.Second, y: draw.Printable(o.Second), first: len(v.Mixed), row: func(l *line) *groupview.Row { return l.second }})
	}
	return g
}

// piece is a bar of a value of Y, with its label.
type piece struct {
	box   vg.Rectangle
	hue   int // of a distribution; of a difference, 0 for more and 1 for less
	label draw.Text
}

const (
	marker     = 0.9 * draw.MM
	halfBar    = 0.3          // of a row
	leastFrame = 20 * draw.MM // of all frames
	between    = 5 * draw.MM  // two frames
)

// lay places all parts.
func (g *figure) lay(page draw.Page) error {
	title := draw.Printable(page.Title)
	g.BreakTitle(title)
	g.WriteLegend(g.entries())
	g.WriteTitle(title, g.Width/2)
	area := g.Area()
	room := float64((area.Max.Y-area.Min.Y)/draw.MM) - 12 // without the axis
	most := int(room / leastRow)
	if most < min(3, len(g.v.Rows)+g.extra()) {
		return fmt.Errorf("the groups have no room on a page of %g x %g mm: choose a larger one", page.Width, page.Height)
	}
	g.chooseLines(most)
	g.label(area.Max.X - area.Min.X)
	left := area
	if g.hasShares() {
		left.Max.X = g.placeShares(area)
	}
	rows := draw.Axis{Name: draw.Printable(g.o.X)}
	rows.Lo, rows.Hi = g.rowsEnds(area)
	rows.Ticks = func(_, _ vg.Length) (ticks []draw.Tick) {
		for n := range g.lines {
			ticks = append(ticks, draw.Tick{Value: g.height(n), Label: g.lines[n].label})
		}
		return ticks
	}
	if err := g.placePanels(left, rows); err != nil {
		return err
	}
	g.placeRows()
	g.Words, g.More = title, g.description()
	return nil
}

// chooseLines chooses the groups that have a row.
func (g *figure) chooseLines(most int) {
	rows := lists.Numbers(len(g.v.Rows))
	var rest *groupview.Row
	if most -= g.extra(); len(rows) > most {
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(g.v.Rows[b].Share, g.v.Rows[a].Share) })
		rest = &groupview.Row{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
		for _, n := range rows[most-1:] {
			rest.Share += g.v.Rows[n].Share
		}
		rows = slices.Sorted(slices.Values(rows[:most-1]))
	}
	nothing := &groupview.Row{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	for _, n := range rows {
		l := line{Row: &g.v.Rows[n], second: nothing}
		if s := g.v.Second; s != nil && n < len(s.Rows) {
			l.second = &s.Rows[n]
		}
		g.lines = append(g.lines, l)
	}
	if rest != nil {
		g.lines = append(g.lines, line{Row: rest, second: nothing, label: fmt.Sprintf("%d more groups", len(g.v.Rows)-len(rows)), sum: true})
	}
	if g.extra() > 0 {
		l := line{Row: &g.v.All, second: nothing, label: words.Columns.All, sum: true}
		if g.v.Second != nil {
			l.second = &g.v.Second.All
		}
		g.lines = append(g.lines, l)
	}
}

// height returns the height of a row on the axis of rows, whose first is at the top.
func (g *figure) height(n int) float64 { return float64(len(g.lines) - 1 - n) }

// rowsEnds returns the ends of the axis of rows in an area, with a tenth of a row between the rows and the frame.
func (g *figure) rowsEnds(area vg.Rectangle) (lo, hi float64) {
	const room = 0.6
	n := float64(len(g.lines))
	height := area.Max.Y - area.Min.Y - draw.AxisRoom
	each := (n - 1 + 2*room) / float64(height)
	return -room + float64(each*float64(draw.Inset)), n - 1 + room - float64(each*float64(draw.Inset))
}

// hasShares reports whether the shares of the groups are known.
func (g *figure) hasShares() bool { return !math.IsNaN(g.v.Rows[0].Share) }

// placeShares keeps room for the column of shares at the right of an area, and returns where it begins.
func (g *figure) placeShares(area vg.Rectangle) vg.Length {
	part := vg.Length(0.14) // of the width, for the longest bar
	if !g.wide() {
		part = 0.06
	}
	var texts []string
	for n := range g.lines {
		texts = append(texts, g.share(&g.lines[n]))
	}
	text := draw.Widest(texts, draw.SmallSize) + draw.Gap
	g.shares = vg.Rectangle{Min: area.Min, Max: area.Max}
	g.shares.Min.X = area.Max.X - part*(area.Max.X-area.Min.X) - text
	g.shares.Max.X -= text
	name := "share of records"
	if room := area.Max.X - g.shares.Min.X; g.o.Records == 0 || draw.TextWidth(name, draw.AxisSize) > room {
		name = words.Columns.Share
	}
	g.Write(name, draw.AxisSize, vg.Point{X: g.shares.Min.X, Y: area.Min.Y + draw.Descent(draw.AxisSize)}, draw.Left)
	return g.shares.Min.X - 2*draw.Gap
}

// wide reports whether the page is wider than a column of a journal.
func (g *figure) wide() bool { return g.Width > 100*draw.MM }

// share writes the share of a row and, where there is room, its number of records.
func (g *figure) share(l *line) string {
	text := percent(l.Share)
	if g.o.Records > 0 && g.wide() {
		text += " (" + textfile.Thousands(int64(math.RoundToEven(float64(l.Share*g.o.Records)))) + ")"
	}
	return text
}

// placeRows places the shares of all rows.
func (g *figure) placeRows() {
	about := &g.panels[0].about
	most := 0.0
	for n := range g.lines {
		if l := &g.lines[n]; !l.sum {
			most = max(most, l.Share)
		}
	}
	for n := range g.lines {
		l, y := &g.lines[n], g.height(n)
		if l.Row == &g.v.All || !g.hasShares() {
			continue
		}
		at := vg.Point{X: g.shares.Min.X, Y: about.Place(0, y).Y}
		if !l.sum {
			half := halfBar * (about.Place(0, 1).Y - about.Place(0, 0).Y)
			box := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - half}, Max: vg.Point{X: at.X, Y: at.Y + half}}
			box.Max.X += vg.Length(l.Share/most) * (g.shares.Max.X - g.shares.Min.X)
			g.boxes = append(g.boxes, box.Path()...)
			at.X = box.Max.X + draw.Gap
		}
		at.Y -= draw.CapHeight(draw.SmallSize) / 2
		g.Write(g.share(l), draw.SmallSize, at, draw.Left)
	}
}

var dashes = []vg.Length{2, 2}

// draw draws the marks, and the frames above them.
func (g *figure) draw(c vg.Canvas) {
	draw.Fill(c, draw.Faint, g.boxes)
	for _, p := range g.panels {
		p.draw(c)
	}
}
