package second

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/partition"
)

// enumerated is the number of rows up to which all clusterings are computed: Bell(11) is 678,570.
const enumerated = 11

// archive has the non-dominated clusterings of every number of clusters.
type archive []pareto3.Set[partition.Packed]

// offer adds a clustering. Of clusterings that tie, it keeps the smallest string.
func (a archive) offer(k int, v pareto3.Vector, c partition.Packed) {
	a[k].Add(v, c, func(old, offered pareto3.Member[partition.Packed]) pareto3.Member[partition.Packed] {
		if offered.Payload < old.Payload {
			return offered
		}
		return old
	})
}

// len returns the number of clusterings.
func (a archive) len() (n int) {
	for k := range a {
		n += a[k].Len()
	}
	return n
}

// mapper maps one problem.
type mapper struct {
	*tables
	limits  *limiter.Limiter
	opts    Options
	archive archive
	// expanded are the clusterings whose neighbours were all offered.
	expanded map[partition.Packed]bool
}

// run fills the archive and reports whether no clustering is missing.
func (m *mapper) run(ctx context.Context) (exact bool, err error) {
	if m.n <= enumerated {
		return true, m.enumerate(ctx)
	}
	return false, m.search(ctx)
}

// enumerate offers all clusterings.
func (m *mapper) enumerate(ctx context.Context) error {
	c := m.cluster()
	for f := range partition.All(m.n) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if m.limits.Keeps(f) {
			m.archive.offer(f.K(), m.point(c, f), partition.Pack(f))
		}
	}
	return nil
}

// point returns the objectives of a clustering.
func (m *mapper) point(c cluster, f partition.Partition) pareto3.Vector {
	sum := m.shift
	for _, rows := range f.Clusters() {
		for _, x := range rows {
			c.add(x)
		}
		sum = sum.Plus(c.cost())
		for _, x := range rows {
			c.remove(x)
		}
	}
	return sum
}

// result returns what is in the archive, with rows in the order of the table.
func (m *mapper) result(exact bool) *frontier.Second {
	made := m.said
	made.Name, made.Exact = m.opts.Name, exact
	if m.archive[0].Coarsened() > 0 {
		made.Width, made.Exact = m.archive[0].Width(), false
	}
	rows, labels := make(partition.Partition, m.n), make(partition.Partition, len(m.place))
	names := make([]int, m.n)
	for k := range m.archive {
		first := len(made.Entries)
		for p := range m.archive[k].All() {
			p.Payload.Unpack(rows)
			for x, row := range m.place {
				labels[x] = rows[row]
			}
			labels.Renumber(names)
			made.Entries = append(made.Entries, frontier.SecondEntry{
				Entry: frontier.Entry{H: p.H, I: p.I, K: k, Assignment: partition.Pack(labels)}, S: m.sign * p.S,
			})
		}
		slices.SortFunc(made.Entries[first:], compareEntries)
	}
	return &made
}

func compareEntries(a, b frontier.SecondEntry) int {
	return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I), cmp.Compare(a.S, b.S))
}
