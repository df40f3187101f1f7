package robust

import (
	"context"
	"sync"

	"github.com/dibmap/dibmap/internal/pool"
)

// each calls do for the numbers 0 to n-1 on all workers, and tells o.Observe from time
// to time how many are done. The error is that of [pool.Each].
func (o Options) each(ctx context.Context, n int, do func(worker, k int) error) error {
	step := min(n/(8*o.Workers)+1, 64)
	var mutex sync.Mutex
	done := 0
	return pool.Each(ctx, o.Workers, n, func(worker, k int) error {
		if err := do(worker, k); err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		if done++; done%step == 0 || done == n {
			o.Observe(done, n)
		}
		return nil
	})
}
