package chart

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// twoPanels is a chart with all that a chart can have.
func twoPanels() Chart {
	size := Axis{Name: "sample size N", Log: true}
	depth := Axis{Name: "search depth ε [bits]", Log: true}
	return Chart{Panels: []Panel{
		{Title: "(a)", X: size, Y: Axis{Name: "precision", To: 1}, Series: []Series{
			{Name: "ε = 0", Points: []Point{{100, 0.1, 0.05}, {1e4, 0.5, 0.1}, {1e6, 0.9, 0.02}}},
			{Name: "ε = 0.1", Points: []Point{{100, 0.2, 0.05}, {1e4, 0.6, 0.1}, {1e6, 1, 0}}},
		}},
		{Title: "(b)", X: depth, Y: Axis{Name: "time [s]", Log: true}, Series: []Series{
			{Name: "exact", Points: []Point{{0, 0.1, 0.02}, {1e-4, 0.2, 0.2}, {1e-2, 7, 1}, {0, 0.2, 0}}},
			{Name: "ε = 0", Points: []Point{{0, 0.5, 0}, {1e-3, 2, 0}}},
		}},
	}}
}

// simple returns a chart of one panel and one series.
func simple(x, y Axis, points ...Point) Chart {
	return Chart{Panels: []Panel{{X: x, Y: y, Series: []Series{{Name: "s", Points: points}}}}}
}

// chartOf lays out a chart as [Chart.Draw] does.
func chartOf(t testing.TB, c Chart, page draw.Page) *figure {
	t.Helper()
	page, err := page.Checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(c, page)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestChartPlaces checks places on a linear and a logarithmic axis by the rule of three.
func TestChartPlaces(t *testing.T) {
	points := []Point{{10, 2, 0.5}, {1000, 4, 0}, {1e5, 3, 1.5}}
	q := chartOf(t, simple(Axis{Log: true}, Axis{}, points...), draw.Page{}).panels[0]
	frame := draw.Grow(q.Frame, -draw.Inset)
	x := []vg.Length{frame.Min.X, (frame.Min.X + frame.Max.X) / 2, frame.Max.X}
	// The bars reach from 1.5 to 4.5.
	y := func(v vg.Length) vg.Length { return frame.Min.Y + (v-1.5)/3*(frame.Max.Y-frame.Min.Y) }
	want := []vg.Point{{X: x[0], Y: y(2)}, {X: x[1], Y: y(4)}, {X: x[2], Y: y(3)}}
	bars := []draw.Segment{{From: vg.Point{X: x[0], Y: y(1.5)}, To: vg.Point{X: x[0], Y: y(2.5)}}, {From: vg.Point{X: x[2], Y: y(1.5)}, To: vg.Point{X: x[2], Y: y(4.5)}}}
	near := cmp.Comparer(func(a, b vg.Length) bool { return math.Abs(float64(a-b)) < 1e-9 })
	if d := cmp.Diff(curve{look{line: true, marks: true}, [][]vg.Point{want}, want, bars}, q.curves[0], near, cmp.AllowUnexported(curve{}, draw.Segment{}, look{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(q.breaks) != 0 {
		t.Errorf("breaks at %v", q.breaks)
	}
}

// TestZeroHasAHome checks what becomes of an x of 0 on a logarithmic axis: it stands apart,
// has a tick, no line leads to it, and on both sides the frame is interrupted between.
func TestZeroHasAHome(t *testing.T) {
	points := []Point{{0, 1, 0}, {0, 2, 0}, {0.01, 3, 0}, {1, 4, 0}, {0, 5, 0}}
	g := chartOf(t, simple(Axis{Log: true}, Axis{}, points...), draw.Page{})
	q := g.panels[0]
	c := q.curves[0]
	if len(c.lines) != 3 || len(c.lines[0]) != 2 || len(c.lines[1]) != 2 || len(c.lines[2]) != 1 {
		t.Fatalf("the lines are %v", c.lines)
	}
	home, least, most := c.spots[0].X, c.spots[2].X, c.spots[3].X
	if home != q.Frame.Min.X+draw.Inset || c.spots[1].X != home || c.spots[4].X != home || math.Abs(float64(most-(q.Frame.Max.X-draw.Inset))) > 1e-9 {
		t.Errorf("0 is at %v and 1 at %v in %v", home, most, q.Frame)
	}
	if part := float64((least - home) / (most - home)); math.Abs(part-zeroRoom) > 1e-9 {
		t.Errorf("0 takes %g of the axis", part)
	}
	if len(q.breaks) != 2 || q.breaks[0].Y != q.Frame.Min.Y || q.breaks[1].Y != q.Frame.Max.Y ||
		q.breaks[0].X <= home || q.breaks[0].X >= least || q.breaks[1].X != q.breaks[0].X {
		t.Errorf("breaks at %v, between %v and %v", q.breaks, home, least)
	}
	if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool {
		return x.Words == "0" && math.Abs(float64((x.Box().Min.X+x.Box().Max.X)/2-home)) < 1e-9
	}) {
		t.Error("0 has no label")
	}
	for _, m := range q.Marks {
		if m.From.Y == q.Frame.Min.Y && m.From.X > home+1e-9 && m.From.X < least-1e-9 {
			t.Errorf("a tick at %v, left of the break", m.From)
		}
	}
	alone := chartOf(t, simple(Axis{Log: true}, Axis{}, Point{}), draw.Page{})
	if p := alone.panels[0]; p.curves[0].spots[0].X != p.Frame.Min.X+draw.Inset {
		t.Errorf("0 alone is at %v", p.curves[0].spots)
	}
	if linear := chartOf(t, simple(Axis{}, Axis{}, points...), draw.Page{}).panels[0]; len(linear.breaks) != 0 || len(linear.curves[0].lines) != 1 {
		t.Errorf("a linear axis has a break: %v, %v", linear.breaks, linear.curves[0].lines)
	}
}

// TestBarsBelowZeroEndAtTheFrame: a logarithmic axis has no place for their lower ends.
func TestBarsBelowZeroEndAtTheFrame(t *testing.T) {
	for _, sd := range []float64{1, 2} {
		q := chartOf(t, simple(Axis{}, Axis{Log: true}, Point{0, 1, sd}, Point{1, 100, 10}), draw.Page{}).panels[0]
		bars := q.curves[0].bars
		if len(bars) != 2 || bars[0].From.Y != q.Frame.Min.Y || bars[1].From.Y <= q.Frame.Min.Y+draw.Inset || bars[0].To.Y <= q.curves[0].spots[0].Y {
			t.Errorf("sd %g: bars %v in %v", sd, bars, q.Frame)
		}
		if q.curves[0].spots[0].Y != q.Frame.Min.Y+draw.Inset {
			t.Errorf("sd %g: the axis begins below 1, which is at %v", sd, q.curves[0].spots[0])
		}
	}
}

func TestAxesHoldTheirEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		a      Axis
		values []float64
		lo, hi float64
		zero   bool
	}{
		"data":              {Axis{}, []float64{3, -1}, -1, 3, false},
		"one value":         {Axis{}, []float64{5}, 5, 10, false},
		"to 1":              {Axis{To: 1}, []float64{0.2}, 0, 1, false},
		"beyond":            {Axis{From: 1, To: -2}, []float64{5}, -2, 5, false},
		"decades":           {Axis{Log: true}, []float64{1000, 10}, 1, 3, false},
		"less than one":     {Axis{Log: true}, []float64{10}, 0.5, 1.5, false},
		"from 1 to 100":     {Axis{Log: true, From: 1, To: 100}, []float64{10}, 0, 2, false},
		"zero":              {Axis{Log: true}, []float64{0, 1, 100}, -2 * zeroRoom / (1 - zeroRoom), 2, true},
		"zero alone":        {Axis{Log: true}, []float64{0}, -0.5 - zeroRoom/(1-zeroRoom), 0.5, true},
		"the smallest ones": {Axis{Log: true}, []float64{5e-324, math.MaxFloat64}, math.Log10(5e-324), math.Log10(math.MaxFloat64), false},
	} {
		got := tt.a.holding(tt.values)
		if math.Abs(got.lo-tt.lo) > 1e-12 || math.Abs(got.hi-tt.hi) > 1e-12 || got.zero != tt.zero || got.log != tt.a.Log {
			t.Errorf("%s: %+v, want %g to %g", name, got, tt.lo, tt.hi)
		}
	}
}

func TestChartLegend(t *testing.T) {
	g := chartOf(t, twoPanels(), draw.Page{})
	var words []string
	for _, e := range g.Legend {
		words = append(words, e.Words)
	}
	if !slices.Equal(words, []string{"ε = 0", "ε = 0.1", "exact", "± 1 sd"}) {
		t.Errorf("the legend is %q", words)
	}
	// The same name has the same style in both panels.
	if a, b := g.panels[0].curves, g.panels[1].curves; a[0].style != 0 || a[1].style != 1 || b[0].style != 2 || b[1].style != 0 {
		t.Errorf("styles %d, %d and %d, %d", a[0].style, a[1].style, b[0].style, b[1].style)
	}
	c := simple(Axis{}, Axis{}, Point{1, 1, 0})
	if g := chartOf(t, c, draw.Page{}); len(g.Legend) != 1 || g.Legend[0].Words != "s" {
		t.Errorf("without bars the legend is %v", g.Legend)
	}
	c.Panels[0].Series[0].Name = ""
	if g := chartOf(t, c, draw.Page{}); len(g.Legend) != 0 {
		t.Errorf("without names the legend is %v", g.Legend)
	}
}

// TestPanelsAreInRows checks the order of panels, and that they are side by side if there
// are fewer than columns.
func TestPanelsAreInRows(t *testing.T) {
	c := twoPanels()
	c.Panels = append(c.Panels, c.Panels[0])
	for columns, rows := range map[int]string{0: "aaa", 1: "abc", 2: "aab", 3: "aaa", 9: "aaa"} {
		c.Columns = columns
		g := chartOf(t, c, draw.Page{Width: 300, Height: 300})
		for n, q := range g.panels {
			if n == 0 {
				continue
			}
			p := g.panels[n-1]
			beside := q.Frame.Min.Y == p.Frame.Min.Y && q.Frame.Min.X > p.Frame.Max.X
			below := q.Frame.Max.Y < p.Frame.Min.Y && q.Frame.Min.X <= p.Frame.Min.X
			if same := rows[n] == rows[n-1]; beside != same || below == same {
				t.Errorf("%d columns: panel %d is at %v, after %v", columns, n, q.Frame, p.Frame)
			}
		}
		if right := g.panels[len(rows)-1].Frame.Max.X; rows == "aaa" && right < g.Width-4*mm {
			t.Errorf("%d columns: the page is empty from %v on", columns, right)
		}
	}
}

func TestStylesDiffer(t *testing.T) {
	known := make(map[string]int)
	for n := range maxStyles {
		look := fmt.Sprint(hueOf(n), markers[n%len(markers)])
		if m, ok := known[look]; ok {
			t.Errorf("styles %d and %d look the same", m, n)
		}
		known[look] = n
		// Neighbours differ in all three.
		if n > 0 && (hueOf(n) == hueOf(n-1) || fmt.Sprint(markers[n%len(markers)]) == fmt.Sprint(markers[(n-1)%len(markers)]) || fmt.Sprint(dashOf(n)) == fmt.Sprint(dashOf(n-1))) {
			t.Errorf("styles %d and %d are alike", n-1, n)
		}
	}
}

// TestNothingHidesInCharts checks texts, frames and markers of charts of many sizes.
func TestNothingHidesInCharts(t *testing.T) {
	long := twoPanels()
	long.Panels[0].Title, long.Panels[0].X.Name = strings.Repeat("long ", 50), strings.Repeat("longer ", 50)
	long.Panels[1].Y.Name, long.Panels[1].Series[0].Name = strings.Repeat("name ", 100), strings.Repeat("series ", 200)
	four := twoPanels()
	four.Panels, four.Columns = append(four.Panels, four.Panels...), 2
	three := twoPanels()
	three.Panels, three.Columns = append(three.Panels, three.Panels[0]), 2
	wide := simple(Axis{}, Axis{}, Point{-1e12, -1e12, 0}, Point{1e12, 1e12, 0})
	narrow := simple(Axis{Log: true}, Axis{Log: true}, Point{0, 2e-9, 1e-9}, Point{3e-7, 4e-9, 0})
	for name, c := range map[string]Chart{
		"two": twoPanels(), "long": long, "four": four, "three": three, "wide": wide, "narrow": narrow,
		"powers": simple(Axis{Log: true}, Axis{Log: true}, Point{5e-324, 5e-324, 0}, Point{1e308, 1e308, 0}),
	} {
		for _, o := range []draw.Page{{}, {Title: "Title"}, {Width: 110, Height: 115}, {Width: 300, Height: 95, Title: strings.Repeat("title ", 99)}} {
			t.Run(fmt.Sprintf("%s/width=%g", name, o.Width), func(t *testing.T) { checkChart(t, chartOf(t, c, o)) })
		}
	}
}

// checkChart checks that nothing leaves the page or its frame, and that texts are apart.
func checkChart(t *testing.T, g *figure) {
	t.Helper()
	page := vg.Rectangle{Max: vg.Point{X: g.Width, Y: g.Height}}
	for n, q := range g.panels {
		if !draw.Within(q.Frame, page) || q.Frame.Max.X-q.Frame.Min.X < leastPanel || q.Frame.Max.Y-q.Frame.Min.Y < leastPanel {
			t.Errorf("frame %d is %v", n, q.Frame)
		}
		inner := draw.Grow(q.Frame, 1e-6-draw.Inset)
		for _, c := range q.curves {
			for _, p := range c.spots {
				if !draw.Within(draw.Spanning(p, p), inner) {
					t.Errorf("the marker at %v leaves %v", p, inner)
				}
			}
			for _, b := range c.bars {
				if box := draw.Spanning(b.From, b.To); !draw.Within(box, q.Frame) || b.From.X != b.To.X {
					t.Errorf("the bar from %v to %v leaves %v", b.From, b.To, q.Frame)
				}
			}
		}
	}
	for n, a := range g.Texts {
		box := a.Box()
		if !draw.Within(box, draw.Grow(page, 1e-6)) {
			t.Errorf("%q leaves the page: %v", a.Words, box)
		}
		for _, q := range g.panels {
			if draw.Overlap(box, q.Frame) {
				t.Errorf("%q is on the data: %v in %v", a.Words, box, q.Frame)
			}
		}
		for m, b := range g.Texts[:n] {
			// An exponent follows its 10.
			if draw.Overlap(draw.Grow(box, -1e-6), b.Box()) && (m != n-1 || a.Size >= draw.SmallSize) {
				t.Errorf("%q and %q overlap", a.Words, b.Words)
			}
		}
		for _, e := range g.Legend {
			if draw.Overlap(box, e.At) || !draw.Within(e.At, page) {
				t.Errorf("%q is on a sign of the legend, or that is off the page", a.Words)
			}
		}
	}
}

func TestChartErrors(t *testing.T) {
	log, linear := Axis{Log: true}, Axis{}
	many := simple(linear, linear, Point{1, 1, 0})
	for n := range 40 {
		many.Panels[0].Series = append(many.Panels[0].Series, Series{Name: fmt.Sprint(n)})
	}
	crowd := Chart{Panels: slices.Repeat(simple(linear, linear, Point{1, 1, 0}).Panels, 30)}
	nan, inf := math.NaN(), math.Inf(1)
	for name, tt := range map[string]struct {
		c    Chart
		want string
	}{
		"no panel":   {Chart{}, "the chart has no panel"},
		"columns":    {Chart{Panels: twoPanels().Panels, Columns: -1}, "a chart of -1 columns cannot be drawn: choose 1 or more, or 0 for one row"},
		"no series":  {Chart{Panels: []Panel{{}}}, "panel 1: there is no point to draw"},
		"no point":   {simple(linear, linear), "panel 1: there is no point to draw"},
		"x NaN":      {simple(linear, linear, Point{}, Point{nan, 0, 0}), `panel 1: series "s", point 2: x is NaN: want a finite number`},
		"y infinite": {simple(linear, log, Point{0, inf, 0}), `panel 1: series "s", point 1: y is +Inf: want a finite number`},
		"x below 0":  {simple(log, linear, Point{-1, 0, 0}), `panel 1: series "s", point 1: x is -1 on a logarithmic axis: want a number above 0`},
		"y 0":        {simple(log, log, Point{0, 0, 0}), `panel 1: series "s", point 1: y is 0 on a logarithmic axis: want a number above 0`},
		"large":      {simple(linear, linear, Point{2e12, 0, 0}), `panel 1: series "s", point 1: x is 2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd below 0": {simple(linear, linear, Point{0, 0, -1}), `panel 1: series "s", point 1: the standard deviation is -1: want 0 or more`},
		"sd NaN":     {simple(linear, linear, Point{0, 0, nan}), `panel 1: series "s", point 1: the standard deviation is NaN: want 0 or more`},
		"sd large":   {simple(linear, linear, Point{0, 1e12, 1e12}), `panel 1: series "s", point 1: the upper end of the bar is 2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd low":     {simple(linear, linear, Point{0, -1e12, 1e12}), `panel 1: series "s", point 1: the lower end of the bar is -2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd near it": {simple(linear, log, Point{0, 7e307, 1e308}), ""},
		"overflows":  {simple(linear, log, Point{0, 1e308, 1.7e308}), `panel 1: series "s", point 1: the upper end of the bar is +Inf: want a finite number`},
		"from 0":     {simple(Axis{Log: true, To: 1}, linear, Point{1, 0, 0}), "panel 1: the axis from 0 to 1: x is 0 on a logarithmic axis: want a number above 0"},
		"to NaN":     {simple(linear, Axis{To: nan}, Point{1, 0, 0}), "panel 1: the axis from 0 to NaN: y is NaN: want a finite number"},
		"names":      {many, "the chart has series of 41 names: at most 40 can be told apart"},
		"crowd":      {crowd, "the chart has no room on a page of 160 x 110 mm: choose a larger one, or fewer panels or series"},
	} {
		err := tt.c.Draw(io.Discard, "svg", draw.Page{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	for want, o := range map[string]draw.Page{
		"a figure of 1 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":          {Width: 1},
		"the chart has no room on a page of 70 x 60 mm: choose a larger one, or fewer panels or series": {Width: 70, Height: 60},
	} {
		if err := twoPanels().Draw(io.Discard, "svg", o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := twoPanels().Draw(io.Discard, "gif", draw.Page{}); err == nil || err.Error() != `there is no format "gif": choose svg, png or pdf` {
		t.Errorf("gif: %v", err)
	}
	if err := twoPanels().Draw(brokenWriter{}, "svg", draw.Page{}); err == nil {
		t.Error("a full disk is no error")
	}
}

func TestChartFiles(t *testing.T) {
	for _, format := range []string{"svg", "png", "pdf"} {
		var a, b bytes.Buffer
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := twoPanels().Draw(w, format, draw.Page{DPI: 72, Title: "Title"}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("format %s differs from one time to the next", format)
		}
		if format != "svg" {
			continue
		}
		s := parseSVG(a.Bytes())
		// The first series has five points in two panels, and one marker in the legend; its
		// bars are in the first panel, each of three parts.
		if n := len(s.subpaths("fill:#0072B2")); n != 5+1 {
			t.Errorf("%d markers of the first series", n)
		}
		lines, bars := 0, 0
		for _, p := range s.paths {
			switch {
			case !strings.HasPrefix(p.Style, "fill:none;stroke:#0072B2"):
			case strings.Contains(p.Style, "stroke-width:0.5"):
				bars += strings.Count(p.D, "M")
			default:
				lines += strings.Count(p.D, "M")
			}
		}
		// A line in the first panel and one in the legend; in the second, 0 stands alone.
		if lines != 2 || bars != 3*3 {
			t.Errorf("%d lines and %d parts of bars of the first series", lines, bars)
		}
	}
}

// FuzzLines draws charts of any numbers: what is not refused stays inside its frame.
func FuzzLines(f *testing.F) {
	f.Add(0.0, 1.0, 0.1, 1e-3, 2.0, 0.0, 0.0, 1.0, true, false, "a", uint8(1))
	f.Add(-1e12, 1e12, 0.0, 1e12, -1e12, 0.0, 0.0, 0.0, false, false, "\n", uint8(3))
	f.Add(5e-324, 5e-324, 5e-324, 1e308, 1e308, 1e307, 1e-300, 1e300, true, true, "x [y]", uint8(4))
	f.Fuzz(func(t *testing.T, x1, y1, sd1, x2, y2, sd2, from, to float64, logX, logY bool, name string, panels uint8) {
		c := simple(Axis{name, logX, from, to}, Axis{name, logY, 0, 0}, Point{x1, y1, sd1}, Point{x2, y2, sd2})
		c.Panels[0].Series[0].Name, c.Panels[0].Title = name, name
		for n := range int(panels % 5) {
			c.Panels = append(c.Panels, c.Panels[0])
			c.Columns = n
		}
		if c.check() != nil {
			return
		}
		page, err := draw.Page{}.Checked("svg")
		if err != nil {
			t.Fatal(err)
		}
		g, err := newFigure(c, page)
		if err != nil {
			return
		}
		checkChart(t, g)
		for _, format := range []string{"svg", "pdf"} {
			var b bytes.Buffer
			if err := c.Draw(&b, format, page); err != nil || format == "svg" && bytes.Contains(b.Bytes(), []byte("NaN")) {
				t.Fatalf("format %s: %v", format, err)
			}
		}
	})
}

// TestLooksOfFits: points that were measured, and a line through them.
func TestLooksOfFits(t *testing.T) {
	points := []Point{{1, 1, 0.5}, {10, 100, 5}}
	c := Chart{Panels: []Panel{{X: Axis{Log: true}, Y: Axis{Log: true}, Series: []Series{
		{Name: "first", Points: points, NoLine: true},
		{Name: "~ n^{2.0}", Points: points, NoMarks: true, Like: "first"},
		{Name: "second", Points: points},
		{Name: "theory", Points: points, NoMarks: true},
	}}}}
	g := chartOf(t, c, draw.Page{})
	want := []look{
		{style: 0, dash: 0, marks: true},
		{style: 0, dash: 1, line: true, like: "first"},
		{style: 1, dash: 1, line: true, marks: true},
		{style: 2, dash: 2, line: true},
	}
	for n, l := range want {
		if g.panels[0].curves[n].look != l {
			t.Errorf("series %d looks like %v", n, g.panels[0].curves[n].look)
		}
	}
	// The exponent is small, and above the line.
	n := slices.IndexFunc(g.Texts, func(x draw.Text) bool { return x.Words == "2.0" && x.Size < draw.SmallSize })
	if n < 1 || g.Texts[n-1].Words != "~ n" || g.Texts[n].At.Y <= g.Texts[n-1].At.Y || g.Texts[n].At.X <= g.Texts[n-1].At.X {
		t.Errorf("the exponent is text %d", n)
	}
	var b bytes.Buffer
	if err := c.Draw(&b, "svg", draw.Page{}); err != nil {
		t.Fatal(err)
	}
	s := parseSVG(b.Bytes())
	// Two markers of each, and one in the legend.
	if first, second, theory := s.subpaths("fill:#0072B2"), s.subpaths("fill:#E69F00"), s.subpaths("fill:#009E73"); len(first) != 3 || len(second) != 3 || len(theory) != 0 {
		t.Errorf("%d, %d and %d markers", len(first), len(second), len(theory))
	}
	if lines := s.subpaths("fill:none;stroke:#0072B2"); len(lines) != 2+4*3 { // and bars with caps
		t.Errorf("%d lines of the first colour", len(lines))
	}
	c.Panels[0].Series[2].NoLine, c.Panels[0].Series[2].NoMarks = true, true
	checkChartError(t, c, `panel 1: series "second" has neither a line nor markers`)
	c.Panels[0].Series[2] = Series{Name: "second", Points: points, Like: "third"}
	checkChartError(t, c, `panel 1: series "second" is to be like "third", which is not one of the chart with a colour of its own`)
	c.Panels[0].Series[2].Like = "~ n^{2.0}"
	checkChartError(t, c, `panel 1: series "second" is to be like "~ n^{2.0}", which is not one of the chart with a colour of its own`)
}

func checkChartError(t *testing.T, c Chart, want string) {
	t.Helper()
	if err := c.Draw(io.Discard, "svg", draw.Page{}); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
