package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
)

// TestNothingHidesAnything checks that texts, legend and data keep out of each
// other's way, whatever the frontier looks like.
func TestNothingHidesAnything(t *testing.T) {
	everyShape(t, func(t *testing.T, _ *frontier.Frontier, g *oneFrame) { checkNothingHides(t, g) })
}

func checkNothingHides(t *testing.T, g *oneFrame) {
	page := vg.Rectangle{Max: vg.Point{X: g.Width, Y: g.Height}}
	if !draw.Within(g.Frame, page) || g.Frame.Max.Y-g.Frame.Min.Y < 18*mm || g.Frame.Max.X-g.Frame.Min.X < 45*mm {
		t.Errorf("the frame is %v on a page of %v", g.Frame, page.Max)
	}
	outside := len(g.Texts)
	texts := slices.Concat(g.Texts, g.labels)
	for n, a := range texts {
		box := a.Box()
		if !draw.Within(box, page) {
			t.Errorf("%q leaves the page: %v", a.Words, box)
		}
		if n < outside && draw.Overlap(box, g.Frame) {
			t.Errorf("%q is on the data: %v in %v", a.Words, box, g.Frame)
		}
		for _, b := range texts[:n] {
			if draw.Overlap(box, b.Box()) {
				t.Errorf("%q and %q overlap", a.Words, b.Words)
			}
		}
		for _, e := range g.Legend {
			if draw.Overlap(box, e.At) {
				t.Errorf("%q is on a sign of the legend", a.Words)
			}
		}
	}
	for _, e := range g.Legend {
		if draw.Overlap(e.At, g.Frame) || !draw.Within(e.At, page) {
			t.Errorf("the sign for %q is on the data or off the page: %v", e.Words, e.At)
		}
	}
}

// TestWideTickLabelsKeepApart draws axes of entropies with many digits.
func TestWideTickLabelsKeepApart(t *testing.T) {
	for h := 2e-9; h <= 1e6; h *= 1.47 {
		f := frontierOf(t, frontier.Problem{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: h, I: h, K: 2}})
		for _, width := range []float64{draw.MinWidth, 160} {
			g := figureOf(t, f, Options{Width: width})
			for n, a := range g.Texts {
				for _, b := range g.Texts[:n] {
					if draw.Overlap(a.Box(), b.Box()) {
						t.Errorf("h to %g on %g mm: %q and %q overlap", h, width, a.Words, b.Words)
					}
				}
			}
		}
	}
}

// TestLabelsKeepClear checks the labels of rings, the only texts among the
// data, against everything that is drawn there.
func TestLabelsKeepClear(t *testing.T) {
	seen := 0
	everyShape(t, func(t *testing.T, _ *frontier.Frontier, g *oneFrame) {
		for _, label := range g.labels {
			seen++
			box := label.Box()
			if !draw.Within(box, g.Frame) {
				t.Errorf("label %q leaves the frame", label.Words)
			}
			for _, p := range g.points {
				if draw.Distance(box, p) < g.markerRadius {
					t.Errorf("label %q is on the point at %v", label.Words, p)
				}
			}
			for n := 1; n < len(g.stairs); n++ {
				if draw.Crosses(g.stairs[n-1], g.stairs[n], box) {
					t.Errorf("label %q is on the staircase", label.Words)
				}
			}
			for n := 1; n < len(g.hull); n++ {
				if draw.Crosses(g.hull[n-1], g.hull[n], box) {
					t.Errorf("label %q is on the hull", label.Words)
				}
			}
			for _, m := range g.dots {
				if draw.Crosses(m.From, m.To, box) {
					t.Errorf("a dotted line runs through label %q", label.Words)
				}
			}
			nearest := nearestRing(g, box)
			if draw.Distance(box, nearest.at) < g.ringRadius {
				t.Errorf("label %q is on a ring", label.Words)
			}
			if want := clusterLabel(nearest.k, strings.HasPrefix(label.Words, "k=")); label.Words != want {
				t.Errorf("label %q is nearest to the ring of %s", label.Words, want)
			}
		}
	})
	if seen < 1000 {
		t.Errorf("only %d labels were seen", seen)
	}
}

func nearestRing(g *oneFrame, box vg.Rectangle) ring {
	best := g.rings[0]
	for _, r := range g.rings {
		if draw.Distance(box, r.at) < draw.Distance(box, best.at) {
			best = r
		}
	}
	return best
}

// TestEveryPointIsShown checks places on the page against those that the axes
// assign.
func TestEveryPointIsShown(t *testing.T) {
	everyShape(t, func(t *testing.T, f *frontier.Frontier, g *oneFrame) {
		next := 0
		for p := range f.All() {
			at := vg.Point{X: onX(g, p.H), Y: onY(g, p.I)}
			if !draw.Within(draw.Grow(draw.Spanning(at, at), ringSize), g.Frame) {
				t.Fatalf("the point at h %g, i %g is at the frame's edge or beyond: %v", p.H, p.I, at)
			}
			// Markers come in the order of the points.
			for next+1 < len(g.points) && away(g.points[next], at) > away(g.points[next+1], at) {
				next++
			}
			if away(g.points[next], at) > draw.Spot*math.Sqrt2 {
				t.Fatalf("the point at h %g, i %g is not drawn: nearest is %v from it",
					p.H, p.I, away(g.points[next], at))
			}
		}
		for n := 1; n < len(g.points); n++ {
			if p, q := g.points[n-1], g.points[n]; q.X > p.X || q.Y < p.Y {
				t.Fatalf("marker %d at %v is not left of and above that at %v", n, q, p)
			}
		}
	})
}

// onX and onY place a value on the axes by the rule of three.
func onX(g *oneFrame, h float64) vg.Length {
	return vg.Length(g.X.From + (h-g.X.Lo)/(g.X.Hi-g.X.Lo)*(g.X.To-g.X.From))
}

func onY(g *oneFrame, i float64) vg.Length {
	return vg.Length(g.Y.From + (i-g.Y.Lo)/(g.Y.Hi-g.Y.Lo)*(g.Y.To-g.Y.From))
}

func away(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

func TestEntropyGrowsToTheLeft(t *testing.T) {
	g := figureOf(t, ten(t), Options{})
	if first, last := g.points[0], g.points[9]; last.X > first.X-100*mm || last.Y < first.Y+50*mm {
		t.Errorf("h 0, i 0 is at %v and h 2.25, i 0.8 at %v", first, last)
	}
	var zero, two draw.Text
	for _, s := range g.Texts {
		switch {
		case s.Words == "0" && s.At.X > g.Frame.Min.X:
			zero = s
		case s.Words == "2.0":
			two = s
		}
	}
	if zero.Words == "" || two.Words == "" || two.At.X > zero.At.X {
		t.Errorf("the ticks 0 and 2.0 of H(Z) are at %v and %v", zero.At, two.At)
	}
}

// TestStaircase checks that the staircase rises only at points and runs along
// the axes, so that what it bounds is what the points dominate.
func TestStaircase(t *testing.T) {
	everyShape(t, func(t *testing.T, _ *frontier.Frontier, g *oneFrame) {
		if len(g.points) == 0 {
			if len(g.stairs) != 0 {
				t.Errorf("a staircase without points: %v", g.stairs)
			}
			return
		}
		if got, want := len(g.stairs), 2*len(g.points)+1; got != want {
			t.Fatalf("%d corners, want %d", got, want)
		}
		level := g.Frame.Min.Y
		for n, p := range g.points {
			foot, top := g.stairs[2*n], g.stairs[2*n+1]
			if foot.X != p.X || foot.Y != level || top != p {
				t.Fatalf("the stair to %v goes by %v and %v", p, foot, top)
			}
			level = p.Y
		}
		if end := g.stairs[len(g.stairs)-1]; end.X != g.Frame.Min.X || end.Y != level {
			t.Errorf("the staircase ends at %v", end)
		}
	})
}

// TestHullIsAbove checks that no marker lies above the hull and that its ends
// are those of the frontier.
func TestHullIsAbove(t *testing.T) {
	everyShape(t, func(t *testing.T, _ *frontier.Frontier, g *oneFrame) {
		if len(g.hull) == 0 {
			return
		}
		if g.hull[0] != g.points[0] || g.hull[len(g.hull)-1] != g.points[len(g.points)-1] {
			t.Errorf("the hull runs from %v to %v", g.hull[0], g.hull[len(g.hull)-1])
		}
		n := 1
		for _, p := range g.points {
			for n < len(g.hull)-1 && g.hull[n].X > p.X {
				n++
			}
			a, b := g.hull[n-1], g.hull[n]
			line := a.Y
			if a.X != b.X {
				line += (b.Y - a.Y) * (p.X - a.X) / (b.X - a.X)
			}
			if p.Y > line+draw.Spot {
				t.Fatalf("%v is %v above the hull", p, p.Y-line)
			}
		}
	})
	if g := figureOf(t, golden(t, "alpha27"), Options{}); len(g.hull) < 10 {
		t.Errorf("alpha27 has a hull of %d points", len(g.hull))
	}
}

// TestRingsAreDMCPoints counts the rings of frontiers whose DMC points are apart
// on the page.
func TestRingsAreDMCPoints(t *testing.T) {
	for _, f := range []*frontier.Frontier{golden(t, "alpha27"), golden(t, "rand16"), ten(t)} {
		g := figureOf(t, f, Options{})
		next := 0
		for p := range f.All() {
			if !p.DMC {
				continue
			}
			if next >= len(g.rings) {
				t.Fatalf("%s: %d rings are too few", f.Problem.Source.Name, len(g.rings))
			}
			if r := g.rings[next]; r.k != p.K || r.at != g.Place(p.H, p.I) {
				t.Errorf("%s: ring %d is of k=%d at %v, want k=%d at %v",
					f.Problem.Source.Name, next, r.k, r.at, p.K, g.Place(p.H, p.I))
			}
			next++
		}
		if next != len(g.rings) {
			t.Errorf("%s: %d rings for %d DMC points", f.Problem.Source.Name, len(g.rings), next)
		}
		if len(g.labels) < len(g.rings)/2 {
			t.Errorf("%s: %d of %d rings are labelled", f.Problem.Source.Name, len(g.labels), len(g.rings))
		}
	}
}

func TestBalancedLines(t *testing.T) {
	g := figureOf(t, ten(t), Options{})
	if len(g.lines) != 3 { // h reaches 2.25, so 1, log2 3 and 2
		t.Fatalf("lines at %v", g.lines)
	}
	for n, h := range []float64{1, 1.584962500721156, 2} {
		if want := onX(g, h); math.Abs(float64(g.lines[n]-want)) > 1e-9 {
			t.Errorf("the line of k=%d is at %v, want %v", n+2, g.lines[n], want)
		}
	}
	f := synthetic(t, 50, shapes[0].Curve, 1)
	for n, x := range figureOf(t, f, Options{}).lines[1:] {
		if d := figureOf(t, f, Options{}).lines[n] - x; d < 2*mm {
			t.Errorf("lines %d and %d are %v apart", n, n+1, d)
		}
	}
}

// TestOptionsLeaveOut checks that what is left out is not explained either.
func TestOptionsLeaveOut(t *testing.T) {
	all := []string{"frontier", "highest I(Z;Y) in k groups, on the frontier", "H(Z) = log₂k", "concave hull", "no clustering found"}
	certified := ten(t)
	certified.Certificate = &frontier.Certificate{Complete: true}
	for _, c := range []struct {
		f       *frontier.Frontier
		o       Options
		missing string
		added   string
	}{
		{ten(t), Options{}, "", ""},
		{ten(t), Options{NoBest: true}, all[1], ""},
		{ten(t), Options{NoBalanced: true}, all[2], ""},
		{ten(t), Options{NoHull: true}, all[3], ""},
		{certified, Options{}, all[4], "no clustering exists"},
	} {
		g := figureOf(t, c.f, c.o)
		var got, want []string
		for _, e := range g.Legend {
			got = append(got, e.Words)
		}
		for _, w := range all {
			if w != c.missing {
				want = append(want, w)
			}
		}
		if c.added != "" {
			want = append(want, c.added)
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%+v: the legend is %q, want %q", c.o, got, want)
		}
		if (len(g.rings) == 0) != c.o.NoBest || (len(g.lines) == 0) != c.o.NoBalanced || (len(g.hull) == 0) != c.o.NoHull {
			t.Errorf("%+v: %d rings, %d lines, hull of %d", c.o, len(g.rings), len(g.lines), len(g.hull))
		}
	}
}

// TestDotsStopAtLabels sets three labels on one line, two of them closer than
// the gap that each of them asks for.
func TestDotsStopAtLabels(t *testing.T) {
	g := &plane{Axes: draw.Axes{Frame: vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}}}
	for _, y := range []vg.Length{60, 20, 20 + draw.CapHeight(draw.SmallSize) + clearance} {
		x := draw.NewText("7", draw.SmallSize, vg.Point{X: 50, Y: y}, draw.Centre)
		x.Short = true
		g.labels = append(g.labels, x)
	}
	dots := g.interrupted([]vg.Length{50, 10})
	high := 20 + 2*draw.CapHeight(draw.SmallSize) + 2*clearance
	want := []draw.Segment{
		{From: vg.Point{X: 50}, To: vg.Point{X: 50, Y: 20 - clearance}},
		{From: vg.Point{X: 50, Y: high}, To: vg.Point{X: 50, Y: 60 - clearance}},
		{From: vg.Point{X: 50, Y: 60 + draw.CapHeight(draw.SmallSize) + clearance}, To: vg.Point{X: 50, Y: 100}},
		{From: vg.Point{X: 10}, To: vg.Point{X: 10, Y: 100}},
	}
	same := func(a, b draw.Segment) bool { return away(a.From, b.From) < 1e-9 && away(a.To, b.To) < 1e-9 }
	if !slices.EqualFunc(dots, want, same) {
		t.Errorf("the lines are drawn as %v, want %v", dots, want)
	}
}
