package sweeps

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Result is what a search has found.
type Result struct {
	// Entries are the points, with the rows of the table.
	Entries []frontier.Entry
	Status  frontier.Status
	// Evaluated is the number of clusterings whose point was computed.
	Evaluated int64
	// Resolution is the width in bits of the cells of h of which each has one point at most.
	Resolution float64
}

// maxCount is the largest total of counts that are kept in 32 bits.
const maxCount = math.MaxInt32

// Map searches the frontier of a problem. When the context ends, it returns what it has found. The error wraps
// [ErrSnapshot] if Options.Resume is no state of such a search.
func Map(ctx context.Context, s Source, opts Options) (*Result, error) {
	evaluator := s.Evaluators(1, 0)[0]
	finest, err := newEnd(evaluator, partition.Identity(s.Rows()))
	if err != nil {
		return nil, err
	}
	coarsest, err := newEnd(evaluator, fewClusters(s.Rows(), opts.Limits))
	if err != nil {
		return nil, err
	}
	if _, total := s.Masses(); s.Counts() && total <= maxCount {
		return result(ctx, newEngine[int32](s, finest, coarsest, opts), s.Place())
	}
	return result(ctx, newEngine[float64](s, finest, coarsest, opts), s.Place())
}

// end is one of the clusterings that a search begins with.
type end struct {
	partition.Partition
	problem.Point
}

func newEnd(evaluator problem.Evaluator, f partition.Partition) (end, error) {
	p, err := problem.Load(evaluator, f)
	return end{f, p}, err
}

// fewClusters returns a clustering of n rows with a single cluster, or with few if some rows may not share one.
func fewClusters(n int, l *limiter.Limiter) partition.Partition {
	if l != nil && slices.ContainsFunc(l.Apart, func(with []int32) bool { return len(with) > 0 }) {
		return l.Colouring()
	}
	return make(partition.Partition, n)
}

func result[M mass](ctx context.Context, e *engine[M], place []int) (*Result, error) {
	if e.opts.Resume != nil {
		if err := e.restore(e.opts.Resume); err != nil {
			return nil, err
		}
		e.opts.Resume = nil
	}
	status := e.search(ctx)
	entries, err := e.entries(place)
	if err != nil {
		return nil, err
	}
	return &Result{Entries: entries, Status: status, Evaluated: e.spent(), Resolution: 1 / e.grid.scale}, nil
}
