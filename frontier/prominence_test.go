package frontier

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/pareto"
)

// through returns a frontier of points without clusterings.
func through(t rapid.TB, places ...[2]float64) *Frontier {
	t.Helper()
	var entries []Entry
	for _, p := range places {
		entries = append(entries, Entry{H: p[0], I: p[1], K: 1})
	}
	f, err := New(Problem{}, Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawStairs draws points of steps far above the tolerance, in the unit square.
func drawStairs(t *rapid.T, least, most int) [][2]float64 {
	n := rapid.IntRange(least, most).Draw(t, "points")
	step := rapid.Float64Range(1e-3, 1)
	places := make([][2]float64, n)
	var h, i float64
	for k := range places {
		places[k] = [2]float64{h, i}
		h += step.Draw(t, "dh") / float64(n)
		i += step.Draw(t, "di") / float64(n)
	}
	return places
}

// mapped returns the places after a map of the plane.
func mapped(places [][2]float64, to func(h, i float64) (float64, float64)) [][2]float64 {
	moved := make([][2]float64, len(places))
	for k, p := range places {
		moved[k][0], moved[k][1] = to(p[0], p[1])
	}
	return moved
}

func TestProminenceByHand(t *testing.T) {
	f := through(t, [2]float64{0, 0}, [2]float64{1, 3}, [2]float64{3, 4}, [2]float64{4, 4.25}, [2]float64{5, 5})
	// Of point 1: A = 2 x 3, B = 1 x 1, in a box of 5 x 5. Point 3 is below the chord.
	for k, want := range []float64{0, math.Sqrt(5. / 25), math.Sqrt((1*1 - 2*0.25) / 25), 0, 0} {
		if p := f.At(k); math.Abs(p.Prominence-want) > 1e-15 || p.Index != k {
			t.Errorf("point %d: %g, want %g", k, p.Prominence, want)
		}
	}
	// The hull has the slopes 3, 1/2, 1/2: it bends at point 1 only.
	want := (math.Atan(3) - math.Atan(0.5)) * 180 / math.Pi
	for k, p := range slices.Collect(f.All()) {
		if k != 1 && p.Kink != 0 || k == 1 && math.Abs(p.Kink-want) > 1e-13 {
			t.Errorf("point %d: kink %g", k, p.Kink)
		}
	}
	if top := f.MostProminent(9); len(top) != 2 || top[0] != f.At(1) || top[1] != f.At(2) {
		t.Errorf("%+v", top)
	}
	if len(f.MostProminent(1)) != 1 || len(f.MostProminent(0)) != 0 || len(f.MostProminent(-1)) != 0 {
		t.Error("numbers of points asked for and given differ")
	}
	// Equal ones come by h.
	even := through(t, [2]float64{0, 0}, [2]float64{1, 2}, [2]float64{3, 3}, [2]float64{4, 5}, [2]float64{6, 6})
	if top := even.MostProminent(2); top[0].Index != 1 || top[1].Index != 3 || top[0].Prominence != top[1].Prominence {
		t.Errorf("%+v", top)
	}
}

// TestProminenceOfFewPoints: there is no corner without two neighbours.
func TestProminenceOfFewPoints(t *testing.T) {
	for n := range 3 {
		f := through(t, [][2]float64{{0, 0}, {1, 1}}[:n]...)
		for p := range f.All() {
			if p.Prominence != 0 || p.Kink != 0 {
				t.Errorf("%+v", p)
			}
		}
		if f.MostProminent(5) != nil {
			t.Error("a corner")
		}
	}
	far := through(t, [2]float64{-1.7e308, -1.7e308}, [2]float64{0, 1e308}, [2]float64{1.7e308, 1.7e308})
	if p := far.At(1); p.Prominence != 0 || !(p.Kink >= 0) {
		t.Errorf("%+v", p)
	}
}

// TestStraightStaircases have no corner, whatever their steps and wherever they are.
func TestStraightStaircases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "points")
		slope := math.Exp(rapid.Float64Range(-8, 8).Draw(t, "log slope"))
		h0, i0 := rapid.Float64Range(-100, 100).Draw(t, "h"), rapid.Float64Range(-100, 100).Draw(t, "i")
		var places [][2]float64
		h := 0.0
		for range n {
			places = append(places, [2]float64{h0 + h, i0 + slope*h})
			h += math.Exp(rapid.Float64Range(-12, 1).Draw(t, "log step"))
		}
		if f := through(t, places...); f.MostProminent(n) != nil {
			t.Fatalf("%+v", f.MostProminent(n))
		}
	})
}

// TestProminenceToTheTolerance: what is no more than a tolerance off the line, along
// either axis, is on it.
func TestProminenceToTheTolerance(t *testing.T) {
	for _, c := range []struct {
		h, i, off float64 // of the end; how far the middle is above the chord
		stands    bool
	}{
		{1, 1, 0.9 * pareto.Tolerance, false},
		{1, 1, 1.1 * pareto.Tolerance, true},
		{0.01, 1, 0.9 * pareto.Tolerance, false},
		{0.01, 1, 90 * pareto.Tolerance, false},
		{0.01, 1, 110 * pareto.Tolerance, true},
		{1, 0.01, 0.9 * pareto.Tolerance, false},
		{1, 0.01, 1.1 * pareto.Tolerance, true},
		{1, 1, -pareto.Tolerance * 2, false},
	} {
		f := through(t, [2]float64{0, 0}, [2]float64{c.h / 2, c.i/2 + c.off}, [2]float64{c.h, c.i})
		if got := f.At(1).Prominence > 0; got != c.stands {
			t.Errorf("%+v: %g", c, f.At(1).Prominence)
		}
	}
}

// TestProminenceKeepsItsValue when units and origins of the axes change.
func TestProminenceKeepsItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := drawStairs(t, 3, 12)
		scale, shift := rapid.Float64Range(1, 8), rapid.Float64Range(-8, 8)
		a, b := scale.Draw(t, "a"), shift.Draw(t, "b")
		c, d := scale.Draw(t, "c"), shift.Draw(t, "d")
		f := through(t, places...)
		g := through(t, mapped(places, func(h, i float64) (float64, float64) { return a*h + b, c*i + d })...)
		for k := range places {
			// Of squares, since a root makes small errors large.
			p, q := f.At(k).Prominence, g.At(k).Prominence
			if math.Abs(p*p-q*q) > 1e-7 {
				t.Fatalf("point %d: %g and %g", k, p, q)
			}
			if p < 0 || p > 1 {
				t.Fatalf("point %d has %g", k, p)
			}
		}
	})
}

// TestProminenceKeepsItsOrder under tilts, which change the extents of the frontier, and
// under any other affine map that keeps the plane's orientation and the staircase.
func TestProminenceKeepsItsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := drawStairs(t, 3, 12)
		entry := rapid.Float64Range(0.2, 2)
		off := rapid.Float64Range(-0.15, 1)
		m := [2][2]float64{{entry.Draw(t, "hh"), off.Draw(t, "hi")}, {off.Draw(t, "ih"), entry.Draw(t, "ii")}}
		to := func(h, i float64) (float64, float64) {
			return m[0][0]*h + m[0][1]*i + 1, m[1][0]*h + m[1][1]*i - 1
		}
		det := m[0][0]*m[1][1] - m[0][1]*m[1][0]
		moved := mapped(places, to)
		for k := range moved[1:] {
			if det < 0.01 || moved[k+1][0] < moved[k][0]+1e-6 || moved[k+1][1] < moved[k][1]+1e-6 {
				t.SkipNow()
			}
		}
		f, g := through(t, places...), through(t, moved...)
		// All squares change by one factor.
		box := func(p [][2]float64) float64 {
			return (p[len(p)-1][0] - p[0][0]) * (p[len(p)-1][1] - p[0][1])
		}
		factor := det * box(places) / box(moved)
		for k := range places {
			p, q := f.At(k).Prominence, g.At(k).Prominence
			if math.Abs(factor*p*p-q*q) > 1e-5 {
				t.Fatalf("point %d: %g became %g, factor %g", k, p, q, factor)
			}
		}
	})
}

// TestKinks: of a hull of slopes that are known, and their sum.
func TestKinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := through(t, drawStairs(t, 2, 20)...)
		var hull []Point
		var sum float64
		for p := range f.All() {
			if !p.Hull && p.Kink != 0 || p.Kink < 0 || p.Kink >= 90 {
				t.Fatalf("%+v", p)
			}
			if p.Hull {
				hull = append(hull, p)
			}
			sum += p.Kink
		}
		angle := func(p, q Point) float64 { return math.Atan((q.I-p.I)/(q.H-p.H)) * 180 / math.Pi }
		last := len(hull) - 1
		if want := angle(hull[0], hull[1]) - angle(hull[last-1], hull[last]); math.Abs(sum-want) > 1e-9 {
			t.Fatalf("the hull bends by %g, want %g", sum, want)
		}
	})
}

func TestKeeping(t *testing.T) {
	f := through(t, [2]float64{0, 0}, [2]float64{1, 0.5}, [2]float64{2, 0.75}, [2]float64{3, 1})
	for _, c := range []struct {
		share float64
		n     int // of the problem; 0 as in CSV
		ixy   float64
		want  int
	}{
		{0.5, 4, 1, 1},
		{0.5 + 0.9*pareto.Tolerance, 4, 1, 1},
		{0.5 + 1.1*pareto.Tolerance, 4, 1, 2},
		{0.95, 4, 1, 3},
		{1, 4, 1, 3},
		{0, 4, 1, 0},
		{-1, 4, 1, 0},
		{1.1, 4, 1, -1},
		{0.9, 4, 1.2, -1},
		{0.5, 4, 1.2, 2},
		{0.95, 0, 0, 3},
		{1.1, 0, 0, -1},
		{math.NaN(), 4, 1, -1},
	} {
		f.Problem.N, f.Problem.IXY = c.n, c.ixy
		p, ok := f.Keeping(c.share)
		if ok != (c.want >= 0) || ok && p.Index != c.want {
			t.Errorf("%+v: %+v, %t", c, p, ok)
		}
	}
	if _, ok := through(t).Keeping(0); ok {
		t.Error("a point of none")
	}
}
