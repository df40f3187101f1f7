package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// hard are tables at the limits of the arithmetic.
var hard = []struct {
	name string
	draw func(rng *rand.Rand, n int) [][]float64
}{
	{"ties", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 3, func(int, int) float64 { return float64(rng.IntN(3)) })
	}},
	{"cells of 15 decades", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 4, func(int, int) float64 { return math.Pow(10, -15*rng.Float64()) })
	}},
	{"rows of 15 decades", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 3, func(x, _ int) float64 { return math.Pow(10, -15*float64(x)/float64(n-1)) * (0.5 + rng.Float64()) })
	}},
	{"zero rows", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 3, func(x, _ int) float64 {
			if x%3 == 1 {
				return 0
			}
			return rng.ExpFloat64()
		})
	}},
	{"equal rows", func(rng *rand.Rand, n int) [][]float64 {
		t := filled(n, 4, func(int, int) float64 { return rng.ExpFloat64() })
		for x := 1; x < n; x += 2 {
			copy(t[x], t[x-1])
		}
		return t
	}},
	{"proportional rows", func(_ *rand.Rand, n int) [][]float64 {
		return filled(n, 3, func(x, y int) float64 { return float64((1 + x%4) * (1 + (x%2+1)*y)) })
	}},
	{"counts to 2^44", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 4, func(int, int) float64 { return math.Floor(math.Exp2(44 * rng.Float64())) })
	}},
	{"large counts of near-equal rows", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 2, func(_, y int) float64 { return float64(1)*math.Exp2(43) + float64(rng.IntN(1<<22)) + float64(y) })
	}},
	{"information near the grid", func(rng *rand.Rand, n int) [][]float64 {
		return filled(n, 3, func(x, _ int) float64 { return float64(1+x%3) * (1e6 + float64(rng.IntN(100))) })
	}},
}

// filled returns a table of n rows, of which the first and the last two have mass.
func filled(n, m int, cell func(x, y int) float64) [][]float64 {
	t := make([][]float64, n)
	for x := range t {
		t[x] = make([]float64, m)
		for y := range t[x] {
			t[x][y] = cell(x, y)
		}
	}
	t[0][0], t[n-1][1] = t[0][0]+1e-3, t[n-1][1]+1e-3 // so that two rows and two columns have mass
	return t
}

// TestProgramsAgreeOnHardTables: the proof that begins with nothing, the one that begins with a
// search, dynamic programming and the enumeration of all clusterings have the same points, and a
// brute force in plain floating point finds nothing beyond them.
func TestProgramsAgreeOnHardTables(t *testing.T) {
	for _, kind := range hard {
		t.Run(kind.name, func(t *testing.T) {
			for seed := range uint64(5) {
				n := 4 + int(seed)
				rng := rand.New(rand.NewPCG(seed, 44))
				cells := kind.draw(rng, n)
				j := drawn.Table(t, cells)
				want := drawn.Enumerated(t, problem.DIB(j))
				t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
					drawn.SameFrontier(t, drawn.Must(t)(Subsets(context.Background(), problem.DIB(j), Options{})).Frontier, want)
					drawn.SamePoints(t, drawn.Must(t)(Prove(t.Context(), j, drawn.Bare(t, j), Options{})).Frontier, want)
					proved := drawn.Must(t)(Prove(t.Context(), j, drawn.Searched(t, j), Options{})).Frontier
					drawn.SamePoints(t, proved, want)
					if v, err := Verify(t.Context(), j, proved, 2); err != nil || !v.OK() || !v.Complete {
						t.Errorf("rejected: %+v, %v", v, err)
					}
					notBeaten(t, cells, want)
				})
			}
		})
	}
}

// notBeaten goes over all clusterings of the rows, whose points it computes by the library's
// logarithm, and wants none beyond a frontier by more than a step of its grid.
func notBeaten(t *testing.T, cells [][]float64, f *frontier.Frontier) {
	t.Helper()
	var total float64
	columns := make([]float64, len(cells[0]))
	for _, row := range cells {
		for y, v := range row {
			total += v
			columns[y] += v
		}
	}
	phi := func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return v / total * math.Log2(v/total)
	}
	var hy float64
	for _, v := range columns {
		hy -= phi(v)
	}
	const slack = pareto.Tolerance + 1e-12
	labels := make([]int, len(cells))
	var visit func(x, k int)
	visit = func(x, k int) {
		if x < len(cells) {
			for c := range k + 1 {
				labels[x] = c
				visit(x+1, max(k, c+1))
			}
			return
		}
		h, i := 0.0, hy
		for c := range k {
			sums := make([]float64, len(columns))
			var mass float64
			for row, at := range labels {
				for y, v := range cells[row] {
					if at == c {
						sums[y] += v
						mass += v
					}
				}
			}
			h -= phi(mass)
			i -= phi(mass)
			for _, v := range sums {
				i += phi(v)
			}
		}
		for p := range f.All() {
			if p.H <= h+slack && p.I >= i-slack {
				return
			}
		}
		t.Errorf("%v: (%.15g, %.15g) is beyond the frontier", labels, h, i)
	}
	visit(0, 0)
}
