package problem

import (
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Traits are what is known of a problem beyond the points of its clusterings. Each makes something possible or faster,
// and is zero if the problem lacks it. Slices must not be changed, and functions must be safe for concurrent use.
type Traits struct {
	// Cluster returns an empty set of rows, for one goroutine, if points are sums over the clusters, up to a change of
	// scale. [Evaluators] and the dynamic programs of package exact need that.
	Cluster func() Cluster
	// Total returns the point of a clustering, given the sum of the costs of its clusters. It maps each coordinate by
	// itself and is increasing: a sum that is better by 2^-30 bit makes a point that is better by a cell. It must be
	// set if Cluster is.
	Total func(sum Point) Point
	// Shift is the constant that Total adds, if that is all. It saves a call of Total per neighbour.
	Shift *Point
	// LogK reports whether h is log2 k for k clusters. A search then begins with the best clustering found for every
	// k, and its epsilon rounds follow clusterings whose i is a little below the best for their number of clusters.
	LogK bool

	// Line returns an order of the rows in which contiguous clusters are optimal: no clustering is better than all
	// clusterings with contiguous clusters. exact.Line finds the frontier of such a problem.
	Line func() []int
	// InformativeLine returns an order of the rows in which contiguous clusters have the largest i: for every limit on the
	// number of clusters, some clustering with contiguous clusters has it.
	InformativeLine func() []int

	// Masses are the masses of the rows, whole numbers with a total of at most 2^53. [Limits] can then require a least
	// mass of a cluster.
	Masses []float64
	// Link returns the problem whose clusterings keep the rows of each cluster of f, a clustering of the rows of the
	// table, together.
	Link func(f partition.Partition) Problem
	// Slowness is about how long a neighbour takes, in units of 40 ns, if that is more than the few additions of a sum.
	// Epsilon rounds then evaluate fewer neighbours, so that they take about the same time.
	Slowness float64
	// Failure returns why the point of a clustering is NaN, or nil.
	Failure func(f partition.Partition) error

	// Cells returns the columns that have mass in a row, in ascending order, and the masses, if a cluster of mass w
	// with the masses v_y in Columns columns adds -phi(w) to h, or 1 if LogK, and sum_y phi(v_y) - phi(w) to i. phi(v)
	// is Phi(v) or, if that is nil, p log2 p with p = v over the sum of Masses, rounded to a multiple of 2^-48. Larger
	// tables are then searched by sweeps.
	Cells   func(row int) (columns []int32, masses []float64)
	Columns int
	Phi     func(mass float64) float64
	cells   *cellRows // what Cells, Masses and Phi say, if it is known already
	// Moments returns the mass of each row times its coordinates, row by row, if a cluster of mass w adds -phi(w) to h, or
	// 1 if LogK, and |s|^2 / w to i, where s is the sum of the moments of its rows. There are Coordinates numbers for
	// each row. The caller may change them. Larger sets of points are then searched by sweeps.
	Moments     func() []float64
	Coordinates int

	// Joint is the table of [DIB] and of the other problems of two variables, where linked rows are apart, and Triple the
	// table of [Symmetric], where they are one. A permutation of rows that does not change the table does not change
	// points.
	Joint  *joint.Joint
	Triple *joint.Triple
}
