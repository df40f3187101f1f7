package groupchart

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

var words = vocabulary.English

// axis returns the axis of what groups say, in a frame of the given width.
func (g *panel) axis(width vg.Length) (draw.Axis, error) {
	a, err := g.fullAxis(width)
	if len(g.panels) > 1 {
		a.Pitch = 7 * draw.MM
		names := []string{a.Name, g.y + ", in %", g.y} // by which the frames differ
		switch g.v.Kind {
		case groupview.Rate:
			names[0] = g.y + " = " + draw.Printable(g.v.Event) + ", in %"
		case groupview.Mean, groupview.Apart, groupview.None:
			names[1] = g.y
		case groupview.Mix:
		}
		for _, a.Name = range names {
			if draw.TextWidth(a.Name, draw.AxisSize) <= width {
				break
			}
		}
		a.Short = a.Name
	}
	return a, err
}

func (g *panel) fullAxis(width vg.Length) (draw.Axis, error) {
	switch g.v.Kind {
	case groupview.None:
		return draw.Axis{Lo: 0, Hi: 1, Ticks: func(_, _ vg.Length) []draw.Tick { return nil }}, nil
	case groupview.Mix:
		a := axisFrom(0, 100, width, 0, 0)
		a.Name = g.axisName()
		a.Short = g.y + ", in %"
		return a, nil
	case groupview.Apart:
		more, less, room := g.reach(width)
		a := axisFrom(-less, more, width, room, room)
		a.Name, a.Short = g.axisName(), "against the average"
		ticks := a.Ticks
		a.Ticks = func(length, pitch vg.Length) []draw.Tick {
			list := ticks(length, pitch)
			for n := range list {
				if list[n].Value > 0 {
					list[n].Label = "+" + list[n].Label
				}
				list[n].Label += " %"
			}
			return list
		}
		return a, nil
	default:
		return g.values()
	}
}

// axisFrom returns an axis whose frame has the given width, with room before and after its ends.
func axisFrom(lo, hi float64, width, before, after vg.Length) draw.Axis {
	each := (hi - lo) / float64(width-before-after)
	low, high := lo-float64(each*float64(before)), hi+float64(each*float64(after)) // at the frame
	return draw.Axis{
		Lo: low + float64(each*float64(draw.Inset)), Hi: high - float64(each*float64(draw.Inset)), Pitch: 10 * draw.MM,
		Ticks: func(length, pitch vg.Length) []draw.Tick { return draw.Ticks(lo, hi, draw.TickCount(length, pitch)) },
	}
}

// values returns the axis of rates, weights or means.
func (g *panel) values() (draw.Axis, error) {
	a := draw.Axis{Pitch: 10 * draw.MM, Lo: math.Inf(1), Hi: math.Inf(-1)}
	for n := range g.lines {
		r := g.row(&g.lines[n])
		for _, v := range []float64{r.Low, r.Value, r.High, g.v.All.Value} {
			if v *= g.unit(); !math.IsNaN(v) && !math.IsNaN(r.Value) {
				a.Lo, a.Hi = min(a.Lo, v), max(a.Hi, v)
			}
		}
	}
	if math.IsInf(a.Lo, 0) {
		return a, errors.New("no group has a known value to draw")
	}
	if a.Hi-a.Lo < 1e-3*max(1, math.Abs(a.Hi)) {
		a.Lo, a.Hi = a.Lo-0.5, a.Hi+0.5
	}
	a.Name, a.Short = g.valueName(true)
	return a, nil
}

// valueName returns the name of what dots show, and a short one.
func (g *panel) valueName(unit bool) (name, short string) {
	switch {
	case g.v.Kind == groupview.Mean:
		return g.head(), "mean"
	case g.woe:
		name, short = "WoE of "+draw.Printable(g.y+" = "+g.v.Event), "WoE"
		if unit {
			name, short = name+", in nats", short+", in nats"
		}
	default:
		name, short = g.head(), "rate"
		if unit {
			name, short = name+", in %", short+", in %"
		}
	}
	return name, short
}

// dotNames returns the name of dots and their intervals, and a short one.
func (g *panel) dotNames() (name, short string) {
	name, short = g.valueName(false)
	if g.v.Intervals() {
		with := ", with " + words.Columns.Interval
		name, short = name+with, short+with
	}
	return name, short
}

// axisName returns the name of the axis of what groups say about Y.
func (g *panel) axisName() string {
	switch g.v.Kind {
	case groupview.Mix:
		return g.head() + ", in %"
	case groupview.Rate, groupview.Mean:
		name, _ := g.valueName(true)
		return name
	default:
		return g.head()
	}
}

// head names what groups say about Y.
func (g *panel) head() string { return draw.Printable(g.v.Head(g.y, g.v.Event)) }

// unit is what a value is multiplied by.
func (g *panel) unit() float64 {
	if g.v.Kind == groupview.Rate && !g.woe {
		return 100
	}
	return 1
}

// all returns the place of all records on the axis of values; NaN without one.
func (g *panel) all() float64 {
	switch g.v.Kind {
	case groupview.Rate, groupview.Mean:
		return float64(g.unit() * g.v.All.Value)
	case groupview.Apart:
		return 0
	default:
		return math.NaN()
	}
}

// placeValue places the dot of a row, with its interval.
func (g *panel) placeValue(r *groupview.Row, y float64) {
	if !math.IsNaN(r.Value) {
		g.dots = append(g.dots, g.about.Place(float64(g.unit()*r.Value), y))
	}
	if !math.IsNaN(r.Low) {
		g.bars = append(g.bars, draw.Segment{From: g.about.Place(float64(g.unit()*r.Low), y), To: g.about.Place(float64(g.unit()*r.High), y)})
	}
}

// placeMix places the parts of the distribution of a row, with labels where there is room.
func (g *panel) placeMix(r *groupview.Row, y float64) {
	from := 0.0
	for m, p := range r.Mix {
		to := from + 100*p
		box := vg.Rectangle{Min: g.about.Place(from, y-0.36), Max: g.about.Place(to, y+0.36)}
		from = to
		width := box.Max.X - box.Min.X
		if width < 0.05*draw.MM {
			continue
		}
		name, share := draw.Printable(g.v.Mixed[m]), fmt.Sprintf("%.0f", 100*p)
		q := piece{box: box, hue: m}
		for _, text := range []string{name + " " + share, share} {
			if draw.TextWidth(text, draw.SmallSize) <= width-draw.Gap {
				q.label = labelIn(text, box)
				break
			}
		}
		g.pieces = append(g.pieces, q)
	}
}

// labelIn returns a text in the middle of a box.
func labelIn(text string, box vg.Rectangle) draw.Text {
	at := draw.Middle(box)
	at.Y -= draw.CapHeight(draw.SmallSize) / 2
	return draw.NewText(text, draw.SmallSize, at, draw.Centre)
}

// reach returns how far the values go that set rows apart, in points of percent, and the width of their labels.
func (g *panel) reach(width vg.Length) (more, less float64, room vg.Length) {
	var labels []string
	for n := range g.lines {
		r := g.row(&g.lines[n])
		more, less = max(more, apart(r.More)), max(less, -apart(r.Less))
		for _, c := range slices.Concat(r.More, r.Less) {
			labels = append(labels, draw.Printable(c.Y)+share(c.P))
		}
	}
	if more+less < 1e-9 {
		more, less = 1, 1
	}
	room = min(draw.Widest(labels, draw.SmallSize)+2*draw.Gap, 0.36*width)
	return more, less, room
}

// apart returns the largest difference of some values from the average, in points of percent.
func apart(list []describe.Contribution) (most float64) {
	for _, c := range list {
		if d := 100 * (c.P - c.Overall); math.Abs(d) > math.Abs(most) {
			most = d
		}
	}
	return most
}

// share writes the share of a value of Y in a group, after its name.
func share(p float64) string { return " " + percent(p) }

// percent writes a share in whole percent, and with a decimal where that says more.
func percent(p float64) string {
	if p > 0 && p < 0.01 {
		return fmt.Sprintf("%.1f %%", 100*p)
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// placeApart places the values that set a row apart: more frequent ones to the right of the average, and less
// frequent ones to its left, up to the number of lines.
func (g *panel) placeApart(r *groupview.Row, y float64) {
	height := g.about.Place(0, 1).Y - g.about.Place(0, 0).Y // of a row
	lines := min(max(int(height/(apartLine*draw.MM)), 1), apartLines)
	each := min(height/vg.Length(lines), 1.2*apartLine*draw.MM)
	middle := g.about.Place(0, y)
	put := func(n int, c describe.Contribution, hue int) {
		end := g.about.Place(100*(c.P-c.Overall), y).X
		base := middle.Y + each*(vg.Length(lines-1)/2-vg.Length(n))
		half := 0.28 * each
		q := piece{hue: hue, box: draw.Spanning(vg.Point{X: middle.X, Y: base - half}, vg.Point{X: end, Y: base + half})}
		at := vg.Point{X: q.box.Max.X + draw.Gap/2, Y: base - draw.CapHeight(draw.SmallSize)/2}
		room, align := g.about.Frame.Max.X-at.X-draw.Gap/2, draw.Left
		if hue == 1 {
			at.X, align = q.box.Min.X-draw.Gap/2, draw.Right
			room = at.X - g.about.Frame.Min.X - draw.Gap/2
		}
		text := draw.Printable(c.Y) + share(c.P)
		if draw.TextWidth(text, draw.SmallSize) > room {
			text = draw.Cut(draw.Printable(c.Y), draw.SmallSize, room)
		}
		g.Texts = append(g.Texts, draw.NewText(text, draw.SmallSize, at, align))
		g.pieces = append(g.pieces, q)
	}
	for n, c := range r.More[:min(lines, len(r.More))] {
		put(n, c, 0)
	}
	for n, c := range r.Less[:min(lines, len(r.Less))] {
		put(n, c, 1)
	}
}

// colour returns the colour of a piece.
func (g *panel) colour(n int) color.Color {
	if g.v.Kind == groupview.Apart {
		return []color.Color{draw.Blue, draw.Faint}[n]
	}
	return draw.Hues[(g.first+n)%len(draw.Hues)]
}

// drawPiece draws the edge of a piece that separates it from its neighbours, and its label.
func (g *panel) drawPiece(c vg.Canvas, p piece) {
	if g.v.Kind != groupview.Mix {
		return
	}
	draw.Stroke(c, draw.Paper, draw.EdgeLine, p.box.Path())
	if p.label.Words == "" {
		return
	}
	c.SetColor(draw.Ink.Light) // in any theme, as the piece has the same colour
	if draw.IsDark(draw.Hues[(g.first+p.hue)%len(draw.Hues)]) {
		c.SetColor(draw.Paper.Light)
	}
	p.label.Draw(c)
}

// entries returns what the legend explains, each thing once.
func (g *figure) entries() (entries []draw.Entry) {
	for _, p := range g.panels {
		for _, e := range p.entries() {
			if !slices.ContainsFunc(entries, func(known draw.Entry) bool { return known.Words == e.Words && p.v.Kind != groupview.Mix }) {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// entries returns what the legend explains of a panel.
func (g *panel) entries() (entries []draw.Entry) {
	all := draw.Entry{Words: words.Columns.All, Sign: func(c vg.Canvas, at vg.Rectangle) {
		draw.Stroke(c, draw.Ink, draw.AxisLine, draw.Line(draw.Level(at)...), dashes...)
	}}
	switch g.v.Kind {
	case groupview.Rate, groupview.Mean:
		name, short := g.dotNames()
		if len(g.panels) > 1 {
			name = short // the axes have the rest
		}
		return []draw.Entry{{Words: g.CutEntry(name, short), Sign: func(c vg.Canvas, at vg.Rectangle) {
			if l := draw.Level(at); g.v.Intervals() {
				draw.ErrorBars(c, draw.Blue, []draw.Segment{{From: l[0], To: l[1]}})
			}
			draw.Fill(c, draw.Blue, draw.Circles(marker, draw.Middle(at)))
		}}, all}
	case groupview.Mix:
		for m, name := range draw.Shortened(g.mixed(), draw.TickSize, g.Width/3) {
			entries = append(entries, draw.Entry{Words: name, Sign: func(c vg.Canvas, at vg.Rectangle) { draw.Fill(c, g.colour(m), at.Path()) }})
		}
	default: // nothing to explain
	}
	return entries
}

// mixed returns the names of the parts of distributions.
func (g *panel) mixed() []string {
	return lists.Map(g.v.Mixed, draw.Printable)
}

// label writes the labels of the rows, which have a part of the given width.
func (g *figure) label(width vg.Length) {
	most := 0.34 * width
	switch {
	case g.wide():
		most = 0.38 * width
	case g.kind(groupview.Apart):
		most = 0.28 * width
	}
	if len(g.panels) > 1 {
		most *= 0.75
	}
	others := draw.TextWidth(" +999", draw.TickSize)
	if !slices.ContainsFunc(g.v.Rows, func(r groupview.Row) bool { return len(r.Values) > 1 }) { // such as ranges
		most, others = max(most, 0.44*width), 0
	}
	var values []string
	for _, r := range g.v.Rows {
		values = append(values, called(&r)...)
	}
	for n, s := range values {
		values[n] = draw.Printable(s)
	}
	short := make(map[string]string, len(values))
	for n, s := range draw.Shortened(values, draw.TickSize, most-others) {
		short[values[n]] = picture.WithDirection(s)
	}
	for n := range g.lines {
		l := &g.lines[n]
		if !l.sum {
			l.label = listed(called(l.Row), short, most)
		}
		g.names = max(g.names, draw.TextWidth(l.label, draw.TickSize))
	}
}

// called returns what a row is called: the name that a person gave to the group, or else its values.
func called(r *groupview.Row) []string {
	if r.Given != "" {
		return []string{r.Given}
	}
	return r.Values
}

// listed writes the first of some values that fit into a width, and how many others there are.
func listed(values []string, short map[string]string, width vg.Length) string {
	text := ""
	for n, v := range values {
		next := short[draw.Printable(v)]
		if n > 0 {
			next = text + ", " + next
		}
		rest := ""
		if left := len(values) - n - 1; left > 0 {
			rest = " " + vocabulary.Fill(words.Columns.More, "more", fmt.Sprint(left))
		}
		if n > 0 && draw.TextWidth(next+rest, draw.TickSize) > width {
			return text + " " + vocabulary.Fill(words.Columns.More, "more", fmt.Sprint(len(values)-n))
		}
		text = next
	}
	return text
}

// description says in words what the figure shows, for who does not see it.
func (g *figure) description() string {
	var b strings.Builder
	for n := range g.lines {
		l := &g.lines[n]
		fmt.Fprintf(&b, "%s: ", l.label)
		for _, p := range g.panels {
			switch name, _ := p.valueName(false); p.v.Kind {
			case groupview.Rate, groupview.Mean:
				if v := p.row(l).Value; !math.IsNaN(v) {
					fmt.Fprintf(&b, "%s %.4g, ", name, float64(p.unit()*v))
				}
			case groupview.Mix:
				for m, v := range p.row(l).Mix {
					fmt.Fprintf(&b, "%s%s, ", draw.Printable(p.v.Mixed[m]), share(v))
				}
			default: // the figure has it in words
			}
		}
		fmt.Fprintf(&b, "%.1f %% of the records.\n", 100*l.Share)
	}
	return b.String()
}
