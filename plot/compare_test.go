package plot

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"
)

// comparison returns n methods of two points each, one on the truth and one below.
func comparison(n int) Comparison {
	truth := []ComparedPoint{{0, 0, true}, {1, 0.5, true}, {2, 0.8, true}}
	c := Comparison{Name: "table.csv", Truth: truth}
	for k := range n {
		c.Methods = append(c.Methods, Compared{
			Name: "method-" + string(rune('a'+k)), Points: []ComparedPoint{truth[1], {1.5, 0.1 + 0.02*float64(k), false}},
		})
	}
	return c
}

// comparisonOf lays out a figure as [Compare] does.
func comparisonOf(t testing.TB, c Comparison, o Options) *comparisonFigure {
	t.Helper()
	if o.Height == 0 && c.Panels {
		o.Height = panelsHeight(c, o.Width)
	}
	o, err := checked(SVG, o)
	if err != nil {
		t.Fatal(err)
	}
	e, err := c.extent()
	if err != nil {
		t.Fatal(err)
	}
	g, err := newComparisonFigure(c, e, o)
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
		g := comparisonOf(t, c, Options{})
		seen := 0
		for n, p := range g.panels {
			at := func(q ComparedPoint) vg.Point {
				return vg.Point{
					X: vg.Length(p.x.from + (q.H-p.x.lo)/(p.x.hi-p.x.lo)*(p.x.to-p.x.from)),
					Y: vg.Length(p.y.from + (q.I-p.y.lo)/(p.y.hi-p.y.lo)*(p.y.to-p.y.from)),
				}
			}
			if len(p.truth) != 2*len(c.Truth)+1 || away(p.truth[3], at(c.Truth[1])) > 1e-9 {
				t.Errorf("panel %d: the staircase is %v", n, p.truth)
			}
			for k, m := range p.methods {
				is := c.Methods[n+k].Points // panels have one method each, a plane all
				for _, q := range slices.Concat(m.on, m.off, p.truth) {
					if q.X < p.frame.Min.X || q.X > p.frame.Max.X || q.Y < p.frame.Min.Y || q.Y > p.frame.Max.Y {
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
	if len(comparisonShapes) < MaxOnePlane || len(hues) < MaxOnePlane {
		t.Fatalf("%d shapes and %d hues for %d methods", len(comparisonShapes), len(hues), MaxOnePlane)
	}
	for k := range MaxOnePlane {
		for l := range k {
			if slices.Equal(comparisonShapes[k], comparisonShapes[l]) || !(planeMarker(k) > planeMarker(l)) {
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
	none := Comparison{Methods: []Compared{{Name: "a\nb"}}}
	for name, tt := range map[string]struct {
		c     Comparison
		title string
		want  []string
		texts []string
	}{
		"plane":  {comparison(2), "table.csv: 2 methods, 3 points on the frontier", []string{"method-a", "method-b", "best known frontier", "filled: on it", "hollow: below it"}, nil},
		"proved": {only, "table.csv: 1 method, 3 points on the frontier", []string{"method-a", "true frontier", "filled: on it"}, nil},
		"panels": {many, "table.csv: 8 methods, 3 points on the frontier", []string{"best known frontier", "filled: on it", "hollow: below it"}, []string{"method-a: 1 of 2", "method-h: 1 of 2"}},
		"none":   {none, "clusterings: 1 method, 0 points on the frontier", []string{"a b", "best known frontier"}, nil},
	} {
		g := comparisonOf(t, tt.c, Options{})
		var got []string
		for _, e := range g.legend {
			got = append(got, e.words)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: legend (-want +got):\n%s", name, d)
		}
		for _, want := range append(tt.texts, tt.title) {
			if !slices.ContainsFunc(g.texts, func(x text) bool { return x.s == want }) {
				t.Errorf("%s: no %q in %v", name, want, g.texts)
			}
		}
	}
}

// TestNothingOfAComparisonLeavesThePage lays out pages of all sizes and numbers.
func TestNothingOfAComparisonLeavesThePage(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 7, 16} {
		for _, width := range []float64{70, 85, 160, 400} {
			c := comparison(n)
			c.Panels = n > MaxOnePlane || n%2 == 1
			g := comparisonOf(t, c, Options{Width: width})
			page := vg.Rectangle{Max: vg.Point{X: g.width, Y: g.height}}
			for _, x := range g.texts {
				if b := x.box(); !inside(b, page) {
					t.Errorf("%d methods, %g mm: %q at %v leaves the page", n, width, x.s, b)
				}
			}
			for k, p := range g.panels {
				if !inside(p.frame, page) {
					t.Errorf("%d methods, %g mm: panel %d at %v leaves the page", n, width, k, p.frame)
				}
				for _, q := range g.panels[:k] {
					if p.frame.Min.X < q.frame.Max.X && q.frame.Min.X < p.frame.Max.X && p.frame.Min.Y < q.frame.Max.Y && q.frame.Min.Y < p.frame.Max.Y {
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
		for format, magic := range map[Format]string{SVG: "<?xml", PNG: "\x89PNG", PDF: "%PDF"} {
			var a, b bytes.Buffer
			for _, w := range []io.Writer{&a, &b} {
				if err := Compare(w, c, format, Options{DPI: 50}); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) || !strings.HasPrefix(a.String(), magic) || drawn[a.String()] {
				t.Errorf("panels %v, format %d: %d and %d bytes, the same as before: %v", panels, format, a.Len(), b.Len(), drawn[a.String()])
			}
			drawn[a.String()] = true
		}
	}
}

// TestAllOfAComparisonShows moves one thing after the other, which changes the drawing.
func TestAllOfAComparisonShows(t *testing.T) {
	draw := func(c Comparison) string {
		var b bytes.Buffer
		if err := Compare(&b, c, SVG, Options{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	as := draw(comparison(2))
	for name, move := range map[string]func(c *Comparison){
		"truth":  func(c *Comparison) { c.Truth[1].H = 1.2 },
		"filled": func(c *Comparison) { c.Methods[1].Points[0].H = 1.2 },
		"hollow": func(c *Comparison) { c.Methods[1].Points[1].H = 1.2 },
	} {
		c := comparison(2)
		if move(&c); draw(c) == as {
			t.Errorf("%s: nothing changed", name)
		}
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
		c Comparison
		o Options
	}{
		"there is no method to compare":                                                              {Comparison{}, Options{}},
		"8 methods cannot be told apart on one plane: draw 7 at most, or panels":                     {comparison(8), Options{}},
		"method-a: point 0 at h NaN, i 0.5 is no clustering's: values in bits stay below 1e+06":      {bad, Options{}},
		"the truth: point 0 at h 0, i 2e+06 is no clustering's: values in bits stay below 1e+06":     {untrue, Options{}},
		"the comparison has no room on a page of 160 x 60 mm: choose a larger one, or fewer methods": {crowded, Options{Height: 60}},
		"a figure of 10 x 110 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":      {comparison(1), Options{Width: 10}},
	} {
		if err := Compare(io.Discard, tt.c, SVG, tt.o); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
