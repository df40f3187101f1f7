package families

import (
	"math"
	"math/rand/v2"
)

// structures returns families with an order, a tree, few dimensions or few topics.
func structures() []Family {
	return []Family{
		{"rank two", func(rng *rand.Rand, n int) [][]float64 { return lowRank(rng, n, 15, 2) }},
		{"rank three", func(rng *rand.Rand, n int) [][]float64 { return lowRank(rng, n, 15, 3) }},
		{"topics", topics},
		{"hierarchy", hierarchy},
		{"hierarchy of equal weights", func(rng *rand.Rand, n int) [][]float64 { return balanced(hierarchy(rng, n)) }},
		{"symmetric", func(rng *rand.Rand, n int) [][]float64 {
			t := simplex(rng, n, n)
			return Filled(n, n, func(x, y int) float64 { return t[min(x, y)][max(x, y)] })
		}},
		{"doubly stochastic", doublyStochastic},
		{"band", func(rng *rand.Rand, n int) [][]float64 {
			return Filled(n, n, func(x, y int) float64 { return rng.Float64() * math.Exp(-math.Abs(float64(x-y))/1.5) })
		}},
		{"even band", func(_ *rand.Rand, n int) [][]float64 {
			return Filled(n, n, func(x, y int) float64 { return math.Exp2(-math.Abs(float64(x - y))) })
		}},
		{"diagonal with noise", func(rng *rand.Rand, n int) [][]float64 {
			return Filled(n, n, func(x, y int) float64 {
				if x == y {
					return float64(n) * (1 + rng.Float64())
				}
				return rng.Float64()
			})
		}},
		{"bell curves", func(rng *rand.Rand, n int) [][]float64 {
			return Filled(n, 24, func(x, y int) float64 {
				at := float64(y)/23 - float64(x)/float64(n-1)
				return math.Exp(-20*at*at) * (1 + 0.05*rng.Float64())
			})
		}},
		{"divisors", func(_ *rand.Rand, n int) [][]float64 {
			return Filled(n, n, func(x, y int) float64 {
				a, b := x+1, y+1
				for b > 0 {
					a, b = b, a%b
				}
				return float64(a)
			})
		}},
		{"two views", func(rng *rand.Rand, n int) [][]float64 {
			a, b := simplex(rng, 4, 6), simplex(rng, (n+3)/4, 6)
			return Filled(n, 36, func(x, y int) float64 { return a[x%4][y%6] * b[x/4][y/6] })
		}},
	}
}

// lowRank draws products of positive matrices.
func lowRank(rng *rand.Rand, n, m, rank int) [][]float64 {
	a, b := uneven(rng, n, rank, 2), uneven(rng, rank, m, 2)
	return Filled(n, m, func(x, y int) (v float64) {
		for k := range rank {
			v += a[x][k] * b[k][y]
		}
		return v
	})
}

// topics draws rows that mix two of four distributions, mostly one.
func topics(rng *rand.Rand, n int) [][]float64 {
	of := uneven(rng, 4, 20, 3)
	t := make([][]float64, n)
	for x := range t {
		a, b, share := of[rng.IntN(4)], of[rng.IntN(4)], 0.2*rng.Float64()
		t[x] = Filled(1, 20, func(_, y int) float64 { return (1-share)*a[y] + share*b[y] })[0]
	}
	return weighted(t, func(int) float64 { return 0.2 + rng.Float64() })
}

// hierarchy draws the leaves of a binary tree, whose distributions differ less and less from the
// root to the leaves.
func hierarchy(rng *rand.Rand, n int) [][]float64 {
	level, spread := [][]float64{vector(rng, 16)}, 2.0
	for len(level) < n {
		var next [][]float64
		for _, parent := range level {
			for range 2 {
				next = append(next, Filled(1, 16, func(_, y int) float64 { return parent[y] * math.Exp(spread*rng.NormFloat64()) })[0])
			}
		}
		level, spread = next, spread/2
	}
	return weighted(level[:n], func(int) float64 { return 0.5 + rng.Float64() })
}

// doublyStochastic draws a symmetric table whose rows have almost the same weight, by Sinkhorn's
// steps.
func doublyStochastic(rng *rand.Rand, n int) [][]float64 {
	t := simplex(rng, n, n)
	t = Filled(n, n, func(x, y int) float64 { return t[min(x, y)][max(x, y)] })
	for range 200 {
		scale := make([]float64, n)
		for x, row := range t {
			for _, v := range row {
				scale[x] += v
			}
		}
		t = Filled(n, n, func(x, y int) float64 { return t[x][y] / math.Sqrt(scale[x]*scale[y]) })
	}
	return t
}
