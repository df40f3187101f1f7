package search

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// plan carries out the stages of a method: the Pareto Mapper or a local search, and then, if
// the method is Auto, epsilon rounds.
//
// An epsilon round explores every clustering whose point is not dominated by the frontier
// after it is lifted by epsilon: clusterings a little below the frontier may have neighbours
// on it that no clustering on the frontier has.
type plan struct {
	*walk
	opts  Options
	began bool // whether the first stage has its starts
	// barren is the number of consecutive rounds without a new point, not counting cheap
	// ones. insertedBefore and evaluatedBefore are the numbers of points found and of
	// evaluations before this round.
	barren          int
	insertedBefore  int64
	evaluatedBefore int64
	local           int64 // evaluations of the first stage
	limiter         *limiter.Limiter
	// counted is the problem if its h is log2 k, and otherwise nil. Such a search begins with
	// swaps. It has no epsilon rounds: a lift below the distance between two values of h
	// changes nothing, and a larger one admits everything. Under limits it has rounds, because
	// swaps heed no limit except that on the number of clusters.
	counted  problem.Additive
	slowness float64
}

func newPlan(p problem.Problem, opts Options, limiter *limiter.Limiter) *plan {
	return &plan{walk: newWalk(p, opts, limiter), opts: opts, limiter: limiter, counted: countedOf(p), slowness: slownessOf(p)}
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

const (
	// The first epsilon is firstLift bits, or the mean gap between points divided by
	// liftsPerGap if that is less, since more clusterings lie within epsilon of a dense
	// frontier. Every next one is liftGrowth times the one before.
	firstLift   = 1e-4
	liftsPerGap = 24
	liftGrowth  = 3
	// maxBarren consecutive rounds without a new point end the search, not counting rounds
	// that take at most cheapRound times the evaluations of the first stage, after which the
	// next round costs little more. Under limits it takes twice as many, since few
	// clusterings of the first level are neighbours.
	maxBarren  = 2
	cheapRound = 4
)

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
	if len(p.opts.Limits.Apart) > 0 {
		rungs = append(rungs, partition.Pack(p.limiter.Colouring()))
	}
	for _, f := range slices.Backward(swapped) {
		rungs = append(rungs, partition.Pack(f))
	}
	// Coarse clusterings first: they are explored quickly, and users need them most.
	slices.Reverse(rungs)
	return append(starts, rungs...)
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
		p.budget = evaluations(localEffort * p.opts.Effort)
	default:
		local := float64(p.local)
		p.budget = p.local + evaluations(p.opts.Effort*max(leastRounds*local, min(mostRounds*local, smallRounds/p.slowness)))
	}
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
		case end == spent:
			return frontier.StatusEffort
		case end == full || p.rule.newcomers:
			return frontier.StatusMemory
		case !p.next():
			return frontier.StatusConverged
		}
	}
}

// next begins the next round, and tells whether there is one.
func (p *plan) next() bool {
	lift := p.rule.lift * liftGrowth
	switch {
	case p.opts.Method != Auto || p.counted != nil && p.limiter == nil:
		return false
	case p.round() == 0:
		p.local = p.stats.Evaluated
		lift = min(firstLift, p.meanGap()/liftsPerGap)
	case p.found.Inserted > p.insertedBefore:
		p.barren = 0
	case p.stats.Evaluated-p.evaluatedBefore > cheapRound*p.local:
		p.barren++
	}
	// After a round with an epsilon above all points there is nothing left to explore.
	patience := maxBarren
	if p.limiter != nil {
		patience *= 2
	}
	if p.barren >= patience || p.round() > 0 && p.rule.lift >= p.last() {
		return false
	}
	p.insertedBefore, p.evaluatedBefore = p.found.Inserted, p.stats.Evaluated
	p.walk.begin(rule{moves: true, lift: lift})
	p.allow()
	p.restart()
	return true
}

// progress returns the state of the search for the caller.
func (p *plan) progress() Progress {
	return Progress{
		Stats: p.stats, Points: p.found.Len(),
		Round: p.round(), Lift: p.rule.lift,
		Settled: p.settled, Queued: int64(len(p.queue)), Budget: p.budget,
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
		s.Rounds, s.RoundEpsilon = p.finished(status)
	}
	if times := p.found.Coarsened(); times > 0 {
		s.Resolution = math.Ldexp(pareto.Tolerance, times)
	}
	return s
}

// finished returns the number of rounds that came to their end, and the epsilon of the last
// of them.
func (p *plan) finished(status frontier.Status) (rounds int, lift float64) {
	switch rounds = p.round(); {
	case rounds > 0 && status == frontier.StatusConverged:
		return rounds, p.rule.lift
	case rounds > 1:
		return rounds - 1, p.rule.lift / liftGrowth
	default:
		return 0, 0
	}
}
