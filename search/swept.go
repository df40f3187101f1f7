package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/sweeps"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const (
	// sweptRows is the number of rows up to which [Auto] looks at all neighbours of every clustering. That
	// finds more in tables with few rows, and takes too long in larger ones.
	sweptRows = 400
	// seededRows is the number of rows up to which such a search begins with a ladder alone. It explores what is
	// below the frontier on its way up, and ends soon.
	seededRows = 64
	// A search of more rows begins with sweeps of seedEffort: half a second.
	seedEffort = 0.4
)

// seeds returns the clusterings that a short search by sweeps finds, coarse ones first, or nothing if a search has no
// use for them or h is log2 k. The effort is the same for all searches, so that a search that goes on with more effort
// takes the same way.
func (p *plan) seeds(ctx context.Context) (seeds []partition.Packed) {
	s, ok := cluster.SourceOf(p.problem)
	if !ok || s.Counted() || s.Rows() <= seededRows || p.opts.Method != Auto || !sweeps.Affords(s, seedEffort) {
		return nil
	}
	r, err := sweeps.Map(ctx, s, sweeps.Options{
		Effort: seedEffort, MaxMemory: p.opts.MaxMemory, Workers: p.opts.Workers, Limits: p.limiter, OwnRows: true, Observe: p.opts.observeSweeps,
	})
	if err != nil {
		return nil // what is searched then has the error, if it is the problem's
	}
	p.stats.Evaluated += r.Evaluated
	for _, e := range r.Entries {
		seeds = append(seeds, e.Tree.Pack(e.Member))
	}
	return seeds
}

// observeSweeps reports the progress of sweeps as that of the search.
func (o *Options) observeSweeps(now sweeps.Progress) {
	if o.Observe != nil {
		o.Observe(Progress{Stats: Stats{Evaluated: now.Evaluated}, Points: now.Points, Budget: now.Budget, Staircase: now.Staircase})
	}
}

// sweptSource returns the problem as package sweeps searches it, if that is what the options ask for.
func sweptSource(p problem.Problem, opts Options) (s cluster.Source, ok bool) {
	if opts.Method != Auto || p.Rows() <= sweptRows {
		return nil, false
	}
	s, ok = cluster.SourceOf(p)
	return s, ok && !s.Counted()
}

// searchSwept searches by sweeps.
func searchSwept(ctx context.Context, p problem.Problem, s cluster.Source, l *limiter.Limiter, opts Options) (*Result, error) {
	o := sweeps.Options{Effort: opts.Effort, MaxMemory: opts.MaxMemory, Workers: opts.Workers, Limits: l, Observe: opts.observeSweeps, Begin: opts.Begin}
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
	r, err := sweeps.Map(ctx, s, o)
	if errors.Is(err, sweeps.ErrSnapshot) {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
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
		return nil, fmt.Errorf("search: the points found are no frontier: %w", err)
	}
	l.Describe(&f.Problem)
	return &Result{Frontier: f, Status: r.Status, Stats: Stats{Evaluated: r.Evaluated}}, nil
}

// keepSwept makes options of sweeps that take checkpoints and go on from one, if that is asked for. If that is
// joined of parts, it says how they have ended. The error wraps [ErrCheckpoint].
func keepSwept(p problem.Problem, l *limiter.Limiter, opts Options, o *sweeps.Options) (joined frontier.Status, err error) {
	if opts.Checkpoint == nil && opts.Resume == nil {
		return "", nil
	}
	id := identify(p, opts, l)
	id.Sweeps = true
	if opts.Resume != nil {
		var from identity
		if o.Resume, err = open(opts.Resume, &from); err == nil {
			err = from.check(id)
		}
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
		joined = from.Status
	}
	if w := opts.Within; w != nil {
		id.Within, id.Begun = &Window{From: w.From, To: w.To}, digestOf(opts.Resume)
	}
	if opts.Part != nil {
		var own identity
		if o.Part, err = open(opts.Part, &own); err == nil {
			err = cmp.Or(own.check(id), own.checkBegun(opts.Resume))
		}
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
	}
	if opts.Checkpoint != nil {
		o.Checkpoint = func(state func() []byte, last bool) {
			opts.Checkpoint(func() []byte { return sealed(id, state()) }, last)
		}
	}
	return joined, nil
}
