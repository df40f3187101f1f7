// Package program holds the dynamic programs for problems whose points are sums over the clusters: over all sets of rows
// ([Subsets], orbits.go, counted.go) and over contiguous runs of rows ([Intervals], [Line]).
//
// One more cluster moves the points of two clusterings by the same step, so a clustering that dominates another
// still does so after the step. The programs therefore keep a list of labels for each set of rows: the points of
// the clusterings of that set that may become part of an optimal one. A label is dropped only if another is better
// by a cell of package pareto's grid: then its point is in a better cell even after the same clusters are added to
// both. Labels with equal bits become one with a count. The result equals an enumeration's, including the
// clustering kept at a tie and the number of others.
package program

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// program is what the dynamic programs share.
type program struct {
	problem problem.Problem
	traits  problem.Traits
	opts    method.Options
	limits  *limiter.Limiter // a cluster that it does not allow is left out when it comes up
	most    int              // the largest number of clusters, by which labels are listed; 0 for any number
	found   *archive.Archive // an invalid cost that is offered to it is an error of finish
	layers  archive.Layers   // for every number of clusters, if that is asked for
}

// newProgram returns the program of a problem. The options have their defaults.
func newProgram(p problem.Problem, opts method.Options) (*program, error) {
	if err := checkTold(opts.Limits); err != nil {
		return nil, err
	}
	limits, err := limiter.New(p, opts.Limits)
	if err != nil {
		return nil, err
	}
	return limited(p, limits, opts), nil
}

// checkTold refuses a limit on what clusterings tell about a second variable: of two clusterings of a set of rows, the
// one that tells more can be the better.
func checkTold(l problem.Limits) error {
	if l.Second != nil {
		return marked.Errorf(problem.ErrOptions, "a dynamic program does not know a limit on what groups tell about %s: leave out the order of the rows, or the limit", l.Second.Name)
	}
	return nil
}

// limited returns the program of a problem under limits that are checked.
func limited(p problem.Problem, limits *limiter.Limiter, opts method.Options) *program {
	made := &program{problem: p, traits: p.Traits(), opts: opts, limits: limits, found: archive.New(p.Rows())}
	most := min(limits.MaxClusters(), p.Rows())
	if most < p.Rows() || opts.PerK {
		made.most = most
	}
	if opts.PerK {
		made.layers = archive.NewLayers(p.Rows(), true)
	}
	return made
}

// inOrder returns the program of a problem for runs in an order, along which limits may ask for a trend. The limits
// are of a problem with the same rows, which knows the columns of its table.
func inOrder(p problem.Problem, of problem.Problem, order method.Order, opts method.Options) (*program, error) {
	if order != method.Linear {
		return newProgram(p, opts)
	}
	if err := checkTold(opts.Limits); err != nil {
		return nil, err
	}
	limits, err := limiter.Ordered(of, opts.Limits)
	if err != nil {
		return nil, err
	}
	return limited(p, limits, opts), nil
}

// allows reports whether a clustering is allowed.
func (p *program) allows(f partition.Partition) bool {
	disallowed := func(rows []int) bool { return !p.limits.Allows(rows) }
	return (p.most == 0 || f.K() <= p.most) && p.limits.Trend().Follows(f) && !slices.ContainsFunc(f.Clusters(), disallowed)
}

// offer offers a clustering, with the number of others at its point.
func (p *program) offer(at problem.Point, f partition.Partition, ties int) {
	p.found.Offer(at, partition.Pack(f), ties)
	if p.layers != nil {
		p.layers.Offer(at, f, ties)
	}
}

// finish makes the result. After an interruption or thinning, one cluster and the identity, which match points of
// every frontier, are added if they are allowed and missing. The error wraps [problem.ErrInfeasible] if there is no
// point. s describes the search; its resolution is the largest increase of the sum of h by thinning, or 0 if
// nothing was thinned.
func (p *program) finish(ctx context.Context, s frontier.Search) (*search.Result, error) {
	s.Status = frontier.StatusComplete
	switch {
	case ctx.Err() != nil:
		s.Status = resources.Cut(ctx)
	case s.Resolution > 0:
		s.Status = frontier.StatusMemory
	}
	s.Resolution = grown(p.traits, p.problem.Rows(), s.Resolution)
	if s.Status != frontier.StatusComplete {
		e := p.problem.Evaluators(1, 0)[0]
		if one := make(partition.Partition, p.problem.Rows()); p.allows(one) {
			p.offer(e.Load(one), one, 0)
		}
		if finest := partition.Identity(p.problem.Rows()); p.allows(finest) {
			at := e.Load(finest)
			p.offer(at, finest, 0)
			// Thinning does not lower i. If no point has a larger i than the identity, its h is the largest that is
			// needed.
			if at.I >= p.found.Last().I-pareto.Tolerance {
				s.Resolution = min(s.Resolution, at.H)
			}
		}
	}
	switch {
	case p.found.Err() != nil:
		return nil, fmt.Errorf("exact: %w", p.found.Err())
	case p.found.Len() > 0:
	case ctx.Err() == nil && p.limits.Trend() != nil:
		return nil, fmt.Errorf("%w: no grouping into contiguous runs keeps them and has the trend", problem.ErrInfeasible)
	case ctx.Err() == nil && s.Order != "":
		return nil, fmt.Errorf("%w: no grouping into contiguous runs keeps them", problem.ErrInfeasible)
	default:
		return nil, method.NoneFound(ctx)
	}
	r, err := method.ResultOf(p.problem, p.found, s)
	if err == nil {
		p.limits.Describe(&r.Frontier.Problem)
		r.Frontier, err = p.layers.Add(r.Frontier, p.problem.Place())
	}
	return r, err
}

// grown returns the largest growth of a total h if its sum grows by a given amount. A total may be convex or concave
// in the sum, as a logarithm is, so the growth is largest from the least sum, for one cluster, or from the largest.
func grown(t problem.Traits, n int, by float64) float64 {
	if by == 0 {
		return 0
	}
	var least, largest problem.Point
	all := t.Cluster()
	for row := range n {
		all.Add(row)
		least = all.Cost()
		one := t.Cluster()
		one.Add(row)
		largest.H += one.Cost().H
	}
	at := func(h float64) float64 { return t.Total(problem.Point{H: h, I: least.I}).H }
	return max(at(least.H+by)-at(least.H), at(largest.H+by)-at(largest.H))
}

// For returns the dynamic program for a problem and the steps that it takes. ok is false if no program applies, or it
// takes too many steps. Where going over all sets takes more than a few seconds, faster programs are preferred, which
// do not know the clustering with the smallest string.
func For(p problem.Problem, opts method.Options) (m method.Method, steps int64, ok bool) {
	t, n := p.Traits(), p.Rows()
	if t.Cluster == nil || n > max(maxOrbitRows, maxCountedRows) {
		return m, 0, false
	}
	run, steps, ok := solveSubsets, subsetSteps(n), n <= maxSubsetRows
	if !ok || steps > method.DefaultEffort {
		g := symmetries(p, opts.Limits)
		switch orbits := orbitSteps(n, g); {
		case t.LogK && countedBytes(n) <= opts.MaxMemory:
			run, steps, ok = countedSubsets, countedEffort(n), true
		case orbits < steps && orbitBytes(n) <= opts.MaxMemory:
			steps, ok = orbits, true
			run = func(ctx context.Context, p problem.Problem, found *search.Result, opts method.Options) (*search.Result, error) {
				return orbitSubsets(ctx, p, g, found, opts)
			}
		}
	}
	improve := func(ctx context.Context, found *search.Result, _ method.Options) (*search.Result, error) {
		return run(ctx, p, found, opts)
	}
	return method.Method{Name: "dynamic programming", Improve: improve}, steps, ok && method.Affordable(steps, opts.Effort)
}

// solveSubsets returns the result of [Subsets], or the given one, if the program does not complete.
func solveSubsets(ctx context.Context, p problem.Problem, found *search.Result, opts method.Options) (*search.Result, error) {
	r, err := Subsets(ctx, p, opts)
	switch {
	case err != nil || r.Status == frontier.StatusComplete:
		return r, err
	case r.Status != frontier.StatusMemory: // the context has ended
		return method.Ended(found, r.Status), nil
	}
	return found, nil
}

// Rows returns the largest number of rows that a program for such a problem under such limits takes, or 0 if no
// program applies.
func Rows(p problem.Problem, limits problem.Limits) int {
	t := p.Traits()
	switch {
	case t.Cluster == nil:
		return 0
	case t.LogK:
		return maxCountedRows
	case p.Rows() > maxSubsetRows && p.Rows() <= maxOrbitRows && symmetries(p, limits).Order() > orbitShare:
		return maxOrbitRows
	default:
		return maxSubsetRows
	}
}

// listedPairSteps is the number of steps, as Options.Effort counts them, that take about as long as a
// pair of sets in [Subsets], which has a list for each.
const listedPairSteps = 150

// setPairs returns the number of pairs of sets that a dynamic program over all sets of n rows goes
// through: a set without the first row, and a part of it.
func setPairs(n int) float64 {
	pairs := 0.5
	for range n - 1 {
		pairs *= 3
	}
	return pairs
}

// subsetSteps returns the effort of [Subsets] for n rows.
func subsetSteps(n int) int64 { return int64(listedPairSteps * setPairs(n)) }
