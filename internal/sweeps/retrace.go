package sweeps

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
)

// retrace takes all steps of the runs, and tells whether each of them changes the clustering and is allowed,
// and whether the clusterings in the grid have their points and keep the limits. O(rows of the table) for each
// run and, for each step and cell of the grid, what it takes in a sweep.
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
	// Runs of a level begin in those of levels before, and these, in the end, in one of the fine phase.
	t.Load(e.identity)
	return t.trace(0, 2+levels*e.plan.round+e.plan.level)
}

// tracing takes the steps of runs.
type tracing struct {
	*cluster.Clustering
	runs   []run
	stops  [][]stop // of every run
	number []int32  // of a cluster of another clustering, its number now, or -1
}

// stop is a position: of a run that begins there, or 0, or of a clustering that was found, or nil.
type stop struct {
	position
	run   int32
	found *found
}

func (t *tracing) stop(s stop) { t.stops[s.position.run] = append(t.stops[s.position.run], s) }

// trace takes the steps of a run, and those of all runs that begin in it, of which so many may follow one
// another. The clustering must be that of the beginning.
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

// branch takes the steps of the run that begins at a stop, and goes back.
func (t *tracing) branch(s stop, depth int) bool {
	label, h, i := slices.Clone(t.Label), t.H, t.I
	if s.more != none && !t.take(s.more) {
		return false
	}
	t.slim()
	if !t.trace(s.run, depth) {
		return false
	}
	t.back(label)
	t.H, t.I = h, i // which are exact, whatever the way
	return true
}

// back moves the rows whose cluster is another one than in an earlier clustering. The clusters may get other
// numbers. O(n), and the cells of the rows that are moved.
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
		default: // the first row of a cluster that is there no more
			if t.Size[from] > 1 {
				t.Move(x, -1, cluster.Change{})
			}
			t.number[k] = t.Label[x]
		}
	}
	t.slim()
}

// slim gives back the sums of clusters that need none, so that as many have sums as when a sweep begins.
func (t *tracing) slim() {
	for _, k := range t.Active {
		if x := t.Head[k]; t.Size[k] == 1 && x >= t.Heavy {
			t.Release(k)
			t.Add(x, k)
		}
	}
}

// holds tells whether a stop is what it is said to be.
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

// take takes steps, and tells whether each is possible.
func (t *tracing) take(steps ...cluster.Step) bool {
	for _, s := range steps {
		by, _, ok := t.Effect(s)
		// Sweeps need no more room, but for heavy rows that leave their clusters and for the step with
		// which a sweep begins.
		if !ok || t.Room < -2*int64(t.Heavy) {
			return false
		}
		t.Perform(s, by)
	}
	return true
}
