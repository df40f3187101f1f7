package robust

import (
	"context"
	"sync"
)

// each calls a function for every number below n, on all workers. Each of these has its
// own, made by worker. The error is the context's.
func (o Options) each(ctx context.Context, n int, worker func() func(k int)) error {
	workers := min(o.Workers, n)
	// Some numbers at a time, lest workers wait for each other more than they work.
	step := min(n/(8*max(workers, 1))+1, 64)
	var (
		mutex      sync.Mutex
		next, done int
		group      sync.WaitGroup
	)
	take := func(finished int) (first, last int) {
		mutex.Lock()
		defer mutex.Unlock()
		if done += finished; finished > 0 {
			o.Observe(done, n)
		}
		first = next
		next = min(next+step, n)
		return first, next
	}
	for range workers {
		group.Go(func() {
			do := worker()
			for first, last := take(0); first < last; first, last = take(last - first) {
				for k := first; k < last; k++ {
					if ctx.Err() != nil {
						return
					}
					do(k)
				}
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
