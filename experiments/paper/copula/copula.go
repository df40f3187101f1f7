// Package copula computes how many of N random points in the plane are Pareto-optimal, for some
// dependences between their coordinates. Larger coordinates are better.
//
// Points (U, V) are independent of each other, each with uniform margins and copula C. A
// point is optimal if the quadrant above it is empty. This quadrant has the probability
//
//	S(a, b) = 1 - u - v + C(u, v),  a = 1 - u, b = 1 - v,
//
// the survival copula. With K(s) = P(S(A, B) <= s), its Kendall distribution, the expected
// number of optimal points is
//
//	E = N E[(1 - S)^(N-1)] = N (N-1) int_0^1 (1-s)^(N-2) K(s) ds.           (1)
//
// The theorem of Tan, Tegmark and Chuang (2022, doi:10.3390/e24060771) is about the region
//
//	R_N = {u + v - C(u, v) >= exp(-1/N)} = {S <= s_N},  s_N = 1 - exp(-1/N):
//
// if its size is of the order of l(N)/N, E is of the order of l(N). By (1) this holds for the
// probability K(s_N) of a point in R_N, because (1-s)^(N-2) is of order one up to s_N and falls
// off beyond. If the coordinates are independent, K(s_N) is the area of R_N. In general it is
// not, so this package computes both.
package copula

import "math"

// Copula is a dependence between two coordinates.
type Copula interface {
	// Area returns the area of the region S <= s in the unit square.
	Area(s float64) float64
	// Mass returns K(s), the probability of a point in this region.
	Mass(s float64) float64
}

// Threshold returns s_N = 1 - exp(-1/N), which bounds S in R_N.
func Threshold(n float64) float64 { return -math.Expm1(-1 / n) }

// Independent has S = a b, so that area and probability are s - s ln s.
type Independent struct{}

// Area implements [Copula].
func (Independent) Area(s float64) float64 { return s - s*math.Log(s) }

// Mass implements [Copula].
func (c Independent) Mass(s float64) float64 { return c.Area(s) }

// Lower is the lower bound of Fréchet and Hoeffding: V falls as U grows, and S is
// max(a + b - 1, 0), which is 0 at every point.
type Lower struct{}

// Area implements [Copula]: the square without the triangle a + b > 1 + s.
func (Lower) Area(s float64) float64 { return 1 - (1-s)*(1-s)/2 }

// Mass implements [Copula].
func (Lower) Mass(float64) float64 { return 1 }

// Upper is the upper bound of Fréchet and Hoeffding: V = U, and S = min(a, b).
type Upper struct{}

// Area implements [Copula]: the square without the square a, b > s.
func (Upper) Area(s float64) float64 { return 1 - (1-s)*(1-s) }

// Mass implements [Copula].
func (Upper) Mass(s float64) float64 { return s }

// Expected returns (1), the expected number of optimal points of N, at least 2, by the
// trapezoidal rule in w = -ln s. kendall holds K at s = exp(-k step), k = 0, 1, ..., down to
// where K(s) s is far below 1/N^2.
func Expected(n float64, step float64, kendall []float64) float64 {
	var sum float64
	for k, mass := range kendall {
		s := math.Exp(-step * float64(k))
		sum += math.Exp((n-2)*math.Log1p(-s)) * mass * s
	}
	return n * (n - 1) * sum * step
}

// Kendall tabulates K for [Expected], for up to N points.
func Kendall(c Copula, step, n float64) []float64 {
	last := math.Log(n) + 16
	table := make([]float64, 1+int(math.Ceil(last/step)))
	for k := range table {
		table[k] = c.Mass(math.Exp(-step * float64(k)))
	}
	return table
}

// Harmonic returns H_N = 1 + 1/2 + ... + 1/N: E exactly where the coordinates are
// independent.
func Harmonic(n int) float64 {
	var sum float64
	for k := n; k > 0; k-- {
		sum += 1 / float64(k)
	}
	return sum
}
