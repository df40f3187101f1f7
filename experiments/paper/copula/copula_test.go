package copula

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const step = 1.0 / 4

func near(a, b, relative float64) bool { return math.Abs(a-b) <= relative*math.Abs(b) }

// TestExpectedIsKnown: H_N where the coordinates are independent, all points on the lower
// bound, one on the upper.
func TestExpectedIsKnown(t *testing.T) {
	for _, n := range []int{10, 100, 1000, 1_000_000} {
		for _, tt := range []struct {
			c    Copula
			want float64
		}{{Independent{}, Harmonic(n)}, {Lower{}, float64(n)}, {Upper{}, 1}, {Gaussian{}, Harmonic(n)}} {
			if got := Expected(float64(n), step, Kendall(tt.c, step, float64(n))); !near(got, tt.want, 2e-6) {
				t.Errorf("%T, %d points: %.9g, want %.9g", tt.c, n, got, tt.want)
			}
		}
	}
}

// TestAreaOfIndependent compares the published formula with the area by adding up squares.
func TestAreaOfIndependent(t *testing.T) {
	for _, n := range []float64{1, 2, 10, 1000, 1e6} {
		published := math.Exp(-1/n) * -math.Expm1(1/n) * (math.Log(-math.Expm1(-1/n)) - 1)
		if got := (Independent{}).Area(Threshold(n)); !near(got, published, 1e-12) {
			t.Errorf("N = %g: %g, the paper has %g", n, got, published)
		}
	}
	for _, c := range []Copula{Independent{}, Lower{}, Upper{}, Gaussian{0.5}, Gaussian{-0.7}} {
		for _, n := range []float64{2, 5, 20} {
			if got, want := c.Area(Threshold(n)), squares(c, n); !near(got, want, 2e-2) {
				t.Errorf("%T%v, N = %g: area %g, by squares %g", c, c, n, got, want)
			}
		}
	}
}

// squares adds up the squares of a fine grid whose middle is in R_N by its definition.
func squares(c Copula, n float64) float64 {
	const side = 250
	var inside int
	for i := range side {
		for j := range side {
			u, v := (float64(i)+0.5)/side, (float64(j)+0.5)/side
			if u+v-value(c, u, v) >= math.Exp(-1/n) {
				inside++
			}
		}
	}
	return float64(inside) / (side * side)
}

// value returns C(u, v).
func value(c Copula, u, v float64) float64 {
	switch c := c.(type) {
	case Lower:
		return max(u+v-1, 0)
	case Upper:
		return min(u, v)
	case Falling:
		x := max(math.Sqrt(1-u)+math.Sqrt(1-v)-1, 0)
		return u + v - 1 + x*x
	case Rising:
		return u + v - 1 + math.Exp(-math.Hypot(math.Log(1-u), math.Log(1-v)))
	case Checkerboard:
		a, b := 1-u, 1-v
		switch {
		case a < 0.5 && b < 0.5:
			return u + v - 1
		case a >= 0.5 && b >= 0.5:
			return u + v - 1 + a + b - 1
		}
		return u + v - 1 + 2*min(a, b)*(max(a, b)-0.5)
	case Blocks:
		lo, hi := c.ends(1 - u)
		if 1-v < lo || 1-v >= hi {
			return u + v - 1 + min(1-u, 1-v)
		}
		return u + v - 1 + lo + max(1-u+1-v-lo-hi, 0)
	case Gaussian:
		return u + v - 1 + c.Quadrant(quantile(1-u), quantile(1-v))
	}
	return u * v
}

// TestTheorem: N times the size of R_N is within constants of E, for the size that is a
// probability. With the area that holds for the paper's three examples; but for normal
// coordinates of negative correlation it grows faster by a power of N, and for those of
// positive correlation it does not grow at all.
func TestTheorem(t *testing.T) {
	few, many := 1e2, 1e6
	for _, tt := range []struct {
		c      Copula
		lo, hi float64 // of N times the area over E, for many points over that for few
		grows  bool    // E does
	}{
		{c: Independent{}, lo: 0.9, hi: 1.1, grows: true},
		{c: Lower{}, lo: 0.9, hi: 1.1, grows: true},
		{c: Upper{}, lo: 0.9, hi: 1.1},
		{c: Gaussian{0.5}, lo: 0.3, hi: 0.5, grows: true},
		{c: Gaussian{0.9}, lo: 0.4, hi: 0.8, grows: true},
		{c: Gaussian{-0.5}, lo: 10, hi: 100, grows: true},
		{c: Gaussian{-0.9}, lo: 100, hi: 10000, grows: true},
	} {
		kendall := Kendall(tt.c, step, many)
		for _, n := range []float64{few, 1e4, many} {
			if ratio := n * tt.c.Mass(Threshold(n)) / Expected(n, step, kendall); ratio < 0.5 || ratio > 1.6 {
				t.Errorf("%T%v, N = %g: N K(s_N) is %.3g of E", tt.c, tt.c, n, ratio)
			}
		}
		size := func(n float64) float64 { return n * tt.c.Area(Threshold(n)) / Expected(n, step, kendall) }
		if drift := size(many) / size(few); drift < tt.lo || drift > tt.hi {
			t.Errorf("%T%v: N times the area, over E, changes by a factor of %.3g", tt.c, tt.c, drift)
		}
		if grows := Expected(many, step, kendall) > 1.2*Expected(few, step, kendall); grows != tt.grows {
			t.Errorf("%T%v: E grows is %t", tt.c, tt.c, grows)
		}
	}
}

// TestQuadrant compares with the integral over the first coordinate, which has no
// cancellation, and with the probability at the origin.
func TestQuadrant(t *testing.T) {
	for _, rho := range []float64{-0.95, -0.9, -0.5, 0, 0.3, 0.9, 0.95} {
		g := Gaussian{rho}
		if got, want := g.Quadrant(0, 0), 0.25+math.Asin(rho)/(2*math.Pi); !near(got, want, 1e-12) {
			t.Errorf("rho %g, origin: %g, want %g", rho, got, want)
		}
		for _, at := range [][2]float64{{1, 1}, {2, 1.5}, {-1, 2}, {3, 3}, {-3, 1}} {
			const pieces = 200000
			var want float64
			for k := range pieces {
				x := at[0] + (float64(k)+0.5)*12/pieces
				want += density(x) * g.above(at[1], x) * 12 / pieces
			}
			if got := g.Quadrant(at[0], at[1]); math.Abs(got-want) > 1e-6*want+1e-13 {
				t.Errorf("rho %g, %v: %g, want %g", rho, at, got, want)
			}
		}
	}
}

func TestBorder(t *testing.T) {
	for _, rho := range []float64{-0.9, 0, 0.9} {
		for _, s := range []float64{0.5, 1e-3, 1e-9} {
			g := Gaussian{rho}
			y := quantile(s)
			for x := -9.0; x < quantile(s)-1e-6; x += 0.25 {
				y = g.border(x, s, y)
				if got := g.Quadrant(x, y); !near(got, s, 1e-6) {
					t.Fatalf("rho %g, s %g: at x %g the border is %g, where S is %g", rho, s, x, y, got)
				}
			}
		}
	}
}

func ExampleExpected() {
	for _, rho := range []float64{-0.9, 0, 0.9} {
		kendall := Kendall(Gaussian{rho}, step, 1e4)
		fmt.Printf("correlation %g: %.2f of 10,000 points\n", rho, Expected(1e4, step, kendall))
	}
	// Output:
	// correlation -0.9: 42.92 of 10,000 points
	// correlation 0: 9.79 of 10,000 points
	// correlation 0.9: 2.32 of 10,000 points
}

// exactly is a copula whose E is known.
type exactly interface {
	Copula
	Expected(n float64) float64
}

// TestExamples compares the areas of the examples with squares, and E with the quadrature and
// with random points.
func TestExamples(t *testing.T) {
	for _, tt := range []struct {
		c    exactly
		draw func(a, p float64) float64 // b, of uniform a and p
	}{
		{Falling{}, func(a, p float64) float64 { x := 1 - math.Sqrt(a)*(1-p); return x * x }},
		{Rising{}, nil},
		{Checkerboard{}, func(a, p float64) float64 {
			if a < 0.5 {
				return 0.5 + p/2
			}
			return p / 2
		}},
		{Blocks{}, func(a, _ float64) float64 { lo, hi := Blocks{}.ends(a); return lo + hi - a }},
	} {
		for _, n := range []float64{2, 5, 20} {
			if got, want := tt.c.Area(Threshold(n)), squares(tt.c, n); !near(got, want, 2e-2) {
				t.Errorf("%T, N = %g: area %g, by squares %g", tt.c, n, got, want)
			}
		}
		if _, jumps := tt.c.(Blocks); !jumps {
			for _, n := range []float64{10, 1e3, 1e6} {
				if got, want := Expected(n, step, Kendall(tt.c, step, n)), tt.c.Expected(n); !near(got, want, 2e-5) {
					t.Errorf("%T, %g points: %g, want %g", tt.c, n, got, want)
				}
			}
		}
		if tt.draw == nil {
			continue
		}
		const n, samples = 200, 200
		rng := rand.New(rand.NewPCG(1, 2))
		var sum, squared float64
		for range samples {
			var points [n][2]float64
			for k := range points {
				a := rng.Float64()
				points[k] = [2]float64{a, tt.draw(a, rng.Float64())}
			}
			optimal := 0.0
			for _, p := range points {
				if !slices.ContainsFunc(points[:], func(q [2]float64) bool { return q != p && q[0] <= p[0] && q[1] <= p[1] }) {
					optimal++
				}
			}
			sum, squared = sum+optimal, squared+optimal*optimal
		}
		mean := sum / samples
		deviation := math.Sqrt((squared/samples - mean*mean) / samples)
		if want := tt.c.Expected(n); math.Abs(mean-want) > 4*deviation {
			t.Errorf("%T: %.3g of %d points, %.2g standard errors from %.4g", tt.c, mean, n, (mean-want)/deviation, want)
		}
	}
}

// TestBounds: E is between the bounds, which are within a factor of 4.4 of each other where
// N K(s_N) does not fall as N grows. For Blocks, N K(s_N) alone says nothing.
func TestBounds(t *testing.T) {
	for _, c := range []Copula{Independent{}, Lower{}, Upper{}, Falling{}, Rising{}, Blocks{}, Checkerboard{}, Gaussian{-0.9}, Gaussian{-0.5}, Gaussian{0.5}, Gaussian{0.9}} {
		kendall := Kendall(c, step, 1e6)
		for _, n := range []float64{16, 100, 256, 1e4, 65536, 1e6} {
			e := Expected(n, step, kendall)
			if known, ok := c.(exactly); ok {
				e = known.Expected(n)
			}
			below, above := Bounds(c, n)
			if e < below*(1-1e-6) || e > above*(1+1e-6) {
				t.Errorf("%T%v, N = %g: %g is not between %g and %g", c, c, n, e, below, above)
			}
			if _, jumps := c.(Blocks); !jumps && n >= 100 && above > 4.4*below {
				t.Errorf("%T%v, N = %g: the bounds are %g and %g", c, c, n, below, above)
			}
		}
	}
	size := 65536 * Blocks{}.Mass(Threshold(65536))
	if e := (Blocks{}).Expected(65536); size != 1 || e < 90 {
		t.Errorf("of 65,536 points in blocks %g are optimal, and N K(s_N) is %g", e, size)
	}
}
