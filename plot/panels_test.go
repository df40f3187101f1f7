package plot

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// titularOf lays out a figure as [HullAndFrontier] does.
func titularOf(t testing.TB, f *frontier.Frontier, o Options) *figure {
	t.Helper()
	o.Paper = true
	d, err := titularDesign(f, "svg", o)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(d)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestHullAndFrontier(t *testing.T) {
	f := golden(t, "alpha27")
	g := titularOf(t, f, Options{Annotations: []Annotation{{Point: 300, Text: "here"}}})
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
		if !slices.ContainsFunc(lagrangian.hull, func(q vg.Point) bool { return away(p, q) < 2*draw.Spot }) {
			t.Errorf("the point at %v is not on the hull", p)
		}
	}
	for _, r := range lagrangian.rings {
		if !slices.ContainsFunc(lagrangian.hull, func(q vg.Point) bool { return away(r.at, q) < 2*draw.Spot }) {
			t.Errorf("the ring of k=%d is not on the hull", r.k)
		}
	}
	if len(lagrangian.notes) != 0 || len(primal.notes) != 1 {
		t.Errorf("%d and %d notes", len(lagrangian.notes), len(primal.notes))
	}
	shift := primal.Frame.Min.X - lagrangian.Frame.Min.X
	for n, p := range lagrangian.hull {
		if q := primal.hull[n]; math.Abs(float64(q.X-p.X-shift)) > 1e-6 || math.Abs(float64(q.Y-p.Y)) > 1e-6 {
			t.Errorf("the hull goes through %v on the left and %v on the right", p, q)
		}
	}
	for _, want := range []string{"primal: all 1073 points", "alpha27: 27 × 27, 1073 points"} {
		if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == want }) {
			t.Errorf("there is no %q", want)
		}
	}
}

// checkPlanes checks that the planes of a figure keep apart, and hide nothing.
func checkPlanes(t *testing.T, g *figure) {
	t.Helper()
	for n, q := range g.planes {
		one := &figure{Sheet: g.Sheet, planes: []*plane{q}}
		checkNothingHides(t, &oneFrame{one, q})
		for _, p := range g.planes[:n] {
			if draw.Overlap(p.Frame, q.Frame) || p.Frame.Min.Y != q.Frame.Min.Y || p.Frame.Max.Y != q.Frame.Max.Y {
				t.Errorf("frames %v and %v", p.Frame, q.Frame)
			}
		}
	}
}

func TestPanelsHideNothing(t *testing.T) {
	for _, o := range []Options{{}, {Width: 140, Height: 75}, {Width: 300, Height: 80, NoBalanced: true, Title: "Title"}} {
		for _, s := range shapes[:3] {
			f := synthetic(t, 100, s.Curve, 1)
			checkPlanes(t, titularOf(t, f, o))
			o.Identity = true
			d, err := frontiersDesign([]NamedFrontier{{"one", f, annotated(f, 3, 1).Annotations}, {"", synthetic(t, 7, s.Curve, 2), nil}}, "svg", o)
			if err != nil {
				t.Fatal(err)
			}
			g, err := newFigure(d)
			if err != nil {
				t.Fatal(err)
			}
			checkPlanes(t, g)
			if g.planes[0].X.Hi != g.planes[1].X.Hi || g.planes[0].Y.Hi != g.planes[1].Y.Hi {
				t.Error("the axes differ")
			}
		}
	}
}

// TestPanelsShareTheirAxes, whichever frontier is the largest.
func TestPanelsShareTheirAxes(t *testing.T) {
	small, large := ten(t), synthetic(t, 9, shapes[0].Curve, 1)
	for _, pair := range [][]NamedFrontier{{{"", small, nil}, {"", large, nil}}, {{"", large, nil}, {"", small, nil}}} {
		d, err := frontiersDesign(pair, "svg", Options{Paper: true})
		if err != nil {
			t.Fatal(err)
		}
		if last := large.At(large.Len() - 1); d.extent != (picture.Extent{HLo: 0, HHi: last.H, ILo: 0, IHi: last.I}) {
			t.Errorf("the axes run over %v", d.extent)
		}
		g, err := newFigure(d)
		if err != nil {
			t.Fatal(err)
		}
		words := make(map[string]int)
		for _, e := range g.Legend {
			if words[e.Words]++; words[e.Words] > 1 {
				t.Errorf("the legend explains %q twice", e.Words)
			}
		}
	}
}

func TestPanelsSameBytesInEveryFormat(t *testing.T) {
	f := ten(t)
	for _, format := range []string{"svg", "png", "pdf"} {
		both := func() []byte {
			var b bytes.Buffer
			if err := errors.Join(
				HullAndFrontier(&b, f, format, Options{DPI: 60}),
				Frontiers(&b, []NamedFrontier{{"a", f, nil}, {"b", f, nil}, {"c", f, nil}}, format, Options{DPI: 60}),
			); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		if !bytes.Equal(both(), both()) {
			t.Errorf("format %s differs from one time to the next", format)
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
		"a frontier of 1 points has no hull to draw":            HullAndFrontier(io.Discard, one, "svg", Options{}),
		"there is no frontier to draw":                          Frontiers(io.Discard, nil, "svg", Options{}),
		"7 frontiers have no room side by side: draw 6 at most": Frontiers(io.Discard, named(f, f, f, f, f, f, f), "svg", Options{}),
		"frontier 2 is one of explained variance against log₂ k [bits], and the first of I(Z;Y) [bits] against H(Z) [bits]: draw those of one kind together": Frontiers(io.Discard, named(f, other), "svg", Options{}),
		"frontier 2: point 1 at h 1e+300, i 1 cannot be drawn: values must stay below 1e+06":                                                                 Frontiers(io.Discard, named(f, damaged), "svg", Options{}),
		"there is no point 99 for an annotation: the frontier has 10 points, from 0 on":                                                                      Frontiers(io.Discard, []NamedFrontier{{"", f, []Annotation{{Point: 99, Text: "x"}}}}, "svg", Options{}),
		"the figure has no room on a page of 70 x 60 mm: choose a larger one":                                                                                Frontiers(io.Discard, named(f, f, f), "svg", Options{Width: 70, Height: 60}),
		"a figure of 69 x 90 mm cannot be drawn: choose a size from 70 x 60 to 1000 x 1000 mm":                                                               HullAndFrontier(io.Discard, f, "svg", Options{Width: 69}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if err := Frontiers(brokenWriter{}, named(f), "svg", Options{}); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
