package exact

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// observe reports progress: the number of points, and the share of the work that is done.
func observe(opts Options, points int, share float64) {
	const parts = 1e6
	settled := int64(parts * share)
	opts.Observe(search.Progress{Points: points, Settled: settled, Queued: parts - settled})
}

// program is what the dynamic programs share.
type program struct {
	problem problem.Additive
	opts    Options
	limits  *limiter.Limiter // a cluster that it does not allow is left out when it comes up
	most    int              // the largest number of clusters, by which labels are listed; 0 for any number
	found   *archive.Archive // an invalid cost that is offered to it is an error of finish
}

// newProgram returns the program of a problem. The options have their defaults.
func newProgram(p problem.Additive, opts Options) (*program, error) {
	limits, err := limiter.New(p, opts.Limits)
	if err != nil {
		return nil, err
	}
	made := &program{problem: p, opts: opts, limits: limits, found: archive.New(p.Rows())}
	if most := limits.MaxClusters(); most < p.Rows() {
		made.most = most
	}
	return made, nil
}

// allows tells whether a clustering is allowed.
func (p *program) allows(f partition.Partition) bool {
	disallowed := func(rows []int) bool { return !p.limits.Allows(rows) }
	return (p.most == 0 || f.K() <= p.most) && !slices.ContainsFunc(f.Clusters(), disallowed)
}

// offer adds a clustering to the points found, if no point found is as good or better. ties is
// the number of other clusterings at the same point. It returns whether the clustering was
// added.
func offer(found *archive.Archive, e problem.Evaluator, f partition.Partition, ties int) bool {
	at := e.Load(f)
	if found.Compare(at) != pareto.Optimal {
		return false
	}
	found.Offer(at, partition.Pack(f), ties)
	return true
}

// finish makes the result. If the program was stopped or its lists were
// thinned, it may lack one cluster and the identity, which are points of every frontier,
// or as good as one, and are added if they are allowed. The error wraps
// [problem.ErrInfeasible] if there is no point. s describes the search; its resolution is
// by how much thinning may have raised the sum of h, and 0 if nothing was thinned.
func (p *program) finish(ctx context.Context, s frontier.Search) (*search.Result, error) {
	s.Status = frontier.StatusComplete
	switch {
	case ctx.Err() != nil:
		s.Status = resources.Cut(ctx)
	case s.Resolution > 0:
		s.Status = frontier.StatusMemory
	}
	s.Resolution = grown(p.problem, s.Resolution)
	if s.Status != frontier.StatusComplete {
		e := p.problem.Evaluators(1, 0)[0]
		if one := make(partition.Partition, p.problem.Rows()); p.allows(one) {
			offer(p.found, e, one, 0)
		}
		if finest := partition.Identity(p.problem.Rows()); p.allows(finest) {
			offer(p.found, e, finest, 0)
			// Thinning does not lower i. If no point has a larger i than the identity, no h
			// has to be larger than that of the identity.
			if at := e.Load(finest); at.I >= p.found.Last().I-pareto.Tolerance {
				s.Resolution = min(s.Resolution, at.H)
			}
		}
	}
	switch {
	case p.found.Err() != nil:
		return nil, fmt.Errorf("exact: %w", p.found.Err())
	case p.found.Len() > 0:
	case ctx.Err() == nil && s.Order != "":
		return nil, fmt.Errorf("%w: no grouping into contiguous runs keeps them", problem.ErrInfeasible)
	default:
		return nil, errNone(ctx)
	}
	r, err := resultOf(p.problem, p.found, s)
	if err == nil {
		p.limits.Describe(&r.Frontier.Problem)
	}
	return r, err
}

// errNone returns the error of limits for which no clustering was found: there is none, or the
// context has ended before.
func errNone(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: no clustering that keeps them was found until the search was stopped", problem.ErrInfeasible)
	}
	return fmt.Errorf("%w: no clustering keeps them", problem.ErrInfeasible)
}

// resultOf makes the result of a computation that s describes.
func resultOf(p problem.Problem, found *archive.Archive, s frontier.Search) (*search.Result, error) {
	f, err := found.Frontier(p, s)
	if err != nil {
		return nil, err
	}
	return &search.Result{Frontier: f, Status: s.Status, Stats: search.Stats{Evaluated: s.Evaluated, Expanded: s.Expanded}}, nil
}

// grown returns the largest growth of a total h if its sum grows by a given amount. A
// total may be convex or concave in the sum, as a logarithm is, so the growth is largest
// from the least sum, that of one cluster, or from the largest.
func grown(p problem.Additive, by float64) float64 {
	if by == 0 {
		return 0
	}
	var least, largest problem.Point
	all := p.Cluster()
	for row := range p.Rows() {
		all.Add(row)
		least = all.Cost()
		one := p.Cluster()
		one.Add(row)
		largest.H += one.Cost().H
	}
	at := func(h float64) float64 { return p.Total(problem.Point{H: h, I: least.I}).H }
	return max(at(least.H+by)-at(least.H), at(largest.H+by)-at(largest.H))
}
