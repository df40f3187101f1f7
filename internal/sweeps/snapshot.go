package sweeps

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
)

// ErrSnapshot is wrapped by the error of a search whose Options.Resume or Options.Part is not a state of it.
var ErrSnapshot = errors.New("it does not hold a state of this search")

// A snapshot is the plan, the runs after the first, the clusterings in the grid, the rest of the level, and the lists
// of all rows if parts are to begin with it; otherwise the lists are made again. Whole numbers are varints, other
// numbers have eight bytes, and sequences begin with their length. Cells of the grid follow from h. Walkers have no
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
	return s.append(nil)
}

// append appends the snapshot.
func (s *state) append(b []byte) []byte {
	before := 1
	if b = append(b, byte(s.phase)); s.of != nil {
		b[len(b)-1], before = inPart+byte(s.phase), s.of.known
		b = binary.AppendUvarint(appendFloat(appendFloat(b, s.of.From), s.of.To), uint64(s.of.known))
		b = append(binary.AppendUvarint(b, uint64(s.of.listed)), byte(slices.Index(ends, s.of.over)))
	}
	for _, v := range []int64{s.evaluated, int64(s.round), int64(s.level)} {
		b = binary.AppendUvarint(b, uint64(v))
	}
	b = appendFloat(b, s.area)
	b = binary.AppendUvarint(b, uint64(len(s.runs)-before))
	for _, r := range s.runs[before:] {
		b = appendRun(b, r)
	}
	b = binary.AppendUvarint(b, uint64(len(s.found)))
	for _, f := range s.found {
		b = appendPosition(appendFloat(appendFloat(b, f.h), f.i), f.position)
	}
	b = binary.AppendUvarint(b, uint64(len(s.tasks)))
	for _, w := range s.tasks {
		b = binary.AppendUvarint(appendPosition(b, w.from), uint64(w.number))
		b = append(appendFloat(b, w.slope), flag(w.up))
	}
	if s.near == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(append(b, 1), uint64(s.listed))
	for list := range slices.Chunk(s.near, cluster.ListLength) {
		b = appendList(b, list)
	}
	return b
}

// appendList appends the rows of a list.
func appendList(b []byte, list []int32) []byte {
	if end := slices.Index(list, -1); end >= 0 {
		list = list[:end]
	}
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, x := range list {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

func appendFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}

// appendRun appends a run. Sweeps go through the rows in their order, so that differences of rows are small.
func appendRun(b []byte, r run) []byte {
	b = binary.AppendUvarint(appendPosition(b, r.from), uint64(len(r.steps)))
	before := int32(0)
	for _, s := range r.steps {
		b = binary.AppendVarint(b, int64(s.Row-before))
		b = binary.AppendVarint(b, int64(s.To))
		before = s.Row
	}
	return b
}

func appendPosition(b []byte, at position) []byte {
	b = binary.AppendUvarint(b, uint64(at.run))
	b = append(binary.AppendUvarint(b, uint64(at.at)), flag(at.more != none))
	if at.more != none {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(at.more.Row)), int64(at.more.To))
	}
	return b
}

// read reads a snapshot of a table with the given number of rows. runs are the runs that are not in the snapshot. The
// error is [ErrSnapshot].
func read(snapshot []byte, rows int, runs []run) (s state, err error) {
	r := &reader{left: snapshot, rows: rows}
	if s.phase = phase(r.below(2 * uint64(inPart))); byte(s.phase) >= inPart {
		s.phase, s.of = s.phase-phase(inPart), &partOf{
			Span{r.float(), r.float()}, int(r.below(math.MaxInt32)), int64(r.below(1 << 62)), ends[r.below(uint64(len(ends)))],
		}
		r.require(s.phase >= finePhase && s.of.known == len(runs) && s.of.From <= s.of.To)
	} else {
		r.require(len(runs) == 1)
	}
	s.evaluated = int64(r.below(1 << 62))
	s.round, s.level, s.area = int(r.below(mostRounds+1)), int(r.below(deepest+1)), r.float()
	r.require(s.phase == rounds && s.level >= widest-1 && s.area >= 0 || s.round == 0 && s.level == 0 && s.area == 0)
	s.runs = slices.Clone(runs)
	for range r.list() {
		s.runs = append(s.runs, r.run(s.runs))
		r.require(len(s.runs) <= mostRuns)
	}
	for range r.list() {
		f := found{r.float(), r.float(), r.position(s.runs)}
		r.require(f.i >= 0)
		s.found = append(s.found, f)
	}
	for range r.list() {
		w := window{from: r.position(s.runs), number: int(r.below(1 << s.level)), slope: r.float(), up: r.below(2) == 1}
		r.require(s.phase == rounds && w.slope > flattest/2 && w.slope < 1/flattest)
		s.tasks = append(s.tasks, w)
	}
	if r.below(2) == 1 {
		s.listed = int64(r.below(1 << 62))
		s.near = r.lists()
		r.require(s.of == nil)
	}
	if r.require(len(r.left) == 0); r.bad {
		return state{}, ErrSnapshot
	}
	return s, nil
}

// reader reads a snapshot. After the first missing or invalid value, it is bad and returns zeros.
type reader struct {
	left []byte
	rows int
	bad  bool
}

func (r *reader) require(sense bool) {
	if r.bad = r.bad || !sense; r.bad {
		r.left = nil
	}
}

// below returns a whole number below a limit.
func (r *reader) below(limit uint64) uint64 {
	v, n := binary.Uvarint(r.left)
	if r.require(n > 0 && v < limit); r.bad {
		return 0
	}
	r.left = r.left[n:]
	return v
}

// count returns the length of a sequence, whose members take at least a byte each.
func (r *reader) count() int { return int(r.below(uint64(min(len(r.left), math.MaxInt32)))) }

// list yields the indices of a sequence, until the reader is bad.
func (r *reader) list() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n, all := 0, r.count(); n < all && !r.bad && yield(n); n++ {
		}
	}
}

// number returns a whole number from -limit to limit-1.
func (r *reader) number(limit int) int {
	v, n := binary.Varint(r.left)
	if r.require(n > 0 && -int64(limit) <= v && v < int64(limit)); r.bad {
		return 0
	}
	r.left = r.left[n:]
	return int(v)
}

func (r *reader) float() float64 {
	if r.require(len(r.left) >= 8); r.bad {
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.left))
	r.left = r.left[8:]
	r.require(!math.IsNaN(v) && !math.IsInf(v, 0))
	return v
}

// step returns a step. before is the row of the step before it.
func (r *reader) step(before int32) cluster.Step {
	row := int(before) + r.number(r.rows)
	r.require(row >= 0 && row < r.rows)
	return cluster.Step{Row: int32(row), To: int32(r.number(r.rows))}
}

// lists returns the lists of all rows.
func (r *reader) lists() []int32 {
	r.require(len(r.left) >= r.rows) // each has its length
	if r.bad {
		return nil
	}
	near := make([]int32, r.rows*cluster.ListLength)
	for own := range slices.Chunk(near, cluster.ListLength) {
		n := int(r.below(cluster.ListLength + 1))
		for k := range own[:n] {
			own[k] = int32(r.below(uint64(r.rows)))
		}
		if n < cluster.ListLength {
			own[n] = -1
		}
	}
	return near
}

// position returns a position in one of the runs.
func (r *reader) position(runs []run) position {
	n := r.below(uint64(len(runs)))
	at := position{int32(n), int32(r.below(uint64(len(runs[n].steps)) + 1)), none}
	if r.below(2) == 1 {
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
