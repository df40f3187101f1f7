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

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/plot/terminal"
)

// kinds are all kinds of problem, and one of a user's own.
var kinds = []string{"dib", "symmetric", "dmc", "quantizer", "kmeans", "mine"}

// TestNamesOfSmallFigures: a name may be longer than its axis.
func TestNamesOfSmallFigures(t *testing.T) {
	for _, kind := range kinds {
		f := ofKind(t, kind)
		g := figureOf(t, f, Options{Width: draw.MinWidth, Height: draw.MinHeight})
		h, i := f.Problem.Axes()
		for _, name := range []string{h.String(), i.String()} {
			if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == name }) {
				t.Errorf("%s: there is no %q", kind, name)
			}
		}
	}
}

func TestKindsAreExplained(t *testing.T) {
	for kind, want := range map[string][]string{
		"dib":       {"H(Z) [bits]", "I(Z;Y) [bits]", "frontier", "highest I(Z;Y) in k groups, on the frontier", "H(Z) = log₂k", "concave hull", "no clustering found"},
		"symmetric": {"H(Z₁,Z₂)/2 [bits]", "I(Z₁,Z₂;Y) [bits]", "frontier", "highest I(Z₁,Z₂;Y) in k groups, on the frontier", "H(Z₁,Z₂)/2 = log₂k", "concave hull", "no clustering found"},
		"dmc":       {"log₂ k [bits]", "I(Z;Y) [bits]", "frontier: best for k groups", "k clusters", "concave hull", "no clustering found"},
		"quantizer": {"H(Z) [bits]", "explained variance", "frontier", "highest explained variance in k groups, on the frontier", "H(Z) = log₂k", "concave hull", "no clustering found"},
		"kmeans":    {"log₂ k [bits]", "explained variance", "frontier: best for k groups", "k clusters", "concave hull", "no clustering found"},
		"mine":      {"h", "i", "frontier", "highest i in k groups, on the frontier", "concave hull", "no clustering found"},
	} {
		g := figureOf(t, ofKind(t, kind), Options{})
		var got []string
		for _, s := range g.Texts {
			if s.Size == draw.AxisSize {
				got = append(got, s.Words)
			}
		}
		for _, e := range g.Legend {
			got = append(got, e.Words)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", kind, d)
		}
	}
}

// TestPointsLieOnLines: where h is log2 k, few points all lie on lines that carry
// their k, and of many those of round numbers do.
func TestPointsLieOnLines(t *testing.T) {
	for _, kind := range []string{"dmc", "kmeans"} {
		for _, n := range []int{2, 3, 9} {
			g := figureOf(t, ofRows(t, kind, n), Options{})
			if len(g.rings) != 0 || len(g.labels) != 0 || len(g.lines) != n-1 {
				t.Errorf("%s to %d: %d rings with %d labels, %d lines", kind, n, len(g.rings), len(g.labels), len(g.lines))
			}
			for at, p := range g.points[1:] {
				if math.Abs(float64(g.lines[at]-p.X)) > 1e-9 {
					t.Errorf("%s: the point of %d clusters is at %v, and the line at %v", kind, at+2, p.X, g.lines[at])
				}
			}
		}
	}
	for _, c := range []struct {
		kind  string
		width float64
		want  []int
	}{
		{"kmeans", 85, []int{2, 3, 4, 5, 10, 20, 50, 100, 200, 500}},
		{"dib", 85, []int{2, 3, 4, 5}},
	} {
		g := figureOf(t, ofRows(t, c.kind, 600), Options{Width: c.width})
		if got := g.clusterNumbers(picture.Extent{HHi: math.Log2(600)}, c.kind == "kmeans"); !slices.Equal(got, c.want) {
			t.Errorf("%s: lines at %d", c.kind, got)
		}
		if len(g.lines) != len(c.want) {
			t.Errorf("%s: %d lines", c.kind, len(g.lines))
		}
	}
}

// TestOwnProblemsHaveTheirOwnAxes: of a problem of a user's own, the axes show where
// its points are.
func TestOwnProblemsHaveTheirOwnAxes(t *testing.T) {
	f := frontierOf(t, frontier.Problem{Kind: "mine"}, []frontier.Entry{{H: 2e7, I: -3e9, K: 1}, {H: 3e7, I: -2.9e9, K: 2}})
	e, err := picture.Of(f)
	if err != nil || e != (picture.Extent{HLo: 2e7, HHi: 3e7, ILo: -3e9, IHi: -2.9e9}) {
		t.Errorf("the axes run over %v (%v)", e, err)
	}
	for _, x := range figureOf(t, f, Options{}).Texts {
		if len(x.Words) > 10 && x.Size == draw.TickSize && strings.HasPrefix(x.Words, "-") {
			t.Errorf("a tick is labelled %q", x.Words)
		}
	}
	for name, entries := range map[string][]frontier.Entry{
		"no point":     nil,
		"one":          {{H: 7e11, I: -7e11, K: 1}},
		"rounding":     {{H: 1e11, I: -1e11, K: 1}, {H: 1e11 + 1, I: -1e11 + 1, K: 2}},
		"the smallest": {{H: 1e-300, I: 1e-300, K: 1}, {H: 2e-300, I: 2e-300, K: 2}},
	} {
		f := frontierOf(t, frontier.Problem{Kind: "mine"}, entries)
		s := parseSVG(t, drawn(t, f, "svg", Options{}))
		for _, p := range s.paths {
			if bad := notANumber.FindString(p.D); bad != "" {
				t.Errorf("%s: a path holds %s", name, bad)
			}
		}
		if err := terminal.Draw(io.Discard, f, terminal.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	f = frontierOf(t, frontier.Problem{Kind: "mine"}, []frontier.Entry{{H: 2e7, I: 2e12, K: 1}})
	want := "point 0 at h 2e+07, i 2e+12 cannot be drawn: values must stay below 1e+12"
	if err := Frontier(io.Discard, f, "svg", Options{}); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// TestKindsHideNothing checks the layout of every kind on small and large pages.
func TestKindsHideNothing(t *testing.T) {
	for _, kind := range kinds {
		for _, o := range []Options{{}, {Width: 85, Height: 65}, {Width: draw.MinWidth, Height: draw.MinHeight}, {Width: 300, Height: 200}} {
			all := []*frontier.Frontier{ofKind(t, kind)}
			for _, s := range shapes[:3] {
				f := synthetic(t, 200, s.Curve, 3)
				f.Problem.Kind = kind
				all = append(all, f)
			}
			if kind == "dmc" || kind == "kmeans" {
				all = []*frontier.Frontier{ofRows(t, kind, 2), ofRows(t, kind, 9), ofRows(t, kind, 20), ofRows(t, kind, 1000)}
			}
			for n, f := range all {
				t.Run(fmt.Sprintf("%s/%d/%g", kind, n, o.Width), func(t *testing.T) {
					checkNothingHides(t, figureOf(t, f, o))
				})
			}
		}
	}
}

// TestConstraintsAreInTheLegend: beyond the frontier there may be clusterings that
// do not keep them.
func TestConstraintsAreInTheLegend(t *testing.T) {
	f := ten(t)
	before := drawn(t, f, "svg", Options{})
	f.Problem.Constraints = frontier.Constraints{MinMass: 0.1, MaxClusters: 4, CannotLink: [][2]string{{"a", "b"}}}
	after := drawn(t, f, "svg", Options{})
	const words = "none found within the constraints"
	if bytes.Contains(before, []byte(words)) || !bytes.Contains(after, []byte(words)) {
		t.Errorf("the legend does not say %q where there are constraints, and only there", words)
	}
}

// TestLinesOfLargeValues: a damaged file ends the lines at log2 k in time.
func TestLinesOfLargeValues(t *testing.T) {
	f := frontierOf(t, frontier.Problem{Kind: "dmc"}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 900_000, I: 1, K: 2}})
	if g := figureOf(t, f, Options{}); len(g.lines) != 0 {
		t.Errorf("lines at %v", g.lines)
	}
	g := &plane{Axes: draw.Axes{X: draw.Scale{Lo: 0, Hi: 60, From: 1e6, To: 0}}} // as wide as 300 m
	if list := g.clusterNumbers(picture.Extent{HHi: 60}, true); list[len(list)-1] != 500_000_000 {
		t.Errorf("the last line is that of %d clusters", list[len(list)-1])
	}
}

// TestKindsWithEverything draws every kind with all that the options add.
func TestKindsWithEverything(t *testing.T) {
	for _, kind := range kinds {
		f := ofKind(t, kind)
		o := annotated(f, 4, 1)
		o.BestLines, o.Identity = true, true
		o.Background = scattered(f, 50)
		g := figureOf(t, f, o)
		checkNothingHides(t, g)
		checkTexts(t, f, o, g)
		for _, n := range g.notes {
			checkNote(t, g, n)
		}
		if err := HullAndFrontier(io.Discard, f, "svg", o); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if err := Frontiers(io.Discard, []NamedFrontier{{"a", f, o.Annotations}, {"b", f, nil}}, "svg", o); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
