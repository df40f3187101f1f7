package search

import (
	"math"

	"github.com/dibmap/dibmap/partition"
)

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
	return max(min(leastRounds*local, autoEffort-local), small)
}

// sweeps tells whether the search has a sweep.
func (p *plan) sweeps() bool { return float64(p.local) < smallRounds/p.slowness/sweepFrom }

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
