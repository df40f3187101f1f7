package search

import (
	"context"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// enumerateStep is the number of clusterings between two looks at the context.
const enumerateStep = 1 << 14

// enumerate offers every clustering to the archive: the mapper with an infinite
// epsilon, without its queue. done is false if the context ended first.
func enumerate(ctx context.Context, p Problem, opts Options, found *archive) (stats Stats, done bool) {
	e := p.Evaluator()
	for f := range partition.All(p.Rows()) {
		if stats.Evaluated%enumerateStep == 0 {
			if ctx.Err() != nil {
				// The identity comes last, but it is a point of every frontier. One
				// cluster comes first.
				h, i := e.Load(partition.Identity(p.Rows()))
				found.offer(h, i, (*trail)(nil))
				if stats.Evaluated == 0 {
					h, i = e.Load(make(partition.Partition, p.Rows()))
					found.offer(h, i, oneCluster(p.Rows()))
				}
				return stats, false
			}
			if opts.Observe != nil {
				opts.Observe(Progress{Stats: stats, Points: found.set.Len()})
			}
		}
		stats.Evaluated++
		h, i := e.Load(f)
		if found.set.Compare(h, i) != pareto.Dominated {
			found.offer(h, i, packed(partition.Pack(f)))
		}
	}
	return stats, true
}
