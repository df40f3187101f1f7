package groupchart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
)

// curve is a laid-out figure of what the best groupings keep.
type curve struct {
	draw.Sheet
	draw.Axes
	kept, held  []vg.Point
	band        []vg.Point // of the standard error of held-out values
	supported   []vg.Point // the line at the largest supported number of groups: two ends, or four around a text
	recommended []vg.Point
}

// Sizes of marks.
const (
	dot       = 0.7 * draw.MM
	ring      = 1.5 * draw.MM
	curveLine = vg.Length(0.7)
)

// DrawKept draws how much of the information the best groupings keep, against their number of groups, to w in the
// given format, with what they keep on held-out records, and the recommended one, at which the curve has its knee.
func DrawKept(w io.Writer, f *frontier.Frontier, format string, page draw.Page) error {
	page.Height = cmp.Or(page.Height, 90)
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	g, err := layKept(f, page)
	if err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

var errNoGrouping = errors.New("the frontier has no grouping to draw")

// layKept lays out the figure.
func layKept(f *frontier.Frontier, page draw.Page) (*curve, error) {
	points := slices.Collect(f.BestKnown())
	if len(points) == 0 {
		return nil, errNoGrouping
	}
	g := &curve{Sheet: page.Sheet()}
	best, _ := recommend.From(f)
	title := draw.Printable(page.Title)
	if title == "" {
		title = picture.Sentence(f, best.Point)
	}
	g.BreakTitle(title)
	g.WriteLegend(g.entries(f, points))
	x, y := keptAxes(f, points)
	g.Axes = g.PlaceAxes(g.Area(), x, y)
	if !picture.Roomy(g.Frame) {
		return nil, fmt.Errorf("the figure has no room on a page of %g x %g mm: choose a larger one", page.Width, page.Height)
	}
	g.WriteTitle(title, draw.Middle(g.Frame).X)
	g.place(f, points, best)
	g.Words, g.More = title, picture.Description(f)
	return g, nil
}

// keptAxes returns the axes: the number of groups, and the share or the information that they keep.
func keptAxes(f *frontier.Frontier, points []frontier.Point) (x, y draw.Axis) {
	last := points[len(points)-1]
	x = draw.Axis{Name: words.Axes.Groups, Lo: float64(points[0].K), Hi: float64(last.K), Pitch: 8 * draw.MM}
	if x.Hi == x.Lo {
		x.Hi++
	}
	x.Ticks = func(length, pitch vg.Length) []draw.Tick { // more would not be at whole numbers
		return draw.Ticks(x.Lo, x.Hi, min(draw.TickCount(length, pitch), int(x.Hi-x.Lo)+1))
	}
	_, y = picture.Axes(&f.Problem, picture.Extent{HHi: 1, IHi: max(last.I, f.Problem.IXY)}, false, false)
	return x, y
}

// place places the marks.
func (g *curve) place(f *frontier.Frontier, points []frontier.Point, best recommend.Choice) {
	inside := func(k int, i float64) vg.Point {
		at := g.Place(float64(k), i)
		at.Y = min(max(at.Y, g.Frame.Min.Y), g.Frame.Max.Y)
		return at
	}
	var lower []vg.Point
	for _, p := range points {
		g.kept = append(g.kept, inside(p.K, p.I))
		if f.Validation != nil {
			g.held = append(g.held, inside(p.K, p.HeldOut.I))
			g.band = append(g.band, inside(p.K, p.HeldOut.I+p.HeldOut.SE))
			lower = append(lower, inside(p.K, p.HeldOut.I-p.HeldOut.SE))
		}
	}
	for n := len(lower) - 1; n >= 0; n-- {
		g.band = append(g.band, lower[n])
	}
	if v := f.Validation; v != nil && v.Clusters < points[len(points)-1].K && v.Clusters >= points[0].K {
		x := g.Place(float64(v.Clusters), 0).X
		g.supported = []vg.Point{{X: x, Y: g.Frame.Min.Y}, {X: x, Y: g.Frame.Max.Y}}
	}
	at := inside(best.K, best.I)
	g.recommended = []vg.Point{at}
	text := draw.NewText(recommendedWords(best.K), draw.TickSize, vg.Point{X: at.X + ring, Y: at.Y - ring - draw.LineHeight(draw.TickSize)}, draw.Left)
	if over := text.Box().Max.X - g.Frame.Max.X + draw.Gap; over > 0 {
		text.At.X -= over
	}
	foot := g.kept
	if len(lower) > 0 {
		foot = lower
	}
	if y := text.At.Y - max(at.Y-footOf(foot, text.Box()), 0); y > g.Frame.Min.Y { // below the band, where there is room
		text.At.Y = y
	}
	g.Texts = append(g.Texts, text)
	if box := text.Box(); len(g.supported) > 0 && box.Min.X-draw.Gap < g.supported[0].X && g.supported[0].X < box.Max.X+draw.Gap {
		x := g.supported[0].X // not through the text
		g.supported = slices.Insert(g.supported, 1, vg.Point{X: x, Y: box.Min.Y - draw.Gap/2}, vg.Point{X: x, Y: box.Max.Y + draw.Gap/2})
	}
}

// footOf returns the least height of a curve above or below a box, at its corners.
func footOf(curve []vg.Point, box vg.Rectangle) vg.Length {
	foot := vg.Length(math.Inf(1))
	for n, p := range curve {
		if (n == 0 || curve[n-1].X < box.Max.X) && (n == len(curve)-1 || curve[n+1].X > box.Min.X) {
			foot = min(foot, p.Y)
		}
	}
	return foot
}

// recommendedWords names the recommended grouping.
func recommendedWords(k int) string {
	return fmt.Sprintf("%s: %s", words.Legend.Recommended, picture.Counted(k, "group"))
}

// bestWords names the best groupings that are known.
func bestWords(f *frontier.Frontier) string {
	if groupview.Listed(f) {
		return words.Legend.Best
	}
	return words.Legend.BestOnFrontier
}

// entries returns what the legend explains.
func (g *curve) entries(f *frontier.Frontier, points []frontier.Point) []draw.Entry {
	entries := []draw.Entry{{Words: bestWords(f), Sign: func(c vg.Canvas, at vg.Rectangle) {
		draw.Stroke(c, draw.Blue, curveLine, draw.Line(draw.Level(at)...))
		draw.Fill(c, draw.Blue, draw.Circles(dot, draw.Middle(at)))
	}}}
	if f.Validation == nil {
		return entries
	}
	entries = append(entries, draw.Entry{Words: words.Legend.HeldOut, Sign: func(c vg.Canvas, at vg.Rectangle) {
		draw.Fill(c, picture.HeldBand, at.Path())
		draw.Stroke(c, picture.HeldOut, curveLine, draw.Line(draw.Level(at)...))
	}})
	if f.Validation.Clusters < points[len(points)-1].K {
		entries = append(entries, draw.Entry{Words: words.Legend.Supported, Sign: func(c vg.Canvas, at vg.Rectangle) {
			x := draw.Middle(at).X
			draw.Stroke(c, picture.HeldOut, draw.AxisLine, draw.Line(vg.Point{X: x, Y: at.Min.Y}, vg.Point{X: x, Y: at.Max.Y}), dashes...)
		}})
	}
	return entries
}

// draw draws areas, then lines, then marks.
func (g *curve) draw(c vg.Canvas) {
	draw.Fill(c, picture.HeldBand, draw.Polygon(g.band...))
	for part := range slices.Chunk(g.supported, 2) {
		draw.Stroke(c, picture.HeldOut, draw.AxisLine, draw.Line(part...), dashes...)
	}
	draw.Stroke(c, picture.HeldOut, curveLine, draw.Line(g.held...))
	draw.Stroke(c, draw.Blue, curveLine, draw.Line(g.kept...))
	draw.Fill(c, draw.Blue, draw.Circles(dot, g.kept...))
	draw.Stroke(c, draw.Vermilion, 1.2*curveLine, draw.Circles(ring, g.recommended...))
	g.Draw(c)
}
