package search

import (
	"math"

	"github.com/dibmap/dibmap/partition"
)

const (
	// The first epsilon is firstLift bits, or the mean gap between points divided by liftsPerGap if that is less, because
	// more clusterings are within epsilon of a dense frontier. Each epsilon is liftGrowth times the one before.
	firstLift   = 1e-4
	liftsPerGap = 24
	liftGrowth  = 3
	// maxBarren consecutive rounds without a new point end the search. Rounds of at most cheapRound times the evaluations
	// of the first stage do not count, because the next round takes little more time. Under limits it takes twice the
	// number of rounds, because few clusterings of the first level are neighbours.
	maxBarren  = 2
	cheapRound = 4
	// A sweep takes at most sweepShare of the evaluations of all rounds, and its cells are 1/cellsPerLift of epsilon wide.
	// If the rounds take less than sweepFrom times the evaluations of the local search, there is no sweep: few epsilons
	// fit into the effort of so large a table.
	sweepShare   = 1.0 / 3
	cellsPerLift = 4
	sweepFrom    = 12
	// The first earlyRounds rounds have the effort of larger tables. They need it if many clusterings are just below the
	// frontier, as in an almost symmetric table.
	earlyRounds = 2
	// maxTaken is the largest number of clusterings that are all taken: the number for 9 rows.
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

// share returns the part of the default effort at which this phase ends. It does not depend on Options.Effort, so that
// a search that continues with more effort takes the same path.
func (p *plan) share() float64 {
	switch {
	case p.Phase == firstRounds && p.sweeps():
		return 1 - sweepShare
	case p.Phase == sweep:
		return 1
	default:
		return math.Inf(1)
	}
}

// roundEffort returns the number of evaluations that all rounds may take by default.
func (p *plan) roundEffort() float64 {
	local, small := float64(p.Local), smallRounds/p.slowness
	if p.Finished >= earlyRounds {
		small = min(small, max(mostRounds*local, tinyRounds/p.slowness))
	}
	return max(min(leastRounds*local, autoEffort-local), small)
}

// sweeps reports whether the search has a sweep.
func (p *plan) sweeps() bool { return float64(p.Local) < smallRounds/p.slowness/sweepFrom }

// next begins the next round, and reports whether there is one.
func (p *plan) next() bool {
	if p.opts.Method != Auto {
		return false
	}
	// After a round with an epsilon above all points, all clusterings are explored.
	above := p.Phase != firstStage && p.rule.lift >= p.last()
	lift := p.rule.lift * liftGrowth
	barren := p.Barren
	if p.Phase == firstRounds || p.Phase == lastRounds {
		switch {
		case p.valid().Inserted() > p.InsertedBefore:
			barren = 0
		case p.stats.Evaluated-p.EvaluatedBefore > cheapRound*p.Local:
			barren++
		}
	}
	switch {
	case p.Phase == firstStage:
		p.Local = p.stats.Evaluated
		p.enter(firstRounds, p.firstLift())
		p.startAll()
	case p.Phase == sweep && !above:
		p.beginRound(lift)
	case p.Phase == sweep:
		if p.valid().Inserted() == p.InsertedBySweep && p.Barren >= p.patience(p.opts.Effort) {
			return false
		}
		p.leave(lift)
	case above || barren >= p.patience(p.opts.Effort) && (p.Phase == lastRounds || !p.sweeps()):
		return false
	default:
		p.Finished, p.Depth, p.Barren = p.Finished+1, p.rule.lift, barren
		if p.Phase == firstRounds && p.sweeps() && barren >= p.patience(1) {
			p.leave(lift)
		} else {
			p.beginRound(lift)
		}
	}
	return true
}

// leave begins the phase after this one. A sweep begins with the given epsilon. After a sweep that found a point,
// rounds begin with the first epsilon, and otherwise with the epsilon after their last one.
func (p *plan) leave(lift float64) {
	switch {
	case p.Phase == firstRounds:
		p.enter(sweep, lift)
	case p.valid().Inserted() > p.InsertedBySweep || p.Finished == 0:
		p.Barren = 0
		p.enter(lastRounds, p.firstLift())
	default:
		p.enter(lastRounds, p.Depth*liftGrowth)
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

// patience returns the number of consecutive rounds without a new point that end the rounds of a search with the given
// effort. A round takes about liftGrowth times as long as the one before, so that liftGrowth times the effort allows
// one more round.
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
	p.Phase, p.InsertedBySweep = f, p.valid().Inserted()
	p.beginRound(lift)
}

// beginRound begins a round with an epsilon.
func (p *plan) beginRound(lift float64) {
	p.InsertedBefore, p.EvaluatedBefore = p.valid().Inserted(), p.stats.Evaluated
	p.walk.begin(p.roundRule(lift))
	p.allow()
	p.restart()
}

// roundRule returns the rule of a round with an epsilon in this phase.
func (p *plan) roundRule(lift float64) rule {
	r := rule{moves: true, lift: lift, drop: lift}
	if p.traits.LogK {
		r.drop = 0
	}
	if p.Phase == sweep {
		r.cell = lift / cellsPerLift
	}
	return r
}
