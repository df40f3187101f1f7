// Package sealed writes and reads states: checkpoints, and the results of parts of a computation. A state is a first
// line that names its kind, values, and a SHA-256 digest of it all. Numbers of fixed length are little-endian.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Digest returns the SHA-256 digest of bytes in hexadecimal digits.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

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

// Signed writes a number of any sign.
func (w *Writer) Signed(v int64) { w.b = binary.AppendVarint(w.b, v) }

// Word writes 8 bytes.
func (w *Writer) Word(v uint64) { w.b = binary.LittleEndian.AppendUint64(w.b, v) }

// Words writes 8 bytes for each number.
func (w *Writer) Words(values ...uint64) {
	for _, v := range values {
		w.Word(v)
	}
}

// JSON writes a value as JSON, after its length.
func (w *Writer) JSON(v any) {
	b := encoded(v)
	w.Count(len(b))
	w.Put(b)
}

// encoded returns a value as JSON.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: all numbers in states are finite
	}
	return b
}

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
func (w *Writer) Floats(values ...float64) {
	for _, v := range values {
		w.Word(math.Float64bits(v))
	}
}

// Points writes points, after their count.
func (w *Writer) Points(points []problem.Point) {
	w.Count(len(points))
	for _, p := range points {
		w.Floats(p.H, p.I)
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

// NewReader returns a reader of bytes without a digest. Errors begin with what the bytes are, such as "the proof" or "it".
func NewReader(b []byte, what string) *Reader { return &Reader{b: b, what: what} }

// Rest returns the bytes that are left.
func (r *Reader) Rest() []byte { return r.b }

// Open returns a reader of the bytes after the first line, magic. The error wraps [ErrDamaged].
func Open(data []byte, magic, what string) (*Reader, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, marked.Errorf(ErrDamaged, "%s is not from this version of dibmap", what)
	}
	body := len(data) - sha256.Size
	if body < len(magic) || sha256.Sum256(data[:body]) != [sha256.Size]byte(data[body:]) {
		return nil, marked.Errorf(ErrDamaged, "%s is damaged or cut short: its checksum is wrong", what)
	}
	return &Reader{b: rest[:len(rest)-sha256.Size], what: what}, nil
}

// Require records an error unless a condition holds.
func (r *Reader) Require(holds bool, otherwise string) {
	if !holds && r.Err == nil {
		r.fail("does not fit: " + otherwise)
	}
}

func (r *Reader) fail(how string) {
	r.Err = marked.Errorf(ErrDamaged, "%s %s", r.what, how)
	r.b = nil
}

// JSON reads a value that JSON wrote.
func (r *Reader) JSON(v any) {
	b := r.Take(r.Count(len(r.b)))
	if r.Err == nil {
		err := json.Unmarshal(b, v)
		r.Require(err == nil, fmt.Sprintf("a value cannot be read: %v", err))
	}
}

// Identical records an error unless two structs of a type, which say what a state is of, have the same fields. The error
// names what the tag "of" of the first field says that differs, which may have verbs for both values. Fields without the
// tag do not count.
func (r *Reader) Identical(own, want any) {
	a, b := reflect.ValueOf(own), reflect.ValueOf(want)
	for k := 0; k < a.NumField() && r.Err == nil; k++ {
		of := a.Type().Field(k).Tag.Get("of")
		x, y := a.Field(k).Interface(), b.Field(k).Interface()
		if of == "" || reflect.DeepEqual(x, y) {
			continue
		}
		if strings.Contains(of, "%") {
			of = fmt.Sprintf(of, x, y)
		}
		r.fail("is of " + of)
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

// Signed reads a number from -limit to limit-1.
func (r *Reader) Signed(limit int) int {
	v, n := binary.Varint(r.b)
	r.Require(n > 0 && -int64(limit) <= v && v < int64(limit), "a number is too large")
	if r.Err != nil {
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

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

// Float reads a finite number.
func (r *Reader) Float() float64 {
	v := math.Float64frombits(r.Word())
	r.Require(!math.IsNaN(v) && !math.IsInf(v, 0), "a number is not finite")
	return v
}

// Floats reads finite numbers.
func (r *Reader) Floats(n int) []float64 {
	return lists.Make(n, func(int) float64 { return r.Float() })
}

// Points reads points.
func (r *Reader) Points() []problem.Point {
	points := make([]problem.Point, r.Count(len(r.b)/16))
	for k := range points {
		points[k] = problem.Point{H: r.Float(), I: r.Float()}
	}
	return points
}

// Clustering reads a packed clustering, and unpacks it to labels.
func (r *Reader) Clustering(labels partition.Partition) partition.Packed {
	packed := partition.Packed(r.Take(partition.PackedLen(len(labels))))
	if r.Err == nil {
		packed.Unpack(labels)
		r.Require(labels.Check() == nil, "a clustering is none")
	}
	return packed
}

// Done returns the error; bytes that are left are an error, too.
func (r *Reader) Done() error {
	r.Require(len(r.b) == 0, "it has more than it says")
	return r.Err
}

// ErrDamaged is wrapped by the errors of a Reader. Their text does not contain its text.
var ErrDamaged = errors.New("not a state of this computation")
