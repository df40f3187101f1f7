package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/internal/sweeps"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const (
	// seededRows is the number of rows up to which a local search begins with an agglomeration alone. It explores clusterings
	// below the frontier on its way up, and ends soon.
	seededRows = 40
	// A local search of more rows begins with sweeps. From wholeSeeds rows up, their effort is mostSeeds, half a second;
	// below, it is in proportion to the square of the number of rows.
	mostSeeds  = 0.4
	wholeSeeds = 100
)

// seedEffort returns the effort of the sweeps with which the local search of n rows begins.
func seedEffort(n int) float64 {
	share := min(float64(n)/wholeSeeds, 1)
	return mostSeeds * share * share
}

// seeds returns the clusterings of a short search by sweeps, coarse ones first, or nil if the search has no use for
// them. The effort is the same for all searches, so that a search that continues with more effort takes the same path.
func (p *plan) seeds(ctx context.Context) (seeds []start) {
	s := p.traits
	effort := seedEffort(len(s.Masses))
	if !way.Movable(s) || s.LogK || len(s.Masses) <= seededRows || p.opts.Method != Auto || !sweeps.Affords(s, effort) {
		return nil
	}
	r, err := sweeps.Map(ctx, s, sweeps.Options{
		Effort: effort, MaxMemory: p.opts.MaxMemory, Workers: p.opts.Workers, Limits: p.limiter, Observe: p.opts.observeSweeps,
	})
	if err != nil {
		return nil // if the error is from the problem, the search has it as well
	}
	p.stats.Evaluated += r.Evaluated
	for _, e := range r.Entries {
		seeds = append(seeds, start{f: e.Tree.Pack(e.Member), swept: true, at: problem.Point{H: e.H, I: e.I}, k: e.K})
	}
	return seeds
}

// observeSweeps reports the progress of sweeps.
func (o *Options) observeSweeps(now sweeps.Progress) {
	if o.Observe != nil {
		o.Observe(Progress{Stats: Stats{Evaluated: now.Evaluated}, Points: now.Points, Budget: now.Budget, Staircase: now.Staircase})
	}
}

// searchSwept searches by sweeps.
func searchSwept(ctx context.Context, p problem.Problem, l *limiter.Limiter, opts Options) (*Result, error) {
	o := sweeps.Options{Place: p.Place(), Effort: opts.Effort, MaxMemory: opts.MaxMemory, Workers: opts.Workers, Limits: l, Observe: opts.observeSweeps, Begin: opts.Begin}
	if w := opts.Within; w != nil {
		o.Within, o.Share = &sweeps.Span{From: w.From, To: w.To}, w.Share
	}
	if opts.From != nil {
		o.From = func(yield func(partition.Partition) bool) {
			for point, f := range earlierPoints(p, opts.From) {
				if point.Hull && !yield(f) {
					return
				}
			}
		}
	}
	joined, err := keepSwept(p, l, opts, &o)
	if err != nil {
		return nil, err
	}
	r, err := sweeps.Map(ctx, p.Traits(), o)
	if errors.Is(err, sweeps.ErrSnapshot) {
		return nil, divided.Refused(err)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("search: %w", err)
	case opts.Within != nil:
		return &Result{Status: r.Status, Stats: Stats{Evaluated: r.Evaluated}}, nil
	case len(r.Entries) == 0:
		return nil, nothing(r.Status, opts.Epsilon)
	}
	if opts.Begin && joined != "" {
		r.Status = joined
	}
	f, err := frontier.New(p.Describe(), frontier.Search{
		Method: "sweeps", Seed: opts.Seed, Status: r.Status, Evaluated: r.Evaluated, Resolution: r.Resolution,
	}, r.Entries)
	if err != nil {
		return nil, fmt.Errorf("search: the points found are not a frontier: %w", err)
	}
	l.Describe(&f.Problem)
	return &Result{Frontier: f, Status: r.Status, Stats: Stats{Evaluated: r.Evaluated}}, nil
}

// keepSwept sets the options of sweeps for checkpoints. If Options.Resume was joined from parts, it returns how these
// ended. The error wraps [ErrCheckpoint].
func keepSwept(p problem.Problem, l *limiter.Limiter, opts Options, o *sweeps.Options) (joined frontier.Status, err error) {
	if opts.Checkpoint == nil && opts.Resume == nil {
		return "", nil
	}
	id := identify(p, opts, l)
	id.Sweeps = true
	if opts.Resume != nil {
		if joined, o.Resume, err = divided.OpenWhole(opts.Resume, id); err != nil {
			return "", err
		}
	}
	if w := opts.Within; w != nil {
		id.Within, id.Begun = &divided.Window{From: w.From, To: w.To}, sealed.Digest(opts.Resume)
	}
	if opts.Part != nil {
		if _, o.Part, err = divided.OpenWhole(opts.Part, id); err != nil {
			return "", err
		}
	}
	if opts.Checkpoint != nil {
		o.Checkpoint = func(state func() []byte, last bool) {
			opts.Checkpoint(func() []byte { return divided.Whole(id, "", state()) }, last)
		}
	}
	return joined, nil
}
