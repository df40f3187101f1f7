package second

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
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
	level    uint8            // of the grid, or of the widest grid of labels of runs; 0 if nothing was left out
	screens  []pareto3.Screen // of the archive at the beginning of a batch
}

// run fills the archive and reports whether no clustering is missing.
func (m *mapper) run(ctx context.Context) (exact bool, err error) {
	if m.opts.Order != "" {
		return m.contiguous(ctx)
	}
	if m.n <= enumerated {
		return true, m.enumerate(ctx)
	}
	if m.n <= mostCoded && (m.opts.Effort < 0 || stepsOfProgram(m.n) <= 2*m.opts.Effort) {
		if done, err := m.subsets(ctx, max(m.opts.Effort, 0)); done || err != nil {
			return done, err
		}
	}
	return false, m.search(ctx)
}

// result returns what is in the archive, with rows in the order of the table.
func (m *mapper) result(exact bool) *frontier.Second {
	made := m.said
	made.Name, made.Exact = m.opts.Name, exact
	if m.level > 0 {
		w := m.grid(m.level).Width()
		made.Width, made.Exact = [3]float64{w.H, w.I, w.S}, false
		m.restore()
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

// mostLevel is the widest grid.
const mostLevel = 40

// grid returns the grid of a level. The next level has cells of twice the width in the objectives whose cells are the
// largest parts of their ranges, so that a table that tells little is not left with few clusterings.
func (m *mapper) grid(level uint8) pareto3.Grid {
	d := m.ofY.Describe()
	largest := max(d.HX, d.IXY, m.said.I)
	shift := func(most float64) uint8 {
		_, finer := math.Frexp(largest / max(most, pareto.Tolerance))
		return level - min(level, uint8(max(finer-1, 0)))
	}
	return pareto3.Grid{H: shift(d.HX), I: shift(d.IXY), S: shift(m.said.I)}
}

// restore makes the archive anew, without a grid, of what is left and of the best clusterings for Y that the search began
// with, which the grid may have lost.
func (m *mapper) restore() {
	left := m.archive
	m.archive = make(archive, len(left))
	for k := range left {
		for p := range left[k].All() {
			m.archive.offer(k, p.Vector, p.Payload)
		}
	}
	if m.opts.From == nil {
		return
	}
	e := m.explorers()[0]
	for p := range m.opts.From.Best() {
		if f, ok := m.placed(p); ok && m.limits.Keeps(f) {
			m.archive.offer(f.K(), e.load(f), partition.Pack(f))
		}
	}
}

func compareEntries(a, b frontier.SecondEntry) int {
	return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I), cmp.Compare(a.S, b.S))
}
