package problem

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Problem is a clustering problem with two objectives in bits: h, to be small
// and never negative, and i, to be large. A Problem is immutable and safe for
// concurrent use.
type Problem interface {
	// Rows returns the number n of rows to be clustered, at least 2.
	Rows() int
	// Evaluators returns new evaluators for that many goroutines, each for one.
	// They may share what they remember, of about the given number of bytes; 0 leaves
	// the number to the problem.
	Evaluators(goroutines int, memory int64) []Evaluator
	// Place returns the problem's row of every row of the table. Rows that are
	// always together share one. The order of the problem's rows should not depend
	// on how the table happens to be ordered, so that the result does not either.
	Place() []int
	// Describe returns what a frontier file says about the problem.
	Describe() frontier.Problem
}

// Point is a place on the plane of the two objectives, or a step on it, in bits.
type Point struct{ H, I float64 }

// MaxPoint is the size below which h and i of every clustering must be, so that sums of
// rounded costs are exact and points fit the grid on which they are compared.
const MaxPoint = 1 << 12

// Valid tells whether h and i are numbers below [MaxPoint] in size.
func (p Point) Valid() bool { return math.Abs(p.H) < MaxPoint && math.Abs(p.I) < MaxPoint }

// invalid is the point of a clustering that has none. No frontier dominates it, so that it
// does not go unnoticed.
var invalid = Point{math.NaN(), math.NaN()}

func (p Point) plus(q Point) Point  { return Point{p.H + q.H, p.I + q.I} }
func (p Point) minus(q Point) Point { return Point{p.H - q.H, p.I - q.I} }

// Evaluator computes points: that of a clustering, and those of its neighbours,
// many at a time. Values must be the same for the same clustering whichever way
// they are computed: a neighbour must get, bit for bit, what loading it gives.
type Evaluator interface {
	// Load makes f the current clustering, which the other methods leave as it
	// is, and returns its point. f is not kept.
	Load(f partition.Partition) Point
	// Merges sets to[b] to the point after clusters a and b are merged, for
	// every b of wanted, none of which is a.
	Merges(a int, wanted []int32, to []Point)
	// Moves sets to[x] to the point after row x moves to cluster b, for every
	// row x of another cluster, and after it leaves b for a cluster of its own,
	// for every row of b. (A cluster's last row takes it along: then the move is
	// a merge, or is none.)
	Moves(b int, to []Point)
}

// Fallible is an [Evaluator] that may be unable to compute a point. It returns a NaN
// instead.
type Fallible interface {
	// Err returns why the last Load gave a NaN, or nil.
	Err() error
}

// Load loads a clustering and returns its point, or an error if the point is not valid.
func Load(e Evaluator, f partition.Partition) (Point, error) {
	p := e.Load(f)
	if p.Valid() {
		return p, nil
	}
	if failed, ok := e.(Fallible); ok && failed.Err() != nil {
		return p, failed.Err()
	}
	return p, fmt.Errorf("the clustering %v has h %g and i %g, or costs or sums of such a size: both must be numbers below %d in size, so scale the objectives", f, p.H, p.I, MaxPoint)
}

// Slow is a problem whose neighbours take longer to evaluate than the few additions
// that they are of an additive problem. The epsilon rounds of a search, which take up
// the time that they are allowed, look at fewer of them then.
type Slow interface {
	// Slowness returns about how many times longer they take: 1 for 40 ns.
	Slowness() float64
}
