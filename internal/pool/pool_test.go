package pool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestWorkers(t *testing.T) {
	for _, test := range []struct{ asked, want int }{
		{0, runtime.GOMAXPROCS(0)}, {1, 1}, {7, 7}, {Most, Most}, {Most + 1, Most}, {math.MaxInt, Most},
	} {
		if got, err := Workers(test.asked); got != test.want || err != nil {
			t.Errorf("Workers(%d) is %d, %v, want %d", test.asked, got, err, test.want)
		}
	}
	if _, err := Workers(-3); err == nil || !strings.Contains(err.Error(), "workers is -3") {
		t.Errorf("Workers(-3): %v", err)
	}
}

func TestEachRunsEveryJobOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		for _, workers := range []int{1, 2, 7, 200} {
			ran := make([]int, n)
			busy := make([]atomic.Bool, workers)
			err := Each(t.Context(), workers, n, func(worker, job int) error {
				if busy[worker].Swap(true) {
					t.Errorf("worker %d has two jobs at a time", worker)
				}
				ran[job]++
				runtime.Gosched()
				busy[worker].Store(false)
				return nil
			})
			if err != nil {
				t.Errorf("%d jobs on %d workers: %v", n, workers, err)
			}
			for job, times := range ran {
				if times != 1 {
					t.Errorf("%d workers ran job %d of %d %d times", workers, job, n, times)
				}
			}
		}
	}
}

// TestFirstErrorCounts: of several jobs that fail, the error is that of the first one in
// their order, whichever ends first, and no job is started after a failure.
func TestFirstErrorCounts(t *testing.T) {
	const n = 5
	for _, up := range []bool{true, false} {
		var started sync.WaitGroup
		started.Add(n)
		var ended [n]chan struct{}
		for job := range ended {
			ended[job] = make(chan struct{})
		}
		err := Each(t.Context(), n, 100, func(_, job int) error {
			if job >= n {
				t.Errorf("job %d was started", job)
				return nil
			}
			started.Done()
			started.Wait()
			before := job + 1 // the job that has to end before this one
			if up {
				before = job - 1
			}
			if before >= 0 && before < n {
				<-ended[before]
			}
			close(ended[job])
			return fmt.Errorf("job %d", job)
		})
		if err == nil || err.Error() != "job 0" {
			t.Errorf("up %t: %v, want job 0", up, err)
		}
	}
	var started int
	err := Each(t.Context(), 1, 100, func(_, job int) error {
		if started++; job >= 20 && job%3 == 0 {
			return fmt.Errorf("job %d", job)
		}
		return nil
	})
	if err == nil || err.Error() != "job 21" || started != 22 {
		t.Errorf("one worker: %v after %d jobs, want job 21", err, started)
	}
}

func TestContextEndsEach(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var ran atomic.Int64
		err := Each(ctx, workers, 1000, func(_, job int) error {
			ran.Add(1)
			switch {
			case job == 10:
				cancel()
			case job > 10:
				<-ctx.Done()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || ran.Load() > 10+int64(workers) {
			t.Errorf("%d workers: %v after %d jobs", workers, err, ran.Load())
		}
		if err := Each(ctx, workers, 5, func(int, int) error { t.Error("a job was started"); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	}
	// A context that ends during the last job is an error as well.
	ctx, cancel := context.WithCancel(t.Context())
	if err := Each(ctx, 1, 1, func(int, int) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("the end during the last job: %v", err)
	}
}
