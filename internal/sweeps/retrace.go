package sweeps

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
)

// retrace takes all steps of the runs. It reports whether each step changes the clustering and is allowed, and whether
// the clusterings in the grid have the stored points and satisfy the limits. O(rows) for each run, and the time of a
// sweep's evaluation for each step and cell of the grid.
func (e *engine) retrace() bool {
	t := tracing{Clustering: e.walkers[0].Clustering, runs: e.runs, stops: make([][]stop, len(e.runs)), number: make([]int32, e.table.N)}
	for k := range e.grid.cells {
		if f := &e.grid.cells[k]; f.i >= 0 && f.run != away {
			t.stop(stop{position: f.position, found: f})
		}
	}
	for _, w := range e.plan.tasks {
		t.stop(stop{position: w.from})
	}
	for n := len(e.runs) - 1; n > 0; n-- {
		if r := e.runs[n]; len(r.steps) > 0 || len(t.stops[n]) > 0 { // others lead nowhere
			t.stop(stop{position: r.from, run: int32(n)})
		}
	}
	const levels = deepest - widest + 1
	// Runs of a level begin in runs of earlier levels, and the first of these in a run of the fine phase.
	t.Load(e.identity)
	return t.trace(0, 2+levels*e.plan.round+e.plan.level)
}

// tracing takes the steps of runs.
type tracing struct {
	*cluster.Clustering
	runs   []run
	stops  [][]stop // of every run
	number []int32  // current number of each cluster of an earlier clustering, or -1
}

// stop is a position at which a run begins, or of a clustering in the grid.
type stop struct {
	position
	run   int32  // or 0
	found *found // or nil
}

func (t *tracing) stop(s stop) { t.stops[s.position.run] = append(t.stops[s.position.run], s) }

// trace takes the steps of a run and of all runs that begin in it, to the given depth. The first clustering of the run
// must be loaded.
func (t *tracing) trace(run int32, depth int) bool {
	stops, steps, done := t.stops[run], t.runs[run].steps, int32(0)
	slices.SortFunc(stops, func(a, b stop) int { return cmp.Compare(a.at, b.at) })
	for _, s := range stops {
		if !t.take(steps[done:s.at]...) || !t.holds(s) {
			return false
		}
		if done = s.at; s.run > 0 && (depth == 0 || !t.branch(s, depth-1)) {
			return false
		}
	}
	return t.take(steps[done:]...)
}

// branch takes the steps of the run that begins at a stop, and returns to the clustering before.
func (t *tracing) branch(s stop, depth int) bool {
	label, h, i := slices.Clone(t.Label), t.H, t.I
	if s.more != none && !t.take(s.more) {
		return false
	}
	t.Trim()
	if !t.trace(s.run, depth) {
		return false
	}
	t.back(label)
	t.H, t.I = h, i // exact sums, which do not depend on the path
	return true
}

// back returns to an earlier clustering by moving the rows that have changed their cluster. Clusters may get other
// numbers. O(n + cells of the moved rows).
func (t *tracing) back(label []int32) {
	for k := range t.number {
		t.number[k] = -1
	}
	for x, k := range label {
		if t.Label[x] == k {
			t.number[k] = k
		}
	}
	for x, k := range label {
		x, from := int32(x), t.Label[x]
		switch to := t.number[k]; {
		case from == k:
		case to >= 0:
			t.Move(x, to, cluster.Change{})
		default: // the first row of a cluster that no longer exists
			if t.Size[from] > 1 {
				t.Move(x, -1, cluster.Change{})
			}
			t.number[k] = t.Label[x]
		}
	}
	t.Trim()
}

// holds reports whether the clustering at a stop has the stored point and satisfies the limits.
func (t *tracing) holds(s stop) bool {
	h, i, violations := t.H, t.I, t.Violations()
	if s.more != none {
		by, after, ok := t.Effect(s.more)
		if !ok {
			return false
		}
		h, i, violations = h+by.H, i+by.I, after
	}
	return s.found == nil || h == s.found.h && i == s.found.i && violations == 0
}

// take takes steps, and reports whether all are possible.
func (t *tracing) take(steps ...cluster.Step) bool {
	for _, s := range steps {
		by, _, ok := t.Effect(s)
		// A sweep needs more room only for heavy rows that leave their clusters, and for the step before its first one.
		if !ok || t.Room < -2*int64(t.Heavy) {
			return false
		}
		t.Perform(s, by)
	}
	return true
}
