package copula

import "math"

// Checkerboard has the density 2 on the two blocks of the antidiagonal, {a < 1/2 <= b} and {b < 1/2 <= a}: a bounded
// density. A quarter of the square has S = 0, but no points.
type Checkerboard struct{}

// product is the probability that the product of two independent coordinates is at most t.
func product(t float64) float64 {
	if t >= 1 {
		return 1
	}
	if t <= 0 {
		return 0
	}
	return t - t*math.Log(t)
}

// Area implements [Copula]: S is 0 where both coordinates are below 1/2, a product in the blocks, and a + b - 1 where
// both are above.
func (Checkerboard) Area(s float64) float64 {
	corner := s * s / 2
	if s > 0.5 {
		corner = 0.25 - (1-s)*(1-s)/2
	}
	return 0.25 + product(2*s)/2 + corner
}

// Mass implements [Copula].
func (Checkerboard) Mass(s float64) float64 { return product(2 * s) }

// Expected returns E exactly: no point of one block is better than a point of the other, and in a block coordinates
// are independent. So E is 2 E[H(M)], where M is the number of points in a block.
func (Checkerboard) Expected(n float64) float64 {
	var sum, harmonic float64
	all, _ := math.Lgamma(n + 1)
	for m := 1.0; m <= n; m++ {
		harmonic += 1 / m
		in, _ := math.Lgamma(m + 1)
		out, _ := math.Lgamma(n - m + 1)
		sum += harmonic * math.Exp(all-in-out-n*math.Ln2)
	}
	return 2 * sum
}
