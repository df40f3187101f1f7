package families

import (
	"math"
	"math/rand/v2"
)

// random returns families without structure.
func random() []Family {
	return []Family{
		{"simplex of 30 columns", func(rng *rand.Rand, n int) [][]float64 { return simplex(rng, n, 30) }},
		{"simplex of 8 columns", func(rng *rand.Rand, n int) [][]float64 { return simplex(rng, n, 8) }},
		{"simplex of 3 columns", func(rng *rand.Rand, n int) [][]float64 { return simplex(rng, n, 3) }},
		{"simplex of 2 columns", func(rng *rand.Rand, n int) [][]float64 { return simplex(rng, n, 2) }},
		{"wide", func(rng *rand.Rand, n int) [][]float64 { return simplex(rng, n, 200) }},
		{"uneven cells", func(rng *rand.Rand, n int) [][]float64 { return uneven(rng, n, 20, 3) }},
		{"very uneven cells", func(rng *rand.Rand, n int) [][]float64 { return uneven(rng, n, 20, 8) }},
		{"harmonic weights", func(rng *rand.Rand, n int) [][]float64 {
			return weighted(uneven(rng, n, 30, 3), func(x int) float64 { return (0.5 + rng.Float64()) / float64(x+1) })
		}},
		{"decades", func(rng *rand.Rand, n int) [][]float64 {
			return Filled(n, 12, func(int, int) float64 { return math.Pow(10, -15*rng.Float64()) })
		}},
		{"Zipf counts", zipfCounts},
		{"Poisson counts", func(rng *rand.Rand, n int) [][]float64 { return counted(rng, n, 10, 1.2) }},
		{"sparse counts", func(rng *rand.Rand, n int) [][]float64 { return counted(rng, n, 16, 0.25) }},
		{"bits", func(rng *rand.Rand, n int) [][]float64 {
			return supported(rng, Filled(n, 8, func(int, int) float64 { return float64(rng.IntN(2)) }))
		}},
		{"small counts", func(rng *rand.Rand, n int) [][]float64 {
			return supported(rng, Filled(n, 5, func(int, int) float64 { return float64(rng.IntN(3)) }))
		}},
	}
}

// uneven draws cells that are powers of exponential variables: the larger the power, the fewer
// cells have most of the mass.
func uneven(rng *rand.Rand, n, m int, power float64) [][]float64 {
	return Filled(n, m, func(int, int) float64 { return 1e-9 + math.Pow(rng.ExpFloat64(), power) })
}

// supported gives every row and the first two columns mass.
func supported(rng *rand.Rand, t [][]float64) [][]float64 {
	t[0][0]++
	t[len(t)-1][1]++
	for _, row := range t {
		row[rng.IntN(len(row))]++
	}
	return t
}

// counted draws independent counts from the Poisson distribution of a mean.
func counted(rng *rand.Rand, n, m int, mean float64) [][]float64 {
	return supported(rng, Filled(n, m, func(int, int) float64 { return poisson(rng, mean) }))
}

// zipfCounts draws counts whose means are Zipf's for rows and columns, with an association.
func zipfCounts(rng *rand.Rand, n int) [][]float64 {
	return supported(rng, Filled(n, 25, func(x, y int) float64 {
		return poisson(rng, 200*math.Pow(rng.ExpFloat64(), 2)/float64((x+1)*(y+1)))
	}))
}

// poisson draws by waiting times.
func poisson(rng *rand.Rand, mean float64) float64 {
	k := -1.0
	for at := 0.0; at < mean; at += rng.ExpFloat64() {
		k++
	}
	return max(k, 0)
}
