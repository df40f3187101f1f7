package copula

import "math"

// Falling is Clayton's copula of parameter -1/2 for a and b: S = max(sqrt a + sqrt b - 1, 0)^2, so
// that one coordinate tends to fall as the other grows. A sixth of the square has S = 0, but no
// points.
type Falling struct{}

// Area implements [Copula]: with r = sqrt s and x = sqrt a, r^2 + int_r^1 2x (1+r-x)^2 dx.
func (Falling) Area(s float64) float64 {
	r := math.Sqrt(s)
	w := 1 + r
	integral := func(x float64) float64 { return x * x * (w*w - x*(4*w/3-x/2)) }
	return s + integral(1) - integral(r)
}

// Mass implements [Copula].
func (Falling) Mass(s float64) float64 { return 2*math.Sqrt(s) - s }

// Expected returns E exactly: N (N-1) int (1-s)^(N-2) K(s) ds is a sum of beta functions.
func (Falling) Expected(n float64) float64 {
	above, _ := math.Lgamma(n + 1)
	below, _ := math.Lgamma(n + 0.5)
	return math.Sqrt(math.Pi)*math.Exp(above-below) - 1
}

// Rising is Gumbel's copula of parameter 2 for a and b: S = exp(-sqrt(ln^2 a + ln^2 b)), so that
// the coordinates tend to grow together.
type Rising struct{}

// Area implements [Copula]. It is the probability that x^2 + y^2 >= ln^2 s for independent
// exponential x and y, an integral over the angle.
func (Rising) Area(s float64) float64 {
	l := -math.Log(s)
	var sum float64
	for k, node := range nodes {
		angle := math.Pi / 8 * (1 + node) // 0 to pi/4, and the rest by symmetry
		sin, cos := math.Sincos(angle)
		sum += weights[k] * (sin + cos) * math.Exp(-l*(sin+cos-1))
	}
	return s * (1 + l*math.Pi/8*sum)
}

// Mass implements [Copula].
func (Rising) Mass(s float64) float64 { return s - s*math.Log(s)/2 }

// Expected returns E exactly: K is the mean of K for independent and for equal coordinates.
func (Rising) Expected(n float64) float64 { return (1 + Harmonic(int(n))) / 2 }

// Blocks is an ordinal sum of lower bounds: a and b lie in the same of the intervals between 1,
// 1/4, 1/16, 1/256, 1/65536, ..., where each is the square of the one before, and a + b is the sum
// of its ends. So S is the lower end, and K jumps: it is t from t^2 on, below t.
type Blocks struct{}

// ends returns the ends of the interval that contains s, with s below the upper end.
func (Blocks) ends(s float64) (lo, hi float64) {
	lo, hi = 1.0/4, 1
	for s < lo {
		if lo < math.SmallestNonzeroFloat64 {
			return 0, hi
		}
		lo, hi = lo*lo, lo
	}
	return lo, hi
}

// Area implements [Copula]: the area left of and below the upper end, and in the block itself
// the area below the antidiagonal that is s - lo above its own.
func (b Blocks) Area(s float64) float64 {
	if s >= 1 {
		return 1
	}
	lo, hi := b.ends(s)
	side := hi - lo
	// Outside of the blocks S = min(a, b), as if the coordinates were equal.
	outside := 1 - (1-s)*(1-s)
	// In the block, S = lo + max(a + b - lo - hi, 0) <= s. The part with min(a, b) <= s was
	// counted.
	beyond := side - (s - lo)
	return outside + beyond*beyond/2
}

// Mass implements [Copula].
func (b Blocks) Mass(s float64) float64 {
	if s >= 1 {
		return 1
	}
	_, hi := b.ends(s)
	return hi
}

// Expected returns E exactly, a sum over the blocks.
func (Blocks) Expected(n float64) float64 {
	var sum float64
	for lo, hi := 1.0/4, 1.0; hi > 0; lo, hi = lo*lo, lo {
		sum += (hi - lo) * math.Exp((n-1)*math.Log1p(-lo))
	}
	return n * sum
}

// Bounds returns bounds of E that hold for every copula: with L(N) = N K(s_N),
//
//	L(N)/e <= E <= (1-q) sum_{j>=1} q^(j-1) j L(N/j),  q = exp(-(N-1)/N).
//
// The document docs/paper/pareto-size.md proves them.
func Bounds(c Copula, n float64) (below, above float64) {
	q := math.Exp(-(n - 1) / n)
	weight := 1.0
	for j := 1.0; weight > 1e-18; j++ {
		above += weight * n * c.Mass(Threshold(n/j))
		weight *= q
	}
	return n * c.Mass(Threshold(n)) / math.E, (1 - q) * above
}
