package sweeps

import (
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/sealed"
)

// ErrSnapshot is wrapped by the error of a search whose Options.Resume or Options.Part is not a state of it.
var ErrSnapshot = errors.New("it does not hold a state of this search")

// A snapshot is the plan, the runs after the first, the clusterings in the grid, the rest of the level, and the lists
// of all rows if parts are to begin with it; otherwise the lists are made again. Sequences begin with their length. Cells of the grid follow from h. Walkers have no
// state between two sweeps.
//
// The snapshot of a part has only its additions to the state with which the part began, and inPart is added to its
// phase.

const inPart = byte(rounds) + 1

// mostRuns is larger than the number of runs of any search, because most runs lead to clusterings in the grid.
const mostRuns = cells

// state is the content of a snapshot.
type state struct {
	plan
	evaluated int64
	runs      []run // including runs that are not in the snapshot: the first and, in a part, all earlier runs
	found     []found
	near      []int32 // lists of all rows, or nil
	listed    int64   // evaluations for these lists
	of        *partOf // nil for a search of the whole range
}

// partOf is the state that only the search of a part has.
type partOf struct {
	Span
	known  int             // number of earlier runs
	listed int64           // evaluations for the lists of all rows, if the part had to make them
	over   frontier.Status // why the search ended, or empty
}

// ends are the statuses of a part. The status of several parts is the last one that any of them has.
var ends = []frontier.Status{"", frontier.StatusConverged, frontier.StatusEffort, frontier.StatusMemory}

// snapshot returns the state between two batches. O(steps + cells of the grid).
func (e *engine) snapshot() []byte {
	s := state{plan: e.plan, evaluated: e.evaluated - e.before, runs: e.runs}
	if e.opts.Within != nil {
		s.of = &partOf{e.part, e.known, e.listed, e.over}
	}
	for _, f := range e.grid.cells {
		if f.i >= 0 && int(f.run) >= e.known {
			s.found = append(s.found, f)
		}
	}
	if e.opts.Begin {
		s.near, s.listed = e.near, e.listed
	}
	return s.encode()
}

// encode returns the snapshot.
func (s *state) encode() []byte {
	w := sealed.NewWriter("", 0)
	before := 1
	if s.of == nil {
		w.Count(int(s.phase))
	} else {
		before = s.of.known
		w.Count(int(inPart) + int(s.phase))
		w.Floats(s.of.From, s.of.To)
		w.Count(s.of.known)
		w.Steps(s.of.listed)
		w.Count(slices.Index(ends, s.of.over))
	}
	w.Steps(s.evaluated)
	w.Count(s.round)
	w.Count(s.level)
	w.Floats(s.area)
	w.Count(len(s.runs) - before)
	for _, r := range s.runs[before:] {
		writeRun(w, r)
	}
	w.Count(len(s.found))
	for _, f := range s.found {
		w.Floats(f.h, f.i)
		writePosition(w, f.position)
	}
	w.Count(len(s.tasks))
	for _, t := range s.tasks {
		writePosition(w, t.from)
		w.Count(t.number)
		w.Floats(t.slope)
		w.Flags(t.up)
	}
	if w.Flags(s.near != nil); s.near != nil {
		w.Steps(s.listed)
		for list := range slices.Chunk(s.near, cluster.ListLength) {
			writeList(w, list)
		}
	}
	return w.Bytes()
}

// writeList writes the rows of a list.
func writeList(w *sealed.Writer, list []int32) {
	if end := slices.Index(list, -1); end >= 0 {
		list = list[:end]
	}
	w.Count(len(list))
	for _, x := range list {
		w.Count(int(x))
	}
}

// writeRun writes a run. Sweeps go through the rows in their order, so that differences of rows are small.
func writeRun(w *sealed.Writer, r run) {
	writePosition(w, r.from)
	w.Count(len(r.steps))
	before := int32(0)
	for _, s := range r.steps {
		w.Signed(int64(s.Row - before))
		w.Signed(int64(s.To))
		before = s.Row
	}
}

func writePosition(w *sealed.Writer, at position) {
	w.Count(int(at.run))
	w.Count(int(at.at))
	if w.Flags(at.more != none); at.more != none {
		w.Signed(int64(at.more.Row))
		w.Signed(int64(at.more.To))
	}
}

// read reads a snapshot of a table with the given number of rows. runs are the runs that are not in the snapshot. The
// error is [ErrSnapshot].
func read(snapshot []byte, rows int, runs []run) (s state, err error) {
	r := &reader{sealed.NewReader(snapshot, "it"), rows}
	if s.phase = phase(r.Count(2*int(inPart) - 1)); byte(s.phase) >= inPart {
		s.phase, s.of = s.phase-phase(inPart), &partOf{
			Span{r.Float(), r.Float()}, r.Count(math.MaxInt32), r.evaluations(), ends[r.Count(len(ends)-1)],
		}
		r.require(s.phase >= finePhase && s.of.known == len(runs) && s.of.From <= s.of.To)
	} else {
		r.require(len(runs) == 1)
	}
	s.evaluated = r.evaluations()
	s.round, s.level, s.area = r.Count(mostRounds), r.Count(deepest), r.Float()
	r.require(s.phase == rounds && s.level >= widest-1 && s.area >= 0 || s.round == 0 && s.level == 0 && s.area == 0)
	s.runs = slices.Clone(runs)
	for range r.list() {
		s.runs = append(s.runs, r.run(s.runs))
		r.require(len(s.runs) <= mostRuns)
	}
	for range r.list() {
		f := found{r.Float(), r.Float(), r.position(s.runs)}
		r.require(f.i >= 0)
		s.found = append(s.found, f)
	}
	for range r.list() {
		w := window{from: r.position(s.runs), number: r.Count(1<<s.level - 1), slope: r.Float(), up: r.Flag()}
		r.require(s.phase == rounds && w.slope > flattest/2 && w.slope < 1/flattest)
		s.tasks = append(s.tasks, w)
	}
	if r.Flag() {
		s.listed = r.evaluations()
		s.near = r.lists()
		r.require(s.of == nil)
	}
	if r.Done() != nil {
		return state{}, ErrSnapshot
	}
	return s, nil
}

// reader reads a snapshot.
type reader struct {
	*sealed.Reader
	rows int
}

func (r *reader) require(sense bool) { r.Require(sense, "it makes no sense") }

// evaluations returns a number of evaluations. The sum of two is below 2^63.
func (r *reader) evaluations() int64 {
	v := r.Steps()
	r.require(v < 1<<62)
	return v
}

// list yields the indices of a sequence, whose members take at least a byte each, until an error.
func (r *reader) list() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n, all := 0, r.Count(min(r.Left(), math.MaxInt32)); n < all && r.Err == nil && yield(n); n++ {
		}
	}
}

// step returns a step. before is the row of the step before it.
func (r *reader) step(before int32) cluster.Step {
	row := int(before) + r.Signed(r.rows)
	r.require(row >= 0 && row < r.rows)
	return cluster.Step{Row: int32(row), To: int32(r.Signed(r.rows))}
}

// lists returns the lists of all rows.
func (r *reader) lists() []int32 {
	if r.require(r.Left() >= r.rows); r.Err != nil { // each has its length
		return nil
	}
	near := make([]int32, r.rows*cluster.ListLength)
	for own := range slices.Chunk(near, cluster.ListLength) {
		n := r.Count(cluster.ListLength)
		for k := range own[:n] {
			own[k] = int32(r.Count(r.rows - 1))
		}
		if n < cluster.ListLength {
			own[n] = -1
		}
	}
	return near
}

// position returns a position in one of the runs.
func (r *reader) position(runs []run) position {
	n := r.Count(len(runs) - 1)
	at := position{int32(n), int32(r.Count(len(runs[n].steps))), none}
	if r.Flag() {
		at.more = r.step(0)
	}
	return at
}

// run returns the run that follows the given ones.
func (r *reader) run(runs []run) run {
	next := run{from: r.position(runs)}
	before := int32(0)
	for range r.list() {
		s := r.step(before)
		next.steps, before = append(next.steps, s), s.Row
	}
	return next
}
