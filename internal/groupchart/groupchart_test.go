package groupchart

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/partition"
)

// viewOf returns the view of groups of one value each, counts[x][y].
func viewOf(t *testing.T, samples bool, counts ...[]float64) *groupview.View {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: len(counts), M: len(counts[0]), Cells: new(frontier.Cells)}
	for x, row := range counts {
		p.XLabels = append(p.XLabels, fmt.Sprintf("group %03d", x))
		for y, v := range row {
			if v > 0 {
				p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, v)
			}
		}
	}
	for y := range counts[0] {
		p.YLabels = append(p.YLabels, []string{"no", "yes", "maybe", "never", "often", "rarely", "twice", "once", "always"}[y])
	}
	if n := int64(1); samples {
		p.Samples = &n
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(partition.Identity(p.N))}})
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := groupview.Of(f, f.At(0), "", 3)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// layOf returns the last panel of a laid-out figure.
func layOf(t *testing.T, v *groupview.View, o Options) *panel {
	t.Helper()
	o.X, o.Y = "job", "paid"
	page, err := o.Page.Checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	g := newFigure(v, &o)
	g.Sheet = page.Sheet()
	if err := g.lay(page); err != nil {
		t.Fatal(err)
	}
	return g.panels[len(g.panels)-1]
}

// drawn returns a drawing as SVG.
func drawn(t *testing.T, v *groupview.View, o Options) string {
	t.Helper()
	var out bytes.Buffer
	o.X, o.Y = "job", "paid"
	if err := Draw(&out, v, "svg", o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// mixed are counts of four values, and many of nine.
var (
	mixed = [][]float64{{50, 20, 20, 10}, {10, 60, 20, 10}, {0, 0, 0, 30}}
	many  = [][]float64{{50, 20, 20, 10, 1, 2, 3, 4, 5}, {10, 60, 20, 10, 9, 8, 7, 6, 5}, {0, 0, 0, 30, 0, 0, 0, 9, 1}}
)

func TestTexts(t *testing.T) {
	two := viewOf(t, true, []float64{500, 1500}, []float64{20, 5}, []float64{0, 3})
	for name, test := range map[string]struct {
		v    *groupview.View
		o    Options
		want []string
	}{
		"rates":  {two, Options{Records: 2028}, []string{"group 000", "group 002", ">99 % (2,000)<", ">0.1 % (3)<", "rate of paid = yes, in %", "rate of paid = yes, with 95 % interval", ">all<"}},
		"WoE":    {two, Options{WoE: true, Page: draw.Page{Title: "Loans & more", Theme: draw.DarkTheme}}, []string{">Loans &amp; more</title>", "WoE of paid = yes, in nats", "<desc id=\"desc\">group 002: WoE of paid = yes 1"}},
		"narrow": {two, Options{Records: 2028, Page: draw.Page{Width: 80}}, []string{">99 %<", ">share<", "rate of paid = yes, in %"}},
		"mix":    {viewOf(t, true, mixed...), Options{Page: draw.Page{Title: "Mixed"}}, []string{">maybe 20<", ">10<", ">never<", ">all<", "paid in the group, in %", "all: yes 35 %"}},
		"apart":  {viewOf(t, true, many...), Options{}, []string{"paid, against the average", ">never 75 %<", "+50 %"}},
	} {
		svg := drawn(t, test.v, test.o)
		for _, want := range test.want {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: there is no %s", name, want)
			}
		}
	}
	if svg := drawn(t, viewOf(t, false, []float64{0.1, 0.4}, []float64{0.5, 0}), Options{}); strings.Contains(svg, "interval") || strings.Contains(svg, "(") && strings.Contains(svg, "% (") {
		t.Error("probabilities have records and intervals")
	}
}

// TestMarks: dots are at the values and inside their frame, parts of distributions fill it, and differences go to
// the side that they are on.
func TestMarks(t *testing.T) {
	g := layOf(t, viewOf(t, true, []float64{500, 1500}, []float64{20, 5}, []float64{0, 3}), Options{Page: draw.Page{Width: 160, Height: 80}})
	if len(g.dots) != 3 || len(g.bars) != 3 || g.dots[0].Y <= g.dots[1].Y || g.dots[0].X <= g.dots[1].X || g.dots[1].X <= g.dots[2].X {
		t.Errorf("dots at %v", g.dots)
	}
	if at := g.about.Place(75, 1); math.Abs(float64(at.X-g.dots[1].X)) > 1e-6 || math.Abs(float64(at.Y-g.dots[1].Y)) > 1e-6 {
		t.Errorf("75 %% is at %v, and its dot at %v", at, g.dots[1])
	}
	for _, x := range []float64{float64(g.bars[2].From.X), float64(g.bars[0].To.X), float64(g.whole[0].X)} {
		if x < float64(g.about.Frame.Min.X) || x > float64(g.about.Frame.Max.X) {
			t.Errorf("%g is outside the frame", x)
		}
	}
	for _, width := range []float64{84, 160, 300} {
		g = layOf(t, viewOf(t, true, mixed...), Options{Page: draw.Page{Width: width}})
		last := len(g.pieces) - 1
		if from, to := g.pieces[0].box.Min.X-g.about.Frame.Min.X, g.pieces[last].box.Max.X-g.about.Frame.Max.X; math.Abs(float64(from))+math.Abs(float64(to)) > 1e-6 {
			t.Errorf("%g mm: parts begin %g right of the frame and end %g right of it", width, from, to)
		}
		for n, p := range g.pieces {
			if p.label.Words != "" && !draw.Within(p.label.Box(), p.box) {
				t.Errorf("%g mm: label %d is %v, and its part %v", width, n, p.label.Box(), p.box)
			}
		}
		g = layOf(t, viewOf(t, true, many...), Options{Page: draw.Page{Width: width}})
		for _, p := range g.pieces {
			if mid := g.whole[0].X; p.hue == 0 && p.box.Min.X != mid || p.hue == 1 && p.box.Max.X != mid || !draw.Within(p.box, g.about.Frame) {
				t.Errorf("%g mm: %+v at the wrong side of %g", width, p, mid)
			}
		}
	}
}

// TestNothingOverlaps: no text is over another one, or outside the page, at the width of a column and of a page.
func TestNothingOverlaps(t *testing.T) {
	long := viewOf(t, true, mixed...)
	for n := range long.Rows {
		for k := range 40 {
			long.Rows[n].Values = append(long.Rows[n].Values, fmt.Sprintf("department of transportation, office %d", 40*n+k))
		}
	}
	title := "3 groups of 120 values of office keep 90 % of what office says about paid, 88 % on records held out; proved best for 3 groups."
	views := map[string]*groupview.View{
		"long": long, "apart": viewOf(t, true, many...), "two": viewOf(t, true, []float64{500, 1500}, []float64{20, 5}),
		"both": viewOf(t, true, mixed...), "a rate and differences": viewOf(t, true, []float64{50, 15}, []float64{2, 5}, []float64{1, 1}),
	}
	views["both"].Second, views["a rate and differences"].Second = viewOf(t, true, mixed...), viewOf(t, true, many...)
	for name, v := range views {
		for _, width := range []float64{70, 84, 120, 160, 254} {
			g := layOf(t, v, Options{Records: 1e6, Page: draw.Page{Title: title, Width: width}})
			for n, a := range g.Texts {
				for _, b := range g.Texts[:n] {
					if draw.Overlap(a.Box(), b.Box()) {
						t.Errorf("%s, %g mm: %q is over %q", name, width, a.Words, b.Words)
					}
				}
				if box := a.Box(); box.Min.X < 0 || box.Max.X > g.Width || box.Min.Y < 0 || box.Max.Y > g.Height {
					t.Errorf("%s, %g mm: %q is at %v", name, width, a.Words, box)
				}
			}
		}
	}
}

// TestSecond: what groups say about a second variable is in a frame of its own beside that about Y, in other colours,
// with a row of all records if there is one.
func TestSecond(t *testing.T) {
	v := viewOf(t, true, []float64{50, 15}, []float64{2, 5}, []float64{1, 1})
	v.Second = viewOf(t, true, mixed...)
	g := layOf(t, v, Options{Second: "sex", Page: draw.Page{Width: 84}})
	first := g.panels[0]
	if len(first.dots) != 4 || len(g.pieces) != 13 || first.about.Frame.Max.X >= g.about.Frame.Min.X || g.hasShares() && g.about.Frame.Max.X >= g.shares.Min.X {
		t.Errorf("%d dots up to %g, and %d parts from %g on", len(first.dots), first.about.Frame.Max.X, len(g.pieces), g.about.Frame.Min.X)
	}
	for _, p := range []*panel{first, g} {
		if a, b := p.about.Place(0, 1).Y, first.about.Place(0, 1).Y; a != b {
			t.Errorf("rows at %g and %g", a, b)
		}
	}
	svg := drawn(t, v, Options{Second: "sex", Page: draw.Page{Title: "Both"}})
	for _, want := range []string{"sex in the group, in %", "paid = yes, in %", "rate of paid = yes 71.43, yes 20 %, no 50 %"} {
		if !strings.Contains(svg, want) {
			t.Errorf("there is no %s", want)
		}
	}
	two := viewOf(t, true, mixed...)
	two.Second = viewOf(t, true, mixed...)
	if g = layOf(t, two, Options{Second: "sex"}); len(g.Legend) != 8 || g.colour(0) == g.panels[0].colour(0) {
		t.Errorf("%d entries of the legend, and %v for the first value of both", len(g.Legend), g.colour(0))
	}
}

// TestManyGroups: a page has the largest groups in their order, and sums up the rest.
func TestManyGroups(t *testing.T) {
	counts := make([][]float64, 300)
	for x := range counts {
		counts[x] = []float64{1, float64(1 + x)}
	}
	v := viewOf(t, true, counts...)
	g := layOf(t, v, Options{Page: draw.Page{Height: 240}})
	rest := g.lines[len(g.lines)-1]
	if len(g.lines) < 50 || len(g.lines) > 70 || rest.label != fmt.Sprintf("%d more groups", 301-len(g.lines)) {
		t.Fatalf("%d rows, the last of them %q", len(g.lines), rest.label)
	}
	share := 0.0
	for n, l := range g.lines {
		if share += l.Share; n > 0 && !l.sum && l.Value > g.lines[n-1].Value {
			t.Errorf("row %d is not in order", n)
		}
	}
	if math.Abs(share-1) > 1e-9 {
		t.Errorf("shares add up to %g", share)
	}
	if g = layOf(t, v, Options{Page: draw.Page{Height: 1000}}); len(g.lines) < 270 {
		t.Errorf("a page of a metre has %d rows", len(g.lines))
	}
}

// TestLegend compares what the legends say with the words of all views.
func TestLegend(t *testing.T) {
	known := map[string]bool{words.Columns.All: true, "no": true, "yes": true, "maybe": true, "never": true}
	for _, v := range []*groupview.View{viewOf(t, true, mixed...), viewOf(t, true, many...), viewOf(t, true, []float64{500, 1500}, []float64{20, 5})} {
		for _, e := range layOf(t, v, Options{}).Legend {
			if !known[e.Words] && e.Words != strings.ReplaceAll(words.Columns.Rate, "{event}", "paid = yes")+", with "+words.Columns.Interval {
				t.Errorf("the legend says %q", e.Words)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	none := viewOf(t, true, []float64{1, 2})
	none.Kind, none.Rows[0].Share = groupview.None, math.NaN()
	unknown := viewOf(t, true, []float64{1, 2})
	unknown.Rows[0].Value = math.NaN()
	for want, test := range map[string]struct {
		v *groupview.View
		o Options
	}{
		"there is nothing to draw of its groups": {none, Options{}},
		"no group has a known value":             {unknown, Options{}},
		"a figure of 20 x 60 mm cannot be":       {viewOf(t, true, []float64{1, 2}), Options{Page: draw.Page{Width: 20}}},
	} {
		if err := Draw(&bytes.Buffer{}, test.v, "svg", test.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
