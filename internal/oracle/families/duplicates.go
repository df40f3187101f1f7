package families

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/dibmap/dibmap/internal/lists"
)

// duplicates returns families of rows that come in groups of almost the same distribution.
func duplicates() []Family {
	list := []Family{
		{"equal rows", func(rng *rand.Rand, n int) [][]float64 { return groups(rng, n, 2, 0) }},
		{"equal rows in blocks of four", func(rng *rand.Rand, n int) [][]float64 { return groups(rng, n, 4, 0) }},
		{"proportional rows", func(rng *rand.Rand, n int) [][]float64 {
			return weighted(groups(rng, n, 2, 0), func(int) float64 { return 0.5 + rng.Float64() })
		}},
	}
	for _, gap := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5} {
		list = append(list, Family{fmt.Sprintf("pairs with gap %g", gap), func(rng *rand.Rand, n int) [][]float64 {
			return groups(rng, n, 2, gap)
		}})
	}
	return append(list,
		Family{"pairs with gap 0.03, all rows of equal weight", func(rng *rand.Rand, n int) [][]float64 {
			return balanced(groups(rng, n, 2, 0.03))
		}},
		Family{"pairs with gap 0.01, unequal weights", func(rng *rand.Rand, n int) [][]float64 {
			return weighted(groups(rng, n, 2, 0.01), func(int) float64 { return 0.5 + rng.Float64() })
		}},
		Family{"pairs with gap 0.01, almost equal weights", func(rng *rand.Rand, n int) [][]float64 {
			t := groups(rng, n, 2, 0.01)
			return noisy(rng, t, 0.01)
		}},
		Family{"triples with gap 0.01", func(rng *rand.Rand, n int) [][]float64 { return groups(rng, n, 3, 0.01) }},
		Family{"blocks of four with gap 0.001", func(rng *rand.Rand, n int) [][]float64 { return groups(rng, n, 4, 0.001) }},
		Family{"pairs of mixed gaps", func(rng *rand.Rand, n int) [][]float64 {
			t := groups(rng, n, 2, 0)
			gap := 0.3
			for x := 1; x < n; x += 2 {
				t[x] = whole(noisy(rng, t[x:x+1], gap)[0], lists.Sum(t[x]))
				gap /= 4
			}
			return t
		}},
	)
}

// groups draws groups of rows that differ by factors up to 1 +- gap, and have the same weight
// in a group.
func groups(rng *rand.Rand, n, size int, gap float64) [][]float64 {
	t := make([][]float64, n)
	for x := range t {
		if x%size == 0 {
			t[x] = whole(vector(rng, 12), math.Round(total*(0.1+rng.ExpFloat64())))
			continue
		}
		first := t[x-x%size]
		t[x] = whole(noisy(rng, [][]float64{first}, gap)[0], lists.Sum(first))
	}
	return t
}
