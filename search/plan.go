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
// on it that no clustering on the frontier has. When two rounds in a row found nothing, or
// took two thirds of the effort, a sweep follows: rounds with larger epsilons, which follow only
// one of all clusterings that are close to each other. They take so much less that they go on to
// an epsilon above all points if the table is small. What is left of the effort is for rounds
// again, if the sweep found something.
type plan struct {
	*walk
	opts  Options
	began bool // whether the first stage has its starts
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
	// A sweep takes at most sweepShare of the evaluations of all rounds, and its cells are
	// 1/cellsPerLift of epsilon wide. If the rounds take less than sweepFrom times the
	// evaluations of the local search, there is no sweep: the table is so large that few
	// epsilons fit into it.
	sweepShare   = 1.0 / 3
	cellsPerLift = 4
	sweepFrom    = 12
	// earlyRounds have the effort of larger tables: if they need it, many clusterings lie just
	// below the frontier, as in a table that is almost symmetric.
	earlyRounds = 2
	// maxTaken is the largest number of clusterings that are all taken: those of 9 rows.
	maxTaken = 21147
)

// phase is a part of a search.
type phase int

const (
	firstStage phase = iota
	firstRounds
	sweep
	lastRounds // if the sweep found something
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
		p.budget = p.local + evaluations(min(p.opts.Effort, p.share())*p.roundEffort())
	}
}

// share returns the part of the default effort at which this phase ends. It does not depend on
// the effort allowed, so that a search that goes on with more takes the same way.
func (p *plan) share() float64 {
	switch {
	case p.phase == firstRounds && p.sweeps():
		return 1 - sweepShare
	case p.phase == sweep:
		return 1
	default:
		return math.Inf(1)
	}
}

// roundEffort returns the number of evaluations that all rounds may take by default.
func (p *plan) roundEffort() float64 {
	local, small := float64(p.local), smallRounds/p.slowness
	if p.finished >= earlyRounds {
		small = min(small, max(mostRounds*local, tinyRounds/p.slowness))
	}
	return max(leastRounds*local, small)
}

// sweeps tells whether the search has a sweep.
func (p *plan) sweeps() bool { return float64(p.local) < smallRounds/p.slowness/sweepFrom }

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

// next begins the next round, and tells whether there is one.
func (p *plan) next() bool {
	if p.opts.Method != Auto {
		return false
	}
	// After a round with an epsilon above all points there is nothing left to explore.
	above := p.phase != firstStage && p.rule.lift >= p.last()
	lift := p.rule.lift * liftGrowth
	barren := p.barren
	if p.phase == firstRounds || p.phase == lastRounds {
		switch {
		case p.found.Inserted > p.insertedBefore:
			barren = 0
		case p.stats.Evaluated-p.evaluatedBefore > cheapRound*p.local:
			barren++
		}
	}
	switch {
	case p.phase == firstStage:
		p.local = p.stats.Evaluated
		p.enter(firstRounds, p.firstLift())
		p.startAll()
	case p.phase == sweep && !above:
		p.beginRound(lift)
	case p.phase == sweep:
		if p.found.Inserted == p.insertedBySweep && p.barren >= p.patience(p.opts.Effort) {
			return false
		}
		p.leave(lift)
	case above || barren >= p.patience(p.opts.Effort) && (p.phase == lastRounds || !p.sweeps()):
		return false
	default:
		p.finished, p.depth, p.barren = p.finished+1, p.rule.lift, barren
		if p.phase == firstRounds && p.sweeps() && barren >= p.patience(1) {
			p.leave(lift)
		} else {
			p.beginRound(lift)
		}
	}
	return true
}

// leave begins the phase after this one. The sweep goes on with an epsilon. Rounds begin anew
// after a sweep that found something, and otherwise go on where they were.
func (p *plan) leave(lift float64) {
	switch {
	case p.phase == firstRounds:
		p.enter(sweep, lift)
	case p.found.Inserted > p.insertedBySweep || p.finished == 0:
		p.barren = 0
		p.enter(lastRounds, p.firstLift())
	default:
		p.enter(lastRounds, p.depth*liftGrowth)
	}
}

// startAll takes all clusterings of a table of few rows.
func (p *plan) startAll() {
	n := p.found.Rows()
	if partition.Bell(n) > maxTaken {
		return
	}
	for f := range partition.All(n) {
		if p.err == nil {
			p.start(partition.Pack(f))
		}
	}
}

// patience returns the number of rounds without a new point that end the rounds with an effort.
// A round takes some liftGrowth times as long as the one before, so that many times the effort is
// one round more.
func (p *plan) patience(effort float64) int {
	patience := maxBarren
	for ; effort > 1; effort /= liftGrowth {
		patience++
	}
	if p.limiter != nil {
		patience *= 2
	}
	return patience
}

// firstLift returns the epsilon of the first round.
func (p *plan) firstLift() float64 { return min(firstLift, p.meanGap()/liftsPerGap) }

// enter begins a phase with a round.
func (p *plan) enter(f phase, lift float64) {
	p.phase, p.insertedBySweep = f, p.found.Inserted
	p.beginRound(lift)
}

// beginRound begins a round with an epsilon.
func (p *plan) beginRound(lift float64) {
	p.insertedBefore, p.evaluatedBefore = p.found.Inserted, p.stats.Evaluated
	p.walk.begin(p.roundRule(lift))
	p.allow()
	p.restart()
}

// roundRule returns the rule of a round with an epsilon in this phase.
func (p *plan) roundRule(lift float64) rule {
	r := rule{moves: true, lift: lift, drop: lift}
	if p.counted != nil {
		r.drop = 0
	}
	if p.phase == sweep {
		r.cell = lift / cellsPerLift
	}
	return r
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
