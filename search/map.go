package search

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
)

// Map searches for the Pareto frontier of a problem. When the context ends it
// returns the best frontier so far, with a status that says so and no error.
// The error wraps [ErrOptions] if the options do not suit the problem, and
// [ErrCheckpoint] if Options.Resume does not.
func Map(ctx context.Context, p Problem, opts Options) (*Result, error) {
	opts, err := opts.withDefaults(p.Rows())
	if err != nil {
		return nil, err
	}
	if math.IsInf(opts.Epsilon, 1) {
		found := &archive{rows: p.Rows()}
		stats, done := enumerate(ctx, p, opts, found)
		status := Complete
		if !done {
			status = cutBy(ctx)
		}
		return finish(p, found, stats, status, frontier.Search{
			Method: "enumeration", Epsilon: frontier.Depth(opts.Epsilon), Seed: opts.Seed,
		})
	}
	pl := &plan{walk: newWalk(p, opts), opts: opts}
	if opts.Resume != nil {
		if err := pl.restore(p, opts.Resume); err != nil {
			return nil, err
		}
		pl.opts.Resume = nil // a copy of all that the search keeps
	}
	status := pl.carryOut(ctx, p)
	return finish(p, pl.found, pl.stats, status, pl.describe(status))
}

// carryOut searches from the beginning, or from where a checkpoint left off, and
// shows the caller what there is to see.
func (p *plan) carryOut(ctx context.Context, problem Problem) Status {
	snapshot := func() []byte { return p.snapshot(problem) }
	if !p.began {
		p.begin(ctx, problem.Rows())
	}
	status := p.run(ctx, func() {
		if p.opts.Observe != nil {
			p.opts.Observe(p.progress())
		}
		if p.opts.Checkpoint != nil {
			p.opts.Checkpoint(snapshot, false)
		}
	})
	if p.opts.Checkpoint != nil {
		p.opts.Checkpoint(snapshot, true)
	}
	if status == Interrupted || status == Deadline {
		p.salvage()
	}
	return status
}

// cutBy returns the status of a search whose context ended.
func cutBy(ctx context.Context) Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Deadline
	}
	return Interrupted
}

// finish makes the result of what was found.
func finish(p Problem, found *archive, stats Stats, status Status, s frontier.Search) (*Result, error) {
	s.Status = status.String()
	s.Evaluated, s.Expanded = stats.Evaluated, stats.Expanded
	f, err := frontier.New(p.Describe(), s, found.entries(p.Order()))
	if err != nil {
		return nil, fmt.Errorf("search: the points found are no frontier: %w", err)
	}
	return &Result{Frontier: f, Status: status, Stats: stats}, nil
}
