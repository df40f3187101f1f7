package edge

import (
	"context"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/pool"
)

// exploreAll searches the subtrees of some nodes, in parallel. Columns are in the order of the nodes.
func exploreAll(ctx context.Context, r *Table, q query, open []node, workers int) (listing, error) {
	var (
		stop atomic.Bool
		all  atomic.Int64
	)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	q.notes.begin(len(open))
	found := make([]listing, len(open))
	listers := make([]*lister, workers)
	search := func(jobs []int) error {
		return pool.Each(ctx, workers, len(jobs), func(worker, k int) error {
			job := jobs[k]
			if noted, ok := q.notes.part(job); ok {
				found[job] = noted.listing
				if all.Add(int64(len(noted.Columns))) > q.limit && q.limit > 0 {
					found[job].whole, found[job].Many = false, true
					stop.Store(true)
				}
				return q.meter.spend(noted.steps)
			}
			l := listers[worker]
			if l == nil {
				l = newLister(r, q)
				l.stop, l.all = &stop, &all
				listers[worker] = l
			}
			found[job] = l.explore(&open[job])
			err := l.count()
			if err == nil && !stop.Load() {
				q.notes.note(job, found[job], l.spent)
			}
			return err
		})
	}
	order, ends := sampled(len(open))
	var some sample
	for _, end := range ends {
		start := q.meter.used.Load()
		if err := search(order[some.parts:end]); err != nil {
			return listing{}, err
		}
		some.steps += q.meter.used.Load() - start
		some.parts, some.columns = end, all.Load()
		if q.sampled != nil && 0 < end && end < len(open) && !stop.Load() {
			if found, err := q.sampled(some, len(open)); err != nil || found.bad {
				return found, err
			}
		}
	}
	sum := listing{whole: true}
	for _, part := range found {
		sum.append(part)
	}
	return sum, nil
}

// sample is what the first parts of a search have.
type sample struct {
	parts          int
	columns, steps int64
}

// sampled returns the order of a search of parts, and the ends of a first sample of 1/64 of them, of a second sample of
// 1/8, which includes the first, and of all.
func sampled(parts int) (order []int, ends [3]int) {
	const first = 36 // in the middle of the parts, which descend, for both samples
	before := 0
	for k, every := range []int{64, 8, 1} {
		for part := first % every; part < parts; part += every {
			if before == 0 || part%before != first%before {
				order = append(order, part)
			}
		}
		before, ends[k] = every, len(order)
	}
	return order, ends
}
