package problem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
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
		{"group=z40", groupCube(tables.Units40())},
		{"group=pauli", groupCube(tables.Pauli())},
		{"table=dense/n=27", cubes["weights"](rand.New(rand.NewPCG(1, 1)), 27, 27)},
	}
}

// BenchmarkSymmetricNeighbours loads a clustering into k clusters and evaluates its
// merges, its moves, or nothing.
func BenchmarkSymmetricNeighbours(b *testing.B) {
	for _, tt := range symmetricTables() {
		for _, k := range []int{3, 8} {
			n := len(tt.cube)
			e := Symmetric(tt.cube.triple(b)).Evaluators(1, plenty)[0]
			labels := make([]int, n)
			for x := range labels {
				labels[x] = x % k
			}
			f := partition.Canonical(labels)
			points, wanted := make([]Point, n), make([]int32, 0, k)
			for _, kind := range []struct {
				name  string
				count int
				all   func()
			}{
				{"load", 1, func() {}},
				{"merges", k * (k - 1) / 2, func() {
					for a := range k {
						wanted = wanted[:0]
						for c := a + 1; c < k; c++ {
							wanted = append(wanted, int32(c))
						}
						e.Merges(a, wanted, points)
					}
				}},
				{"moves", n * k, func() {
					for c := range k {
						e.Moves(c, points)
					}
				}},
			} {
				b.Run(fmt.Sprintf("%s/k=%d/kind=%s", tt.name, k, kind.name), func(b *testing.B) {
					for b.Loop() {
						e.Load(f)
						kind.all()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(kind.count), "ns/neighbour")
				})
			}
		}
	}
}
