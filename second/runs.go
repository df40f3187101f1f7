package second

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/partition"
)

// runs is the dynamic program over contiguous runs of rows: a label of the first rows with k runs is a label of fewer
// rows with k-1 runs, and one more run.
type runs struct {
	*mapper
	order  []int // the problem's rows, without those that are alone
	most   int   // runs
	base   pareto3.Vector
	effort int64 // labels that may be offered in all; no limit if it is 0
}

// contiguous offers the groupings into runs, and reports whether none is missing.
func (m *mapper) contiguous(ctx context.Context) (exact bool, err error) {
	r := &runs{mapper: m, base: m.shift, most: min(m.limits.MaxClusters(), m.n)}
	if r.order, err = program.Neighbours(m.ofY, method.Order(m.opts.Order), m.opts.Limits.Alone); err != nil {
		return false, err
	}
	c := m.cluster()
	for x := range m.n {
		if m.limits.Alone(x) {
			c.add(x)
			r.base = r.base.Plus(c.cost())
			c.remove(x)
			r.most--
		}
	}
	n, cuts := len(r.order), 1
	if m.opts.Order == string(method.Circular) {
		cuts = max(n, 1)
	}
	if m.opts.Effort > 0 {
		r.effort = 2 * m.opts.Effort
	}
	chains := make([]*chain, cuts)
	err = pool.Each(ctx, min(m.opts.Workers, cuts), cuts, func(_, cut int) (err error) {
		chains[cut], err = r.from(ctx, cut, cuts)
		return err
	})
	if err != nil {
		return false, err
	}
	for _, ch := range chains {
		m.lost = m.lost.Max(ch.lost)
	}
	for k := range r.most + 1 {
		for cut, ch := range chains {
			if k >= len(ch.ends) {
				continue
			}
			for _, l := range ch.ends[k] {
				if !m.archive[k+m.n-len(r.order)].lacks(l.at) {
					continue
				}
				f := r.clustering(ch, cut, k, l)
				m.archive.offer(f.K(), l.at, partition.Pack(f))
			}
		}
		m.archive.thin(m.opts.MaxPoints)
	}
	return m.lost == pareto3.Vector{}, nil
}

// chain has the labels of the groupings whose first run begins at one row, the cut, in the order of the rows. On a circle,
// the last run includes the rows before the cut.
type chain struct {
	// lists has, by the number of runs, the labels of the first j rows after the cut, and ends the labels of all rows. The
	// code of a label is the row after the cut at which its last run begins, and the index of the label before.
	lists [][][]label
	ends  [][]label
	// lost is the sum of the widths of the grids on which labels were thinned: a label that was left out may be part of one
	// that was to be thinned in its turn.
	lost pareto3.Vector
}

// codeOfRow is the number of bits of a code below the row.
const codeOfRow = 32

// from computes the chain of a cut, by the number of runs. On a circle, cuts but the first end when they have used up their
// effort; any grouping may then be missing.
func (r *runs) from(ctx context.Context, cut, cuts int) (*chain, error) {
	rows, before := r.order[cut:], r.order[:cut]
	n := len(rows)
	cost, allowed := make([][]pareto3.Vector, n), make([][]bool, n) // by the first row of a run, and its length less 1
	c := r.cluster()
	for b := range n {
		run := make([]int, 0, len(r.order))
		for _, x := range rows[b:] {
			c.add(x)
			if run = append(run, x); len(run) == n-b {
				for _, x := range before {
					c.add(x)
				}
				run = append(run, before...)
			}
			cost[b], allowed[b] = append(cost[b], c.cost()), append(allowed[b], r.limits.Allows(run))
		}
		for _, x := range run {
			c.remove(x)
		}
	}
	none := make([][]label, n+1)
	none[0] = []label{{at: r.base}}
	ch := &chain{lists: [][][]label{none}, ends: make([][]label, 1)}
	if n == 0 {
		ch.ends[0] = none[0]
	}
	workers := r.opts.Workers
	if cuts > 1 {
		workers = 1
	}
	left := r.share(n, cuts)
	stair := make([]stairs, workers)
	for k := 1; k <= min(n, r.most); k++ {
		last, made := ch.lists[k-1], make([][]label, n+1)
		err := pool.Each(ctx, workers, n+1-k, func(worker, at int) error {
			end := n - at
			if k == r.most && end < n {
				return nil
			}
			var list []label
			for b, before := range last[:end] {
				if !allowed[b][end-b-1] || cut > 0 && end == n && b == 0 { // all rows are a run of the cut 0
					continue
				}
				for at, l := range before {
					list = append(list, label{l.at.Plus(cost[b][end-b-1]), uint64(b)<<codeOfRow | uint64(at)})
				}
			}
			made[end] = slices.Clone(stair[worker].keep(list))
			return nil
		})
		if err != nil {
			return nil, err
		}
		ch.ends = append(ch.ends, made[n])
		if made[n] = nil; r.effort > 0 {
			ch.lost = ch.lost.Plus(r.thin(made, part(left, k, min(n, r.most))))
			if left -= offers(made); left < 0 && cut > 0 {
				ch.lost = ch.lost.Plus(pareto3.Vector{H: math.MaxInt, I: math.MaxInt, S: math.MaxInt})
				break
			}
		}
		ch.lists = append(ch.lists, made)
	}
	return ch, nil
}

// clustering returns the clustering of a label of all rows with k runs.
func (r *runs) clustering(ch *chain, cut, k int, l label) partition.Partition {
	f := make([]int, r.n)
	for x := range f {
		f[x] = -1 - x // rows that are alone
	}
	end := len(r.order) - cut
	for _, x := range r.order[:cut] {
		f[x] = k
	}
	for ; k > 0; k-- {
		b := int(l.code >> codeOfRow)
		for _, x := range r.order[cut+b : cut+end] {
			f[x] = k
		}
		l, end = ch.lists[k-1][b][l.code&(1<<codeOfRow-1)], b
	}
	return partition.Canonical(f)
}
