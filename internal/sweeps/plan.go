package sweeps

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/problem"
)

// plan is the progress of a search between two batches of sweeps.
type plan struct {
	phase phase
	round int      // from 0
	level int      // of the windows; below widest before the first level of a round
	tasks []window // the rest of the level
	area  float64  // in bit^2, under the staircase when the round began
}

// phase is a part of a search.
type phase uint8

const (
	coarsePhase phase = iota // coarse sweeps through the whole range
	finePhase                // a fine sweep, and sweeps in the widest windows
	rounds                   // sweeps in windows, level by level
)

const (
	// atATime is the number of sweeps in windows in a batch.
	atATime = 8
	// A round that raises the area by a share of less than gained is the last one.
	gained = 1e-5
	// The sweeps of the first two phases take about wholePerRow evaluations for each row. The search ends before the fine
	// sweep if they would take more than mostFine times the effort.
	wholePerRow = 2500
	mostFine    = 8
	// mostRounds is the largest number of rounds. The slopes of later rounds would be of no use.
	mostRounds = 100
)

// due returns the sweeps of the next batch. If the search is over, it returns none, and the reason. A second call
// returns the same.
func (e *engine) due() (tasks []*sweep, over frontier.Status) {
	p := &e.plan
	switch p.phase {
	case coarsePhase:
		t := e.table
		return e.whole(whole(t, t.FirstSlope, coarse, settling), whole(t, t.FirstSlope, coarsest, 1)), ""
	case finePhase:
		if !affords(float64(e.budget)*mostFine, e.table.N) {
			return nil, frontier.StatusEffort
		}
		tasks = e.whole(whole(e.table, e.begins(), fine, settling))
		for _, w := range e.windows(widest) {
			tasks = append(tasks, e.within(w, widest))
		}
		return tasks, ""
	case rounds:
		for len(p.tasks) == 0 {
			if e.opts.Begin {
				return nil, frontier.StatusEffort
			}
			if over := e.deepen(); over != "" {
				return nil, over
			}
		}
	}
	n := min(len(p.tasks), atATime)
	if e.opts.Within == nil {
		return e.batch(n, 0), ""
	}
	// The sweeps of a part are cut short, so that it keeps to its share, but not to less than a pass.
	left := e.budget - e.spent()
	if left < e.pass() {
		return nil, frontier.StatusEffort
	}
	n = int(min(int64(n), left/e.pass()))
	return e.batch(n, left/int64(n)), ""
}

// Affords reports whether an effort is enough for the sweeps through the whole range, including the fine sweep.
func Affords(s problem.Traits, effort float64) bool {
	return affords(float64(budgetOf(s, effort)), len(s.Masses))
}

func affords(evaluations float64, rows int) bool { return evaluations >= wholePerRow*float64(rows) }

// batch returns the next n sweeps in windows. Each may take up to most evaluations, or any number if most is 0.
func (e *engine) batch(n int, most int64) (tasks []*sweep) {
	for _, w := range e.plan.tasks[:n] {
		s := e.within(w, e.plan.level)
		s.most = most
		tasks = append(tasks, s)
	}
	return tasks
}

// pass returns the number of evaluations of a pass of all rows.
func (e *engine) pass() int64 { return int64(e.table.N) * cluster.ListLength }

// whole returns the given sweeps through the whole range and, if clusterings can violate limits, the same sweeps as
// strict ones. The order is reversed then, because strict sweeps and the coarsest sweep find clusterings soonest. If what
// clusterings tell about a second variable is limited, the first sweep follows with prices of what they tell.
func (e *engine) whole(sweeps ...*sweep) (all []*sweep) {
	if !e.table.CanViolate() {
		return sweeps
	}
	for _, s := range slices.Backward(sweeps) {
		strict := *s
		strict.strict = true
		all = append(all, &strict, s)
	}
	for _, price := range e.table.Prices() {
		priced := *sweeps[0]
		priced.price = price
		all = append(all, &priced)
	}
	return all
}

// within returns the sweep within a window of a level.
func (e *engine) within(w window, level int) *sweep {
	s := w.sweep(level, e.part, e.grid)
	s.strict = e.table.CanViolate()
	return s
}

// deepen begins the next level or, after the last one, the next round. If the search is over, it returns the reason.
func (e *engine) deepen() (over frontier.Status) {
	p := &e.plan
	if p.level == deepest {
		if p.round > 0 && e.grid.area() <= p.area*(1+float64(gained*e.share())) || p.round == mostRounds {
			return frontier.StatusConverged
		}
		p.round++
		p.begin(e.grid)
	}
	switch {
	case e.spent() >= e.budget:
		return frontier.StatusEffort
	case e.memory() > e.opts.MaxMemory/2:
		return frontier.StatusMemory
	}
	p.level++
	p.tasks = e.windows(p.level)
	return ""
}

// begin begins a round.
func (p *plan) begin(g *grid) { p.level, p.area = widest-1, g.area() }

// done moves the plan on after a batch of tasks. A search that is divided has no fine sweep, because one machine would
// make it while the others wait.
func (e *engine) done(tasks int) {
	p := &e.plan
	switch {
	case p.phase == coarsePhase && !e.opts.Begin:
		p.phase = finePhase
	case p.phase != rounds:
		p.phase = rounds
		p.begin(e.grid)
	default:
		p.tasks = p.tasks[tasks:]
	}
}
