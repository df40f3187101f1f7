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

// plan carries out the stages of a method: the Pareto Mapper or a local search, and then, if
// the method is Auto, epsilon rounds. A local search of many rows begins with what sweeps find.
//
// An epsilon round explores every clustering whose point is not dominated by the frontier
// after it is lifted by epsilon: clusterings a little below the frontier may have neighbours
// on it that no clustering on the frontier has. When two rounds in a row found nothing, or
// took two thirds of the effort, a sweep follows: rounds with larger epsilons, which follow only
// one of all clusterings that are close to each other. They take so much less that they go on to
// an epsilon above all points if the table is small. What is left of the effort is for rounds
// again, if the sweep found something.
type plan struct {
	*walk
	problem problem.Problem
	opts    Options
	began   bool // whether the first stage has its starts
	// barren is the number of consecutive rounds without a new point, not counting cheap
	// ones. insertedBefore and evaluatedBefore are the numbers of points found and of
	// evaluations before this round.
	barren int
	phase  phase
	// finished is the number of rounds outside of the sweep that another one followed, and
	// depth the epsilon of the last of them.
	finished        int
	depth           float64
	insertedBefore  int64
	insertedBySweep int64 // before this phase
	evaluatedBefore int64
	local           int64 // evaluations of the first stage
	limiter         *limiter.Limiter
	// counted is the problem if its h is log2 k, and otherwise nil. Such a search begins with
	// swaps. Its epsilon rounds raise points in i only: lowering h by less than the distance
	// between two values changes nothing, and by more admits everything.
	counted  problem.Additive
	slowness float64
}

func newPlan(p problem.Problem, opts Options, limiter *limiter.Limiter) *plan {
	return &plan{walk: newWalk(p, opts, limiter), problem: p, opts: opts, limiter: limiter, counted: countedOf(p), slowness: slownessOf(p)}
}

// slownessOf returns the slowness of a problem, at least 1.
func slownessOf(p problem.Problem) float64 {
	if s, ok := p.(problem.Slow); ok {
		return max(1, s.Slowness())
	}
	return 1
}

// countedOf returns a problem whose h is log2 k, and nil for any other.
func countedOf(p problem.Problem) problem.Additive {
	if c, ok := p.(problem.Counted); ok && c.Counted() {
		return c
	}
	return nil
}

// begin begins the first stage.
func (p *plan) begin(ctx context.Context, rows int) {
	p.walk.begin(p.firstRule())
	p.allow()
	starts := p.starts(ctx, rows)
	p.keep(p.levelsFor(ctx, starts))
	for k := 0; k < len(starts); {
		p.start(starts[k])
		step := 1
		if ctx.Err() != nil && k >= lateStarts { // a few from the whole range
			step = max(1, min(len(starts)/lateStarts, len(starts)-1-k))
		}
		k += step
	}
	p.began = ctx.Err() == nil || p.opts.Method == Merge
}

// lateStarts is the number of the first starts, and of others spread over the rest, that a
// search takes if its time is up before it begins.
const lateStarts = 64

// starts returns the clusterings with which a search begins.
func (p *plan) starts(ctx context.Context, rows int) []partition.Packed {
	// Without limits, one cluster is a point of every frontier, and so is the identity, or a
	// clustering that ties with it or beats it.
	starts := []partition.Packed{partition.Pack(make(partition.Partition, rows))}
	if p.opts.Method == Merge {
		return append(starts, partition.Pack(partition.Identity(rows)))
	}
	var swapped []partition.Partition
	if p.counted != nil {
		swapped = swapStarts(ctx, p.counted, p.opts.Effort, p.limiter.MaxClusters())
	}
	var rungs []partition.Packed
	for _, heed := range ladders(p.limiter) {
		p.stats.Evaluated += climb(ctx, p.workers[0].evaluator, rows, heed, func(f partition.Partition) {
			rungs = append(rungs, partition.Pack(f))
		})
	}
	if len(p.opts.Limits.Apart) > 0 || len(p.opts.Limits.Alone) > 0 {
		rungs = append(rungs, partition.Pack(p.limiter.Colouring()))
	}
	for _, f := range slices.Backward(swapped) {
		rungs = append(rungs, partition.Pack(f))
	}
	// Coarse clusterings first: they are explored quickly, and users need them most.
	slices.Reverse(rungs)
	return slices.Concat(starts, p.earlier(), p.seeds(ctx), rungs)
}

// levelsFor returns the levels of a search with the given starts.
func (p *plan) levelsFor(ctx context.Context, starts []partition.Packed) levels {
	n := p.found.Rows()
	if p.limiter == nil {
		return newLevels(n, 0, false)
	}
	if p.opts.Method == Merge {
		return newLevels(n, slips+1, true)
	}
	g, f := limiter.NewGauge(p.limiter, 1), make(partition.Partition, n)
	least := int64(math.MaxInt64)
	for _, s := range starts {
		s.Unpack(f)
		if least = min(least, g.Load(f)); ctx.Err() != nil {
			break
		}
	}
	if least > maxSlips {
		return newLevels(n, slips+1, true)
	}
	return newLevels(n, max(slips, int(least)), false)
}

// firstRule returns the rule of the first stage.
func (p *plan) firstRule() rule {
	return rule{moves: p.opts.Method != Merge, epsilon: p.opts.Epsilon, seed: p.opts.Seed}
}

// round returns the number of the epsilon round; the first stage has 0.
func (p *plan) round() int { return int(p.stage) - 1 }

// allow sets the number of evaluations at which this stage ends the search.
func (p *plan) allow() {
	switch {
	case p.opts.Method == Merge:
		p.budget = 0
	case p.round() == 0:
		p.budget = evaluations(p.localEffort() * p.opts.Effort)
	default:
		p.budget = p.local + evaluations(min(p.opts.Effort, p.share())*p.roundEffort())
	}
}

// localEffort returns the number of evaluations of a local search by default.
func (p *plan) localEffort() float64 {
	if p.opts.Method == Auto {
		return autoEffort
	}
	return localEffort
}

// evaluations converts a number of evaluations, and limits it so that counting on does not
// overflow.
func evaluations(v float64) int64 { return int64(min(v, 1<<62)) }

// run goes through the stages.
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
		Stats: p.stats, Points: p.found.Len(),
		Round: p.round(), Lift: p.rule.lift,
		Settled: p.settled, Queued: int64(len(p.queue)), Budget: p.budget,
		Staircase: p.found.Points(),
	}
}

// describe returns what a frontier file says about the search.
func (p *plan) describe(status frontier.Status) frontier.Search {
	s := frontier.Search{Epsilon: p.opts.Epsilon, Seed: p.opts.Seed}
	switch p.opts.Method {
	case Merge:
		s.Method = "mapper"
	case Local:
		s.Method = "local"
	case Auto:
		s.Method = "rounds"
		s.Rounds, s.RoundEpsilon = p.finished, p.depth
		if status == frontier.StatusConverged && p.phase != sweep {
			s.Rounds, s.RoundEpsilon = p.finished+1, p.rule.lift
		}
	}
	if times := p.found.Coarsened(); times > 0 {
		s.Resolution = math.Ldexp(pareto.Tolerance, times)
	}
	return s
}
