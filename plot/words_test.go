package plot

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/second"
)

// inWords lays out a figure whose axes have words.
func inWords(t testing.TB, f *frontier.Frontier, o Options) *oneFrame {
	t.Helper()
	d, err := frontierDesign(f, "svg", o)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(d)
	if err != nil {
		t.Fatal(err)
	}
	return &oneFrame{g, g.planes[0]}
}

// TestInWords checks figures in words of many shapes on pages for a column and for a slide: bits grow to the right,
// texts do not overlap anything, rings do not touch, and notes are at their points.
func TestInWords(t *testing.T) {
	for _, s := range shapes {
		for _, n := range []int{1, 2, 30, 400, 2500} {
			for _, width := range []float64{84, 160, 254} {
				f := synthetic(t, n, s.Curve, uint64(n))
				o := Options{Width: width, Height: 0.8 * width, Identity: n == 30}
				if n == 30 {
					o = annotated(f, 3, 1)
					o.Width, o.Height = width, 0.8*width
				}
				g := inWords(t, f, o)
				checkNothingHides(t, g)
				name := fmt.Sprintf("%s, %d points, %g mm", s.Name, n, width)
				if first, last := g.Place(f.At(0).H, f.At(0).I), g.Place(f.At(n-1).H, f.At(n-1).I); n > 1 && first.X >= last.X || away(g.points[0], first) > 0.1*mm || away(g.points[len(g.points)-1], last) > 0.1*mm {
					t.Errorf("%s: points from %v to %v, and not from %v to %v", name, g.points[0], g.points[len(g.points)-1], first, last)
				}
				for k, a := range g.rings {
					for _, b := range g.rings[:k] {
						if away(a.at, b.at) < 2*g.ringRadius {
							t.Errorf("%s: the rings of %d and %d touch", name, a.k, b.k)
						}
					}
				}
				for _, label := range g.labels {
					box := label.Box()
					if !draw.Within(box, g.Frame) || draw.Touches(box, nil, g.stairs, g.hull, g.identity) {
						t.Errorf("%s: %q is on a line or outside", name, label.Words)
					}
				}
				g.mirror() // the check of sides is for an axis that grows to the left
				for _, a := range g.notes {
					checkNote(t, g, a)
				}
			}
		}
	}
}

// TestRecommended: the recommended clustering is filled and named, and a sentence says why it is below the frontier.
func TestRecommended(t *testing.T) {
	f := listed(t)
	g := inWords(t, f, Options{})
	if len(g.recommended) != 1 || g.recommended[0] != g.rings[0].at || !strings.HasPrefix(g.labels[0].Words, "recommended: ") {
		t.Errorf("recommended at %v, labels %v", g.recommended, g.labels)
	}
	if g := inWords(t, ofKind(t, "dmc"), Options{}); len(g.recommended) != 1 || len(g.rings) != 1 || g.recommended[0] != g.rings[0].at {
		t.Errorf("where every point is the best for its number of clusters: recommended at %v, %d rings", g.recommended, len(g.rings))
	}
}

// TestBeyond: what is written above the frontier, and the band, say whether a search went over all groupings, within a limit too.
func TestBeyond(t *testing.T) {
	free := withSecond(t, frontier.AimLeak)
	limited, err := second.Within(free, free.Second.I/2)
	if err != nil {
		t.Fatal(err)
	}
	found := *limited
	found.Search.Status = frontier.StatusConverged
	for _, tt := range []struct {
		f     *frontier.Frontier
		want  string
		bands int
	}{{golden(t, "alpha27"), words.Legend.NotFound, 0}, {limited, words.Legend.BeyondLimit, 1}, {&found, words.Legend.NotAllowed, 0}} {
		g, written := inWords(t, tt.f, Options{}), false
		for _, label := range g.labels {
			written = written || label.Words == tt.want
		}
		proved := slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == words.Legend.Proved })
		if !written || len(g.bands) != tt.bands || proved != (tt.bands > 0) {
			t.Errorf("%d bands and %v, want %d and %q", len(g.bands), g.labels, tt.bands, tt.want)
		}
	}
}

// TestWords: the axes and the legend have the words of all views, in the frontier and in frames side by side.
func TestWords(t *testing.T) {
	known := map[string]bool{"information = entropy": true, "entropy of these": true, "random groupings": true, words.Axes.Groups: true}
	list := reflect.ValueOf(words.Legend)
	for n := range list.NumField() {
		known[list.Field(n).String()] = true
	}
	f := validated(t, 0.9)
	for _, f := range []*frontier.Frontier{f, golden(t, "alpha27"), ofKind(t, "dmc"), ofKind(t, "kmeans"), certify(ten(t), 1, func(edge int) bool { return edge > 2 })} {
		for _, width := range []float64{84, 160} {
			g := inWords(t, f, Options{Width: width, BestLines: true, Identity: true, Background: scattered(f, 30)})
			for _, e := range g.Legend {
				if !known[e.Words] {
					t.Errorf("the legend says %q", e.Words)
				}
			}
			rows := make(map[float64]bool)
			for _, e := range g.Legend {
				rows[float64(e.At.Min.Y)] = true
			}
			if len(rows) > 5 {
				t.Errorf("%g mm: the legend has %d rows", width, len(rows))
			}
		}
	}
	texts := func(g *oneFrame) (s string) {
		for _, x := range g.Texts {
			s += "|" + x.Words
		}
		return s
	}
	if got := texts(inWords(t, f, Options{})); !strings.Contains(got, words.Axes.Bits) || !strings.Contains(got, words.Axes.Kept) || !strings.Contains(got, "|100 %") || strings.Contains(got, "|-") {
		t.Errorf("texts %s", got)
	}
	d, err := frontiersDesign([]NamedFrontier{{"one", f, nil}, {"two", golden(t, "alpha27"), nil}}, "svg", Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := newFigure(d)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(&oneFrame{g, g.planes[0]}); strings.Contains(got, " %") || !strings.Contains(got, "bits that the group tells about Y") {
		t.Errorf("shares of different wholes: %s", got)
	}
}

// TestHeldOutFromZero: in words, no axis goes below zero for negative held-out information.
func TestHeldOutFromZero(t *testing.T) {
	g := inWords(t, validated(t, 0.9), Options{})
	if g.Y.Lo != 0 || len(g.heldOut.marks) != 0 {
		t.Errorf("the axis begins at %g, with %d marks", g.Y.Lo, len(g.heldOut.marks))
	}
	for _, p := range g.heldOut.curve {
		if p.Y < g.Frame.Min.Y || math.IsNaN(float64(p.X)) {
			t.Errorf("the curve is at %v", p)
		}
	}
}

// TestDescribed: an SVG in words has a title and a description, and one as in the paper does not.
func TestDescribed(t *testing.T) {
	var b bytes.Buffer
	f := golden(t, "alpha27")
	if err := Frontier(&b, f, "svg", Options{Title: "Letters & more"}); err != nil || !strings.Contains(b.String(), `<title id="title">Letters &amp; more</title>`) || !strings.Contains(b.String(), "2 groups, ") {
		t.Errorf("%.600s, %v", b.String(), err)
	}
	if bytes.Contains(drawn(t, f, "svg", Options{}), []byte("<title")) {
		t.Error("a figure as in the paper has a title")
	}
}

// TestOtherFiguresInWords: the other figures grow to the right, too.
func TestOtherFiguresInWords(t *testing.T) {
	f := golden(t, "alpha27")
	r := uncertain(t, f, frontier.Filter{}, 0.05, 0.02)
	e, err := robustExtent(r, f)
	if err != nil {
		t.Fatal(err)
	}
	page, err := Options{}.checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	g, err := newRobustFigure(&view{f: r}, f, e, page)
	if err != nil {
		t.Fatal(err)
	}
	checkInside(t, g)
	if first, last := g.Place(f.At(0).H, f.At(0).I), g.Place(f.At(f.Len()-1).H, f.At(f.Len()-1).I); first.X >= last.X || away(g.truth[1], first) > 0.1*mm || away(g.truth[len(g.truth)-2], last) > 0.1*mm {
		t.Errorf("the truth goes from %v to %v", g.truth[1], g.truth[len(g.truth)-2])
	}
	for n, at := range g.robust {
		if level := g.bars[2*n]; math.Abs(float64(level.From.X+level.To.X-2*at.X)) > 1e-6 {
			t.Errorf("bar %d is at %v, and its point at %v", n, level, at)
		}
	}
	if err := HullAndFrontier(io.Discard, f, "pdf", Options{}); err != nil {
		t.Error(err)
	}
}
