package plot

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
)

// TestBackground: every clustering is shown, or one in its place.
func TestBackground(t *testing.T) {
	f := golden(t, "alpha27")
	points := scattered(f, 30_000)
	g := figureOf(t, f, Options{Background: points})
	if len(g.cloud) < 5000 || len(g.cloud) > 25_000 {
		t.Errorf("%d of %d clusterings are drawn", len(g.cloud), len(points))
	}
	cells := make(map[[2]int]bool)
	square := func(p vg.Point) [2]int {
		return [2]int{int(math.Floor(float64(p.X / cloudPitch))), int(math.Floor(float64(p.Y / cloudPitch)))}
	}
	for _, s := range g.cloud {
		if cells[square(s.at)] {
			t.Fatalf("two clusterings are drawn at %v", s.at)
		}
		cells[square(s.at)] = true
	}
	written := g.writtenOn()
	for _, p := range points {
		at := g.Place(p.H, p.I)
		if !cells[square(at)] && !draw.Touches(draw.Grow(vg.Rectangle{Min: at, Max: at}, cloudPitch+cloudRadius), written) {
			t.Fatalf("the clustering at %v is not drawn", at)
		}
	}
	if size := len(drawn(t, f, "svg", Options{Background: points})); size > 1_500_000 {
		t.Errorf("the file has %d bytes", size)
	}
	for _, label := range g.labels {
		for _, s := range g.cloud {
			if draw.Distance(label.Box(), s.at) < cloudRadius {
				t.Errorf("a clustering is on label %q", label.Words)
			}
		}
	}
}

// TestBackgroundFirstOfASpot: of clusterings in one place the first is drawn, whatever
// their number of clusters.
func TestBackgroundFirstOfASpot(t *testing.T) {
	g := figureOf(t, ten(t), Options{Background: []BackgroundPoint{{1, 0.1, 3}, {1, 0.1, 9}, {2, 0.1, 5}}})
	want := []draw.Colour{cloudColour(3, 3, 9), cloudColour(5, 3, 9)}
	var got []draw.Colour
	for _, s := range g.cloud {
		got = append(got, s.colour)
	}
	if !slices.Equal(got, want) {
		t.Errorf("colours %v, want %v", got, want)
	}
}

// TestBackgroundBeyondTheFrontier: the axes hold it.
func TestBackgroundBeyondTheFrontier(t *testing.T) {
	g := figureOf(t, ten(t), Options{Background: []BackgroundPoint{{9, 3, 3}, {-1, -1, 3}}})
	for _, s := range g.cloud {
		if !draw.Within(vg.Rectangle{Min: s.at, Max: s.at}, g.Frame) {
			t.Errorf("a clustering at %v", s.at)
		}
	}
	if len(g.cloud) != 2 || g.X.Hi != 9 || g.Y.Lo != -1 {
		t.Errorf("%d clusterings, axes %v and %v", len(g.cloud), g.X, g.Y)
	}
}

func TestColourBar(t *testing.T) {
	for _, c := range []struct {
		lo, hi int
		labels string
	}{
		{2, 27, "5 10 15 20 25"},
		{1, 3, "1 2 3"},
		{4, 4, "4"},
		{1, 2, "1 2"},
		{1, 1000, "100 200 300 400 500 600 700 800 900 1000"},
	} {
		g := figureOf(t, ten(t), Options{Background: []BackgroundPoint{{0, 0, c.lo}, {1, 0, c.hi}}})
		checkNothingHides(t, g)
		first, last := g.bar.Colours[0], g.bar.Colours[len(g.bar.Colours)-1]
		if first != cloudColour(c.lo, c.lo, c.hi) || last != cloudColour(c.hi, c.lo, c.hi) {
			t.Errorf("%d to %d: the bar runs from %v to %v", c.lo, c.hi, first, last)
		}
		for n := 1; n < len(g.bar.Colours); n++ {
			if contrast(draw.Paper.Light, g.bar.Colours[n].Light) >= contrast(draw.Paper.Light, g.bar.Colours[n-1].Light) || g.bar.Step(n).Min.Y != g.bar.Step(n-1).Max.Y {
				t.Errorf("%d to %d: step %d", c.lo, c.hi, n)
			}
		}
		var labels []string
		for _, x := range g.Texts {
			if x.At.X > g.Frame.Max.X && x.At.Y > g.Frame.Min.Y-mm && x.Words != "k" {
				labels = append(labels, x.Words)
			}
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("%d to %d: labels %s", c.lo, c.hi, got)
		}
		// The mark of a number is at the middle of its colour.
		if c.hi == 27 {
			step := g.bar.Step(25 - c.lo)
			if y := g.bar.Marks[4].From.Y; math.Abs(float64(y-(step.Min.Y+step.Max.Y)/2)) > 1e-9 {
				t.Errorf("25 is at %v, and its colour from %v to %v", y, step.Min.Y, step.Max.Y)
			}
		}
	}
}

// TestColoursOfTheCloudStandOut from the paper, the lightest least.
func TestColoursOfTheCloudStandOut(t *testing.T) {
	for k := 2; k <= 27; k++ {
		with := cloudColour(k, 2, 27)
		light, dark := contrast(with.Light, draw.Paper.Light), contrast(with.Dark, draw.Paper.Dark)
		if light < 1.3 || dark < 2 {
			t.Errorf("%d clusters: contrast %.2f, on dark paper %.2f", k, light, dark)
		}
	}
}

func TestBestLines(t *testing.T) {
	f := ten(t)
	g := figureOf(t, f, Options{BestLines: true})
	var want []vg.Length
	for p := range f.All() {
		if p.DMC && p.K > 1 {
			want = append(want, onX(g, p.H))
		}
	}
	if len(want) < 3 || len(g.bestLines) != len(want) {
		t.Fatalf("%d lines for %d points", len(g.bestLines), len(want))
	}
	for n, x := range want {
		if math.Abs(float64(g.bestLines[n]-x)) > 1e-9 {
			t.Errorf("line %d is at %v, want %v", n, g.bestLines[n], x)
		}
	}
	if !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "H(Z) of these" }) {
		t.Error("the legend does not say what the lines are")
	}
	s := parseSVG(t, drawn(t, f, "svg", Options{BestLines: true}))
	if lines := s.subpaths("fill:none;stroke:#E8A878"); len(lines) != len(g.bests)+1 {
		t.Errorf("%d lines are drawn of %d", len(lines), len(g.bests))
	}
	for _, kind := range []string{"dmc", "kmeans"} {
		if g := figureOf(t, ofKind(t, kind), Options{BestLines: true}); len(g.bestLines) != 0 {
			t.Errorf("%s has %d lines", kind, len(g.bestLines))
		}
	}
}

func TestIdentity(t *testing.T) {
	g := figureOf(t, ten(t), Options{Identity: true}) // i reaches 0.8
	want := []vg.Point{{X: onX(g, 0), Y: onY(g, 0)}, {X: onX(g, 0.8), Y: onY(g, 0.8)}}
	if len(g.identity) != 2 || away(g.identity[0], want[0]) > 1e-9 || away(g.identity[1], want[1]) > 1e-9 {
		t.Errorf("the line is %v, want %v", g.identity, want)
	}
	if !slices.ContainsFunc(g.Legend, func(e draw.Entry) bool { return e.Words == "I(Z;Y) = H(Z)" }) {
		t.Error("the legend does not say what the line is")
	}
	// Without the hull, the line is where labels of rings would be.
	var entries []frontier.Entry
	group16 := [][2]float64{
		{0, 0},
		{1, 1},
		{1.5, 1.25},
		{2, 2},
		{2.25, 2.06},
		{2.5, 2.25},
		{2.75, 2.56},
		{3, 3},
		{3.125, 3.02},
		{3.25, 3.06},
		{3.375, 3.14},
		{3.5, 3.25},
		{3.625, 3.39},
		{3.75, 3.56},
		{3.875, 3.77},
		{4, 4},
	}
	for n, p := range group16 {
		entries = append(entries, frontier.Entry{H: p[0], I: p[1], K: n + 1})
	}
	group := frontierOf(t, frontier.Problem{}, entries)
	for _, o := range []Options{{Identity: true, NoHull: true}, {Identity: true, NoHull: true, Width: 85, Height: 85}, {Identity: true, NoHull: true, Width: 80, Height: 100}} {
		g := figureOf(t, group, o)
		for _, label := range g.labels {
			if draw.Touches(label.Box(), nil, g.identity) {
				t.Errorf("label %q is on the line", label.Words)
			}
		}
	}
	f := frontierOf(t, frontier.Problem{Kind: "mine"}, []frontier.Entry{{H: 5, I: 1, K: 1}, {H: 6, I: 2, K: 2}})
	if g := figureOf(t, f, Options{Identity: true}); len(g.identity) != 0 {
		t.Errorf("a line at %v where h is nowhere i", g.identity)
	}
}

// TestNewOptionsChangeNothingElse: without them the figure is the same to the byte as one
// that never heard of them, which the golden file is.
func TestNewOptionsChangeNothingElse(t *testing.T) {
	a := drawn(t, ten(t), "svg", Options{})
	b := drawn(t, ten(t), "svg", Options{Annotations: []Annotation{}, Background: []BackgroundPoint{}, Palette: &Palette{}})
	if !bytes.Equal(a, b) {
		t.Error("empty lists change the figure")
	}
}
