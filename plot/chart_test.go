package plot

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
)

// twoPanels is a chart with all that a chart can have.
func twoPanels() Chart {
	size := ChartAxis{Name: "sample size N", Log: true}
	depth := ChartAxis{Name: "search depth ε [bits]", Log: true}
	return Chart{Panels: []Panel{
		{Title: "(a)", X: size, Y: ChartAxis{Name: "precision", To: 1}, Series: []Series{
			{Name: "ε = 0", Points: []ChartPoint{{100, 0.1, 0.05}, {1e4, 0.5, 0.1}, {1e6, 0.9, 0.02}}},
			{Name: "ε = 0.1", Points: []ChartPoint{{100, 0.2, 0.05}, {1e4, 0.6, 0.1}, {1e6, 1, 0}}},
		}},
		{Title: "(b)", X: depth, Y: ChartAxis{Name: "time [s]", Log: true}, Series: []Series{
			{Name: "exact", Points: []ChartPoint{{0, 0.1, 0.02}, {1e-4, 0.2, 0.2}, {1e-2, 7, 1}, {0, 0.2, 0}}},
			{Name: "ε = 0", Points: []ChartPoint{{0, 0.5, 0}, {1e-3, 2, 0}}},
		}},
	}}
}

// simple returns a chart of one panel and one series.
func simple(x, y ChartAxis, points ...ChartPoint) Chart {
	return Chart{Panels: []Panel{{X: x, Y: y, Series: []Series{{Name: "s", Points: points}}}}}
}

// chartOf lays out a chart as [Lines] does.
func chartOf(t testing.TB, c Chart, o Options) *chartFigure {
	t.Helper()
	o, err := checked(SVG, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	g, err := newChartFigure(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestChartPlaces checks places on a linear and a logarithmic axis by the rule of three.
func TestChartPlaces(t *testing.T) {
	points := []ChartPoint{{10, 2, 0.5}, {1000, 4, 0}, {1e5, 3, 1.5}}
	q := chartOf(t, simple(ChartAxis{Log: true}, ChartAxis{}, points...), Options{}).panels[0]
	frame := grow(q.frame, -inset)
	x := []vg.Length{frame.Min.X, (frame.Min.X + frame.Max.X) / 2, frame.Max.X}
	// The bars reach from 1.5 to 4.5.
	y := func(v vg.Length) vg.Length { return frame.Min.Y + (v-1.5)/3*(frame.Max.Y-frame.Min.Y) }
	want := []vg.Point{{X: x[0], Y: y(2)}, {X: x[1], Y: y(4)}, {X: x[2], Y: y(3)}}
	bars := []mark{{vg.Point{X: x[0], Y: y(1.5)}, vg.Point{X: x[0], Y: y(2.5)}}, {vg.Point{X: x[2], Y: y(1.5)}, vg.Point{X: x[2], Y: y(4.5)}}}
	near := cmp.Comparer(func(a, b vg.Length) bool { return math.Abs(float64(a-b)) < 1e-9 })
	if d := cmp.Diff(curve{look{line: true, marks: true}, [][]vg.Point{want}, want, bars}, q.curves[0], near, cmp.AllowUnexported(curve{}, mark{}, look{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(q.breaks) != 0 {
		t.Errorf("breaks at %v", q.breaks)
	}
}

// TestZeroHasAHome checks what becomes of an x of 0 on a logarithmic axis: it stands apart,
// has a tick, no line leads to it, and on both sides the frame is interrupted between.
func TestZeroHasAHome(t *testing.T) {
	points := []ChartPoint{{0, 1, 0}, {0, 2, 0}, {0.01, 3, 0}, {1, 4, 0}, {0, 5, 0}}
	g := chartOf(t, simple(ChartAxis{Log: true}, ChartAxis{}, points...), Options{})
	q := g.panels[0]
	c := q.curves[0]
	if len(c.lines) != 3 || len(c.lines[0]) != 2 || len(c.lines[1]) != 2 || len(c.lines[2]) != 1 {
		t.Fatalf("the lines are %v", c.lines)
	}
	home, least, most := c.spots[0].X, c.spots[2].X, c.spots[3].X
	if home != q.frame.Min.X+inset || c.spots[1].X != home || c.spots[4].X != home || math.Abs(float64(most-(q.frame.Max.X-inset))) > 1e-9 {
		t.Errorf("0 is at %v and 1 at %v in %v", home, most, q.frame)
	}
	if part := float64((least - home) / (most - home)); math.Abs(part-zeroRoom) > 1e-9 {
		t.Errorf("0 takes %g of the axis", part)
	}
	if len(q.breaks) != 2 || q.breaks[0].Y != q.frame.Min.Y || q.breaks[1].Y != q.frame.Max.Y ||
		q.breaks[0].X <= home || q.breaks[0].X >= least || q.breaks[1].X != q.breaks[0].X {
		t.Errorf("breaks at %v, between %v and %v", q.breaks, home, least)
	}
	if !slices.ContainsFunc(g.texts, func(x text) bool { return x.s == "0" && math.Abs(float64((x.box().Min.X+x.box().Max.X)/2-home)) < 1e-9 }) {
		t.Error("0 has no label")
	}
	for _, m := range q.marks {
		if m.from.Y == q.frame.Min.Y && m.from.X > home+1e-9 && m.from.X < least-1e-9 {
			t.Errorf("a tick at %v, left of the break", m.from)
		}
	}
	alone := chartOf(t, simple(ChartAxis{Log: true}, ChartAxis{}, ChartPoint{}), Options{})
	if p := alone.panels[0]; p.curves[0].spots[0].X != p.frame.Min.X+inset {
		t.Errorf("0 alone is at %v", p.curves[0].spots)
	}
	if linear := chartOf(t, simple(ChartAxis{}, ChartAxis{}, points...), Options{}).panels[0]; len(linear.breaks) != 0 || len(linear.curves[0].lines) != 1 {
		t.Errorf("a linear axis has a break: %v, %v", linear.breaks, linear.curves[0].lines)
	}
}

// TestBarsBelowZeroEndAtTheFrame: a logarithmic axis has no place for their lower ends.
func TestBarsBelowZeroEndAtTheFrame(t *testing.T) {
	for _, sd := range []float64{1, 2} {
		q := chartOf(t, simple(ChartAxis{}, ChartAxis{Log: true}, ChartPoint{0, 1, sd}, ChartPoint{1, 100, 10}), Options{}).panels[0]
		bars := q.curves[0].bars
		if len(bars) != 2 || bars[0].from.Y != q.frame.Min.Y || bars[1].from.Y <= q.frame.Min.Y+inset || bars[0].to.Y <= q.curves[0].spots[0].Y {
			t.Errorf("sd %g: bars %v in %v", sd, bars, q.frame)
		}
		if q.curves[0].spots[0].Y != q.frame.Min.Y+inset {
			t.Errorf("sd %g: the axis begins below 1, which is at %v", sd, q.curves[0].spots[0])
		}
	}
}

func TestAxesHoldTheirEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		a      ChartAxis
		values []float64
		lo, hi float64
		zero   bool
	}{
		"data":              {ChartAxis{}, []float64{3, -1}, -1, 3, false},
		"one value":         {ChartAxis{}, []float64{5}, 5, 10, false},
		"to 1":              {ChartAxis{To: 1}, []float64{0.2}, 0, 1, false},
		"beyond":            {ChartAxis{From: 1, To: -2}, []float64{5}, -2, 5, false},
		"decades":           {ChartAxis{Log: true}, []float64{1000, 10}, 1, 3, false},
		"less than one":     {ChartAxis{Log: true}, []float64{10}, 0.5, 1.5, false},
		"from 1 to 100":     {ChartAxis{Log: true, From: 1, To: 100}, []float64{10}, 0, 2, false},
		"zero":              {ChartAxis{Log: true}, []float64{0, 1, 100}, -2 * zeroRoom / (1 - zeroRoom), 2, true},
		"zero alone":        {ChartAxis{Log: true}, []float64{0}, -0.5 - zeroRoom/(1-zeroRoom), 0.5, true},
		"the smallest ones": {ChartAxis{Log: true}, []float64{5e-324, math.MaxFloat64}, math.Log10(5e-324), math.Log10(math.MaxFloat64), false},
	} {
		got := tt.a.holding(tt.values)
		if math.Abs(got.lo-tt.lo) > 1e-12 || math.Abs(got.hi-tt.hi) > 1e-12 || got.zero != tt.zero || got.log != tt.a.Log {
			t.Errorf("%s: %+v, want %g to %g", name, got, tt.lo, tt.hi)
		}
	}
}

func TestChartLegend(t *testing.T) {
	g := chartOf(t, twoPanels(), Options{})
	var words []string
	var signs []int
	for _, e := range g.legend {
		words, signs = append(words, e.words), append(signs, e.sign)
	}
	if !slices.Equal(words, []string{"ε = 0", "ε = 0.1", "exact", "± 1 sd"}) || !slices.Equal(signs, []int{0, 1, 2, barStyle}) {
		t.Errorf("the legend is %q with signs %v", words, signs)
	}
	// The same name has the same style in both panels.
	if a, b := g.panels[0].curves, g.panels[1].curves; a[0].style != 0 || a[1].style != 1 || b[0].style != 2 || b[1].style != 0 {
		t.Errorf("styles %d, %d and %d, %d", a[0].style, a[1].style, b[0].style, b[1].style)
	}
	c := simple(ChartAxis{}, ChartAxis{}, ChartPoint{1, 1, 0})
	if g := chartOf(t, c, Options{}); len(g.legend) != 1 || g.legend[0].words != "s" {
		t.Errorf("without bars the legend is %v", g.legend)
	}
	c.Panels[0].Series[0].Name = ""
	if g := chartOf(t, c, Options{}); len(g.legend) != 0 {
		t.Errorf("without names the legend is %v", g.legend)
	}
}

// TestPanelsAreInRows checks the order of panels, and that they are side by side if there
// are fewer than columns.
func TestPanelsAreInRows(t *testing.T) {
	c := twoPanels()
	c.Panels = append(c.Panels, c.Panels[0])
	for columns, rows := range map[int]string{0: "aaa", 1: "abc", 2: "aab", 3: "aaa", 9: "aaa"} {
		c.Columns = columns
		g := chartOf(t, c, Options{Width: 300, Height: 300})
		for n, q := range g.panels {
			if n == 0 {
				continue
			}
			p := g.panels[n-1]
			beside := q.frame.Min.Y == p.frame.Min.Y && q.frame.Min.X > p.frame.Max.X
			below := q.frame.Max.Y < p.frame.Min.Y && q.frame.Min.X <= p.frame.Min.X
			if same := rows[n] == rows[n-1]; beside != same || below == same {
				t.Errorf("%d columns: panel %d is at %v, after %v", columns, n, q.frame, p.frame)
			}
		}
		if right := g.panels[len(rows)-1].frame.Max.X; rows == "aaa" && right < g.width-4*mm {
			t.Errorf("%d columns: the page is empty from %v on", columns, right)
		}
	}
}

func TestStylesDiffer(t *testing.T) {
	known := make(map[string]int)
	for n := range maxStyles {
		look := fmt.Sprint(hueOf(n), markerOf(n))
		if m, ok := known[look]; ok {
			t.Errorf("styles %d and %d look the same", m, n)
		}
		known[look] = n
		// Neighbours differ in all three.
		if n > 0 && (hueOf(n) == hueOf(n-1) || fmt.Sprint(markerOf(n)) == fmt.Sprint(markerOf(n-1)) || fmt.Sprint(dashOf(n)) == fmt.Sprint(dashOf(n-1))) {
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
	wide := simple(ChartAxis{}, ChartAxis{}, ChartPoint{-1e12, -1e12, 0}, ChartPoint{1e12, 1e12, 0})
	narrow := simple(ChartAxis{Log: true}, ChartAxis{Log: true}, ChartPoint{0, 2e-9, 1e-9}, ChartPoint{3e-7, 4e-9, 0})
	for name, c := range map[string]Chart{
		"two": twoPanels(), "long": long, "four": four, "three": three, "wide": wide, "narrow": narrow,
		"powers": simple(ChartAxis{Log: true}, ChartAxis{Log: true}, ChartPoint{5e-324, 5e-324, 0}, ChartPoint{1e308, 1e308, 0}),
	} {
		for _, o := range []Options{{}, {Title: "Title"}, {Width: 110, Height: 115}, {Width: 300, Height: 95, Title: strings.Repeat("title ", 99)}} {
			t.Run(fmt.Sprintf("%s/width=%g", name, o.Width), func(t *testing.T) { checkChart(t, chartOf(t, c, o)) })
		}
	}
}

// checkChart checks that nothing leaves the page or its frame, and that texts are apart.
func checkChart(t *testing.T, g *chartFigure) {
	t.Helper()
	page := vg.Rectangle{Max: vg.Point{X: g.width, Y: g.height}}
	for n, q := range g.panels {
		if !within(q.frame, page) || q.frame.Max.X-q.frame.Min.X < leastPanel || q.frame.Max.Y-q.frame.Min.Y < leastPanel {
			t.Errorf("frame %d is %v", n, q.frame)
		}
		inner := grow(q.frame, 1e-6-inset)
		for _, c := range q.curves {
			for _, p := range c.spots {
				if !within(spanning(p, p), inner) {
					t.Errorf("the marker at %v leaves %v", p, inner)
				}
			}
			for _, b := range c.bars {
				if box := spanning(b.from, b.to); !within(box, q.frame) || b.from.X != b.to.X {
					t.Errorf("the bar from %v to %v leaves %v", b.from, b.to, q.frame)
				}
			}
		}
	}
	for n, a := range g.texts {
		box := a.box()
		if !within(box, grow(page, 1e-6)) {
			t.Errorf("%q leaves the page: %v", a.s, box)
		}
		for _, q := range g.panels {
			if overlap(box, q.frame) {
				t.Errorf("%q is on the data: %v in %v", a.s, box, q.frame)
			}
		}
		for m, b := range g.texts[:n] {
			// An exponent follows its 10.
			if overlap(grow(box, -1e-6), b.box()) && (m != n-1 || a.size != powerSize) {
				t.Errorf("%q and %q overlap", a.s, b.s)
			}
		}
		for _, e := range g.legend {
			if overlap(box, e.at) || !within(e.at, page) {
				t.Errorf("%q is on a sign of the legend, or that is off the page", a.s)
			}
		}
	}
}

func TestChartErrors(t *testing.T) {
	log, linear := ChartAxis{Log: true}, ChartAxis{}
	many := simple(linear, linear, ChartPoint{1, 1, 0})
	for n := range 40 {
		many.Panels[0].Series = append(many.Panels[0].Series, Series{Name: fmt.Sprint(n)})
	}
	crowd := Chart{Panels: slices.Repeat(simple(linear, linear, ChartPoint{1, 1, 0}).Panels, 30)}
	nan, inf := math.NaN(), math.Inf(1)
	for name, tt := range map[string]struct {
		c    Chart
		want string
	}{
		"no panel":   {Chart{}, "the chart has no panel"},
		"columns":    {Chart{Panels: twoPanels().Panels, Columns: -1}, "a chart of -1 columns cannot be drawn: choose 1 or more, or 0 for one row"},
		"no series":  {Chart{Panels: []Panel{{}}}, "panel 1: there is no point to draw"},
		"no point":   {simple(linear, linear), "panel 1: there is no point to draw"},
		"x NaN":      {simple(linear, linear, ChartPoint{}, ChartPoint{nan, 0, 0}), `panel 1: series "s", point 2: x is NaN: want a finite number`},
		"y infinite": {simple(linear, log, ChartPoint{0, inf, 0}), `panel 1: series "s", point 1: y is +Inf: want a finite number`},
		"x below 0":  {simple(log, linear, ChartPoint{-1, 0, 0}), `panel 1: series "s", point 1: x is -1 on a logarithmic axis: want a number above 0`},
		"y 0":        {simple(log, log, ChartPoint{0, 0, 0}), `panel 1: series "s", point 1: y is 0 on a logarithmic axis: want a number above 0`},
		"large":      {simple(linear, linear, ChartPoint{2e12, 0, 0}), `panel 1: series "s", point 1: x is 2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd below 0": {simple(linear, linear, ChartPoint{0, 0, -1}), `panel 1: series "s", point 1: the standard deviation is -1: want 0 or more`},
		"sd NaN":     {simple(linear, linear, ChartPoint{0, 0, nan}), `panel 1: series "s", point 1: the standard deviation is NaN: want 0 or more`},
		"sd large":   {simple(linear, linear, ChartPoint{0, 1e12, 1e12}), `panel 1: series "s", point 1: the upper end of the bar is 2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd low":     {simple(linear, linear, ChartPoint{0, -1e12, 1e12}), `panel 1: series "s", point 1: the lower end of the bar is -2e+12: want a number of at most 1e+12, or a logarithmic axis`},
		"sd near it": {simple(linear, log, ChartPoint{0, 7e307, 1e308}), ""},
		"overflows":  {simple(linear, log, ChartPoint{0, 1e308, 1.7e308}), `panel 1: series "s", point 1: the upper end of the bar is +Inf: want a finite number`},
		"from 0":     {simple(ChartAxis{Log: true, To: 1}, linear, ChartPoint{1, 0, 0}), "panel 1: the axis from 0 to 1: x is 0 on a logarithmic axis: want a number above 0"},
		"to NaN":     {simple(linear, ChartAxis{To: nan}, ChartPoint{1, 0, 0}), "panel 1: the axis from 0 to NaN: y is NaN: want a finite number"},
		"names":      {many, "the chart has series of 41 names: at most 40 can be told apart"},
		"crowd":      {crowd, "the chart has no room on a page of 160 x 110 mm: choose a larger one, or fewer panels or series"},
	} {
		err := Lines(io.Discard, tt.c, SVG, Options{})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
	for want, o := range map[string]Options{
		"a figure of 1 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":          {Width: 1},
		"the chart has no room on a page of 70 x 60 mm: choose a larger one, or fewer panels or series": {Width: 70, Height: 60},
	} {
		if err := Lines(io.Discard, twoPanels(), SVG, o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := Lines(io.Discard, twoPanels(), 9, Options{}); err == nil || err.Error() != "format 9 is not one of SVG, PNG and PDF" {
		t.Errorf("format 9: %v", err)
	}
	if err := Lines(brokenWriter{}, twoPanels(), SVG, Options{}); err == nil {
		t.Error("a full disk is no error")
	}
}

func TestChartFiles(t *testing.T) {
	for _, format := range []Format{SVG, PNG, PDF} {
		var a, b bytes.Buffer
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := Lines(w, twoPanels(), format, Options{DPI: 72, Title: "Title"}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("format %d differs from one time to the next", format)
		}
		if format != SVG {
			continue
		}
		s := parseSVG(t, a.Bytes())
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
		c := simple(ChartAxis{name, logX, from, to}, ChartAxis{name, logY, 0, 0}, ChartPoint{x1, y1, sd1}, ChartPoint{x2, y2, sd2})
		c.Panels[0].Series[0].Name, c.Panels[0].Title = name, name
		for n := range int(panels % 5) {
			c.Panels = append(c.Panels, c.Panels[0])
			c.Columns = n
		}
		if c.check() != nil {
			return
		}
		o, err := checked(SVG, Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := newChartFigure(c, o)
		if err != nil {
			return
		}
		checkChart(t, g)
		for _, format := range []Format{SVG, PDF} {
			var b bytes.Buffer
			if err := Lines(&b, c, format, o); err != nil || format == SVG && bytes.Contains(b.Bytes(), []byte("NaN")) {
				t.Fatalf("format %d: %v", format, err)
			}
		}
	})
}

// TestLooksOfFits: points that were measured, and a line through them.
func TestLooksOfFits(t *testing.T) {
	points := []ChartPoint{{1, 1, 0.5}, {10, 100, 5}}
	c := Chart{Panels: []Panel{{X: ChartAxis{Log: true}, Y: ChartAxis{Log: true}, Series: []Series{
		{Name: "first", Points: points, NoLine: true},
		{Name: "~ n^{2.0}", Points: points, NoMarks: true, Like: "first"},
		{Name: "second", Points: points},
		{Name: "theory", Points: points, NoMarks: true},
	}}}}
	g := chartOf(t, c, Options{})
	want := []look{
		{style: 0, dash: 0, marks: true},
		{style: 0, dash: 1, line: true, like: "first"},
		{style: 1, dash: 1, line: true, marks: true},
		{style: 2, dash: 2, line: true},
	}
	if !slices.Equal(g.looks, want) {
		t.Errorf("the legend shows %v", g.looks)
	}
	for n, l := range want {
		if g.panels[0].curves[n].look != l {
			t.Errorf("series %d looks like %v", n, g.panels[0].curves[n].look)
		}
	}
	// The exponent is small, and above the line.
	n := slices.IndexFunc(g.texts, func(x text) bool { return x.s == "2.0" && x.size == powerSize })
	if n < 1 || g.texts[n-1].s != "~ n" || g.texts[n].at.Y <= g.texts[n-1].at.Y || g.texts[n].at.X <= g.texts[n-1].at.X {
		t.Errorf("the exponent is text %d", n)
	}
	var b bytes.Buffer
	if err := Lines(&b, c, SVG, Options{}); err != nil {
		t.Fatal(err)
	}
	s := parseSVG(t, b.Bytes())
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
	if err := Lines(io.Discard, c, SVG, Options{}); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestPartsOf(t *testing.T) {
	for s, want := range map[string][]part{
		"":              {{"", false}},
		"n":             {{"n", false}},
		"n^{4.9}":       {{"n", false}, {"4.9", true}, {"", false}},
		"n^{2} + m^{3}": {{"n", false}, {"2", true}, {" + m", false}, {"3", true}, {"", false}},
		"n^{2":          {{"n^{2", false}},
		"n^2 {x}":       {{"n^2 {x}", false}},
	} {
		if got := partsOf(s); !slices.Equal(got, want) {
			t.Errorf("%q: %v", s, got)
		}
	}
}
