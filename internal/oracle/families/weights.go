package families

import (
	"math"
	"math/rand/v2"

	"github.com/dibmap/dibmap/internal/lists"
)

// weights returns families that differ by the weights of rows.
func weights() []Family {
	return []Family{
		{"equal weights", func(rng *rand.Rand, n int) [][]float64 { return balanced(simplex(rng, n, 12)) }},
		{"equal weights, two columns", func(rng *rand.Rand, n int) [][]float64 { return balanced(simplex(rng, n, 2)) }},
		{"equal weights, low rank", func(rng *rand.Rand, n int) [][]float64 { return balanced(lowRank(rng, n, 15, 2)) }},
		{"blocks of four equal weights", func(rng *rand.Rand, n int) [][]float64 { return blocks(rng, n, 4) }},
		{"blocks of eight equal weights", func(rng *rand.Rand, n int) [][]float64 { return blocks(rng, n, 8) }},
		{"weights one and two", func(rng *rand.Rand, n int) [][]float64 {
			return shared(simplex(rng, n, 12), func(x int) float64 { return float64(1 + x%2) })
		}},
		{"weights are powers of two", func(rng *rand.Rand, n int) [][]float64 {
			return shared(simplex(rng, n, 12), func(x int) float64 { return math.Ldexp(1, x%6) })
		}},
		{"weights are small whole numbers", func(rng *rand.Rand, n int) [][]float64 {
			return shared(simplex(rng, n, 12), func(int) float64 { return float64(1 + rng.IntN(5)) })
		}},
		{"almost equal weights", func(rng *rand.Rand, n int) [][]float64 {
			return weighted(simplex(rng, n, 12), func(int) float64 { return 1 + 1e-4*rng.Float64() })
		}},
		{"one heavy row", func(rng *rand.Rand, n int) [][]float64 {
			return shared(simplex(rng, n, 12), func(x int) float64 {
				if x == 0 {
					return 64
				}
				return 1
			})
		}},
		{"shuffled counts", shuffledCounts},
	}
}

// shared gives the rows of a table whole counts, weight(x) times total of them, so that equal
// weights are the same numbers.
func shared(t [][]float64, weight func(x int) float64) [][]float64 {
	for x, row := range t {
		t[x] = whole(row, weight(x)*total)
	}
	return t
}

// total is the number of counts of a row of weight one.
const total = 1 << 30

// whole scales a row to whole numbers of a given sum.
func whole(row []float64, want float64) []float64 {
	have, rest, most := lists.Sum(row), want, 0
	for y := range row {
		row[y] = math.Round(row[y] * want / have)
		rest -= row[y]
		if row[y] > row[most] {
			most = y
		}
	}
	row[most] += rest
	return row
}

// balanced gives all rows the same weight.
func balanced(t [][]float64) [][]float64 {
	return shared(t, func(int) float64 { return 1 })
}

// blocks draws rows whose weights are equal in every block.
func blocks(rng *rand.Rand, n, size int) [][]float64 {
	of := vector(rng, (n+size-1)/size)
	return shared(simplex(rng, n, 12), func(x int) float64 { return 1 + math.Floor(100*of[x/size]) })
}

// shuffledCounts draws rows that have the same counts in another order.
func shuffledCounts(rng *rand.Rand, n int) [][]float64 {
	counts := []float64{40, 20, 10, 5, 5, 2, 1, 0, 0}
	t := make([][]float64, n)
	for x := range t {
		t[x] = make([]float64, len(counts))
		for k, y := range rng.Perm(len(counts)) {
			t[x][y] = counts[k]
		}
	}
	return t
}
