package sweeps

import (
	"encoding/binary"
	"errors"
	"iter"
	"math"
)

// ErrSnapshot is wrapped by the error of a search whose Options.Resume is no state of it.
var ErrSnapshot = errors.New("what it holds is no state of this search")

// A snapshot is the plan, the runs after the first, the clusterings in the grid and what is left of the level.
// Whole numbers are varints, others have eight bytes, and lists begin with their length. Cells of the grid
// follow from h. Walkers carry nothing from one sweep to the next, and the lists of rows are made again. What only
// the search of a part has follows the phase, which is inPart then.

const inPart = byte(rounds) + 1

// More runs than these are in no search: before the rounds, and of a round. Each of its windows has four.
const (
	firstRuns = 32
	roundRuns = 4 << (deepest + 1)
)

// snapshot returns the state between two batches. O(steps + cells of the grid).
func (e *engine) snapshot() []byte {
	p := &e.plan
	b := append([]byte(nil), byte(p.phase))
	if e.opts.Within != nil {
		b[0] = inPart
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e.known)), uint64(e.before))
		b = appendFloat(appendFloat(b, e.part.From), e.part.To)
	}
	for _, v := range []int64{e.evaluated, int64(p.round), int64(p.level)} {
		b = binary.AppendUvarint(b, uint64(v))
	}
	b = appendFloat(b, p.area)
	b = binary.AppendUvarint(b, uint64(len(e.runs)-1))
	for _, r := range e.runs[1:] {
		b = appendRun(b, r)
	}
	b = binary.AppendUvarint(b, uint64(e.grid.count()))
	for _, f := range e.grid.cells {
		if f.i >= 0 {
			b = appendPosition(appendFloat(appendFloat(b, f.h), f.i), f.position)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(p.tasks)))
	for _, w := range p.tasks {
		b = binary.AppendUvarint(appendPosition(b, w.from), uint64(w.number))
		b = append(appendFloat(b, w.slope), flag(w.up))
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
		b = binary.AppendVarint(b, int64(s.row-before))
		b = binary.AppendVarint(b, int64(s.to))
		before = s.row
	}
	return b
}

func appendPosition(b []byte, at position) []byte {
	b = binary.AppendUvarint(b, uint64(at.run))
	b = append(binary.AppendUvarint(b, uint64(at.at)), flag(at.more != none))
	if at.more != none {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(at.more.row)), int64(at.more.to))
	}
	return b
}

// restore takes over the state of a snapshot, if it makes sense: a search that goes on from it comes to an end,
// and what it finds is sound, as all points are computed again. The error is [ErrSnapshot].
func (e *engine) restore(snapshot []byte) error {
	r := &reader{left: snapshot, rows: e.table.n}
	p := plan{phase: phase(r.below(uint64(inPart) + 1))}
	own := byte(p.phase) == inPart
	if own {
		p.phase, e.known, e.before = rounds, int(r.below(math.MaxInt32)), int64(r.below(1<<62))
		part := Span{r.float(), r.float()}
		r.require(e.opts.Within != nil && part == e.part)
	}
	e.evaluated = int64(r.below(1 << 62))
	p.round, p.level, p.area = int(r.below(mostRounds+1)), int(r.below(deepest+1)), r.float()
	r.require(p.phase == rounds && p.level >= widest-1 && p.area >= 0 || p.round == 0 && p.level == 0 && p.area == 0)
	for range r.list() {
		e.runs = append(e.runs, r.run(e.runs))
		r.require(len(e.runs) <= firstRuns+roundRuns*(p.round+1))
	}
	for range r.list() {
		f := found{r.float(), r.float(), r.position(e.runs)}
		if r.require(f.i >= 0 && e.grid.cell(f.h) >= 0); !r.bad {
			e.grid.put([]found{f})
		}
	}
	for range r.list() {
		w := window{from: r.position(e.runs), number: int(r.below(1 << p.level)), slope: r.float(), up: r.below(2) == 1}
		r.require(p.phase == rounds && w.slope > flattest/2 && w.slope < 1/flattest)
		p.tasks = append(p.tasks, w)
	}
	e.plan = p
	if r.require(e.known <= len(e.runs) && e.before <= e.evaluated); !own && e.opts.Within != nil {
		e.enter()
	}
	if r.require(len(r.left) == 0); r.bad || !e.retrace() {
		return ErrSnapshot
	}
	return nil
}

// reader reads a snapshot. After the first value that is missing or makes no sense it is bad and returns zeros.
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

// count returns the length of a list, whose members take at least a byte each.
func (r *reader) count() int { return int(r.below(uint64(min(len(r.left), math.MaxInt32)))) }

// list goes through the members of a list, as long as they make sense.
func (r *reader) list() iter.Seq[int] {
	return func(yield func(int) bool) {
		for n, all := 0, r.count(); n < all && !r.bad && yield(n); n++ {
		}
	}
}

// number returns a whole number from -limit up to below the limit.
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

// step returns a step after one that moved a row.
func (r *reader) step(before int32) step {
	row := int(before) + r.number(r.rows)
	r.require(row >= 0 && row < r.rows)
	return step{int32(row), int32(r.number(r.rows))}
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
		next.steps, before = append(next.steps, s), s.row
	}
	return next
}
