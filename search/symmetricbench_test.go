package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// symmetricTables are those of the benchmarks.
func symmetricTables() []struct {
	name string
	cube cube
} {
	return []struct {
		name string
		cube cube
	}{
		{"group=z40", groupCube(units40())},
		{"group=pauli", groupCube(pauli())},
		{"table=dense/n=27", cubes["weights"](rand.New(rand.NewPCG(1, 1)), 27, 27)},
	}
}

// BenchmarkSymmetric times the default search of the two groups of 16 elements.
func BenchmarkSymmetric(b *testing.B) {
	for _, tt := range symmetricTables()[:2] {
		b.Run(tt.name, func(b *testing.B) {
			p := problem.Symmetric(tt.cube.triple(b))
			var r *Result
			for b.Loop() {
				var err error
				if r, err = Map(context.Background(), p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Expanded), "expanded")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Evaluated), "ns/evaluation")
		})
	}
}
