package plot

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// titularOf lays out a figure as [Titular] does.
func titularOf(t testing.TB, f *frontier.Frontier, o Options) *figure {
	t.Helper()
	d, err := titularDesign(f, SVG, o)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestTitular(t *testing.T) {
	f := golden(t, "alpha27")
	g := titularOf(t, f, Options{Annotations: []Annotation{{300, "here"}}})
	hull := 0
	for p := range f.All() {
		if p.Hull {
			hull++
		}
	}
	lagrangian, primal := g.planes[0], g.planes[1]
	if len(lagrangian.points) > hull || len(lagrangian.points) < hull-4 || len(primal.points) < 400 {
		t.Errorf("%d and %d markers, %d points on the hull", len(lagrangian.points), len(primal.points), hull)
	}
	for _, p := range lagrangian.points {
		if !slices.ContainsFunc(lagrangian.hull, func(q vg.Point) bool { return away(p, q) < 2*spot }) {
			t.Errorf("the point at %v is not on the hull", p)
		}
	}
	for _, r := range lagrangian.rings {
		if !slices.ContainsFunc(lagrangian.hull, func(q vg.Point) bool { return away(r.at, q) < 2*spot }) {
			t.Errorf("the ring of k=%d is not on the hull", r.k)
		}
	}
	if len(lagrangian.notes) != 0 || len(primal.notes) != 1 {
		t.Errorf("%d and %d notes", len(lagrangian.notes), len(primal.notes))
	}
	shift := primal.frame.Min.X - lagrangian.frame.Min.X
	for n, p := range lagrangian.hull {
		if q := primal.hull[n]; math.Abs(float64(q.X-p.X-shift)) > 1e-6 || math.Abs(float64(q.Y-p.Y)) > 1e-6 {
			t.Errorf("the hull goes through %v on the left and %v on the right", p, q)
		}
	}
	for _, want := range []string{"primal: all 1073 points", "alpha27: 27 × 27, 1073 points"} {
		if !slices.ContainsFunc(g.texts, func(x text) bool { return x.s == want }) {
			t.Errorf("there is no %q", want)
		}
	}
}

// checkPlanes checks that the planes of a figure keep apart, and hide nothing.
func checkPlanes(t *testing.T, g *figure) {
	t.Helper()
	for n, q := range g.planes {
		one := &figure{sheet: g.sheet, planes: []*plane{q}}
		checkNothingHides(t, &oneFrame{one, q})
		for _, p := range g.planes[:n] {
			if overlap(p.frame, q.frame) || p.frame.Min.Y != q.frame.Min.Y || p.frame.Max.Y != q.frame.Max.Y {
				t.Errorf("frames %v and %v", p.frame, q.frame)
			}
		}
	}
}

func TestPanelsHideNothing(t *testing.T) {
	for _, o := range []Options{{}, {Width: 140, Height: 75}, {Width: 300, Height: 80, NoBalanced: true, Title: "Title"}} {
		for _, s := range shapes[:3] {
			f := synthetic(t, 100, s.curve, 1)
			checkPlanes(t, titularOf(t, f, o))
			o.Identity = true
			d, err := frontiersDesign([]NamedFrontier{{"one", f, annotated(f, 3, 1).Annotations}, {"", synthetic(t, 7, s.curve, 2), nil}}, SVG, o)
			if err != nil {
				t.Fatal(err)
			}
			g, err := newFigure(d)
			if err != nil {
				t.Fatal(err)
			}
			checkPlanes(t, g)
			if g.planes[0].x.hi != g.planes[1].x.hi || g.planes[0].y.hi != g.planes[1].y.hi {
				t.Error("the axes differ")
			}
		}
	}
}

// TestPanelsShareTheirAxes, whichever frontier is the largest.
func TestPanelsShareTheirAxes(t *testing.T) {
	small, large := ten(t), synthetic(t, 9, shapes[0].curve, 1)
	for _, pair := range [][]NamedFrontier{{{"", small, nil}, {"", large, nil}}, {{"", large, nil}, {"", small, nil}}} {
		d, err := frontiersDesign(pair, SVG, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if last := large.At(large.Len() - 1); d.extent != (extent{0, last.H, 0, last.I}) {
			t.Errorf("the axes run over %v", d.extent)
		}
		g, err := newFigure(d)
		if err != nil {
			t.Fatal(err)
		}
		words := make(map[string]int)
		for _, e := range g.legend {
			if words[e.words]++; words[e.words] > 1 {
				t.Errorf("the legend explains %q twice", e.words)
			}
		}
	}
}

func TestPanelsSameBytesInEveryFormat(t *testing.T) {
	f := ten(t)
	for _, format := range []Format{SVG, PNG, PDF} {
		draw := func() []byte {
			var b bytes.Buffer
			if err := errors.Join(
				Titular(&b, f, format, Options{DPI: 60}),
				Frontiers(&b, []NamedFrontier{{"a", f, nil}, {"b", f, nil}, {"c", f, nil}}, format, Options{DPI: 60}),
				Pedagogy(&b, aStep(), format, Options{DPI: 60}),
			); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		if !bytes.Equal(draw(), draw()) {
			t.Errorf("format %d differs from one time to the next", format)
		}
	}
}

func TestWrongPanels(t *testing.T) {
	f := ten(t)
	other := ofKind(t, "kmeans")
	one := frontierOf(t, frontier.Problem{}, []frontier.Entry{{K: 1}})
	damaged := frontierOf(t, frontier.Problem{}, []frontier.Entry{{K: 1}, {H: 1e300, I: 1, K: 1}})
	named := func(all ...*frontier.Frontier) (list []NamedFrontier) {
		for _, f := range all {
			list = append(list, NamedFrontier{Frontier: f})
		}
		return list
	}
	for want, err := range map[string]error{
		"a frontier of 1 points has no hull to draw":            Titular(io.Discard, one, SVG, Options{}),
		"there is no frontier to draw":                          Frontiers(io.Discard, nil, SVG, Options{}),
		"7 frontiers have no room side by side: draw 6 at most": Frontiers(io.Discard, named(f, f, f, f, f, f, f), SVG, Options{}),
		"frontier 2 is one of explained variance against log₂ k [bits], and the first of I(Z;Y) [bits] against H(Z) [bits]: draw those of one kind together": Frontiers(io.Discard, named(f, other), SVG, Options{}),
		"frontier 2: point 1 at h 1e+300, i 1 is no clustering's: values in bits stay below 1e+06":                                                           Frontiers(io.Discard, named(f, damaged), SVG, Options{}),
		"there is no point 99 for an annotation: the frontier has 10 points, from 0 on":                                                                      Frontiers(io.Discard, []NamedFrontier{{"", f, []Annotation{{99, "x"}}}}, SVG, Options{}),
		"the figure has no room on a page of 70 x 60 mm: choose a larger one":                                                                                Frontiers(io.Discard, named(f, f, f), SVG, Options{Width: 70, Height: 60}),
		"a figure of 69 x 90 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":                                                               Titular(io.Discard, f, SVG, Options{Width: 69}),
		"the parent at h NaN, i 0 cannot be drawn: values must stay below 1e+06":                                                                             Pedagogy(io.Discard, Step{Parent: BackgroundPoint{H: math.NaN()}}, SVG, Options{}),
		"point 1 of the children at h 0, i 1e+07 cannot be drawn: values must stay below 1e+06":                                                              Pedagogy(io.Discard, Step{Children: []BackgroundPoint{{}, {I: 1e7}}}, SVG, Options{}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if err := Frontiers(brokenWriter{}, named(f), SVG, Options{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if err := Pedagogy(brokenWriter{}, aStep(), SVG, Options{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

// aStep is a step with all that a step can have.
func aStep() Step {
	return Step{
		All:      []BackgroundPoint{{0, 0, 1}, {1, 0.1, 2}, {2, 0.2, 2}, {1.5, 0.4, 3}},
		Frontier: []BackgroundPoint{{2, 1, 4}, {1.8, 0.9, 3}, {1.9, 0.8, 3}, {1.8, 0.7, 3}},
		Parent:   BackgroundPoint{1.8, 0.9, 3},
		Children: []BackgroundPoint{{1.5, 0.5, 2}, {1.2, 0.6, 2}, {1, 0.2, 2}},
		Enqueued: []BackgroundPoint{{1.2, 0.6, 2}, {1.5, 0.5, 2}},
	}
}

func TestPedagogy(t *testing.T) {
	var b bytes.Buffer
	if err := Pedagogy(&b, aStep(), SVG, Options{Title: "A step"}); err != nil {
		t.Fatal(err)
	}
	s := parseSVG(t, b.Bytes())
	var words []string
	for _, x := range s.texts {
		words = append(words, x.Words)
	}
	for _, want := range []string{"A step", "H(Z) [bits]", "all clusterings", "frontier so far", "expanded", "derived from it", "enqueued"} {
		if !slices.Contains(words, want) {
			t.Errorf("there is no %q", want)
		}
	}
	// What the legend shows is one more of each, but of the cloud nine.
	for style, want := range map[string]int{
		"fill:#B0B0B0": 4 + 9,
		"fill:#0072B2": 2 + 1,
		"fill:#D55E00": 2 + 1,
		"fill:#222222": 1 + 1,
	} {
		if got := len(s.subpaths(style)); got != want {
			t.Errorf("%s: %d marks, want %d", style, got, want)
		}
	}
	if got := nonDominated(aStep().Frontier); !slices.Equal(got, []BackgroundPoint{{1.8, 0.9, 3}, {2, 1, 4}}) {
		t.Errorf("the frontier is %v", got)
	}
	empty := Step{Problem: frontier.Problem{Kind: "mine"}, Parent: BackgroundPoint{H: 7, I: -3}}
	b.Reset()
	if err := Pedagogy(&b, empty, SVG, Options{}); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "enqueued") {
		t.Errorf("a step of nothing: %v", err)
	}
}
