package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/problem"
)

// symmetricTables are the tables of the benchmarks.
func symmetricTables() []struct {
	name string
	cube cube
} {
	return []struct {
		name string
		cube cube
	}{
		{"group=z40", groupCube(tables.Units40())},
		{"group=pauli", groupCube(tables.Pauli())},
		{"table=dense/n=27", cubes["weights"](rand.New(rand.NewPCG(1, 1)), 27, 27)},
	}
}

// sparseCube has mass in one of a hundred cells, and in the cell of every row with itself.
func sparseCube(rng *rand.Rand, n, m int) cube {
	return tables.DrawnCube(n, m, func(x, z int) float64 {
		if x != z && rng.IntN(100) > 0 {
			return 0
		}
		return rng.ExpFloat64()
	})
}

// BenchmarkSymmetric times the default search of the two groups of 16 elements, and short
// searches of tables with many rows.
func BenchmarkSymmetric(b *testing.B) {
	const short = 1e-4
	tables := symmetricTables()
	for _, tt := range []struct {
		name   string
		cube   cube
		effort float64
	}{
		{tables[0].name, tables[0].cube, 1},
		{tables[1].name, tables[1].cube, 1},
		{"table=dense/n=120", cubes["weights"](rand.New(rand.NewPCG(1, 2)), 120, 4), short},
		{"table=sparse/n=120", sparseCube(rand.New(rand.NewPCG(1, 3)), 120, 4), short},
	} {
		b.Run(tt.name, func(b *testing.B) {
			p := problem.Symmetric(tt.cube.triple(b))
			var r *Result
			for b.Loop() {
				var err error
				if r, err = Map(context.Background(), p, Options{Effort: tt.effort}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Expanded), "expanded")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Evaluated), "ns/evaluation")
		})
	}
}
