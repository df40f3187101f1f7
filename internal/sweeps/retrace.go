package sweeps

import (
	"cmp"
	"slices"
)

// retrace takes all steps of the runs, and tells whether each of them changes the clustering at which it is
// taken, also where the grid and the windows have one more step. O(steps + rows runs).
func (e *engine[M]) retrace() bool {
	t := tracing{runs: e.runs, stops: make([][]stop, len(e.runs)), members: &e.replay}
	t.members.set(e.identity)
	for n, r := range e.runs {
		if r.from.run >= 0 {
			t.stops[r.from.run] = append(t.stops[r.from.run], stop{r.from, int32(n)})
		}
	}
	for _, f := range e.grid.cells {
		if f.i >= 0 {
			t.stops[f.run] = append(t.stops[f.run], stop{f.position, -1})
		}
	}
	for _, w := range e.plan.tasks {
		t.stops[w.from.run] = append(t.stops[w.from.run], stop{w.from, -1})
	}
	const levels = deepest - widest + 1
	// Runs of a level begin in those of levels before, and these, in the end, in one of the fine phase.
	return t.trace(0, 2+levels*e.plan.round+e.plan.level)
}

// tracing takes the steps of runs.
type tracing struct {
	runs    []run
	stops   [][]stop // of every run
	members *members
}

// stop is a position, and the run that begins there, or -1.
type stop struct {
	position
	run int32
}

// trace takes the steps of a run, and those of all runs that begin in it, of which so many may follow one
// another. The clustering must be that of the beginning.
func (t *tracing) trace(run int32, depth int) bool {
	stops, steps, done := t.stops[run], t.runs[run].steps, int32(0)
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Compare(a.at, b.at) })
	for _, s := range stops {
		if !t.take(steps[done:s.at]...) || s.more != none && !t.members.changes(s.more) {
			return false
		}
		if done = s.at; s.run >= 0 && (depth == 0 || !t.branch(s, depth-1)) {
			return false
		}
	}
	return t.take(steps[done:]...)
}

// branch takes the steps of the run that begins at a stop, and goes back.
func (t *tracing) branch(s stop, depth int) bool {
	label := slices.Clone(t.members.label)
	if s.more != none {
		t.members.apply(s.more)
	}
	ok := t.trace(s.run, depth)
	t.members.set(label)
	return ok
}

// take takes steps, and tells whether each changes the clustering.
func (t *tracing) take(steps ...step) bool {
	for _, s := range steps {
		if !t.members.changes(s) {
			return false
		}
		t.members.apply(s)
	}
	return true
}

// changes tells whether a step between rows that there are changes the clustering.
func (m *members) changes(s step) bool {
	switch {
	case s.to < 0:
		return m.label[s.row] != m.label[^s.to]
	case s.to == s.row:
		return m.size[m.label[s.row]] > 1
	default:
		return m.label[s.row] != m.label[s.to]
	}
}
