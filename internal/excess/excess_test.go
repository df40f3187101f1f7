package excess

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
)

type xy struct{ h, i float64 }

func at(points []xy) func(int) (h, i float64) {
	return func(p int) (h, i float64) { return points[p].h, points[p].i }
}

func TestExcessByHand(t *testing.T) {
	a := []xy{{0, 0}, {1, 2}, {3, 3}}
	b := []xy{{0, 1}, {2, 2.5}, {4, 4}}
	// a - b is -1 on [0,1], 1 on [1,2], -0.5 on [2,3], 0.5 on [3,4], -1 from there.
	for _, c := range []struct {
		name           string
		upper, lower   []xy
		end            float64
		area, most, at float64
	}{
		{"a", a, b, 5, 1.5, 1, 1},
		{"b", b, a, 5, 2.5, 1, 0},
		{"half a step", a, b, 1.5, 0.5, 1, 1},
		{"to the first point", a, b, 0, 0, 1, 1},
		{"itself", a, a, 5, 0, 0, 0},
		{"none", nil, a, 5, 0, 0, 0},
		{"over none", a, nil, 5, 2*2 + 2*3, 3, 3},
		{"before the first point", []xy{{1, 1}}, []xy{{2, 0.5}}, 3, 1.5, 1, 1},
		{"negative h", []xy{{-2, 1}}, []xy{{-1, 0.5}}, 2, 1, 1, -2},
		{"within the tolerance", []xy{{0, pareto.Tolerance / 2}}, []xy{{0, 0}}, 1, pareto.Tolerance / 2, 0, 0},
		{"a step within the tolerance", []xy{{1, 1}}, []xy{{1 + pareto.Tolerance/2, 1}}, 2, pareto.Tolerance / 2, 0, 0},
	} {
		got := Of(len(c.upper), at(c.upper), len(c.lower), at(c.lower), c.end)
		if want := (Excess{c.area, c.most, c.at}); math.Abs(got.Area-want.Area) > 1e-15 || got.Largest != want.Largest || got.At != want.At {
			t.Errorf("%s: %+v, want %+v", c.name, got, want)
		}
	}
}

// TestExcessAddsUp: the areas of both directions differ by those under the staircases, and
// no place on a fine grid has a larger distance.
func TestExcessAddsUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	stairs := func() (points []xy) {
		p := xy{}
		for range rng.IntN(20) {
			points = append(points, p)
			p.h += rng.Float64()
			p.i += rng.Float64()
		}
		return points
	}
	level := func(points []xy, h float64) (i float64) {
		for _, p := range points {
			if p.h <= h {
				i = p.i
			}
		}
		return i
	}
	for range 300 {
		a, b := stairs(), stairs()
		end := 10 * rng.Float64()
		ab, ba := Of(len(a), at(a), len(b), at(b), end), Of(len(b), at(b), len(a), at(a), end)
		difference := pareto.Hypervolume(len(a), at(a), end) - pareto.Hypervolume(len(b), at(b), end)
		if math.Abs(ab.Area-ba.Area-difference) > 1e-12 || ab.Area < 0 {
			t.Fatalf("areas %g and %g, difference %g", ab.Area, ba.Area, difference)
		}
		for k := range 2000 {
			h := float64(k) * 0.01
			if d := level(a, h) - level(b, h); d > ab.Largest+1e-12 {
				t.Fatalf("%g at %g, more than %+v", d, h, ab)
			}
		}
		if ab.Largest > 0 && math.Abs(level(a, ab.At)-level(b, ab.At)-ab.Largest) > 1e-12 {
			t.Fatalf("%+v is not what lies there", ab)
		}
	}
}
