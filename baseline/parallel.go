package baseline

import (
	"context"
	"sync"
	"sync/atomic"
)

// parallel calls do for the numbers 0 to jobs-1, each once, from a number of
// goroutines, and returns when all calls have. After the context has ended no more
// calls are begun. It tells whether the context had not ended by then: do may be cut
// short by it.
func parallel(ctx context.Context, workers, jobs int, do func(job int)) (complete bool) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, jobs) {
		group.Go(func() {
			for ctx.Err() == nil {
				job := int(next.Add(1)) - 1
				if job >= jobs {
					return
				}
				do(job)
			}
		})
	}
	group.Wait()
	return ctx.Err() == nil
}
