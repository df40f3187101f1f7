package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// Map searches for the Pareto frontier of a problem. When the context ends it
// returns the best frontier so far, with a status that says so and no error.
// The error wraps [ErrOptions] if the options do not suit the problem.
func Map(ctx context.Context, p Problem, opts Options) (*Result, error) {
	opts, err := opts.withDefaults(p.Rows())
	if err != nil {
		return nil, err
	}
	var (
		found  = newArchive(p.Rows())
		stats  Stats
		done   bool
		method string
	)
	if math.IsInf(opts.Epsilon, 1) {
		method = "enumeration"
		stats, done = enumerate(ctx, p, opts, found)
	} else {
		method = "mapper"
		m := newMapper(p, opts, found)
		done = m.run(ctx, opts.Observe)
		stats = m.stats
	}
	status := Complete
	if !done {
		status = Interrupted
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			status = Deadline
		}
	}
	f, err := frontier.New(p.Describe(), frontier.Search{
		Method: method, Epsilon: frontier.Depth(opts.Epsilon), Seed: opts.Seed,
		Status: status.String(), Evaluated: stats.Evaluated, Expanded: stats.Expanded,
	}, found.entries(p.Order()))
	if err != nil {
		return nil, fmt.Errorf("search: the points found are no frontier: %w", err)
	}
	return &Result{Frontier: f, Status: status, Stats: stats}, nil
}

// archive is the frontier found so far of a problem of n rows.
type archive struct {
	set pareto.Set[member]
	// Scratch space to compare clusterings that tie, one label a row.
	left, right partition.Partition
}

// member is the clustering kept at a point, in the problem's order of rows, and
// the number of others found there.
type member struct {
	clustering clustering
	ties       int
}

func newArchive(n int) *archive {
	return &archive{left: make(partition.Partition, n), right: make(partition.Partition, n)}
}

// offer adds the point of a clustering that was not offered before. Of
// clusterings that tie it keeps the one whose string is smallest, so that it
// does not matter which was found first, and counts the others. A dominated
// point changes nothing.
func (a *archive) offer(h, i float64, c clustering) {
	a.set.Add(h, i, member{clustering: c}, func(old, offered member) (kept member, replace bool) {
		old.clustering.write(a.left)
		offered.clustering.write(a.right)
		ties := old.ties + 1
		if slices.Compare(a.right, a.left) < 0 {
			return member{offered.clustering, ties}, true
		}
		return member{old.clustering, ties}, false
	})
}

// entries returns the frontier with rows in the order of the table.
func (a *archive) entries(order []int) []frontier.Entry {
	entries := make([]frontier.Entry, 0, a.set.Len())
	for point := range a.set.All() {
		point.Payload.clustering.write(a.left)
		entries = append(entries, frontier.Entry{
			H: point.H, I: point.I, Ties: point.Payload.ties,
			Assignment: partition.Pack(a.left.Reorder(order)),
		})
	}
	return entries
}
