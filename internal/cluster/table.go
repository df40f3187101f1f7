package cluster

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Source is a problem that is searched here. With the mass w of a cluster, the cluster adds -phi(w) to h, or
// 1 if h is log2 of the number of clusters. What it adds to i is a sum over cells, see [CellSource], or follows
// from its centroid, see [PointSource].
type Source interface {
	problem.Shifted
	problem.Counted
	problem.Weighted
	// Phi returns phi.
	Phi() *plogp.Phi
	// Counts tells whether the masses are counts.
	Counts() bool
}

// CellSource is a problem of a table: with its masses v_y in the columns, a cluster adds
// sum_y phi(v_y) - phi(w) to i.
type CellSource interface {
	Source
	// Cols is the number of columns.
	Cols() int
	// Cells returns the columns in which a row has mass, in ascending order, and its masses there. They do not
	// change.
	Cells(row int) (columns []int32, masses []float64)
}

// PointSource is a problem of points in space: a cluster adds |s|^2 / w to i, where s is the sum of the moments
// of its rows.
type PointSource interface {
	Source
	// Dimension is the number of coordinates.
	Dimension() int
	// Moments returns, row by row, the mass of a row times its coordinates, which may be rounded.
	Moments() []float64
	// Follower returns what computes the points of clusterings that change little by little, exactly. rowOf
	// has the row of the problem for each of their rows, or -1 for one that is linked to an earlier one.
	Follower(rowOf []int) (f partition.Follower, point func() problem.Point)
}

// SourceOf returns a problem as one that can be searched for its frontier or, if h is log2 of the number of
// clusters, by [ByCount].
func SourceOf(p problem.Problem) (s Source, ok bool) {
	switch s := p.(type) {
	case CellSource:
		return s, true
	case PointSource:
		return s, true
	}
	return nil, false
}

// Table is a problem with what is computed of every row once.
type Table struct {
	N      int
	base   problem.Point // what the sums are added to
	phis   *plogp.Phi
	small  []float64 // phi of small masses
	Weight []int64   // of every row: a whole number
	alone  []Change  // of every row, what it adds as a cluster
	Length []int32   // of every row, the number of steps that it takes to look at
	// PairLength is the number of steps that it takes to look at two clusters.
	PairLength int
	Limits     *limits
	// FirstSlope and lastSlope are the slopes between which sweeps through the whole range go, and
	// listSlope is that for the lists of the rows when every row is a cluster.
	FirstSlope, LastSlope, ListSlope float64
	// InPlace has all rows, so that those that are near each other are mostly next to each other. It is nil
	// where the heaviest clusters are the best to join, because more is saved in h the heavier a cluster is.
	InPlace []int32
	Kin     func() []int32            // returns all rows, otherwise, in an order by their distributions
	Heavy   int32                     // the number of the heaviest rows, which always have sums
	newSums func(in *Clustering) sums // what clusters add up to
	// PerCluster is the number of bytes that the sums of a cluster take.
	PerCluster int64
}

// maxSmall is the largest number of masses whose phi is kept: 8 MB, and no more than a sixteenth of the memory.
const maxSmall = 1 << 20

// maxCount is the largest total of counts that are kept in 32 bits.
const maxCount = math.MaxInt32

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

func (t *Table) Phi(v int64) float64 {
	if v < int64(len(t.small)) {
		return t.small[v]
	}
	return t.phis.At(float64(v))
}
