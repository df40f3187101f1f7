package sweeps

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Result is the outcome of [Map].
type Result struct {
	// Entries are the points of the frontier, with the rows of Options.Place. A search of a part
	// has none.
	Entries []frontier.Entry
	Status  frontier.Status
	// Evaluated is the number of clusterings whose point was computed.
	Evaluated int64
	// Resolution is the width of a cell of h in bits. A cell has at most one point.
	Resolution float64
}

// Map searches the frontier of a problem. When the context ends, it returns the points found so far. The error wraps
// [ErrSnapshot] if Options.Resume or Options.Part is not a state of such a search.
func Map(ctx context.Context, s problem.Traits, opts Options) (*Result, error) {
	place := opts.Place
	if place == nil {
		place = partition.Identity(len(s.Masses))
	}
	return result(ctx, newEngine(s, opts), place)
}

// fewClusters returns a clustering of n rows with a single cluster, or with few if some rows must be apart.
func fewClusters(n int, l *limiter.Limiter) partition.Partition {
	if l != nil && slices.ContainsFunc(l.Apart, func(with []int32) bool { return len(with) > 0 }) {
		return l.Colouring()
	}
	return make(partition.Partition, n)
}

// result searches, and returns the entries for place, which has the row of the problem for each of their rows.
func result(ctx context.Context, e *engine, place []int) (*Result, error) {
	if e.opts.Resume != nil {
		if err := e.restore(); err != nil {
			return nil, err
		}
		e.opts.Resume, e.opts.Part = nil, nil
	}
	status := e.search(ctx)
	if e.opts.Within != nil {
		return &Result{Status: status, Evaluated: e.spent()}, nil
	}
	entries, err := e.entries(place)
	if err != nil {
		return nil, err
	}
	return &Result{Entries: entries, Status: status, Evaluated: e.spent(), Resolution: 1 / e.grid.scale}, nil
}
