package sweeps

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/problem"
)

// Options control a search.
type Options struct {
	// Effort scales the number of clusterings that are evaluated.
	Effort float64
	// MaxMemory is about how many bytes may be taken.
	MaxMemory int64
	// Workers is the largest number of goroutines; there are fewer if the memory is for fewer.
	Workers int
	// Observe, if not nil, is called between batches of sweeps.
	Observe func(Progress)
}

// Progress is the state of a search under way.
type Progress struct {
	Evaluated int64
	// Budget is the number of evaluations at which the search ends, if it does not end before.
	Budget int64
	// Points is the number of clusterings found.
	Points int
	// Round is the number of the round, from 0.
	Round int
}

// engine is a search.
type engine[M mass] struct {
	opts      Options
	table     *table[M]
	grid      *grid
	walkers   []*walker[M]
	runs      []run
	near      []int32 // the lists of the rows, when every row is a cluster
	identity  []int32
	replay    members
	evaluated int64
	budget    int64
	round     int
}

const (
	// defaultBudget is the number of evaluations of a search of effort 1: some ten seconds on two cores.
	defaultBudget = 2e8
	// firstSlope is the slope at which the first sweep begins: below it, bits of h are worth nothing.
	firstSlope = 1e-4
	// coarsest, coarse and fine are the ratios of consecutive slopes of the first sweeps. The coarsest is
	// there for those who wait a second only.
	coarsest = 2
	coarse   = 1.3
	fine     = 1.03
	// settling is the number of passes after which rows count as settled in the others.
	settling = 3
	// listSlope is the slope for the lists when every row is a cluster.
	listSlope = 0.1
	// gained is the share of the area by which a round must raise it, or it is the last one.
	gained = 1e-5
)

// newEngine returns a search of a problem, given the points where every row is a cluster and where all are
// in one.
func newEngine[M mass](s Source, finest, coarsest problem.Point, opts Options) *engine[M] {
	t := newTable[M](s)
	e := &engine[M]{
		opts: opts, table: t, grid: newGrid(min(coarsest.H, 0), finest.H), replay: newMembers(t.n), runs: []run{firstRun(t.n)},
		identity: make([]int32, t.n), near: make([]int32, t.n*listLength),
		budget: int64(min(defaultBudget*opts.Effort, 1<<62)),
	}
	for x := range e.identity {
		e.identity[x] = int32(x)
	}
	e.grid.put([]found{
		{finest.H, finest.I, position{0, 0, none}},
		{coarsest.H, coarsest.I, position{0, int32(t.n - 1), none}},
	})
	room, walkers := t.room(opts)
	for range walkers {
		e.walkers = append(e.walkers, newWalker(t, e.grid, room))
	}
	return e
}

// room returns how many clusters of each walker may have sums, and how many walkers there are. Half of the
// memory is for sums, and a quarter for those of one walker, whatever the number of workers.
func (t *table[M]) room(opts Options) (room, walkers int) {
	perCluster := int64(t.m) * 8
	if _, counts := any(M(0)).(int32); counts {
		perCluster /= 2
	}
	room = max(int(t.heavy)+16, int(min(opts.MaxMemory/4/perCluster, int64(t.n))))
	return room, int(max(1, min(int64(opts.Workers), opts.MaxMemory/2/(int64(room)*perCluster))))
}

// search goes through all sweeps, and returns why it ended.
func (e *engine[M]) search(ctx context.Context) frontier.Status {
	e.list(ctx)
	e.batch(ctx, []*sweep{whole(firstSlope, coarse, settling, e.identity), whole(firstSlope, coarsest, 1, e.identity)})
	first := e.begins()
	tasks := append([]*sweep{whole(first, fine, settling, e.identity)}, e.windows(2)...)
	e.batch(ctx, tasks)
	for area := e.grid.area(); ; area = e.grid.area() {
		for level := 2; level <= deepest; level++ {
			switch {
			case ctx.Err() != nil:
				return resources.Cut(ctx)
			case e.evaluated >= e.budget:
				return frontier.StatusEffort
			case e.memory() > e.opts.MaxMemory/2:
				return frontier.StatusMemory
			}
			tasks := e.windows(level)
			for len(tasks) > 0 && ctx.Err() == nil {
				n := min(len(tasks), batch)
				e.batch(ctx, tasks[:n])
				tasks = tasks[n:]
			}
		}
		if ctx.Err() != nil {
			return resources.Cut(ctx)
		}
		if e.round++; e.round > 1 && e.grid.area() < area*(1+gained) {
			return frontier.StatusConverged
		}
	}
}

// batch is the number of sweeps after which what they found is put together.
const batch = 8

// list makes the lists of all rows when every row is a cluster.
func (e *engine[M]) list(ctx context.Context) {
	const part = 256
	for _, w := range e.walkers {
		w.load(e.identity)
		w.weigh()
	}
	parts := (e.table.n + part - 1) / part
	_ = pool.Each(ctx, len(e.walkers), parts, func(worker, job int) error {
		w := e.walkers[worker]
		for x := int32(job * part); x < int32(min((job+1)*part, e.table.n)); x++ {
			w.look(x, listSlope)
			copy(e.near[x*listLength:(x+1)*listLength], w.near[x*listLength:(x+1)*listLength])
		}
		return nil
	})
}

// begins returns a slope a little below that at which the first sweep began to find something.
func (e *engine[M]) begins() float64 {
	end := e.grid.best // of the finest clusterings
	for slope := firstSlope; slope < 1; slope *= coarse {
		if f, ok := end(slope, math.Inf(-1), math.Inf(1)); ok && (f.run > 0 && f.at > 0) {
			return slope / coarse
		}
	}
	return firstSlope
}

// batch carries sweeps out and puts together what they found.
func (e *engine[M]) batch(ctx context.Context, tasks []*sweep) {
	first := len(e.runs)
	e.runs = append(e.runs, make([]run, len(tasks))...)
	results := make([][]found, len(tasks))
	for n, t := range tasks {
		e.runs[first+n].from = t.from
	}
	_ = pool.Each(ctx, len(e.walkers), len(tasks), func(worker, job int) error {
		w := e.walkers[worker]
		w.carryOut(ctx, tasks[job], int32(first+job), e.near)
		e.runs[first+job].steps, results[job] = w.log, w.finds.take()
		return nil
	})
	for _, own := range results {
		e.grid.put(own)
	}
	e.evaluated = 0
	for _, w := range e.walkers {
		e.evaluated += w.evaluated
	}
	if e.opts.Observe != nil {
		e.opts.Observe(Progress{Evaluated: e.evaluated, Budget: e.budget, Points: e.grid.count(), Round: e.round})
	}
}

// memory returns about how many bytes the runs take.
func (e *engine[M]) memory() (bytes int64) {
	for _, r := range e.runs {
		bytes += int64(len(r.steps)+8) * 8
	}
	return bytes
}
