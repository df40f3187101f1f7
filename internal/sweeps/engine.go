package sweeps

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Options control a search.
type Options struct {
	// Effort scales the number of clusterings that are evaluated.
	Effort float64
	// MaxMemory is the approximate number of bytes that may be used.
	MaxMemory int64
	// Workers is the largest number of goroutines. There are fewer if memory is short.
	Workers int
	// Limits restrict the clusterings of the result. nil allows all.
	Limits *limiter.Limiter
	// Observe, if not nil, is called between batches of sweeps.
	Observe func(Progress)
	// From, if not nil, yields clusterings from which the search starts as well. A clustering is valid until the next one
	// is yielded.
	From iter.Seq[partition.Partition]
	// Place, if not nil, has the row of the problem for each row of the entries. Otherwise they have the problem's rows.
	Place []int
	// Checkpoint, if not nil, is called before each batch of sweeps, and once more, with last set, when the search is
	// over. It may call snapshot to get the state of the search for Resume.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot of a search of the same problem with the same MaxMemory. The search continues from it, with the
	// same result as without the interruption. nil begins a new search.
	Resume []byte
	// Begin ends the search as soon as it can be divided into parts, whose searches Resume its last snapshot. The
	// snapshots have the lists of all rows, so that the parts need not make them.
	Begin bool
	// Within, unless nil, restricts the search to a part of the range of h, with a small margin. The search begins with
	// the state Resume of a search of the whole range. Its snapshots have only its additions to that state, for [Join],
	// and Map returns no entries. The search may take the share Share of the effort that is left after Resume.
	Within *Span
	Share  float64
	// Part, unless nil, is the last snapshot of an interrupted search of the same part, from which the search continues.
	Part []byte
}

// Progress is the state of a running search.
type Progress struct {
	Evaluated int64
	// Budget is the number of evaluations at which the search ends at the latest.
	Budget int64
	// Points is the number of clusterings in the grid.
	Points int
	// Round is the number of the round, from 0.
	Round int
	// Staircase yields the non-dominated points by increasing h. It is valid until Observe returns.
	Staircase iter.Seq[problem.Point]
}

// engine is a search.
type engine struct {
	opts      Options
	source    problem.Traits
	table     *cluster.Table
	grid      *grid
	walkers   []*walker
	runs      []run
	plan      plan
	near      []int32 // the lists of all rows when every row is a cluster; nil before they are made
	identity  []int32
	replay    cluster.Members
	listed    int64 // evaluations for the lists
	evaluated int64 // evaluations by sweeps
	budget    int64
	part      Span            // the range of h of the search
	known     int             // number of runs that a part has from Options.Resume
	before    int64           // evaluations by these runs
	over      frontier.Status // why the search ended, or empty
}

const (
	// defaultSteps is the number of steps of a search of effort 1: two seconds or more on two cores.
	defaultSteps = 2e9
	// An evaluation takes evaluationSteps steps and, for each cell of a row or coordinate of a point, one step if phi is
	// in a table and logSteps if it is a logarithm. (Measured on tables of 2 to 1,000 columns.)
	evaluationSteps = 40
	logSteps        = 8
	// coarsest, coarse and fine are the ratios of consecutive slopes of the first sweeps. The coarsest sweep has a
	// frontier after a second, for callers that stop the search early.
	coarsest = 2
	coarse   = 1.3
	fine     = 1.06
	// settling is the largest number of passes at each slope of the other first sweeps.
	settling = 3
)

// newEngine returns a search whose grid has the clustering of single rows and a coarse clustering.
func newEngine(s problem.Traits, opts Options) *engine {
	t := cluster.NewTable(s, opts.MaxMemory)
	t.Restrict(opts.Limits)
	e := &engine{
		opts: opts, source: s, table: t, replay: cluster.NewMembers(t.N), runs: []run{firstRun(fewClusters(t.N, opts.Limits))},
		identity: make([]int32, t.N),
		budget:   budgetOf(s, opts.Effort),
	}
	for x := range e.identity {
		e.identity[x] = int32(x)
	}
	room, walkers := roomIn(t, opts)
	w := cluster.New(t, room)
	finest := e.end(w, position{0, 0, none})
	coarsest := e.end(w, position{0, int32(len(e.runs[0].steps)), none})
	e.grid = newGrid(min(coarsest.h, 0), finest.h)
	e.part = Span{e.grid.from, e.grid.end()}
	if w := opts.Within; w != nil {
		e.part = Span{min(max(w.From, e.part.From), e.part.To), max(min(w.To, e.part.To), e.part.From)}
	}
	for range walkers {
		e.walkers = append(e.walkers, newWalker(t, e.grid, room))
	}
	for _, f := range []found{finest, coarsest} {
		if w.Load(e.labels(f.position)); w.Violations() == 0 {
			e.grid.put([]found{f})
		}
	}
	return e
}

// budgetOf returns the largest number of evaluations of a search. O(rows).
func budgetOf(s problem.Traits, effort float64) int64 {
	return int64(min(defaultSteps/stepsOf(s)*effort, 1<<62))
}

// stepsOf returns the number of steps of an evaluation.
func stepsOf(s problem.Traits) float64 {
	var cells float64 // of a row
	if s.Cells == nil {
		return evaluationSteps + float64(s.Coordinates)
	}
	var total float64
	for x, w := range s.Masses {
		columns, _ := s.Cells(x)
		cells += float64(len(columns))
		total += w
	}
	cells /= float64(max(1, len(s.Masses)))
	if !plogp.Counts(total) {
		cells *= logSteps
	}
	return evaluationSteps + cells
}

// end loads the clustering at a position and returns it with its point.
func (e *engine) end(w *cluster.Clustering, at position) found {
	w.Load(e.labels(at))
	return found{w.H, w.I, at}
}

// roomIn returns the number of clusters of each walker that may have sums, and the number of walkers. Sums may take
// half of the memory, the sums of one walker a quarter, and the sums of heavy rows an eighth.
func roomIn(t *cluster.Table, opts Options) (room int64, walkers int) {
	t.Heavy = min(t.Heavy, max(cluster.LeastHeavy/4, int32(min(opts.MaxMemory/8/t.ClusterBytes, math.MaxInt32))))
	room = max(int64(t.Heavy)+16, min(opts.MaxMemory/4/t.ClusterBytes, int64(t.N)))
	return room, int(max(1, min(int64(opts.Workers), opts.MaxMemory/2/(room*t.ClusterBytes))))
}

// search carries out all sweeps, and returns why it ended.
func (e *engine) search(ctx context.Context) frontier.Status {
	e.begin(ctx)
	e.list(ctx)
	for ctx.Err() == nil {
		tasks, status := e.due()
		if len(tasks) == 0 {
			e.over = status
			e.checkpoint(true)
			return status
		}
		e.checkpoint(false)
		b := e.carryOut(ctx, tasks)
		if ctx.Err() != nil {
			// Clusterings of sweeps that were cut short belong to the result, but not to the checkpoint: a search that continues
			// from it carries out the whole sweeps, as an uninterrupted search does.
			e.checkpoint(true)
			e.take(b)
			return resources.Cut(ctx)
		}
		e.take(b)
		e.done(len(tasks))
	}
	e.checkpoint(true)
	return resources.Cut(ctx)
}

func (e *engine) checkpoint(last bool) {
	if e.opts.Checkpoint != nil {
		e.opts.Checkpoint(e.snapshot, last)
	}
}

// count returns the number of evaluations by the walkers since the last call.
func (e *engine) count() (evaluated int64) {
	for _, w := range e.walkers {
		evaluated += w.evaluated
		w.evaluated = 0
	}
	return evaluated
}

// spent returns the number of evaluations so far.
func (e *engine) spent() int64 { return e.listed + e.evaluated - e.before }

// begins returns a slope a little below the slope at which the first sweep took its first step.
func (e *engine) begins() float64 {
	hull := e.grid.hull()
	for slope := e.table.FirstSlope; slope < e.table.LastSlope; slope *= coarse {
		if f, ok := bestOf(hull, slope); ok && (f.run > 0 && f.at > 0) {
			return slope / coarse
		}
	}
	return e.table.FirstSlope
}

// batch is the outcome of sweeps: the run and the clusterings of each.
type batch struct {
	runs  []run
	found [][]found
}

// carryOut carries out sweeps. Their runs get the numbers after the known runs.
func (e *engine) carryOut(ctx context.Context, tasks []*sweep) batch {
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

// take adds a batch to the state.
func (e *engine) take(b batch) {
	e.runs = append(e.runs, b.runs...)
	for _, own := range b.found {
		e.grid.put(own)
	}
	e.evaluated += e.count()
	if e.opts.Observe != nil {
		e.opts.Observe(Progress{Evaluated: e.spent(), Budget: e.budget, Points: e.grid.count(), Round: e.plan.round, Staircase: e.grid.staircase()})
	}
}

// memory returns the approximate number of bytes of the runs.
func (e *engine) memory() (bytes int64) {
	for _, r := range e.runs {
		bytes += int64(len(r.steps)+8) * 8
	}
	return bytes
}
