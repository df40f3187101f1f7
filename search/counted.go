package search

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/chains"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const (
	// fewRows is the number of rows up to which a local search finds more than chains do.
	fewRows = 300
	// countedSteps is the number of cells that a search of effort 1 looks at for the best clusterings of
	// each number of clusters: some ten seconds on two cores.
	countedSteps = 8e9
	// manyCounted is about the number of rows times that of numbers of clusters up to which there are
	// clusterings for all of them, and fewestCounted the number of numbers of clusters in larger tables.
	manyCounted   = 1e6
	fewestCounted = 200
)

// countedSource returns the problem as package sweeps searches it for each number of clusters, if h is log2
// of that number and the options ask for it.
func countedSource(p problem.Problem, opts Options) (s cluster.Source, ok bool) {
	if opts.Method != Auto || p.Rows() <= fewRows || !opts.Limits.AllowAnyCluster() {
		return nil, false
	}
	s, ok = cluster.SourceOf(p)
	return s, ok && s.Counted()
}

// searchCounted searches for the best clustering of each number of clusters.
func searchCounted(ctx context.Context, p problem.Problem, s cluster.Source, l *limiter.Limiter, opts Options) (*Result, error) {
	n := p.Rows()
	upTo := n
	if l != nil {
		upTo = l.MaxClusters()
	}
	steps := evaluations(countedSteps * opts.Effort)
	id := identify(p, opts, l)
	id.Sweeps = true
	state, err := resumeCounted(opts.Resume, id) // before the turn under way, with which an interrupted search goes on
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	keep := func(last bool) {
		if opts.Checkpoint != nil {
			opts.Checkpoint(func() []byte { return sealed(id, encoded(state)) }, last)
		}
	}
	r := chains.ByCount(ctx, s, nil, chains.Options{
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
	offer := func(f partition.Partition) error {
		at, err := problem.Load(evaluator, f)
		if err != nil {
			return fmt.Errorf("search: %w", err)
		}
		found.Offer(at, partition.Pack(f), 0)
		return nil
	}
	for _, label := range r.Best {
		if label == nil {
			continue
		}
		if err := offer(partition.Canonical(label)); err != nil {
			return nil, err
		}
	}
	if upTo == n {
		if err := offer(partition.Identity(n)); err != nil {
			return nil, err
		}
	}
	status := frontier.StatusConverged
	switch {
	case ctx.Err() != nil:
		status = resources.Cut(ctx)
	case !r.Settled:
		status = frontier.StatusEffort
	}
	return limited(p, l, found, Stats{Evaluated: r.Evaluated}, status, frontier.Search{Method: "sweeps", Seed: opts.Seed})
}

// resumeCounted returns the state of a search in a snapshot, or nil if there is none.
func resumeCounted(snapshot []byte, want identity) (*chains.State, error) {
	if snapshot == nil {
		return nil, nil
	}
	var id identity
	body, err := open(snapshot, &id)
	if err == nil {
		err = id.check(want)
	}
	if err != nil {
		return nil, err
	}
	state := new(chains.State)
	if err := json.Unmarshal(body, state); err != nil {
		return nil, err
	}
	return state, state.Check(want.Rows)
}

func encoded(state *chains.State) []byte {
	b, err := json.Marshal(state)
	if err != nil {
		panic(err) // cannot happen: all numbers are finite
	}
	return b
}
