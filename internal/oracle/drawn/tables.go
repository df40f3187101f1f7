// Package drawn has the tables, problems and frontiers of the tests of exact methods.
package drawn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// Problem returns the problem of a table of counts or probabilities.
func Problem(tb testing.TB, cells [][]float64) problem.Problem {
	tb.Helper()
	return problem.DIB(Table(tb, cells))
}

// Draw draws the cells of a table one by one.
func Draw(seed uint64, n, m int, cell func(rng *rand.Rand, x, y int) float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	t := families.Filled(n, m, func(x, y int) float64 { return cell(rng, x, y) })
	t[0][0]++ // so that two columns and two rows have mass
	t[n-1][m-1]++
	return t
}

// Uniform is drawn uniformly from the simplex, in effect.
func Uniform(seed uint64, n, m int) [][]float64 {
	return Draw(seed, n, m, func(rng *rand.Rand, _, _ int) float64 { return 100 * rng.ExpFloat64() })
}

// Ordered has rows whose distribution moves from column to column.
func Ordered(seed uint64, n, m int) [][]float64 {
	return Draw(seed, n, m, func(rng *rand.Rand, x, y int) float64 {
		d := (float64(x)/float64(n) - float64(y)/float64(m)) * 4
		return (0.3 + rng.Float64()) * math.Exp(-d*d)
	})
}

// Smooth is such a table without noise, of rows of random weight, as of a scale in fine steps.
func Smooth(seed uint64, n, m int) [][]float64 {
	weight := 1.0
	return Draw(seed, n, m, func(rng *rand.Rand, x, y int) float64 {
		if y == 0 {
			weight = 1000 * (0.2 + rng.ExpFloat64())
		}
		d := (float64(x)/float64(n) - float64(y)/float64(m)) * 3
		return weight * math.Exp(-d*d)
	})
}

// Kind draws tables of a kind.
type Kind struct {
	Name string
	Draw func(seed uint64, n int) [][]float64
}

// Kinds are tables of every sort: with and without equal rows and ties.
var Kinds = []Kind{
	{"uniform", func(seed uint64, n int) [][]float64 { return Uniform(seed, n, 7) }},
	{"ordered", func(seed uint64, n int) [][]float64 { return Ordered(seed, n, 5) }},
	{"small counts", func(seed uint64, n int) [][]float64 {
		return Draw(seed, n, 3, func(rng *rand.Rand, _, _ int) float64 { return float64(rng.IntN(3)) })
	}},
	{"binary", func(seed uint64, n int) [][]float64 {
		return Draw(seed, n, 2, func(rng *rand.Rand, _, _ int) float64 { return float64(rng.IntN(50)) })
	}},
	{"equal rows", func(seed uint64, n int) [][]float64 {
		return Draw(seed, n, 3, func(_ *rand.Rand, x, y int) float64 { return float64(1 + (x%3+y)%3) })
	}},
	{"equal weights", func(_ uint64, n int) [][]float64 {
		t := Draw(1, n, 2, func(_ *rand.Rand, x, y int) float64 { return math.Abs(float64(100*y - 7*x)) })
		t[0][0]--
		t[n-1][1]--
		return t
	}},
	{"diagonal", func(_ uint64, n int) [][]float64 {
		return Draw(1, n, n, func(_ *rand.Rand, x, y int) float64 {
			if x == y {
				return float64(1 + x/3)
			}
			return 0
		})
	}},
}

// Circulant returns a table whose rows are the first one moved along.
func Circulant(seed uint64, n int) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	first := lists.Make(n, func(int) float64 { return float64(1 + rng.IntN(1000)) })
	t := make([][]float64, n)
	for x := range t {
		t[x] = append(append(t[x], first[n-x:]...), first[:n-x]...)
	}
	return t
}

// Spread draws counts over twelve orders of magnitude.
func Spread(seed uint64, n int) [][]float64 {
	return Draw(seed, n, 3, func(rng *rand.Rand, x, _ int) float64 {
		return math.Floor(math.Pow(10, float64(12*x)/float64(n)) * (1 + 9*rng.Float64()))
	})
}

// Table returns a table with labels x0, x1, ... and y0, y1, ...
func Table(tb testing.TB, cells [][]float64) *joint.Joint {
	tb.Helper()
	var x, y []string
	for r := range cells {
		x = append(x, fmt.Sprintf("x%d", r))
	}
	for c := range cells[0] {
		y = append(y, fmt.Sprintf("y%d", c))
	}
	j, err := joint.Dense(x, y, cells)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func xlog(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return p * math.Log2(p)
}
