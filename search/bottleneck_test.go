package search

import (
	"math"
	"math/rand/v2"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// plenty of memory for every table here.
const plenty = 1 << 24

// samePoint reports whether two points are the same bit for bit.
func samePoint(p, q problem.Point) bool {
	return math.Float64bits(p.H) == math.Float64bits(q.H) && math.Float64bits(p.I) == math.Float64bits(q.I)
}

var kinds = tables.Kinds[table]()

func randomClustering(rng *rand.Rand, n, k int) partition.Partition {
	return tables.Clustering(rng, n, k)
}
