package search

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/chains"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const (
	// countedSteps is the number of cells that chains of effort 1 may read: some ten seconds on two cores.
	countedSteps = 8e9
	// Chains go up to manyCounted / n clusters for n rows, and at least to fewestCounted.
	manyCounted   = 1e6
	fewestCounted = 200
)

// searchCounted searches for the best clustering of each number of clusters.
func searchCounted(ctx context.Context, p problem.Problem, l *limiter.Limiter, opts Options) (*Result, error) {
	n := p.Rows()
	upTo := n
	if l != nil {
		upTo = l.MaxClusters()
	}
	steps := evaluations(countedSteps * opts.Effort)
	id := identify(p, opts, l)
	id.Sweeps = true
	state, err := resumeCounted(opts.Resume, id) // later, the state before the current turn
	if err != nil {
		return nil, err
	}
	keep := func(last bool) {
		if opts.Checkpoint != nil {
			opts.Checkpoint(func() []byte {
				w := sealed.NewWriter("", 0)
				w.JSON(state)
				return divided.Whole(id, "", w.Bytes())
			}, last)
		}
	}
	r := chains.ByCount(ctx, p.Traits(), nil, chains.Options{
		UpTo: min(upTo, max(fewestCounted, manyCounted/n)), Steps: steps,
		MaxMemory: opts.MaxMemory, Workers: opts.Workers, From: state,
		Keep: func(at *chains.State) {
			state = at
			keep(false)
		},
		Observe: func(done int64) {
			if opts.Observe != nil {
				opts.Observe(Progress{Stats: Stats{Evaluated: done}, Budget: steps})
			}
		},
	})
	keep(true)
	found, evaluator := archive.New(n), p.Evaluators(1, 0)[0]
	var best []partition.Partition
	for _, label := range r.Best {
		if label != nil {
			best = append(best, partition.Canonical(label))
		}
	}
	if upTo == n {
		best = append(best, partition.Identity(n))
	}
	for _, f := range best {
		at, err := problem.Load(p, evaluator, f)
		if err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
		found.Offer(at, partition.Pack(f), 0)
	}
	status := frontier.StatusConverged
	switch {
	case ctx.Err() != nil:
		status = resources.Cut(ctx)
	case !r.Settled:
		status = frontier.StatusEffort
	}
	return limited(p, l, archive.Layers{found}, Stats{Evaluated: r.Evaluated}, status, frontier.Search{Method: "sweeps", Seed: opts.Seed})
}

// resumeCounted returns the state in a snapshot, or nil for no snapshot. The error wraps [ErrCheckpoint].
func resumeCounted(snapshot []byte, want divided.Identity) (*chains.State, error) {
	if snapshot == nil {
		return nil, nil
	}
	_, body, err := divided.OpenWhole(snapshot, want)
	if err != nil {
		return nil, err
	}
	state, r := new(chains.State), sealed.NewReader(body, "it")
	r.JSON(state)
	if err = r.Done(); err == nil {
		err = state.Check(want.Rows)
	}
	if err != nil {
		return nil, divided.Refused(err)
	}
	return state, nil
}
