// Package way chooses the search or the dynamic program that answers a question about a problem. Package search and
// internal/solve carry it out.
package way

import "github.com/dibmap/dibmap/problem"

// Way is a search or a dynamic program.
type Way int

const (
	// Walk is a local search with epsilon rounds, or the Pareto Mapper.
	Walk Way = iota
	// Enumeration goes through all clusterings.
	Enumeration
	// Sweeps follow the optimum of i - slope h while the slope changes.
	Sweeps
	// Chains go through all numbers of clusters.
	Chains
	// Sets is the dynamic program over all sets of rows.
	Sets
	// Runs is the dynamic program over contiguous runs of rows in the order of the table.
	Runs
	// Line is the dynamic program over runs in an order in which they are optimal.
	Line
)

// Question is what is asked of a problem.
type Question struct {
	Problem problem.Problem
	Limits  problem.Limits
	// Open leaves the choice to this package. Otherwise the search is a walk, or an enumeration if All is set.
	Open, All bool
	// Ordered asks for contiguous runs in the order of the table, and Sets for the dynamic program over all sets.
	Ordered, Sets bool
	// PerK asks for the clusterings of every number of clusters.
	PerK bool
}

const (
	// SweptRows is the number of rows up to which a local search finds a better frontier than sweeps. For more, it takes too
	// long.
	SweptRows = 400
	// chainedRows is the number of rows up to which a local search for each number of clusters finds more than chains.
	chainedRows = 300
	// setRows is the number of rows up to which the dynamic program over all sets takes seconds if it keeps the
	// clusterings of every number of clusters.
	setRows = 16
	// toldRows is the number of rows up to which all clusterings are gone through, in a second, if what they tell about a
	// second variable is limited. No dynamic program knows this limit.
	toldRows = 10
)

// Way returns the way to answer the question.
func (q Question) Way() Way {
	switch t := q.Problem.Traits(); {
	case q.Ordered:
		return Runs
	case q.Sets, q.PerK && q.Open && t.Cluster != nil && !t.LogK && q.Problem.Rows() <= setRows && q.Limits.Second == nil:
		return Sets
	case q.Open && q.Limits.AllowAnyCluster() && t.Line != nil:
		return Line
	default:
		return q.Search()
	}
}

// Search returns the search that answers the question.
func (q Question) Search() Way {
	t, n := q.Problem.Traits(), q.Problem.Rows()
	switch {
	case q.All || q.Open && q.Limits.Second != nil && n <= toldRows:
		return Enumeration
	case !q.Open || !Movable(t):
		return Walk
	case t.LogK && Chained(n) && q.Limits.AllowAnyCluster():
		return Chains
	case !t.LogK && n > SweptRows:
		return Sweeps
	default:
		return Walk
	}
}

// Chained reports whether a search for the best clustering of each number of clusters of n rows begins with chains,
// because moves of single rows take too long.
func Chained(n int) bool { return n > chainedRows }

// Movable reports whether a problem can be searched by moves and merges of the clusters of one clustering, which
// sweeps and chains are made of.
func Movable(t problem.Traits) bool {
	return (t.Cells != nil || t.Moments != nil) && t.Masses != nil && (t.LogK || t.Shift != nil)
}

// Program reports whether a way is a dynamic program, which keeps no state to continue from.
func (w Way) Program() bool { return w >= Sets }
