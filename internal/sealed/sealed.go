// Package sealed writes and reads the bytes of proofs: a line that names their kind, the values, and a digest of it all.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/problem"
)

// Writer collects the bytes.
type Writer struct{ b []byte }

// NewWriter returns a writer with room for a number of bytes.
func NewWriter(magic string, room int) *Writer {
	return &Writer{append(make([]byte, 0, room), magic...)}
}

// Bytes returns what was written, without a digest.
func (w *Writer) Bytes() []byte { return w.b }

// Put writes bytes.
func (w *Writer) Put(b []byte) { w.b = append(w.b, b...) }

// Count writes a number.
func (w *Writer) Count(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

// Steps writes a number of 64 bits.
func (w *Writer) Steps(n int64) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

// Word writes 8 bytes.
func (w *Writer) Word(v uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

// Flags writes flags.
func (w *Writer) Flags(flags ...bool) {
	for _, f := range flags {
		var b byte
		if f {
			b = 1
		}
		w.b = append(w.b, b)
	}
}

// Sets writes ascending sets, by their differences.
func (w *Writer) Sets(sets []uint64) {
	w.Count(len(sets))
	var last uint64
	for _, s := range sets {
		w.b = binary.AppendUvarint(w.b, s-last)
		last = s
	}
}

// Floats writes numbers, without their count.
func (w *Writer) Floats(values []float64) {
	for _, v := range values {
		w.b = binary.LittleEndian.AppendUint64(w.b, math.Float64bits(v))
	}
}

// Points writes points, after their count.
func (w *Writer) Points(points []problem.Point) {
	w.Count(len(points))
	for _, p := range points {
		w.Floats([]float64{p.H, p.I})
	}
}

// Seal returns everything with its digest.
func (w *Writer) Seal() []byte {
	sum := sha256.Sum256(w.b)
	return append(w.b, sum[:]...)
}

// Reader reads what a writer wrote. After the first error it returns zeros.
type Reader struct {
	b    []byte
	what string
	Err  error
}

// NewReader returns a reader of bytes without a digest.
func NewReader(b []byte, what string) *Reader { return &Reader{b: b, what: what} }

// Rest returns the bytes that are left.
func (r *Reader) Rest() []byte { return r.b }

// Open returns a reader of the bytes after the first line, magic. The error wraps [ErrDamaged].
func Open(data []byte, magic, what string) (*Reader, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, marked.Errorf(ErrDamaged, "these bytes are no %s of this version of dibmap", what)
	}
	body := len(data) - sha256.Size
	if body < len(magic) {
		return nil, marked.Errorf(ErrDamaged, "the %s is incomplete", what)
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return nil, marked.Errorf(ErrDamaged, "the %s is damaged", what)
	}
	return &Reader{b: rest[:len(rest)-sha256.Size], what: what}, nil
}

// Require records an error unless a condition holds.
func (r *Reader) Require(holds bool, otherwise string) {
	if !holds && r.Err == nil {
		r.Err = marked.Errorf(ErrDamaged, "the %s does not fit: %s", r.what, otherwise)
		r.b = nil
	}
}

// Left returns the number of bytes that are left.
func (r *Reader) Left() int { return len(r.b) }

// Take reads n bytes.
func (r *Reader) Take(n int) []byte {
	r.Require(n <= len(r.b), "it ends early")
	if r.Err != nil {
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// Same reads bytes that must equal the given ones.
func (r *Reader) Same(want []byte, otherwise string) {
	got := r.Take(len(want))
	r.Require(bytes.Equal(got, want), otherwise)
}

// Number reads any number that Count or Steps wrote.
func (r *Reader) Number() uint64 {
	v, n := binary.Uvarint(r.b)
	r.Require(n > 0, "a number is cut off")
	if r.Err != nil {
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Word reads 8 bytes.
func (r *Reader) Word() uint64 {
	b := r.Take(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

// Flag reads a flag.
func (r *Reader) Flag() bool { return r.Count(1) == 1 }

// Steps reads a number below 2^63.
func (r *Reader) Steps() int64 {
	v := r.Number()
	r.Require(v <= math.MaxInt64, "a number is too large")
	return int64(v)
}

// Set reads a set of n rows that is not empty.
func (r *Reader) Set(n int) uint64 {
	v := r.Word()
	r.Require(v != 0 && v>>(n-1)>>1 == 0, "a set has other rows")
	return v
}

// Count reads a number up to a limit.
func (r *Reader) Count(most int) int {
	v := r.Number()
	r.Require(v <= uint64(most), "a number is too large")
	if r.Err != nil {
		return 0
	}
	return int(v)
}

// Sets reads ascending sets of n rows.
func (r *Reader) Sets(n int) []uint64 {
	sets := make([]uint64, r.Count(len(r.b)))
	var last uint64
	for k := range sets {
		step := r.Number()
		next := last + step
		r.Require(step > 0 && next > last && next>>(n-1)>>1 == 0, "sets of rows are not in order")
		sets[k], last = next, next
	}
	if r.Err != nil {
		return nil
	}
	return sets
}

// Floats reads finite numbers.
func (r *Reader) Floats(n int) []float64 {
	values := make([]float64, n)
	for k := range values {
		if b := r.Take(8); b != nil {
			values[k] = math.Float64frombits(binary.LittleEndian.Uint64(b))
		}
		r.Require(!math.IsNaN(values[k]) && !math.IsInf(values[k], 0), "a number is not finite")
	}
	return values
}

// Points reads points.
func (r *Reader) Points() []problem.Point {
	points := make([]problem.Point, r.Count(len(r.b)/16))
	for k := range points {
		v := r.Floats(2)
		points[k] = problem.Point{H: v[0], I: v[1]}
	}
	return points
}

// Done returns the error; bytes that are left are an error, too.
func (r *Reader) Done() error {
	r.Require(len(r.b) == 0, "it has more than it says")
	return r.Err
}

// ErrDamaged is wrapped by the errors of a Reader. Their text does not contain its text.
var ErrDamaged = errors.New("not of this division of a proof")
