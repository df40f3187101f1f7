package sweeps

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
)

// plan is how far a search is, between two batches of sweeps.
type plan struct {
	phase phase
	round int      // from 0
	level int      // of the windows, below widest before the first of a round
	tasks []window // what is left of the level
	area  float64  // in bit^2, below the staircase when the round began
}

// phase is a part of a search.
type phase uint8

const (
	coarsePhase phase = iota // coarse sweeps through the whole range
	finePhase                // a fine one, and the first windows
	rounds                   // windows, level by level
)

const (
	// atATime is the number of sweeps in windows after which what they found is put together.
	atATime = 8
	// gained is the share of the area by which a round must raise it, or it is the last one.
	gained = 1e-5
	// Coarse sweeps, a fine one and the first windows take about wholePerRow evaluations for each row. The search
	// ends before the fine one if they would take more than mostFine times the effort.
	wholePerRow = 2500
	mostFine    = 8
	// mostRounds is a number of rounds after which their slopes are of no use.
	mostRounds = 100
)

// due returns the sweeps of the next batch, or none if the search is over, and why. It changes nothing when it
// is called again.
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
	// Parts of a search take their shares: their sweeps are cut short, but not to less than a pass.
	left := e.budget - e.spent()
	if left < e.pass() {
		return nil, frontier.StatusEffort
	}
	n = int(min(int64(n), left/e.pass()))
	return e.batch(n, left/int64(n)), ""
}

// Affords reports whether an effort is enough for sweeps through the whole range, fine ones as well.
func Affords(s cluster.Source, effort float64) bool {
	return affords(float64(budgetOf(s, effort)), s.Rows())
}

func affords(evaluations float64, rows int) bool { return evaluations >= wholePerRow*float64(rows) }

// batch returns the next sweeps in windows, with so many evaluations each at most, or any number if it is 0.
func (e *engine) batch(n int, most int64) (tasks []*sweep) {
	for _, w := range e.plan.tasks[:n] {
		s := e.within(w, e.plan.level)
		s.most = most
		tasks = append(tasks, s)
	}
	return tasks
}

// pass returns how many evaluations a pass of all rows takes.
func (e *engine) pass() int64 { return int64(e.table.N) * cluster.ListLength }

// whole returns sweeps through the whole range: the given ones and, where clusters may be too light or too
// many, also strict ones. Those come first, and the last ones given, as they find something soonest.
func (e *engine) whole(sweeps ...*sweep) (all []*sweep) {
	if !e.table.Limits.Counts() {
		return sweeps
	}
	for _, s := range slices.Backward(sweeps) {
		strict := *s
		strict.strict = true
		all = append(all, &strict, s)
	}
	return all
}

// within returns the sweep within a window of a level.
func (e *engine) within(w window, level int) *sweep {
	s := w.sweep(level, e.part, e.grid)
	s.strict = e.table.Limits.Counts()
	return s
}

// deepen goes to the next level, which may be the first one of another round, unless the search is over.
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

// done takes note that the sweeps that were due have been carried out, so many of them. Parts have no fine sweep
// before them, which one machine would make for all.
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
