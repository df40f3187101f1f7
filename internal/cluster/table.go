package cluster

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Source is a problem that can be searched by changes of a [Clustering]. A cluster of mass w adds -phi(w) to h, or 1 if
// h is log2 of the number of clusters. Its part of i is a sum over cells ([CellSource]) or follows from its centroid
// ([PointSource]).
type Source interface {
	problem.Shifted
	problem.Counted
	problem.Weighted
	// Phi returns the function phi.
	Phi() *plogp.Phi
	// Counts reports whether the masses are counts.
	Counts() bool
}

// CellSource is a problem of a table. A cluster with the masses v_y in the columns adds sum_y phi(v_y) - phi(w) to i.
type CellSource interface {
	Source
	// Cols returns the number of columns.
	Cols() int
	// Cells returns the columns in which a row has mass, in ascending order, and its masses there. Callers must not change
	// them.
	Cells(row int) (columns []int32, masses []float64)
}

// PointSource is a problem of points in space. A cluster adds |s|^2 / w to i, where s is the sum of the moments of its
// rows.
type PointSource interface {
	Source
	// Dimension returns the number of coordinates.
	Dimension() int
	// Moments returns, row by row, the mass of a row times its coordinates. The caller may round them in place.
	Moments() []float64
	// Follower returns a follower that computes the exact points of clusterings, each from the one before. The clusterings
	// have len(rowOf) rows, and rowOf has the row of the problem for each of them, or -1 for a row that is linked to an
	// earlier one.
	Follower(rowOf []int) (f partition.Follower, point func() problem.Point)
}

// SourceOf returns p as a Source. ok is false if p is neither a [CellSource] nor a [PointSource].
func SourceOf(p problem.Problem) (s Source, ok bool) {
	switch s := p.(type) {
	case CellSource:
		return s, true
	case PointSource:
		return s, true
	}
	return nil, false
}

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

// NewTable returns the table of a problem. memory is the memory of the whole search in bytes.
func NewTable(s Source, memory int64) *Table {
	t := &Table{N: s.Rows(), phis: s.Phi()}
	t.base, _ = s.Shift()
	masses, total := s.Masses()
	if s.Counts() {
		t.small = make([]float64, int(min(total, maxSmall-1, float64(memory/128)))+1)
		for v := range t.small {
			t.small[v] = t.phis.At(float64(v))
		}
	}
	for _, w := range masses {
		t.Weight = append(t.Weight, int64(w))
	}
	switch s := s.(type) {
	case PointSource:
		fillMoments(t, s)
	case CellSource:
		if s.Counts() && total <= maxCount {
			fillCells[int32](t, s)
		} else {
			fillCells[float64](t, s)
		}
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
