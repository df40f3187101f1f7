package problem

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
)

// table is a dense joint distribution.
type table [][]float64

type pair struct{ h, i float64 }

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

func simplex(rng *rand.Rand, n, m int) table      { return tables.Simplex(rng, n, m) }
func sparseCounts(rng *rand.Rand, n, m int) table { return tables.SparseCounts(rng, n, m) }

func (t table) joint(tb testing.TB) *joint.Joint  { tb.Helper(); return tables.Joint(tb, t) }
func (t table) point(labels []int) (h, i float64) { return tables.Point(t, labels) }
