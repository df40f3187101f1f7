package exact

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// observe reports the share of the work that is done.
func observe(opts Options, points int, share float64) {
	const parts = 1e6
	settled := int64(parts * share)
	opts.Observe(search.Progress{Points: points, Settled: settled, Queued: parts - settled})
}

// share does jobs 0 to n-1 by a number of workers. Worker 0 is the caller.
func share(workers, n int, do func(worker, job int)) {
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	work := func(worker int) {
		for job := int(next.Add(1)) - 1; job < n; job = int(next.Add(1)) - 1 {
			do(worker, job)
		}
	}
	for worker := 1; worker < min(workers, n); worker++ {
		wait.Go(func() { work(worker) })
	}
	work(0)
	wait.Wait()
}

// offer offers a clustering and a number of others at its point, unless something
// found ties with it or beats it. It tells whether it did.
func offer(found *archive.Archive, e problem.Evaluator, f partition.Partition, ties int) bool {
	at := e.Load(f)
	if found.Compare(at) != pareto.Optimal {
		return false
	}
	found.Offer(at, partition.Pack(f), ties)
	return true
}

// outcome is what a dynamic program knows at its end, beside the archive.
type outcome struct {
	stats search.Stats
	// bound is what thinned labels may cost, in bits of h; 0 if none were.
	bound float64
	// described says of the search what is known beforehand.
	described frontier.Search
}

// finish makes the result. What a cut or thinned program may lack is one cluster
// and the identity, which are points of every frontier or tie with one, if they are
// allowed. The error wraps [problem.ErrInfeasible] if nothing is.
func finish(ctx context.Context, p problem.Additive, l *limited, found *archive.Archive, o outcome) (*search.Result, error) {
	status := frontier.StatusComplete
	switch {
	case ctx.Err() != nil:
		status = resources.Cut(ctx)
	case o.bound > 0:
		status = frontier.StatusMemory
	}
	o.bound = grown(p, o.bound)
	if status != frontier.StatusComplete {
		e := p.Evaluators(1, 0)[0]
		if one := make(partition.Partition, p.Rows()); l.takes(one) {
			offer(found, e, one, 0)
		}
		if finest := partition.Identity(p.Rows()); l.takes(finest) {
			offer(found, e, finest, 0)
			// Thinning loses no i: if nothing found has more, the identity is as good as any.
			if at := e.Load(finest); at.I >= found.Last().I-pareto.Tolerance {
				o.bound = min(o.bound, at.H)
			}
		}
	}
	switch {
	case found.Len() > 0:
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%w: no clustering that keeps them was found until the search was stopped", problem.ErrInfeasible)
	case o.described.Order != "":
		return nil, fmt.Errorf("%w: no grouping into contiguous runs keeps them", problem.ErrInfeasible)
	default:
		return nil, fmt.Errorf("%w: no clustering keeps them", problem.ErrInfeasible)
	}
	o.described.Resolution = o.bound
	r, err := resultOf(p, found, o.stats, status, o.described)
	if err == nil {
		l.limiter.Describe(&r.Frontier.Problem)
	}
	return r, err
}

// resultOf makes the result of a computation that ended so. The search says of it what
// status and stats do not.
func resultOf(p problem.Problem, found *archive.Archive, stats search.Stats, status frontier.Status, s frontier.Search) (*search.Result, error) {
	s.Status, s.Evaluated, s.Expanded = status, stats.Evaluated, stats.Expanded
	f, err := found.Frontier(p, s)
	if err != nil {
		return nil, err
	}
	return &search.Result{Frontier: f, Status: status, Stats: stats}, nil
}

// grown returns by how much h grows at most if its sum grows by so much. The total
// may be bent, but one way only, as a logarithm is: the growth is largest from the
// least sum, that of one cluster, or from the largest.
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
