package search

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Problem is a clustering problem with two objectives in bits: h, to be small,
// and i, to be large. A Problem is immutable and safe for concurrent use.
type Problem interface {
	// Rows returns the number n of rows to be clustered, at least 2.
	Rows() int
	// Evaluator returns a new evaluator, for one goroutine.
	Evaluator() Evaluator
	// Order returns the table's row behind every row of the problem. It should
	// not depend on how the table happens to be ordered, so that the result
	// does not either.
	Order() []int
	// Describe returns what a frontier file says about the problem.
	Describe() frontier.Problem
}

// Evaluator computes points. Values must be the same for the same clustering
// whichever way they are computed: a merge must give, bit for bit, what loading
// the merged clustering gives.
type Evaluator interface {
	// Load makes f the current clustering and returns its point.
	Load(f partition.Partition) (h, i float64)
	// Merge returns the point of the current clustering after clusters a and b,
	// which differ, are merged. The current clustering stays.
	Merge(a, b int) (h, i float64)
}
