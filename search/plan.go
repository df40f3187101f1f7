package search

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// plan carries out the stages of a method: the Pareto Mapper or a local search, and then, if the method is Auto,
// epsilon rounds. A local search of many rows begins with the clusterings of sweeps.
//
// An epsilon round explores every clustering whose point is not dominated by the frontier after it is lifted by
// epsilon: clusterings a little below the frontier may have neighbours on it that no clustering on the frontier has.
// When two consecutive rounds found no point, or the rounds took two thirds of the effort, a sweep follows: rounds with
// larger epsilons, which follow only one of all clusterings that are close to each other. They take so much less time
// that they reach an epsilon above all points if the table is small. If the sweep found a point, rounds take the rest
// of the effort.
type plan struct {
	*walk
	counters
	problem problem.Problem
	opts    Options
	began   bool // whether the first stage has its starts
	limiter *limiter.Limiter
	// A search with traits.LogK begins with swaps. Its epsilon rounds raise points in i only: lowering h by less than the
	// distance between two values changes nothing, and by more admits everything.
	traits   problem.Traits
	slowness float64 // at least 1
}

// counters are the part of a plan that checkpoints store unchanged.
type counters struct {
	// Barren is the number of consecutive rounds without a new point, not counting cheap ones.
	Barren int   `json:"barren"`
	Phase  phase `json:"phase"`
	// Finished is the number of rounds outside of the sweep that another round followed. Depth is the last one's epsilon.
	Finished int     `json:"finished"`
	Depth    float64 `json:"depth"`
	// InsertedBySweep is the number of points inserted before this phase. InsertedBefore and EvaluatedBefore are the
	// numbers of points inserted and of evaluations before this round, and Local the evaluations of the first stage.
	InsertedBySweep int64 `json:"inserted_by_sweep"`
	InsertedBefore  int64 `json:"inserted_before"`
	EvaluatedBefore int64 `json:"evaluated_before"`
	Local           int64 `json:"local"`
}

func newPlan(p problem.Problem, opts Options, limiter *limiter.Limiter) *plan {
	t := p.Traits()
	return &plan{walk: newWalk(p, opts, limiter), problem: p, opts: opts, limiter: limiter, traits: t, slowness: max(1, t.Slowness)}
}

// begin begins the first stage.
func (p *plan) begin(ctx context.Context, rows int) {
	p.walk.begin(p.firstRule())
	p.allow()
	starts := p.starts(ctx, rows)
	p.keep(p.levelsFor(ctx, starts))
	for k := 0; k < len(starts); {
		step := 1
		switch s := starts[k]; {
		case ctx.Err() == nil || k < lateStarts:
			p.start(s.f)
		case s.swept:
			p.offer(place{Point: s.at, level: p.level(0, s.k)}, s.f)
		default: // a few from the whole range
			p.start(s.f)
			step = max(1, min(len(starts)/lateStarts, len(starts)-1-k))
		}
		k += step
	}
	p.began = ctx.Err() == nil || p.opts.Method == Merge
}

// If its time is up before it begins, a search takes the first lateStarts starts, all that sweeps have found, and some of
// the rest.
const lateStarts = 64

// start is a clustering with which a search begins. Of those that sweeps have found, the point and the number of clusters
// are known.
type start struct {
	f     partition.Packed
	swept bool
	at    problem.Point
	k     int
}

// starts returns the clusterings with which a search begins.
func (p *plan) starts(ctx context.Context, rows int) []start {
	// Without limits, every frontier has the point of one cluster, and the point of the identity or of a clustering that
	// ties with it or beats it.
	starts := []start{{f: partition.Pack(make(partition.Partition, rows))}}
	if p.opts.Method == Merge {
		return append(starts, start{f: partition.Pack(partition.Identity(rows))})
	}
	for _, f := range p.earlier() {
		starts = append(starts, start{f: f})
	}
	starts = append(starts, p.seeds(ctx)...) // before the agglomeration, which takes longer where there are many columns
	var swapped []partition.Partition
	if p.traits.LogK {
		swapped = swapStarts(ctx, p.traits, rows, p.opts.Effort, p.limiter.MaxClusters())
	}
	var path []partition.Packed
	for _, heed := range agglomerations(p.limiter) {
		p.stats.Evaluated += agglomerate(ctx, p.workers[0].evaluator, rows, heed, func(f partition.Partition) {
			path = append(path, partition.Pack(f))
		})
	}
	for _, e := range tilts(p.workers[0].evaluator, p.limiter) {
		p.stats.Evaluated += agglomerate(ctx, e, rows, agglomerations(p.limiter)[0], func(f partition.Partition) {
			path = append(path, partition.Pack(f))
		})
	}
	if len(p.opts.Limits.CannotLink) > 0 || len(p.opts.Limits.Alone) > 0 {
		path = append(path, partition.Pack(p.limiter.Colouring()))
	}
	for _, f := range slices.Backward(swapped) {
		path = append(path, partition.Pack(f))
	}
	// Coarse clusterings come first, because they are explored quickly and users need them most.
	for _, f := range slices.Backward(path) {
		starts = append(starts, start{f: f})
	}
	return starts
}

// levelsFor returns the levels of a search with the given starts.
func (p *plan) levelsFor(ctx context.Context, starts []start) levels {
	n := p.found.Rows()
	if p.limiter == nil {
		return newLevels(n, 0, false, p.opts.PerK)
	}
	if p.opts.Method == Merge {
		return newLevels(n, slips+1, true, p.opts.PerK)
	}
	g, f := limiter.NewGauge(p.limiter, 1), make(partition.Partition, n)
	least := int64(math.MaxInt64)
	for _, s := range starts {
		s.f.Unpack(f)
		if least = min(least, g.Load(f)); ctx.Err() != nil {
			break
		}
	}
	if least > maxSlips {
		return newLevels(n, slips+1, true, p.opts.PerK)
	}
	return newLevels(n, max(slips, int(least)), false, p.opts.PerK)
}

// firstRule returns the rule of the first stage.
func (p *plan) firstRule() rule {
	return rule{moves: p.opts.Method != Merge, epsilon: p.opts.Epsilon, seed: p.opts.Seed}
}

// round returns the number of the epsilon round; the first stage has 0.
func (p *plan) round() int { return int(p.stage) - 1 }

// allow sets the numbers of evaluations and bytes at which this stage ends the search.
func (p *plan) allow() {
	switch {
	case p.opts.Method == Merge:
		p.budget = 0
	case p.round() == 0 && p.opts.Method == Auto:
		p.budget = evaluations(autoEffort * p.opts.Effort)
	case p.round() == 0:
		p.budget = evaluations(localEffort * p.opts.Effort)
	default:
		effort := min(p.opts.Effort, p.share())
		p.budget = p.Local + evaluations(effort*p.roundEffort())
		p.most = effort * roundBytes
	}
}

// evaluations converts a number of evaluations, and limits it so that counting does not overflow.
func evaluations(v float64) int64 { return int64(min(v, 1<<62)) }

// run carries out the stages.
func (p *plan) run(ctx context.Context, between func()) frontier.Status {
	for {
		switch end := p.walk.run(ctx, between); {
		case end == cut:
			return resources.Cut(ctx)
		case end == failed:
			return ""
		case end == spent && p.round() > 0 && p.share() < p.opts.Effort:
			p.leave(p.rule.lift)
		case end == spent:
			return frontier.StatusEffort
		case end == full || p.rule.newcomers:
			return frontier.StatusMemory
		case !p.next():
			return frontier.StatusConverged
		}
	}
}

// progress returns the state of the search for the caller.
func (p *plan) progress() Progress {
	return Progress{
		Stats: p.stats, Points: p.valid().Len(),
		Round: p.round(), Lift: p.rule.lift,
		Settled: p.settled, Queued: int64(p.queued()), Budget: max(0, p.budget-p.surcharge),
		Staircase: p.valid().Points,
	}
}

// describe returns the description of the search for frontier files.
func (p *plan) describe(status frontier.Status) frontier.Search {
	s := frontier.Search{Epsilon: p.opts.Epsilon, Seed: p.opts.Seed}
	switch p.opts.Method {
	case Merge:
		s.Method = "mapper"
	case Local:
		s.Method = "local"
	case Auto:
		s.Method = "rounds"
		s.Rounds, s.RoundEpsilon = p.Finished, p.Depth
		if status == frontier.StatusConverged && p.Phase != sweep {
			s.Rounds, s.RoundEpsilon = p.Finished+1, p.rule.lift
		}
	}
	if times := p.found.Coarsened(); times > 0 {
		s.Resolution = math.Ldexp(pareto.Tolerance, times)
	}
	return s
}
