package search

import (
	"context"
	"errors"
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
		found := NewArchive(p.Rows())
		stats, done := enumerate(ctx, p, opts, found)
		status := Complete
		if !done {
			status = CutBy(ctx)
		}
		return found.Result(p, stats, status, frontier.Search{
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
	return pl.found.Result(p, pl.stats, status, pl.describe(status))
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

// CutBy returns the status of a search whose context ended.
func CutBy(ctx context.Context) Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Deadline
	}
	return Interrupted
}
