package cluster

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// Table is a problem with the values that are computed once for each row. Its clusterings share it.
type Table struct {
	N      int           // number of rows
	base   problem.Point // to which the clusters add
	phis   *plogp.Phi
	small  []float64 // phi of small masses
	Weight []int64   // of each row: a whole number
	alone  []Change  // the part of each row in h and i as a cluster of its own
	limits *limits   // nil allows all clusterings

	// RowSteps has the number of steps of a comparison of each row with a cluster. PairSteps is the number of steps of a
	// comparison of two clusters.
	RowSteps  []int32
	PairSteps int
	// Sweeps through the whole range go from FirstSlope to LastSlope. ListSlope is the slope for the lists of the rows
	// when every row is a cluster.
	FirstSlope, LastSlope, ListSlope float64
	// SpatialOrder has all rows, with rows that are near each other mostly next to each other. It is nil for tables of
	// cells, where the heaviest clusters are the best to join, because the saving in h grows with the weight.
	SpatialOrder []int32
	// SimilarOrder returns all rows, with rows of similar distributions mostly next to each other. It is nil for points.
	SimilarOrder func() []int32

	Heavy        int32                     // number of the first, heaviest rows: they have sums even when alone
	ClusterBytes int64                     // size of the sums of a cluster
	newSums      func(in *Clustering) sums // returns the sums of a clustering
}

// maxSmall is the largest number of masses whose phi is kept: 8 MB. They also take at most a sixteenth of the memory.
const maxSmall = 1 << 20

// maxCount is the largest total of counts that are kept in 32 bits.
const maxCount = math.MaxInt32

// NewTable returns the table of a problem with cells or moments. memory is the memory of the whole search in bytes.
func NewTable(s problem.Traits, memory int64) *Table {
	t := &Table{N: len(s.Masses), phis: plogp.Of(s.Phi, s.Masses), base: s.Total(problem.Point{})}
	var total float64
	for _, w := range s.Masses {
		t.Weight = append(t.Weight, int64(w))
		total += w
	}
	counts := plogp.Counts(total)
	if counts {
		t.small = make([]float64, int(min(total, maxSmall-1, float64(memory/128)))+1)
		for v := range t.small {
			t.small[v] = t.phis.At(float64(v))
		}
	}
	switch {
	case s.Cells == nil:
		fillMoments(t, s)
	case counts && total <= maxCount:
		fillCells[int32](t, s)
	default:
		fillCells[float64](t, s)
	}
	return t
}

// Phi returns phi of a mass.
func (t *Table) Phi(v int64) float64 {
	if v < int64(len(t.small)) {
		return t.small[v]
	}
	return t.phis.At(float64(v))
}
