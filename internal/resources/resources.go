// Package resources says what a computation may use and why it ended: the defaults and bounds
// of memory and workers, and the status of a computation whose context ended. Packages
// search and exact share it.
package resources

import (
	"cmp"
	"context"
	"errors"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/problem"
)

// The default and the least number of bytes that a search may be allowed.
const (
	DefaultMemory = 2 << 30
	MinMemory     = 16 << 20
)

// Check checks a number of bytes and a number of workers, and replaces a 0 by the
// default: 2 GiB, and one worker per core. The error wraps [problem.ErrOptions].
func Check(maxMemory int64, workers int) (memory int64, goroutines int, err error) {
	if maxMemory != 0 && maxMemory < MinMemory {
		return 0, 0, marked.Errorf(problem.ErrOptions, "max memory is %d bytes, want at least %d, or 0 for 2 GiB", maxMemory, MinMemory)
	}
	maxMemory = cmp.Or(maxMemory, DefaultMemory)
	if goroutines, err = pool.Workers(workers); err != nil {
		return 0, 0, marked.Errorf(problem.ErrOptions, "%w", err)
	}
	return maxMemory, goroutines, nil
}

// CheckProblem returns an error that wraps [problem.ErrOptions] for a nil problem.
func CheckProblem(p problem.Problem) error {
	if p == nil {
		return marked.Errorf(problem.ErrOptions, "the problem is nil")
	}
	return nil
}

// Cut returns the status of a computation whose context has ended.
func Cut(ctx context.Context) frontier.Status {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return frontier.StatusDeadline
	}
	return frontier.StatusInterrupted
}
