package problem

import (
	"math"
	"math/rand/v2"
)

// skewed draws n x m probabilities that are uneven, as those of words or
// letters are. The r-th row has a weight proportional to u/r, u uniform in
// (1/2, 3/2]; its m shares of that are drawn from the Dirichlet distribution
// whose parameters are all 0.3, so that a few columns have most of it.
func skewed(rng *rand.Rand, n, m int) table {
	t := make(table, n)
	var weights float64
	for x := range t {
		t[x] = make([]float64, m)
		var shares float64
		for y := range t[x] {
			t[x][y] = gamma(rng, 0.3)
			shares += t[x][y]
		}
		weight := (1.5 - rng.Float64()) / float64(x+1)
		for y := range t[x] {
			t[x][y] *= weight / shares
		}
		weights += weight
	}
	for x := range t {
		for y := range t[x] {
			t[x][y] /= weights
		}
	}
	return t
}

// gamma draws from the gamma distribution of shape a < 1 and scale 1, which is
// the product of an exponential and a beta(a, 1-a) variable. The latter is
// drawn by rejection (Johnk, 1964).
func gamma(rng *rand.Rand, a float64) float64 {
	for {
		u, v := 1-rng.Float64(), 1-rng.Float64() // not 0
		x, y := math.Pow(u, 1/a), math.Pow(v, 1/(1-a))
		if x+y <= 1 {
			return rng.ExpFloat64() * x / (x + y)
		}
	}
}
