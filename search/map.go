package search

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/problem"
)

// Map searches for the Pareto frontier of a problem. When the context ends, it returns the best frontier so far, with a
// status that says so and no error.
//
// The error wraps [problem.ErrOptions] if the options do not suit the problem, [problem.ErrInfeasible] if no clustering
// that satisfies Options.Limits was found, and [ErrCheckpoint] if Options.Resume or Options.Part is damaged or is from
// another search. If a clustering has no valid point ([problem.Load]), the error says why.
func Map(ctx context.Context, p problem.Problem, opts Options) (*Result, error) {
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	opts, err := opts.withDefaults(p.Rows())
	if err != nil {
		return nil, err
	}
	limiter, err := limiter.New(p, opts.Limits)
	if err != nil {
		return nil, err
	}
	if opts.From != nil {
		if err := checkEarlier(p, opts.From); err != nil {
			return nil, err
		}
	}
	r, err := mapWithin(ctx, p, limiter, opts)
	if err == nil && r.Frontier != nil && opts.From != nil {
		r.Frontier, err = withEarlier(p, limiter, r.Frontier, opts.From)
	}
	if err == nil && r.Frontier != nil {
		r.Frontier.Second = limiter.Second()
	}
	return r, err
}

// mapWithin searches with checked options.
func mapWithin(ctx context.Context, p problem.Problem, limiter *limiter.Limiter, opts Options) (*Result, error) {
	by := way.Question{Problem: p, Limits: opts.Limits, Open: opts.Method == Auto, All: math.IsInf(opts.Epsilon, 1)}.Search()
	switch {
	case opts.PerK && (p.Traits().LogK || by == way.Sweeps || by == way.Chains):
		return nil, marked.Errorf(problem.ErrOptions, "the groupings of every number of clusters are searched for in up to %d rows, and if h is not a function of the number of clusters", way.SweptRows)
	case by == way.Sweeps:
		return searchSwept(ctx, p, limiter, opts)
	case opts.Begin || opts.Within != nil:
		return nil, marked.Errorf(problem.ErrOptions, "only a search by sweeps can be divided by ranges of h, and the options ask for another one")
	case by == way.Chains:
		return searchCounted(ctx, p, limiter, opts)
	case by == way.Enumeration:
		opts.Epsilon = math.Inf(1)
		found := archive.NewLayers(p.Rows(), opts.PerK)
		stats, status, err := enumerate(ctx, p, opts, limiter, found)
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		return limited(p, limiter, found, stats, status, frontier.Search{Method: "enumeration", Epsilon: opts.Epsilon, Seed: opts.Seed})
	}
	pl := newPlan(p, opts, limiter)
	if opts.Resume != nil {
		if err := pl.restore(opts.Resume); err != nil {
			return nil, err
		}
		pl.opts.Resume = nil // it takes as much memory as the search
	}
	status := pl.carryOut(ctx)
	if pl.err != nil {
		return nil, fmt.Errorf("search: %w", pl.err)
	}
	return limited(p, limiter, pl.valid(), pl.stats, status, pl.describe(status))
}

// limited returns the result of a search under limits, or an error if it found no clustering.
func limited(p problem.Problem, limiter *limiter.Limiter, found archive.Layers, stats Stats, status frontier.Status, s frontier.Search) (*Result, error) {
	if found.Len() == 0 {
		return nil, nothing(status, float64(s.Epsilon))
	}
	s.Status, s.Evaluated, s.Expanded = status, stats.Evaluated, stats.Expanded
	f, err := found.Frontier(p, s)
	if err != nil {
		return nil, err
	}
	limiter.Describe(&f.Problem)
	return &Result{Frontier: f, Status: status, Stats: stats}, nil
}

// nothing returns the error of a search under limits that found no clustering.
func nothing(status frontier.Status, epsilon float64) error {
	switch {
	case status == frontier.StatusDeadline || status == frontier.StatusInterrupted:
		return fmt.Errorf("%w: no clustering that keeps them was found until the search was stopped", problem.ErrInfeasible)
	case math.IsInf(epsilon, 1):
		return fmt.Errorf("%w: no clustering keeps them", problem.ErrInfeasible)
	default:
		return fmt.Errorf("%w: no clustering that keeps them was found: allow lighter or more clusters, or leave a pair out", problem.ErrInfeasible)
	}
}

// carryOut searches from the beginning or from a checkpoint, and calls Observe and Checkpoint.
func (p *plan) carryOut(ctx context.Context) frontier.Status {
	if !p.began {
		p.begin(ctx, p.problem.Rows())
	}
	status := p.run(ctx, func() {
		if p.opts.Observe != nil {
			p.opts.Observe(p.progress())
		}
		if p.opts.Checkpoint != nil {
			p.opts.Checkpoint(p.snapshot, false)
		}
	})
	if p.opts.Checkpoint != nil && p.err == nil {
		p.opts.Checkpoint(p.snapshot, true)
	}
	if status == frontier.StatusInterrupted || status == frontier.StatusDeadline {
		p.salvage()
	}
	return status
}
