package search

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// enumerateStep is the number of clusterings between two checks of the context.
const enumerateStep = 1 << 14

// enumerate offers every allowed clustering to the archive. It is the Pareto Mapper with an infinite epsilon.
func enumerate(ctx context.Context, p problem.Problem, opts Options, limits *limiter.Limiter, found archive.Layers) (stats Stats, status frontier.Status, err error) {
	e, g := p.Evaluators(1, opts.MaxMemory/4)[0], limiter.NewGauge(limits, 1)
	for f := range partition.All(p.Rows()) {
		if stats.Evaluated%enumerateStep == 0 {
			if ctx.Err() != nil {
				// Every frontier has the points of the identity, which comes last, and of one cluster, which comes first.
				ends := []partition.Partition{partition.Identity(p.Rows())}
				if stats.Evaluated == 0 {
					ends = append(ends, make(partition.Partition, p.Rows()))
				}
				for _, f := range ends {
					if g.Load(f) == 0 {
						found.Offer(e.Load(f), f, 0)
					}
				}
				return stats, resources.Cut(ctx), nil
			}
			if opts.Observe != nil {
				opts.Observe(Progress{Stats: stats, Points: found.Len(), Budget: int64(partition.Bell(p.Rows())), Staircase: found.Points})
			}
		}
		stats.Evaluated++
		at, err := problem.Load(p, e, f)
		if err != nil {
			return stats, "", err
		}
		if g.Load(f) == 0 {
			found.Offer(at, f, 0)
		}
	}
	return stats, frontier.StatusComplete, nil
}
