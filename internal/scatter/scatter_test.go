package scatter

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
)

// comparison returns n methods of two points each, one on the truth and one below.
func comparison(n int) Data {
	truth := []judge.Point{{Optimal: true}, {H: 1, I: 0.5, Optimal: true}, {H: 2, I: 0.8, Optimal: true}}
	c := Data{Name: "table.csv", Truth: truth}
	for k := range n {
		c.Methods = append(c.Methods, Method{
			Name: "method-" + string(rune('a'+k)), Points: []judge.Point{truth[1], {H: 1.5, I: 0.1 + 0.02*float64(k)}},
		})
	}
	return c
}

// comparisonOf lays out a figure as [Draw] does.
func comparisonOf(t testing.TB, c Data, o draw.Page) *figure {
	t.Helper()
	if o.Height == 0 && c.Panels {
		o.Height = panelsHeight(len(c.Methods), cmp.Or(o.Width, 160))
	}
	page, err := o.Checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(&c, page)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestComparedPointsHaveTheirPlaces checks by the rule of three which markers are filled
// and where they are.
func TestComparedPointsHaveTheirPlaces(t *testing.T) {
	for _, panels := range []bool{false, true} {
		c := comparison(4)
		c.Panels = panels
		g := comparisonOf(t, c, draw.Page{})
		seen := 0
		for n, p := range g.panels {
			at := func(q judge.Point) vg.Point {
				return vg.Point{
					X: vg.Length(p.X.From + (q.H-p.X.Lo)/(p.X.Hi-p.X.Lo)*(p.X.To-p.X.From)),
					Y: vg.Length(p.Y.From + (q.I-p.Y.Lo)/(p.Y.Hi-p.Y.Lo)*(p.Y.To-p.Y.From)),
				}
			}
			if len(p.truth) != 2*len(c.Truth)+1 || away(p.truth[3], at(c.Truth[1])) > 1e-9 {
				t.Errorf("panel %d: the staircase is %v", n, p.truth)
			}
			for k, m := range p.methods {
				is := c.Methods[n+k].Points // panels have one method each, a plane all
				for _, q := range slices.Concat(m.on, m.off, p.truth) {
					if q.X < p.Frame.Min.X || q.X > p.Frame.Max.X || q.Y < p.Frame.Min.Y || q.Y > p.Frame.Max.Y {
						t.Errorf("panel %d: %v is outside its frame", n, q)
					}
				}
				if len(m.on) != 1 || len(m.off) != 1 || away(m.on[0], at(is[0])) > 1e-9 || away(m.off[0], at(is[1])) > 1e-9 {
					t.Errorf("panel %d, method %d: filled %v, hollow %v", n, k, m.on, m.off)
				}
				seen++
			}
		}
		if seen != 4 || len(g.panels) != map[bool]int{false: 1, true: 4}[panels] {
			t.Errorf("%d methods in %d panels", seen, len(g.panels))
		}
	}
}

// TestMethodsLookDifferent wants shapes and sizes that no two methods of a plane share.
func TestMethodsLookDifferent(t *testing.T) {
	if len(draw.Markers) < maxOnePlane || len(draw.Hues) < maxOnePlane {
		t.Fatalf("%d shapes and %d hues for %d methods", len(draw.Markers), len(draw.Hues), maxOnePlane)
	}
	for k := range maxOnePlane {
		for l := range k {
			if slices.Equal(draw.Markers[k], draw.Markers[l]) || !(planeMarker(k) > planeMarker(l)) {
				t.Errorf("methods %d and %d look alike", l, k)
			}
		}
	}
}

func TestComparisonLegend(t *testing.T) {
	only := comparison(1)
	only.Methods[0].Points = only.Methods[0].Points[:1]
	only.Proved = true
	many := comparison(8)
	many.Panels = true
	none := Data{Methods: []Method{{Name: "a\nb"}}}
	for name, tt := range map[string]struct {
		c     Data
		title string
		want  []string
		texts []string
	}{
		"plane":  {comparison(2), "table.csv: 2 methods, 3 points on the frontier", []string{"method-a", "method-b", "best known frontier", "filled: on it", "hollow: below it"}, nil},
		"proved": {only, "table.csv: 1 method, 3 points on the frontier", []string{"method-a", "true frontier", "filled: on it"}, nil},
		"panels": {many, "table.csv: 8 methods, 3 points on the frontier", []string{"best known frontier", "filled: on it", "hollow: below it"}, []string{"method-a: 1 of 2", "method-h: 1 of 2"}},
		"none":   {none, "clusterings: 1 method, 0 points on the frontier", []string{"a b", "best known frontier"}, nil},
	} {
		g := comparisonOf(t, tt.c, draw.Page{})
		var got []string
		for _, e := range g.Legend {
			got = append(got, e.Words)
		}
		if d := gocmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: legend (-want +got):\n%s", name, d)
		}
		for _, want := range append(tt.texts, tt.title) {
			if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == want }) {
				t.Errorf("%s: no %q in %v", name, want, g.Texts)
			}
		}
	}
}

// TestNothingOfAComparisonLeavesThePage lays out pages of all sizes and numbers.
func TestNothingOfAComparisonLeavesThePage(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 7, 16} {
		for _, width := range []float64{70, 85, 160, 400} {
			c := comparison(n)
			c.Panels = n > maxOnePlane || n%2 == 1
			g := comparisonOf(t, c, draw.Page{Width: width})
			page := vg.Rectangle{Max: vg.Point{X: g.Width, Y: g.Height}}
			for _, x := range g.Texts {
				if b := x.Box(); !inside(b, page) {
					t.Errorf("%d methods, %g mm: %q at %v leaves the page", n, width, x.Words, b)
				}
			}
			for k, p := range g.panels {
				if !inside(p.Frame, page) {
					t.Errorf("%d methods, %g mm: panel %d at %v leaves the page", n, width, k, p.Frame)
				}
				for _, q := range g.panels[:k] {
					if p.Frame.Min.X < q.Frame.Max.X && q.Frame.Min.X < p.Frame.Max.X && p.Frame.Min.Y < q.Frame.Max.Y && q.Frame.Min.Y < p.Frame.Max.Y {
						t.Errorf("%d methods, %g mm: frames overlap", n, width)
					}
				}
			}
		}
	}
}

func inside(b, page vg.Rectangle) bool {
	return b.Min.X >= page.Min.X && b.Min.Y >= page.Min.Y && b.Max.X <= page.Max.X && b.Max.Y <= page.Max.Y
}

// TestComparisonIsDrawn draws in every format, the same each time, and panels otherwise
// than a plane.
func TestComparisonIsDrawn(t *testing.T) {
	drawn := map[string]bool{}
	for _, panels := range []bool{false, true} {
		c := comparison(3)
		c.Panels = panels
		for format, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
			var a, b bytes.Buffer
			for _, w := range []io.Writer{&a, &b} {
				if err := Draw(w, c, format, draw.Page{DPI: 50}); err != nil {
					t.Fatal(err)
				}
			}
			if format == "svg" {
				var dark bytes.Buffer
				if err := Draw(&dark, c, format, draw.Page{Theme: draw.DarkTheme}); err != nil {
					t.Fatal(err)
				}
				if s := dark.String(); strings.Contains(s, "#FFFFFF") || strings.Contains(s, "#222222") || !strings.Contains(s, "#16191D") {
					t.Error("the dark theme has white paper or black ink")
				}
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) || !strings.HasPrefix(a.String(), magic) || drawn[a.String()] {
				t.Errorf("panels %v, format %s: %d and %d bytes, the same as before: %v", panels, format, a.Len(), b.Len(), drawn[a.String()])
			}
			drawn[a.String()] = true
		}
	}
}

// TestAllOfAComparisonShows moves one thing after the other, which changes the drawing.
func TestAllOfAComparisonShows(t *testing.T) {
	drawn := func(c Data) string {
		var b bytes.Buffer
		if err := Draw(&b, c, "svg", draw.Page{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	as := drawn(comparison(2))
	for name, move := range map[string]func(c *Data){
		"truth":  func(c *Data) { c.Truth[1].H = 1.2 },
		"filled": func(c *Data) { c.Methods[1].Points[0].H = 1.2 },
		"hollow": func(c *Data) { c.Methods[1].Points[1].H = 1.2 },
	} {
		c := comparison(2)
		if move(&c); drawn(c) == as {
			t.Errorf("%s: nothing changed", name)
		}
	}
}

// TestManyMethodsHavePanels: what one plane cannot show is drawn as with Panels.
func TestManyMethodsHavePanels(t *testing.T) {
	var plane, panels bytes.Buffer
	c := comparison(maxOnePlane + 1)
	if err := Draw(&plane, c, "svg", draw.Page{}); err != nil {
		t.Fatal(err)
	}
	c.Panels = true
	if err := Draw(&panels, c, "svg", draw.Page{}); err != nil || !bytes.Equal(plane.Bytes(), panels.Bytes()) {
		t.Errorf("%v: 8 methods are drawn differently without Panels", err)
	}
}

func TestComparisonErrors(t *testing.T) {
	bad := comparison(1)
	bad.Methods[0].Points[0].H = math.NaN()
	untrue := comparison(1)
	untrue.Truth[0].I = 2e6
	crowded := comparison(16)
	crowded.Panels = true
	for want, tt := range map[string]struct {
		c Data
		o draw.Page
	}{
		"there is no method to compare": {Data{}, draw.Page{}},
		"method-a: point 0 at h NaN, i 0.5 cannot be drawn: values must stay below 1e+06":            {bad, draw.Page{}},
		"the truth: point 0 at h 0, i 2e+06 cannot be drawn: values must stay below 1e+06":           {untrue, draw.Page{}},
		"the comparison has no room on a page of 160 x 60 mm: choose a larger one, or fewer methods": {crowded, draw.Page{Height: 60}},
		"a figure of 10 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":      {comparison(1), draw.Page{Width: 10}},
	} {
		if err := Draw(io.Discard, tt.c, "svg", tt.o); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func away(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}
