package sweeps

import "slices"

// restore takes over the state of Options.Resume and, in a part, the state of Options.Part. It computes all points
// again, so that the clusterings of a search that continues from them are sound. The error is [ErrSnapshot].
func (e *engine) restore() error {
	s, err := read(e.opts.Resume, e.table.N, e.runs)
	if err != nil || s.of != nil {
		return ErrSnapshot
	}
	e.runs, e.evaluated, e.plan, e.near, e.listed = s.runs, s.evaluated, s.plan, s.near, s.listed
	if !e.put(s.found) {
		return ErrSnapshot
	}
	if e.opts.Within != nil {
		e.enter()
	}
	if e.opts.Part != nil {
		if s, err = read(e.opts.Part, e.table.N, e.runs); err != nil || s.of == nil || s.of.Span != e.part || !e.put(s.found) {
			return ErrSnapshot
		}
		e.runs, e.evaluated, e.plan = s.runs, e.before+s.evaluated, s.plan
	}
	if !e.retrace() {
		return ErrSnapshot
	}
	return nil
}

// put puts the clusterings of a snapshot into the grid, and reports whether all are in its range.
func (e *engine) put(all []found) bool {
	for _, f := range all {
		if e.grid.cell(f.h) < 0 {
			return false
		}
		e.grid.put([]found{f})
	}
	return true
}

// leastLeft is the least share of the effort for parts, even if the search took nearly all of it to begin.
const leastLeft = 0.1

// away is the run of clusterings of which the search of a part knows only the points.
const away = -2

// enter begins the search of a part with the state of a search of the whole range. It keeps the steps that lead to
// clusterings in the part, and to clusterings with which sweeps in wider windows may begin. Of all others it keeps the
// points, because only better clusterings are worth finding.
func (e *engine) enter() {
	e.known, e.before = len(e.runs), e.evaluated
	// A sweep begins with the best clustering in the cells that overlap its window.
	kept := slices.Clone(e.grid.between(e.part.From, e.part.To))
	for level := widest; level <= deepest && e.part.narrow(level, e.grid); level++ {
		lo, hi, _ := e.part.window(level, e.part.within(level, e.grid), e.grid)
		kept = append(kept, hullOf(e.grid.between(lo, hi))...)
	}
	for k := range e.grid.cells {
		e.grid.cells[k].position = position{run: away, more: none}
	}
	var near []position
	for _, f := range kept {
		if f.i >= 0 {
			e.grid.cells[e.grid.cell(f.h)] = f
			near = append(near, f.position)
		}
	}
	e.runs = slimmed(e.runs, near)
	e.budget = int64(float64(left(e.budget, e.listed+e.before)) * e.opts.Share)
	e.listed = 0                        // the known lists were made by that search
	if p := &e.plan; len(p.tasks) > 0 { // sweeps of the whole range, which the part leaves out
		p.tasks, p.level = nil, widest-1
		p.round = min(p.round+1, mostRounds)
	}
}

// slimmed returns the same runs without the steps that lead to no given position.
func slimmed(runs []run, wanted []position) []run {
	slim := make([]run, len(runs))
	for n, at := range reached(runs, wanted) {
		slim[n].from = position{more: none}
		if at >= 0 {
			slim[n] = run{runs[n].from, runs[n].steps[:at]}
		}
	}
	slim[0] = runs[0]
	return slim
}

// reached returns for each run the number of its steps that lead to the given positions, or -1 if even its beginning
// leads to none.
func reached(runs []run, wanted []position) []int32 {
	steps := make([]int32, len(runs))
	for n := range steps {
		steps[n] = -1
	}
	for _, p := range wanted {
		steps[p.run] = max(steps[p.run], p.at)
	}
	for n := len(runs) - 1; n > 0; n-- { // a run begins in one before it
		if from := runs[n].from; steps[n] >= 0 {
			steps[from.run] = max(steps[from.run], from.at)
		}
	}
	return steps
}
