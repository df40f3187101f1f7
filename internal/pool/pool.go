// Package pool runs independent jobs on several goroutines. It is the only place in
// the project that decides how many goroutines a computation may use.
package pool

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Most is the largest number of workers. More workers are of no use on any machine, and each takes memory.
const Most = 1 << 10

// Workers returns the number of goroutines to use when a user asks for n: n itself,
// but at most [Most], and one per available core when n is 0. A negative n is an error.
func Workers(n int) (int, error) {
	switch {
	case n < 0:
		return 0, fmt.Errorf("workers is %d, want 1 or more, or 0 for one per core", n)
	case n == 0:
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, Most), nil
}

// Each calls do for the jobs 0 to n-1 and returns when all calls have returned. It uses up
// to the given number of goroutines, including the caller's. Jobs are started in ascending
// order. Worker is below the number of workers, and calls with the same worker never
// overlap, so that it can index scratch space. Results do not depend on the number of
// workers if every job writes to a place of its own.
//
// After a job has failed, or the context has ended, Each starts no further jobs. If jobs
// fail, it returns the error of the failing job with the smallest number, which is the same
// for any number of workers. Otherwise it returns the context's error, if the context has
// ended. That includes an end during the last jobs, because these may have stopped early.
func Each(ctx context.Context, workers, n int, do func(worker, job int) error) error {
	var (
		next   atomic.Int64
		failed atomic.Bool
		mutex  sync.Mutex
		first  = n // of the jobs that failed, with err
		err    error
		group  sync.WaitGroup
	)
	work := func(worker int) {
		for ctx.Err() == nil && !failed.Load() {
			job := int(next.Add(1)) - 1
			if job >= n {
				return
			}
			if problem := do(worker, job); problem != nil {
				mutex.Lock()
				if job < first {
					first, err = job, problem
				}
				mutex.Unlock()
				failed.Store(true)
			}
		}
	}
	for worker := 1; worker < min(workers, n); worker++ {
		group.Go(func() { work(worker) })
	}
	work(0)
	group.Wait()
	if err != nil {
		return err
	}
	return ctx.Err()
}
