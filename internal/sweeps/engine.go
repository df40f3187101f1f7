package sweeps

import (
	"context"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
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
	// Limits are those that the clusterings found keep; nil allows all.
	Limits *limiter.Limiter
	// Observe, if not nil, is called between batches of sweeps.
	Observe func(Progress)
	// From, if not nil, are clusterings with which the search begins in addition to its own. Each is valid until the
	// next one.
	From iter.Seq[partition.Partition]
	// OwnRows gives entries the rows of the problem instead of those of the table.
	OwnRows bool
	// Checkpoint, if not nil, is called before each batch of sweeps, and once more, with last set, when the
	// search is over. It may call snapshot to get the state of the search for Resume.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot of a search of the same problem with the same MaxMemory, from which the search
	// goes on with the same result as without the interruption. nil begins a new search.
	Resume []byte
	// Begin ends the search where it can be divided: Resume with the last snapshot and Within. Snapshots have the
	// lists of the rows as well, which parts then need not make.
	Begin bool
	// Within, unless nil, restricts the search to clusterings whose h is in a part of the range, or a little
	// beside it. The search begins with the state Resume of a search of all. Snapshots have what it adds to
	// that, which is for [Join]; there is no other result. Of what Effort leaves after that state, Share is for this part.
	Within *Span
	Share  float64
	// Part is the last snapshot of an interrupted search of the same part, from which this one goes on, or nil.
	Part []byte
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
	// Staircase are the points that no other one dominates, by increasing h, until Observe returns.
	Staircase iter.Seq[problem.Point]
}

// engine is a search.
type engine struct {
	opts      Options
	source    cluster.Source
	table     *cluster.Table
	grid      *grid
	walkers   []*walker
	runs      []run
	plan      plan
	near      []int32 // the lists of the rows, when every row is a cluster; nil before they are made
	identity  []int32
	replay    cluster.Members
	listed    int64 // evaluations for the lists
	evaluated int64 // those of sweeps
	budget    int64
	part      Span            // the range of h of the search
	known     int             // the runs of the search of which it is a part
	before    int64           // the evaluations of sweeps of that search
	over      frontier.Status // why it has ended, or empty
}

const (
	// defaultSteps is the number of steps of a search of effort 1: two seconds or more on two cores.
	defaultSteps = 2e9
	// An evaluation takes evaluationSteps steps and others for each cell of a row or coordinate of a point: one where phi
	// is in a table, and logSteps where it is a logarithm. (Measured on tables of 2 to 1,000 columns.)
	evaluationSteps = 40
	logSteps        = 8
	// coarsest, coarse and fine are the ratios of consecutive slopes of the first sweeps. The coarsest is
	// there for those who wait a second only.
	coarsest = 2
	coarse   = 1.3
	fine     = 1.06
	// settling is the number of passes after which rows count as settled in the others.
	settling = 3
)

// newEngine returns a search of a problem, given the clustering where every row is a cluster and a coarse one.
func newEngine(s cluster.Source, opts Options) *engine {
	t := cluster.NewTable(s, opts.MaxMemory)
	t.Limits = cluster.NewLimits(opts.Limits, t.N)
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

// budgetOf returns the number of evaluations at which a search of a source ends. O(rows).
func budgetOf(s cluster.Source, effort float64) int64 {
	return int64(min(defaultSteps/stepsOf(s)*effort, 1<<62))
}

// stepsOf returns the number of steps of an evaluation.
func stepsOf(s cluster.Source) float64 {
	var cells float64 // of a row
	switch s := s.(type) {
	case cluster.PointSource:
		cells = float64(s.Dimension())
	case cluster.CellSource:
		for x := range s.Rows() {
			columns, _ := s.Cells(x)
			cells += float64(len(columns))
		}
		cells /= float64(max(1, s.Rows()))
		if !s.Counts() {
			cells *= logSteps
		}
	}
	return evaluationSteps + cells
}

// end returns the clustering at an end of the first run.
func (e *engine) end(w *cluster.Clustering, at position) found {
	w.Load(e.labels(at))
	return found{w.H, w.I, at}
}

// roomIn returns how many clusters of each walker may have sums, and how many walkers there are. Half of the
// memory is for sums, and a quarter for those of one walker, whatever the number of workers. An eighth is enough
// for those of the heaviest rows.
func roomIn(t *cluster.Table, opts Options) (room int64, walkers int) {
	t.Heavy = min(t.Heavy, max(cluster.LeastHeavy/4, int32(min(opts.MaxMemory/8/t.PerCluster, math.MaxInt32))))
	room = max(int64(t.Heavy)+16, min(opts.MaxMemory/4/t.PerCluster, int64(t.N)))
	return room, int(max(1, min(int64(opts.Workers), opts.MaxMemory/2/(room*t.PerCluster))))
}

// search goes through all sweeps, and returns why it ended.
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
			// What sweeps have found that were cut short belongs to the result. A search that goes on from
			// the checkpoint carries them out whole, as one without an interruption does.
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

// count returns how many clusterings the walkers have evaluated since it was called last.
func (e *engine) count() (evaluated int64) {
	for _, w := range e.walkers {
		evaluated += w.evaluated
		w.evaluated = 0
	}
	return evaluated
}

// spent returns the number of evaluations so far.
func (e *engine) spent() int64 { return e.listed + e.evaluated - e.before }

// begins returns a slope a little below that at which the first sweep began to find something.
func (e *engine) begins() float64 {
	hull := e.grid.hull()
	for slope := e.table.FirstSlope; slope < e.table.LastSlope; slope *= coarse {
		if f, ok := bestOf(hull, slope); ok && (f.run > 0 && f.at > 0) {
			return slope / coarse
		}
	}
	return e.table.FirstSlope
}

// batch is what sweeps have found: their runs, and clusterings of each.
type batch struct {
	runs  []run
	found [][]found
}

// carryOut carries sweeps out. Their runs follow those that there are.
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

// take puts together what sweeps have found.
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

// memory returns about how many bytes the runs take.
func (e *engine) memory() (bytes int64) {
	for _, r := range e.runs {
		bytes += int64(len(r.steps)+8) * 8
	}
	return bytes
}
