package exact

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/problem"
)

// writer writes the bytes of a division and of its results: a line that names what they are, the
// values, and a digest of all that.
type writer struct{ b []byte }

// newWriter returns a writer with room for a number of bytes.
func newWriter(magic string, room int) *writer {
	return &writer{append(make([]byte, 0, room), magic...)}
}

// all returns what was written, without a digest.
func (w *writer) all() []byte { return w.b }

func (w *writer) bytes(b []byte) { w.b = append(w.b, b...) }
func (w *writer) count(n int)    { w.b = binary.AppendUvarint(w.b, uint64(n)) }
func (w *writer) steps(n int64)  { w.b = binary.AppendUvarint(w.b, uint64(n)) }
func (w *writer) word(v uint64)  { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

func (w *writer) flags(flags ...bool) {
	for _, f := range flags {
		var b byte
		if f {
			b = 1
		}
		w.b = append(w.b, b)
	}
}

// sets writes ascending sets, by their differences.
func (w *writer) sets(sets []uint64) {
	w.count(len(sets))
	var last uint64
	for _, s := range sets {
		w.b = binary.AppendUvarint(w.b, s-last)
		last = s
	}
}

func (w *writer) floats(values []float64) {
	for _, v := range values {
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v))
	}
}

func (w *writer) points(points []problem.Point) {
	w.count(len(points))
	for _, p := range points {
		w.floats([]float64{p.H, p.I})
	}
}

// sealed returns everything with its digest.
func (w *writer) sealed() []byte {
	sum := sha256.Sum256(w.b)
	return append(w.b, sum[:]...)
}

// reader reads what a writer wrote. After the first error it returns zeros.
type reader struct {
	b    []byte
	what string
	err  error
}

// newReader returns a reader of bytes without a digest.
func newReader(b []byte, what string) *reader { return &reader{b: b, what: what} }

// rest returns the bytes that are left.
func (r *reader) rest() []byte { return r.b }

// unseal returns a reader of what comes after the first line. The error wraps [ErrDivision].
func unseal(data []byte, magic, what string) (*reader, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, marked.Errorf(ErrDivision, "these bytes are no %s of this version of dibmap", what)
	}
	body := len(data) - sha256.Size
	if body < len(magic) {
		return nil, marked.Errorf(ErrDivision, "the %s is incomplete", what)
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return nil, marked.Errorf(ErrDivision, "the %s is damaged", what)
	}
	return &reader{b: rest[:len(rest)-sha256.Size], what: what}, nil
}

// require notes an error unless something holds.
func (r *reader) require(holds bool, otherwise string) {
	if !holds && r.err == nil {
		r.err = marked.Errorf(ErrDivision, "the %s does not fit: %s", r.what, otherwise)
		r.b = nil
	}
}

func (r *reader) left() int { return len(r.b) }

func (r *reader) bytes(n int) []byte {
	r.require(n <= len(r.b), "it ends early")
	if r.err != nil {
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// same reads bytes that must be given ones.
func (r *reader) same(want []byte, otherwise string) {
	got := r.bytes(len(want))
	r.require(bytes.Equal(got, want), otherwise)
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.b)
	r.require(n > 0, "a number is cut off")
	if r.err != nil {
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) word() uint64 {
	b := r.bytes(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

func (r *reader) flag() bool { return r.count(1) == 1 }

// steps reads a number of steps, or another one that may be as large.
func (r *reader) steps() int64 {
	v := r.number()
	r.require(v <= math.MaxInt64, "a number is too large")
	return int64(v)
}

// set reads a set of n rows that is not empty.
func (r *reader) set(n int) uint64 {
	v := r.word()
	r.require(v != 0 && v>>(n-1)>>1 == 0, "a set has other rows")
	return v
}

// count reads a number of things, of which there are at most some.
func (r *reader) count(most int) int {
	v := r.number()
	r.require(v <= uint64(most), "a number is too large")
	if r.err != nil {
		return 0
	}
	return int(v)
}

// sets reads ascending sets of n rows.
func (r *reader) sets(n int) []uint64 {
	sets := make([]uint64, r.count(len(r.b)))
	var last uint64
	for k := range sets {
		step := r.number()
		next := last + step
		r.require(step > 0 && next > last && next>>(n-1)>>1 == 0, "sets of rows are not in order")
		sets[k], last = next, next
	}
	if r.err != nil {
		return nil
	}
	return sets
}

// floats reads finite numbers.
func (r *reader) floats(n int) []float64 {
	values := make([]float64, n)
	for k := range values {
		if b := r.bytes(8); b != nil {
			values[k] = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		r.require(!math.IsNaN(values[k]) && !math.IsInf(values[k], 0), "a number is not finite")
	}
	return values
}

func (r *reader) points() []problem.Point {
	points := make([]problem.Point, r.count(len(r.b)/16))
	for k := range points {
		v := r.floats(2)
		points[k] = problem.Point{H: v[0], I: v[1]}
	}
	return points
}

// done returns the error, one of bytes that are left included.
func (r *reader) done() error {
	r.require(len(r.b) == 0, "it has more than it says")
	return r.err
}
