package program

import (
	"context"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// circularShare: in circular order at most this many first cuts are computed at once, and each
// may take one part in circularShare of the memory.
const circularShare = 4

// Intervals is [exact.Intervals].
func Intervals(ctx context.Context, p problem.Problem, order method.Order, opts method.Options) (*search.Result, error) {
	if order != method.Linear && order != method.Circular {
		return nil, marked.Errorf(problem.ErrOptions, "there is no order %q", order)
	}
	opts, err := method.ForProgram(opts, p)
	if err != nil {
		return nil, err
	}
	rows, err := Neighbours(p, order, opts.Limits.Alone)
	if err != nil {
		return nil, err
	}
	shared, err := inOrder(p, p, order, opts)
	if err != nil {
		return nil, err
	}
	c := newCircle(shared, rows)
	if err := c.checkTrend(); err != nil {
		return nil, err
	}
	c.solve(ctx, order)
	return c.result(ctx, frontier.Search{Method: "intervals", Order: string(order)})
}

// Line is [exact.Line].
func Line(ctx context.Context, p problem.Problem, opts method.Options) (*search.Result, error) {
	opts, err := method.ForProgram(opts, p)
	if err != nil {
		return nil, err
	}
	rows, err := orderBy(p.Traits().Line, p.Rows())
	if err != nil {
		return nil, err
	}
	if !opts.Limits.AllowAnyCluster() {
		return nil, marked.Errorf(problem.ErrOptions, "with a least mass or with rows kept apart, contiguous runs are not all that matters: leave those limits out, or choose another search")
	}
	shared, err := newProgram(p, opts)
	if err != nil {
		return nil, err
	}
	c := newCircle(shared, rows)
	c.sharp = true
	c.solve(ctx, method.Linear)
	return c.result(ctx, frontier.Search{Method: "line"})
}

// orderBy returns an order of n rows that makes contiguous runs optimal, given a function of [problem.Traits].
func orderBy(line func() []int, n int) ([]int, error) {
	if line == nil {
		return nil, marked.Errorf(problem.ErrOptions, "no order of these rows is known in which contiguous runs are all that matters: choose another search")
	}
	rows := line()
	sorted := slices.Clone(rows)
	slices.Sort(sorted)
	if !slices.Equal(sorted, partition.Identity(n)) {
		return nil, marked.Errorf(problem.ErrOptions, "the problem gives an order of %d rows that is no permutation of its %d", len(rows), n)
	}
	return rows, nil
}

// Neighbours returns the problem's rows in the order of the table. The rows of the table
// that are one row of the problem must be contiguous; in circular order they may include
// the last and the first. Rows of the table that are alone are left out.
func Neighbours(p problem.Problem, order method.Order, alone []int) ([]int, error) {
	place := p.Place()
	var rows, begins []int // of every block of contiguous rows of the table that are one row
	last := -1             // the row before
	for x, row := range place {
		if slices.Contains(alone, x) {
			continue
		}
		if row != last {
			rows, begins = append(rows, row), append(begins, x)
		}
		last = row
	}
	if last := len(rows) - 1; order == method.Circular && last > 0 && rows[0] == rows[last] {
		rows = rows[:last]
	}
	for b, row := range rows {
		if first := slices.Index(rows, row); first < b {
			labels, gap := p.Describe().XLabels, begins[first+1]
			return nil, marked.Errorf(problem.ErrOptions, "%q and %q are linked, and %q between them is not: groupings into contiguous runs would have to link them all", labels[gap-1], labels[begins[b]], labels[gap])
		}
	}
	return rows, nil
}

// circle is what the computations for all first cuts share.
type circle struct {
	*program
	order  []int // the problem's rows, in the order in which they are neighbours
	alone  []int // the rows that are alone, and the sum of their costs
	base   problem.Point
	sharp  bool  // ties do not matter
	memory int64 // bytes for each first cut

	mutex sync.Mutex // guards found and what follows
	work  int64
	bound float64
	done  int
}

func newCircle(p *program, order []int) *circle {
	c := &circle{program: p, order: order, memory: p.opts.MaxMemory / 2}
	c.alone, c.base = Alone(p.traits, p.problem.Rows(), p.limits)
	if !c.base.Valid() {
		c.found.Offer(c.base, "", 0) // an error of the archive
	}
	return c
}

// Alone returns the rows, of n, that are to be clusters of their own, and the sum of their costs.
func Alone(t problem.Traits, n int, limits *limiter.Limiter) (rows []int, sum problem.Point) {
	for x := range n {
		if !limits.Alone(x) {
			continue
		}
		one := t.Cluster()
		one.Add(x)
		cost := one.Cost()
		rows, sum = append(rows, x), problem.Point{H: sum.H + cost.H, I: sum.I + cost.I}
	}
	return rows, sum
}

// runs returns the largest number of runs; 0 means any number, and -1 means that the rows that are alone take all
// clusters.
func (c *circle) runs() int {
	switch {
	case c.most == 0:
		return 0
	case c.most <= len(c.alone):
		return -1
	}
	return c.most - len(c.alone)
}

// solve offers the optimal groupings.
func (c *circle) solve(ctx context.Context, order method.Order) {
	switch {
	case len(c.order) == 0:
		c.offerWhole()
	case c.runs() < 0:
	case order == method.Circular:
		c.circular(ctx)
	default:
		ch := newChain(c)
		if trend := c.limits.Trend(); trend != nil {
			ch.follow(trend)
		}
		c.cutAt(ctx, ch, 0, true)
	}
}

// offerWhole offers the grouping of all rows that are not alone into one run.
func (c *circle) offerWhole() {
	f := make(partition.Partition, c.problem.Rows())
	for n, x := range c.alone {
		f[x] = n + 1
	}
	f.Renumber(make([]int, len(f)+1))
	if c.allows(f) {
		c.offer(c.problem.Evaluators(1, 0)[0].Load(f), f, 0)
	}
}

// result makes the result of what was found.
func (c *circle) result(ctx context.Context, described frontier.Search) (*search.Result, error) {
	described.Evaluated, described.Resolution = c.work, c.bound
	return c.finish(ctx, described)
}

// circular offers the optimal groupings of a circle. Those into two or more runs are ordered by their first cut, the
// first row of the table that begins a run, so that each occurs once.
func (c *circle) circular(ctx context.Context) {
	n := len(c.order)
	c.memory /= circularShare
	workers := min(c.opts.Workers, circularShare)
	chains := lists.Make(workers, func(int) *chain { return newChain(c) })
	// The status tells if the context ended.
	_ = pool.Each(ctx, workers, n-1, func(worker, first int) error {
		c.cutAt(ctx, chains[worker], first, false)
		if worker == 0 {
			c.observe()
		}
		return nil
	})
	c.offerWhole()
}

// observe reports the share of the first cuts that are done. The work of a cut grows with
// about the fifth power of the number of rows after it.
func (c *circle) observe() {
	c.mutex.Lock()
	points, left := c.found.Len(), float64(len(c.order)-c.done)/float64(len(c.order))
	c.mutex.Unlock()
	cube := left * left * left
	method.Report(c.opts, points, 1-float64(cube*cube))
}

// cutAt offers the groupings with a given first cut: the last run begins at or after row
// first and includes the rows before it. whole says whether one cluster is included.
func (c *circle) cutAt(ctx context.Context, ch *chain, first int, whole bool) {
	ch.first, ch.whole, ch.pitch = first, whole, 0
	l := ch.run(ctx)
	if ch.gather.full || ch.bytes > c.memory {
		ch.pitch = ch.pitchFor(c.memory)
		l = ch.run(ctx)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !ch.invalid.Valid() {
		c.found.Offer(ch.invalid, "", 0) // an error of the archive
		return
	}
	for k, at := range l.points {
		at = c.traits.Total(problem.Point{H: at.H + c.base.H, I: at.I + c.base.I})
		if c.layers != nil || c.found.Compare(at) != pareto.Dominated {
			c.offer(at, ch.clustering(l.origin[k]), int(l.count[k]-1))
		}
	}
	c.work += ch.gather.work
	ch.gather.work = 0
	c.bound = max(c.bound, float64(len(c.order))*ch.pitch)
	c.done++
}
