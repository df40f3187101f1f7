package sweeps

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
)

// Result is what a search has found.
type Result struct {
	// Entries are the points, with the rows of the table unless Options.OwnRows; none of a part of a search.
	Entries []frontier.Entry
	Status  frontier.Status
	// Evaluated is the number of clusterings whose point was computed.
	Evaluated int64
	// Resolution is the width in bits of the cells of h of which each has one point at most.
	Resolution float64
}

// Map searches the frontier of a problem. When the context ends, it returns what it has found. The error wraps
// [ErrSnapshot] if Options.Resume is no state of such a search.
func Map(ctx context.Context, s cluster.Source, opts Options) (*Result, error) {
	place := s.Place()
	if opts.OwnRows {
		place = partition.Identity(s.Rows())
	}
	return result(ctx, newEngine(s, opts), place)
}

// fewClusters returns a clustering of n rows with a single cluster, or with few if some rows may not share one.
func fewClusters(n int, l *limiter.Limiter) partition.Partition {
	if l != nil && slices.ContainsFunc(l.Apart, func(with []int32) bool { return len(with) > 0 }) {
		return l.Colouring()
	}
	return make(partition.Partition, n)
}

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
