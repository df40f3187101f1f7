// Package families draws tables of many kinds for tests: random tables, and tables that are
// difficult for searches and proofs, because rows are almost equal, have equal weights, or are
// exchanged by a symmetry.
package families

import (
	"hash/fnv"
	"math/rand/v2"

	"github.com/dibmap/dibmap/internal/lists"
)

// Family is a kind of tables.
type Family struct {
	Name string
	draw func(rng *rand.Rand, n int) [][]float64
}

// Table draws the table of a seed: n >= 4 rows of non-negative weights or counts, all with mass,
// and at least two columns.
func (f Family) Table(n int, seed uint64) [][]float64 {
	h := fnv.New64a()
	h.Write([]byte(f.Name))
	return f.draw(rand.New(rand.NewPCG(seed, h.Sum64())), n)
}

// All returns all families.
func All() []Family {
	var all []Family
	for _, list := range [][]Family{random(), duplicates(), weights(), symmetries(), structures()} {
		all = append(all, list...)
	}
	return all
}

// Filled returns a table whose cells a function gives.
func Filled(n, m int, cell func(x, y int) float64) [][]float64 {
	return lists.Make(n, func(x int) []float64 {
		return lists.Make(m, func(y int) float64 { return cell(x, y) })
	})
}

// weighted scales every row to a weight.
func weighted(t [][]float64, weight func(x int) float64) [][]float64 {
	for x, row := range t {
		scale := weight(x) / lists.Sum(row)
		for y := range row {
			row[y] *= scale
		}
	}
	return t
}

// noisy multiplies every cell by a factor between 1 - noise and 1 + noise.
func noisy(rng *rand.Rand, t [][]float64, noise float64) [][]float64 {
	return Filled(len(t), len(t[0]), func(x, y int) float64 { return t[x][y] * (1 + noise*(2*rng.Float64()-1)) })
}

// simplex draws cells that are uniform on the simplex, up to scale.
func simplex(rng *rand.Rand, n, m int) [][]float64 {
	return Filled(n, m, func(int, int) float64 { return rng.ExpFloat64() })
}

// vector draws m positive numbers.
func vector(rng *rand.Rand, m int) []float64 { return simplex(rng, 1, m)[0] }
