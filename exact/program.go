package exact

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
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
func offer(found *search.Archive, e search.Evaluator, f partition.Partition, ties int) bool {
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
// and the identity, which are points of every frontier or tie with one.
func finish(ctx context.Context, p search.Additive, found *search.Archive, o outcome) (*search.Result, error) {
	status := search.Complete
	switch {
	case ctx.Err() != nil:
		status = search.CutBy(ctx)
	case o.bound > 0:
		status = search.Memory
	}
	if status != search.Complete {
		n, e := p.Rows(), p.Evaluators(1, search.MinMemory)[0]
		offer(found, e, make(partition.Partition, n), 0)
		offer(found, e, partition.Identity(n), 0)
		o.bound = min(o.bound, e.Load(partition.Identity(n)).H) // which is as good as any in i
	}
	o.described.Resolution = o.bound
	return found.Result(p, o.stats, status, o.described)
}
