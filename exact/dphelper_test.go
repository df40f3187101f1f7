package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// problemOf returns the problem of a table of counts or probabilities.
func problemOf(tb testing.TB, cells [][]float64) problem.Additive {
	tb.Helper()
	return problem.DIB(tableOf(tb, cells))
}

// drawTable draws the cells of a table one by one.
func drawTable(seed uint64, n, m int, cell func(rng *rand.Rand, x, y int) float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	t := make([][]float64, n)
	for x := range t {
		t[x] = make([]float64, m)
		for y := range t[x] {
			t[x][y] = cell(rng, x, y)
		}
	}
	t[0][0]++ // so that two columns and two rows have mass
	t[n-1][m-1]++
	return t
}

// uniformTable is drawn uniformly from the simplex, in effect.
func uniformTable(seed uint64, n, m int) [][]float64 {
	return drawTable(seed, n, m, func(rng *rand.Rand, _, _ int) float64 { return 100 * rng.ExpFloat64() })
}

// orderedTable has rows whose distribution moves from column to column.
func orderedTable(seed uint64, n, m int) [][]float64 {
	return drawTable(seed, n, m, func(rng *rand.Rand, x, y int) float64 {
		d := (float64(x)/float64(n) - float64(y)/float64(m)) * 4
		return (0.3 + rng.Float64()) * math.Exp(-d*d)
	})
}

// smoothTable is such a table without noise, of rows of random weight, as of a
// scale in fine steps.
func smoothTable(seed uint64, n, m int) [][]float64 {
	weight := 1.0
	return drawTable(seed, n, m, func(rng *rand.Rand, x, y int) float64 {
		if y == 0 {
			weight = 1000 * (0.2 + rng.ExpFloat64())
		}
		d := (float64(x)/float64(n) - float64(y)/float64(m)) * 3
		return weight * math.Exp(-d*d)
	})
}

// kindOfTable draws tables of a kind.
type kindOfTable struct {
	name string
	draw func(seed uint64, n int) [][]float64
}

// kinds are tables of every sort: with and without equal rows and ties.
var kinds = []kindOfTable{
	{"uniform", func(seed uint64, n int) [][]float64 { return uniformTable(seed, n, 7) }},
	{"ordered", func(seed uint64, n int) [][]float64 { return orderedTable(seed, n, 5) }},
	{"small counts", func(seed uint64, n int) [][]float64 {
		return drawTable(seed, n, 3, func(rng *rand.Rand, _, _ int) float64 { return float64(rng.IntN(3)) })
	}},
	{"binary", func(seed uint64, n int) [][]float64 {
		return drawTable(seed, n, 2, func(rng *rand.Rand, _, _ int) float64 { return float64(rng.IntN(50)) })
	}},
	{"equal rows", func(seed uint64, n int) [][]float64 {
		return drawTable(seed, n, 3, func(_ *rand.Rand, x, y int) float64 { return float64(1 + (x%3+y)%3) })
	}},
	{"equal weights", func(_ uint64, n int) [][]float64 {
		t := drawTable(1, n, 2, func(_ *rand.Rand, x, y int) float64 { return math.Abs(float64(100*y - 7*x)) })
		t[0][0]--
		t[n-1][1]--
		return t
	}},
	{"diagonal", func(_ uint64, n int) [][]float64 {
		return drawTable(1, n, n, func(_ *rand.Rand, x, y int) float64 {
			if x == y {
				return float64(1 + x/3)
			}
			return 0
		})
	}},
}

// entry is all that a point of a frontier says.
type entry struct {
	H, I       float64
	K, Ties    int
	Assignment []int
}

func entriesOf(f *frontier.Frontier) []entry {
	list := make([]entry, 0, f.Len())
	for p := range f.All() {
		list = append(list, entry{p.H, p.I, p.K, p.Ties, p.Assignment()})
	}
	return list
}

// sameFrontier wants two frontiers to agree in every bit.
func sameFrontier(tb testing.TB, got, want *frontier.Frontier) {
	tb.Helper()
	if d := cmp.Diff(entriesOf(want), entriesOf(got)); d != "" {
		tb.Errorf("the frontier differs (-want +got):\n%s", d)
	}
}

// enumerated returns the frontier over all clusterings.
func enumerated(tb testing.TB, p problem.Problem) *frontier.Frontier {
	tb.Helper()
	r, err := search.Map(context.Background(), p, search.Options{Epsilon: math.Inf(1)})
	if err != nil {
		tb.Fatal(err)
	}
	return r.Frontier
}

func mustSubsets(tb testing.TB, p problem.Additive, opts Options) *search.Result {
	tb.Helper()
	r, err := Subsets(context.Background(), p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// must returns a function that returns a result, or ends the test for an error.
func must(tb testing.TB) func(*search.Result, error) *search.Result {
	return func(r *search.Result, err error) *search.Result {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return r
	}
}
