package method

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Method is a way to make a frontier exact. If it does not succeed, Improve returns the given result, or a better
// one. Its options are the options that the method was chosen for, with the checkpoints of the method.
type Method struct {
	Name    string
	Improve func(ctx context.Context, found *search.Result, opts Options) (*search.Result, error)
}

// Offer adds a clustering to the points found, if no point found is as good or better. ties is the number of other
// clusterings at the same point. It returns whether the clustering was added.
func Offer(found *archive.Archive, e problem.Evaluator, f partition.Partition, ties int) bool {
	at := e.Load(f)
	if found.Compare(at) != pareto.Optimal {
		return false
	}
	found.Offer(at, partition.Pack(f), ties)
	return true
}

// NoneFound returns the error of limits for which no clustering was found: none exists, or the context ended first.
func NoneFound(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: no clustering that keeps them was found until the search was stopped", problem.ErrInfeasible)
	}
	return fmt.Errorf("%w: no clustering keeps them", problem.ErrInfeasible)
}

// ResultOf makes the result of a computation that s describes.
func ResultOf(p problem.Problem, found *archive.Archive, s frontier.Search) (*search.Result, error) {
	f, err := found.Frontier(p, s)
	if err != nil {
		return nil, err
	}
	return &search.Result{Frontier: f, Status: s.Status, Stats: search.Stats{Evaluated: s.Evaluated, Expanded: s.Expanded}}, nil
}

// Ended returns a result with another status.
func Ended(r *search.Result, status frontier.Status) *search.Result {
	result, f := *r, *r.Frontier
	result.Status, f.Search.Status = status, status
	result.Frontier = &f
	return &result
}

// Affordable reports whether steps are within a limit; 0 means no limit.
func Affordable(steps, limit int64) bool { return limit == 0 || steps <= limit }

// FirstOf returns, for every row of a problem, the first of its rows in the table.
func FirstOf(p problem.Problem) []int {
	first := make([]int, p.Rows())
	place := p.Place()
	for x := len(place) - 1; x >= 0; x-- {
		first[place[x]] = x
	}
	return first
}

// Provable returns the distribution whose frontier [Prove] takes, if the problem is such a one.
func Provable(p problem.Problem, limits problem.Limits) (j *joint.Joint, ok bool) {
	t := p.Traits()
	return t.Joint, t.Joint != nil && t.Cells != nil && t.Phi == nil && !t.LogK && limits.IsZero()
}

// Finest returns the i of the finest clustering if no clustering exceeds it, because merging rows loses information.
func Finest(p problem.Problem) (i float64, ok bool) {
	t := p.Traits()
	if ok = !t.LogK && t.Phi == nil && (t.Cells != nil || t.Moments != nil); ok {
		i = p.Evaluators(1, 0)[0].Load(partition.Identity(p.Rows())).I
	}
	return i, ok
}

// Tilt returns the share of h that is taken from i where of clusterings with the same i the one with the lowest h is
// wanted. It is so small that h does not outweigh a cell of the grid of i, and large enough to count: an entropy is at
// most 20 bits or so, and i is a multiple of 2^-48. An h that is no entropy may have any size, and is ignored.
func Tilt(t problem.Traits) float64 {
	if t.LogK || t.Cells == nil && t.Moments == nil {
		return 0
	}
	return 0x1p-36
}

// Linked returns which of n rows share a cluster in every clustering, given the pairs that are linked. Links are
// transitive.
func Linked(n int, pairs [][2]int) partition.Partition {
	together := partition.Identity(n)
	for _, pair := range pairs {
		from, to := together[pair[1]], together[pair[0]]
		for x, label := range together {
			if label == from {
				together[x] = to
			}
		}
	}
	return partition.Canonical(together)
}

// ClusteringOf returns the clustering of n rows into given sets.
func ClusteringOf(sets []uint64, n int) partition.Partition {
	p := make(partition.Partition, n)
	for c, set := range sets {
		for s := set; s != 0; s &= s - 1 {
			p[bits.TrailingZeros64(s)] = c
		}
	}
	p.Renumber(make([]int, n))
	return p
}
