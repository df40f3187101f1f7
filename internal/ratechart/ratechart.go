// Package ratechart draws the binning table of a grouping: the rate of an event or the weight of evidence of each
// group, with intervals, and the shares of the groups.
package ratechart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/draw"
)

// Options say what is drawn.
type Options struct {
	// X and Y name the variables.
	X, Y string
	// WoE draws the weight of evidence, not the rate.
	WoE bool
	// Page is the page. A width of zero means 160 mm, and a height of zero the height that the groups take.
	Page draw.Page
}

// normal is the quantile of the normal distribution for intervals of 95 %.
const normal = 1.959964

// interval returns what is drawn of a group, and its interval of 95 %: for a rate by Wilson 1927,
// doi:10.1080/01621459.1927.10502953, and a normal one for WoE.
func (o *Options) interval(r *binning.Row) (low, value, high float64) {
	if o.WoE {
		d := normal * r.WoESE
		return r.WoE - d, r.WoE, r.WoE + d
	}
	n, p := r.Count, r.Rate
	z := normal * normal / n
	middle := (p + z/2) / (1 + z)
	d := normal / (1 + z) * math.Sqrt(p*(1-p)/n+z/(4*n))
	return 100 * (middle - d), 100 * p, 100 * (middle + d)
}

// Draw draws a binning table to w in the given format: a row for each group from the top, with a dot and its interval, and
// a bar for the share of the group, with the number of its records.
func Draw(w io.Writer, t *binning.Table, format string, o Options) error {
	if t.Event < 0 {
		return fmt.Errorf("y has %d values: choose the one whose rate is drawn with --event", len(t.Y))
	}
	n := len(t.Groups)
	least := float64(float64(n)*leastRow) + others
	if o.Page.Height == 0 {
		o.Page.Height = max(draw.MinHeight, float64(float64(n)*row)+others)
	}
	page, err := o.Page.Checked(format)
	if err != nil {
		return err
	}
	if page.Height < least {
		return fmt.Errorf("%d groups have no room on a page of %g x %g mm: choose a height of %.0f mm or more", n, page.Width, page.Height, math.Ceil(least))
	}
	g := &figure{Sheet: page.Sheet(), o: &o, t: t}
	if err := g.lay(); err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

// Heights in mm: of a row, of the lowest row with room for labels, and of all that is above and below the rows.
const (
	row      = 6
	leastRow = 3.4
	others   = 34
)

// figure is a laid-out figure.
type figure struct {
	draw.Sheet
	o             *Options
	t             *binning.Table
	rates, shares draw.Axes
	dots          []vg.Point
	bars          []draw.Segment // the intervals
	boxes         vg.Path        // the shares
	whole         []vg.Point     // the line at the value of all records
}

const (
	marker   = 0.9 * draw.MM
	halfBar  = 0.3 // of a row
	mostName = 0.3 // of the width, for names of groups
)

// lay places all parts.
func (g *figure) lay() error {
	t := g.t
	g.legend()
	records := ""
	if t.Counts {
		records = fmt.Sprintf(", %s records", number(t.Total.Count))
	}
	title := fmt.Sprintf("%s by %s: %d groups%s", g.o.Y, g.o.X, len(t.Groups), records)
	g.WriteTitle(draw.Printable(cmp.Or(g.o.Page.Title, title)), g.Width/2)
	area := g.Area()
	left, right := area, area
	left.Max.X = area.Min.X + 0.68*(area.Max.X-area.Min.X)
	right.Min.X = left.Max.X - draw.Gap
	x, err := g.values()
	if err != nil {
		return err
	}
	rows := draw.Axis{Name: draw.Printable(g.o.X), Lo: -0.5, Hi: float64(len(t.Groups)) - 0.5}
	rows.Ticks = func(_, _ vg.Length) (ticks []draw.Tick) {
		for c := range t.Groups {
			name := draw.Cut(draw.Printable(t.Groups[c].Name), draw.TickSize, mostName*g.Width)
			ticks = append(ticks, draw.Tick{Value: g.height(c), Label: name})
		}
		return ticks
	}
	g.rates = g.PlaceAxes(left, x, rows)
	bare := rows
	bare.Name, bare.Ticks = "", func(_, _ vg.Length) []draw.Tick { return nil }
	g.shares = g.PlaceAxes(right, g.sharesAxis(right), bare)
	if g.rates.Frame.Max.X-g.rates.Frame.Min.X < leastFrame {
		return fmt.Errorf("the groups have no room on a page of %.0f mm in width: choose a larger one", float64(g.Width/draw.MM))
	}
	g.place()
	return nil
}

// leastFrame is the least width of the frame of rates.
const leastFrame = 20 * draw.MM

// height returns the height of a group on the axis of groups, whose first is at the top.
func (g *figure) height(c int) float64 { return float64(len(g.t.Groups) - 1 - c) }

// values returns the axis of what is drawn of the groups.
func (g *figure) values() (draw.Axis, error) {
	a := draw.Axis{Pitch: 10 * draw.MM, Lo: math.Inf(1), Hi: math.Inf(-1)}
	for c := range g.t.Groups {
		low, v, high := g.o.interval(&g.t.Groups[c])
		for _, end := range []float64{low, v, high} {
			if !math.IsNaN(end) {
				a.Lo, a.Hi = min(a.Lo, end), max(a.Hi, end)
			}
		}
	}
	if math.IsInf(a.Lo, 0) {
		return a, errors.New("no group has a known value to draw")
	}
	if a.Lo, a.Hi = min(a.Lo, g.all()), max(a.Hi, g.all()); a.Hi-a.Lo < 1e-3 {
		a.Lo, a.Hi = a.Lo-0.5, a.Hi+0.5
	}
	event := fmt.Sprintf("%s = %s", g.o.Y, g.t.Y[g.t.Event])
	a.Name, a.Short = fmt.Sprintf("share of %s, in %%", event), "rate, in %"
	if g.o.WoE {
		a.Name, a.Short = fmt.Sprintf("WoE of %s, in nats", event), "WoE, in nats"
	}
	a.Name = draw.Printable(a.Name)
	return a, nil
}

// all returns the value of all records.
func (g *figure) all() float64 {
	if g.o.WoE {
		return 0
	}
	return 100 * g.t.Total.Rate
}

// sharesAxis returns the axis of shares, which begins at the frame. Behind the bars are the counts.
func (g *figure) sharesAxis(area vg.Rectangle) draw.Axis {
	most, widest := 0.0, vg.Length(0)
	for c := range g.t.Groups {
		r := &g.t.Groups[c]
		most, widest = max(most, 100*r.Share), max(widest, draw.TextWidth(g.count(r), draw.SmallSize))
	}
	width := area.Max.X - area.Min.X - draw.LineHeight(draw.AxisSize) - 2*draw.Gap - draw.TickMark
	room := max(width-widest-3*draw.Gap, width/4) // of the longest bar
	hi := most * float64((width-draw.Inset)/room)
	lo := most * float64(draw.Inset/room)
	return draw.Axis{
		Name: "share of records, in %", Short: "records, %", Lo: lo, Hi: hi, Pitch: 9 * draw.MM,
		Ticks: func(length, pitch vg.Length) []draw.Tick { return draw.Ticks(0, hi, draw.TickCount(length, pitch)) },
	}
}

// count returns the number of records of a group as text.
func (g *figure) count(r *binning.Row) string {
	if !g.t.Counts {
		return ""
	}
	return number(r.Count)
}

// number writes a number of records with commas between thousands.
func number(v float64) string {
	text := fmt.Sprintf("%.0f", v)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// place places the marks of all groups.
func (g *figure) place() {
	for c := range g.t.Groups {
		r, y := &g.t.Groups[c], g.height(c)
		low, v, high := g.o.interval(r)
		if !math.IsNaN(v) {
			g.dots = append(g.dots, g.rates.Place(v, y))
		}
		if !math.IsNaN(low) {
			g.bars = append(g.bars, draw.Segment{From: g.rates.Place(low, y), To: g.rates.Place(high, y)})
		}
		from, to := g.shares.Place(0, y-halfBar), g.shares.Place(100*r.Share, y+halfBar)
		box := vg.Rectangle{Min: from, Max: to}
		g.boxes = append(g.boxes, box.Path()...)
		at := vg.Point{X: to.X + draw.Gap, Y: draw.Middle(box).Y - draw.CapHeight(draw.SmallSize)/2}
		g.Write(g.count(r), draw.SmallSize, at, draw.Left)
	}
	x := g.rates.Place(g.all(), 0).X
	g.whole = []vg.Point{{X: x, Y: g.rates.Frame.Min.Y}, {X: x, Y: g.rates.Frame.Max.Y}}
}

// legend writes what the marks mean.
func (g *figure) legend() {
	words := "rate"
	switch {
	case g.o.WoE && g.t.Counts:
		words = "WoE, with 95 % interval"
	case g.o.WoE:
		words = "WoE"
	case g.t.Counts:
		words = "rate, with 95 % interval (Wilson)"
	}
	entries := []draw.Entry{{Words: words, Sign: func(c vg.Canvas, at vg.Rectangle) {
		line := draw.Level(at)
		if g.t.Counts {
			draw.ErrorBars(c, draw.Blue, []draw.Segment{{From: line[0], To: line[1]}})
		}
		draw.Fill(c, draw.Blue, draw.Circles(marker, draw.Middle(at)))
	}}, {Words: "all records", Sign: func(c vg.Canvas, at vg.Rectangle) {
		draw.Stroke(c, draw.Ink, draw.AxisLine, draw.Line(draw.Level(at)...), dashes...)
	}}}
	g.WriteLegend(entries)
}

var dashes = []vg.Length{2, 2}

// draw draws the marks, and the frames above them.
func (g *figure) draw(c vg.Canvas) {
	draw.Fill(c, draw.Faint, g.boxes)
	draw.Stroke(c, draw.Ink, draw.AxisLine, draw.Line(g.whole...), dashes...)
	draw.ErrorBars(c, draw.Blue, g.bars)
	draw.Fill(c, draw.Blue, draw.Circles(marker, g.dots...))
	g.rates.Draw(c)
	g.shares.Draw(c)
}
