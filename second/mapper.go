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

// mapper maps one problem.
type mapper struct {
	*tables
	limits  *limiter.Limiter
	opts    Options
	archive archive
	// expanded are the clusterings whose neighbours were all offered.
	expanded map[partition.Packed]bool
	screens  []pareto3.Screen // of the archive at the beginning of a batch
	lost     pareto3.Vector   // how far labels of runs that were left out may be from those that were kept; 0 if none were
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
	if w, thinned := m.archive.width(); thinned || m.lost != (pareto3.Vector{}) {
		w = w.Plus(m.lost)
		made.Width, made.Exact = [3]float64{min(w.H, m.whole.H), min(w.I, m.whole.I), min(w.S, m.whole.S)}, false
		m.restore()
	}
	rows, labels := make(partition.Partition, m.n), make(partition.Partition, len(m.place))
	names := make([]int, m.n)
	for k := range m.archive {
		first := len(made.Entries)
		for p := range m.archive[k].all.All() {
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

// restore makes the archive anew, without a grid, of what is left and of the best clusterings for Y that the search began
// with, which the grid may have lost.
func (m *mapper) restore() {
	m.archive = m.archive.whole()
	if m.opts.From == nil {
		return
	}
	e := m.explorers(1)[0]
	for p := range m.opts.From.Best() {
		if f, ok := m.placed(p); ok && m.limits.Keeps(f) {
			m.archive.offer(f.K(), e.load(f), partition.Pack(f))
		}
	}
}

func compareEntries(a, b frontier.SecondEntry) int {
	return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I), cmp.Compare(a.S, b.S))
}
