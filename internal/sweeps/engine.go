package sweeps

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
)

// Options control a search.
type Options struct {
	// Effort scales the number of clusterings that are evaluated.
	Effort float64
	// MaxMemory is about how many bytes may be taken.
	MaxMemory int64
	// Workers is the largest number of goroutines; there are fewer if the memory is for fewer.
	Workers int
	// Limits are those that the clusterings found keep; nil allows all.
	Limits *limiter.Limiter
	// Observe, if not nil, is called between batches of sweeps.
	Observe func(Progress)
	// Checkpoint, if not nil, is called before each batch of sweeps, and once more, with last set, when the
	// search is over. It may call snapshot to get the state of the search for Resume.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot of a search of the same problem with the same MaxMemory, from which the search
	// goes on with the same result as without the interruption. nil begins a new search.
	Resume []byte
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
	plan      plan
	near      []int32 // the lists of the rows, when every row is a cluster
	identity  []int32
	replay    members
	listed    int64 // evaluations for the lists
	evaluated int64 // those of sweeps
	budget    int64
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
)

// newEngine returns a search of a problem, given the clustering where every row is a cluster and a coarse one.
func newEngine[M mass](s Source, finest, coarsest end, opts Options) *engine[M] {
	t := newTable[M](s)
	t.limits = newLimits[M](opts.Limits, t.n)
	e := &engine[M]{
		opts: opts, table: t, grid: newGrid(min(coarsest.H, 0), finest.H), replay: newMembers(t.n), runs: []run{firstRun(coarsest.Partition)},
		identity: make([]int32, t.n), near: make([]int32, t.n*listLength),
		budget: int64(min(defaultBudget*opts.Effort, 1<<62)),
	}
	for x := range e.identity {
		e.identity[x] = int32(x)
	}
	room, walkers := t.room(opts)
	for range walkers {
		e.walkers = append(e.walkers, newWalker(t, e.grid, room))
	}
	e.put(finest, position{0, 0, none})
	e.put(coarsest, position{0, int32(len(e.runs[0].steps)), none})
	return e
}

// put puts an end of the first run into the grid, unless it violates the limits.
func (e *engine[M]) put(f end, at position) {
	if e.table.limits != nil {
		w := e.walkers[0]
		if w.load(e.labels(at)); w.violations() > 0 {
			return
		}
	}
	e.grid.put([]found{{f.H, f.I, at}})
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
	for ctx.Err() == nil {
		tasks, status := e.due()
		if len(tasks) == 0 {
			e.checkpoint(true)
			return status
		}
		e.checkpoint(false)
		b := e.carryOut(ctx, tasks)
		if ctx.Err() != nil {
			// What sweeps have found that were cut short belongs to the result. A search that goes on from
			// the checkpoint carries them out whole, as one without an interruption does.
			e.checkpoint(true)
			e.take(b)
			return resources.Cut(ctx)
		}
		e.take(b)
		e.plan.done(len(tasks), e.grid)
	}
	e.checkpoint(true)
	return resources.Cut(ctx)
}

func (e *engine[M]) checkpoint(last bool) {
	if e.opts.Checkpoint != nil {
		e.opts.Checkpoint(e.snapshot, last)
	}
}

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
	e.listed = e.count()
}

// count returns how many clusterings the walkers have evaluated since it was called last.
func (e *engine[M]) count() (evaluated int64) {
	for _, w := range e.walkers {
		evaluated += w.evaluated
		w.evaluated = 0
	}
	return evaluated
}

// spent returns the number of evaluations so far.
func (e *engine[M]) spent() int64 { return e.listed + e.evaluated }

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

// batch is what sweeps have found: their runs, and clusterings of each.
type batch struct {
	runs  []run
	found [][]found
}

// carryOut carries sweeps out. Their runs follow those that there are.
func (e *engine[M]) carryOut(ctx context.Context, tasks []*sweep) batch {
	b := batch{make([]run, len(tasks)), make([][]found, len(tasks))}
	for n, t := range tasks {
		b.runs[n].from = t.from
		if n > 0 && t.from == tasks[n-1].from {
			t.labels = tasks[n-1].labels
		} else {
			t.labels = slices.Clone(e.labels(t.from))
		}
	}
	_ = pool.Each(ctx, len(e.walkers), len(tasks), func(worker, job int) error {
		w := e.walkers[worker]
		w.carryOut(ctx, tasks[job], int32(len(e.runs)+job), e.near)
		b.runs[job].steps, b.found[job] = w.log, w.finds.take()
		return nil
	})
	return b
}

// take puts together what sweeps have found.
func (e *engine[M]) take(b batch) {
	e.runs = append(e.runs, b.runs...)
	for _, own := range b.found {
		e.grid.put(own)
	}
	e.evaluated += e.count()
	if e.opts.Observe != nil {
		e.opts.Observe(Progress{Evaluated: e.spent(), Budget: e.budget, Points: e.grid.count(), Round: e.plan.round})
	}
}

// memory returns about how many bytes the runs take.
func (e *engine[M]) memory() (bytes int64) {
	for _, r := range e.runs {
		bytes += int64(len(r.steps)+8) * 8
	}
	return bytes
}
