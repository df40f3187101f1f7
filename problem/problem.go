package problem

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Problem is a clustering problem with two objectives: h, which is minimised and never negative, and i, which is
// maximised. They are in bits, or in other units where differences of 10^-9 do not matter. A Problem is immutable
// and safe for concurrent use.
type Problem interface {
	// Rows returns the number n of rows to be clustered, at least 1.
	Rows() int
	// Evaluators returns new evaluators, one for each of a number of goroutines. Together
	// they may remember about the given number of bytes; 0 leaves the number to the problem.
	Evaluators(goroutines int, memory int64) []Evaluator
	// Place returns, for every row of the table, its row in the problem. Rows of the table
	// that are always together share one. If results are not to depend on the order of the
	// table, the order of the problem's rows must not depend on it.
	Place() []int
	// Describe returns the description of the problem in frontier files.
	Describe() frontier.Problem
	// Traits returns what else is known of the problem. The zero value is enough.
	Traits() Traits
}

// Point is the value of both objectives for a clustering, or a difference of two such values.
type Point struct{ H, I float64 }

// MaxPoint bounds the size of h and i of every clustering, so that sums of rounded costs are
// exact and points fit the grid on which they are compared.
const MaxPoint = 1 << 12

// Valid reports whether h and i are numbers below [MaxPoint] in size.
func (p Point) Valid() bool { return math.Abs(p.H) < MaxPoint && math.Abs(p.I) < MaxPoint }

// invalid is the point of a clustering whose point cannot be computed. No point dominates it, so
// a search does not drop it but ends with an error.
var invalid = Point{math.NaN(), math.NaN()}

func (p Point) plus(q Point) Point  { return Point{p.H + q.H, p.I + q.I} }
func (p Point) minus(q Point) Point { return Point{p.H - q.H, p.I - q.I} }

// Evaluator computes the point of a clustering and the points of its neighbours, many at a
// time. It serves one goroutine. The point of a clustering must be the same, bit for bit,
// whether it is loaded or a neighbour.
type Evaluator interface {
	// Load makes f the current clustering and returns its point. It does not keep f. The
	// other methods do not change the current clustering.
	Load(f partition.Partition) Point
	// Merges sets to[b] to the point after a merge of clusters a and b, for every b in
	// wanted, which does not contain a.
	Merges(a int, wanted []int32, to []Point)
	// Moves sets to[x] to the point after row x moves to cluster b, for every row x of
	// another cluster, and after it leaves b for a cluster of its own, for every row of b.
	// (If the row is alone in its cluster, the move is a merge, or changes nothing.)
	Moves(b int, to []Point)
}

// Load loads a clustering into an evaluator of a problem, and returns its point, or an error if the point is not valid.
func Load(of Problem, e Evaluator, f partition.Partition) (Point, error) {
	p := e.Load(f)
	if p.Valid() {
		return p, nil
	}
	if failure := of.Traits().Failure; failure != nil {
		if err := failure(f); err != nil {
			return p, err
		}
	}
	return p, fmt.Errorf("the clustering %v has an h, an i or a cost of a cluster that is not a number below %d in size: scale the objectives", f, MaxPoint)
}

// Limits restrict the clusterings that a search may find. The zero value allows all.
type Limits struct {
	// MinMass is the least probability of a cluster, between 0 and 1. If it is not 0, the
	// problem must have [Traits].Masses.
	MinMass float64
	// MaxClusters is the largest number of clusters; 0 allows any number.
	MaxClusters int
	// CannotLink are pairs of rows of the table that may not share a cluster.
	CannotLink [][2]int
	// Alone are rows of the table that are clusters of their own, such as the row of missing values. They may be
	// lighter than MinMass, and in an order of rows they do not separate their neighbours.
	Alone []int
	// Monotone is the trend of p(y|x) along clusters in linear order, as in exact.Intervals: an element of
	// [frontier.Trends], or empty for any. The problem must be of a table of X and Y.
	Monotone string
	// Second limits what clusters tell about a second variable; nil sets no limit.
	Second *SecondLimit
}

// SecondLimit limits I(Z;S), what a clustering Z tells about a second variable S. It falls with every merge of clusters.
type SecondLimit struct {
	Name string // of S
	// Table is the table of X and S. It has the labels of X that the problem has.
	Table *joint.Joint `json:"-"`
	Most  float64      // bits
}

// IsZero reports whether the limits allow every clustering.
func (l Limits) IsZero() bool { return l.MaxClusters == 0 && l.AllowAnyCluster() }

// AllowAnyCluster reports whether every set of rows may be a cluster, and a cluster of every clustering, so that the
// limits concern the number of clusters alone.
func (l Limits) AllowAnyCluster() bool {
	return l.MinMass == 0 && len(l.CannotLink) == 0 && len(l.Alone) == 0 && l.Monotone == "" && l.Second == nil
}

var (
	// ErrOptions is wrapped by the errors of options and arguments that do not suit the
	// problem. Their text does not contain its text.
	ErrOptions = errors.New("options that do not suit the problem")
	// ErrInfeasible is wrapped by the errors of limits that no clustering satisfies, and of
	// a search that found no clustering that does.
	ErrInfeasible = errors.New("infeasible limits")
)
