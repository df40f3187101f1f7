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
	order []int // the problem's rows, without those that are alone
	most  int   // runs
	base  pareto3.Vector
	limit int // labels of one number of rows
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
	r.limit = math.MaxInt
	if m.opts.Effort > 0 {
		r.limit = max(int(2*m.opts.Effort/int64(cuts*n*n+1)), leastLabels)
	}
	chains := make([]*chain, cuts)
	err = pool.Each(ctx, min(m.opts.Workers, cuts), cuts, func(_, cut int) (err error) {
		chains[cut], err = r.from(ctx, cut)
		return err
	})
	if err != nil {
		return false, err
	}
	exact = true
	for cut, ch := range chains {
		exact = exact && ch.level == 0
		m.level = max(m.level, ch.level)
		for k, list := range ch.lists[n-cut] {
			for _, l := range list {
				f := r.clustering(ch, cut, k, l)
				m.archive.offer(f.K(), l.at, partition.Pack(f))
			}
		}
	}
	return exact, nil
}

// leastLabels is the number of labels that rows may have at any effort.
const leastLabels = 300

// chain has the labels of the groupings whose first run begins at one row, the cut, in the order of the rows. On a circle,
// the last run includes the rows before the cut.
type chain struct {
	// lists has, for the first j rows after the cut, the labels by the number of runs. The code of a label is the row
	// after the cut at which its last run begins, and the index of the label before.
	lists [][][]label
	level uint8 // of the grid on which labels were thinned, or 0
}

// codeOfRow is the number of bits of a code below the row.
const codeOfRow = 32

// from computes the chain of a cut.
func (r *runs) from(ctx context.Context, cut int) (*chain, error) {
	rows, before := r.order[cut:], r.order[:cut]
	n := len(rows)
	ch := &chain{lists: make([][][]label, n+1)}
	ch.lists[0] = [][]label{{{at: r.base}}}
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
	var stairs stairs
	for end := 1; end <= n; end++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		most := max(min(end, r.most), 0)
		made := make([][]label, most+1)
		for b := range end {
			if !allowed[b][end-b-1] || cut > 0 && end == n && b == 0 { // all rows are a run of the cut 0
				continue
			}
			for k, list := range ch.lists[b] {
				if k == most {
					break
				}
				for at, l := range list {
					made[k+1] = append(made[k+1], label{l.at.Plus(cost[b][end-b-1]), uint64(b)<<codeOfRow | uint64(at)})
				}
			}
		}
		total := 0
		for k := range made {
			made[k] = slices.Clone(stairs.keep(made[k]))
			total += len(made[k])
		}
		for total > r.limit && ch.level < mostLevel {
			ch.level++
			total = 0
			for k := range made {
				made[k] = thinned(made[k], r.grid(ch.level))
				total += len(made[k])
			}
		}
		ch.lists[end] = made
	}
	return ch, nil
}

// thinned returns the labels that are left on a wider grid.
func thinned(labels []label, g pareto3.Grid) []label {
	set := pareto3.New[uint64](g)
	for _, l := range labels {
		set.Add(l.at, l.code, nil)
	}
	labels = labels[:0]
	for p := range set.All() {
		labels = append(labels, label{p.Vector, p.Payload})
	}
	return labels
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
		l, end = ch.lists[b][k-1][l.code&(1<<codeOfRow-1)], b
	}
	return partition.Canonical(f)
}
