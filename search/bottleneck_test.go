package search

import (
	"math"
	"math/rand/v2"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// plenty of memory for every table here.
const plenty = 1 << 24

// kinds of tables of n rows and m columns.
var kinds = map[string]func(rng *rand.Rand, n, m int) table{
	"weights": simplex,
	"counts":  sparseCounts,
	"large counts": func(rng *rand.Rand, n, m int) table {
		t := sparseCounts(rng, n, m)
		for x := range t {
			for y := range t[x] {
				t[x][y] = math.Trunc(t[x][y] * 1e9 * rng.Float64())
			}
			t[x][x%m]++
		}
		return t
	},
	"diagonal": func(rng *rand.Rand, n, _ int) table { return diagonal(rng, n) },
	"equal rows": func(rng *rand.Rand, n, m int) table {
		t := simplex(rng, n, m)
		for x := n / 2; x < n; x++ {
			t[x] = t[x-n/2]
		}
		return t
	},
}

// randomClustering draws a clustering of n rows into at most k clusters.
func randomClustering(rng *rand.Rand, n, k int) partition.Partition {
	labels := make([]int, n)
	for x := range labels {
		labels[x] = rng.IntN(k)
	}
	return partition.Canonical(labels)
}

// samePoint reports whether two points are the same bit for bit.
func samePoint(p, q problem.Point) bool {
	return math.Float64bits(p.H) == math.Float64bits(q.H) && math.Float64bits(p.I) == math.Float64bits(q.I)
}
