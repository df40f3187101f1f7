package npy

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Array is an array of any number of dimensions; of none if it is one number.
type Array struct {
	Shape []int
	Data  []float64 // the cells in C order: the last index changes fastest
}

// Read reads one array of at most maxCells cells. It does not read beyond the array,
// apart from buffering by the caller. It takes memory in proportion to the cells in the
// file, and twice as much for Fortran order. O(cells x dimensions).
func Read(r io.Reader, maxCells int64) (*Array, error) {
	rd, err := NewReader(r, maxCells)
	if err != nil {
		return nil, err
	}
	data := make([]float64, 0, min(rd.left, chunkCells))
	var chunk [chunkCells]float64
	for rd.left > 0 {
		part := chunk[:min(rd.left, chunkCells)]
		if err := rd.Next(part); err != nil {
			return nil, err
		}
		data = append(data, part...)
	}
	if rd.Fortran {
		data = transposed(data, rd.Shape)
	}
	return &Array{rd.Shape, data}, nil
}

// maxText is the longest text that [ReadText] reads, in bytes.
const maxText = 64

// ReadText reads an array of no dimensions that holds a short ASCII text, as bytes or as Unicode.
func ReadText(r io.Reader) (string, error) {
	h, err := readHeader(r)
	if err != nil {
		return "", err
	}
	kind := strings.TrimLeft(h.dtype, "<>=|")
	length, err := strconv.Atoi(strings.TrimLeft(kind, "SU"))
	if kind == "" || kind[0] != 'S' && kind[0] != 'U' || err != nil || len(h.shape) > 0 || length < 0 || length > maxText/4 {
		return "", fmt.Errorf("holds no short text, but dtype %q", h.dtype)
	}
	if kind[0] == 'U' {
		length *= 4
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", eof(err, errors.New("ends within its text"))
	}
	return strings.ReplaceAll(string(text), "\x00", ""), nil // which fill up a text, and a character
}

// chunkCells is the number of cells read at once.
const chunkCells = 4096

// Reader reads the cells of one array in stored order.
type Reader struct {
	Shape []int
	// Fortran is true if the first index changes fastest.
	Fortran bool
	// Whole is true if the numbers are of a type of whole numbers.
	Whole bool

	r       io.Reader
	decoder decoder
	cells   int64
	left    int64
	buffer  []byte
}

// NewReader reads the header of an array of at most maxCells cells. No
// dimension is above maxCells, even if another one is zero.
func NewReader(r io.Reader, maxCells int64) (*Reader, error) {
	h, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	d, err := decoderOf(h.dtype)
	if err != nil {
		return nil, err
	}
	cells, err := countCells(h.shape, maxCells)
	if err != nil {
		return nil, err
	}
	whole := strings.ContainsAny(h.dtype, "iu")
	return &Reader{Shape: h.shape, Fortran: h.fortran, Whole: whole, r: r, decoder: d, cells: cells, left: cells}, nil
}

// countCells returns the product of the dimensions. Without those that are zero it must not exceed the
// limit, so that (0, 10^18) is refused.
func countCells(shape []int, limit int64) (int64, error) {
	product, empty := uint64(1), false
	for _, n := range shape {
		if n == 0 {
			empty = true
			continue
		}
		hi, lo := bits.Mul64(product, uint64(n))
		if hi != 0 || lo > math.MaxInt64 {
			return 0, fmt.Errorf("has the shape %v, more than the %d cells allowed", shape, limit)
		}
		product = lo
	}
	if int64(product) > limit {
		return 0, fmt.Errorf("has %d cells, more than the %d allowed", product, limit)
	}
	if empty {
		return 0, nil
	}
	return int64(product), nil
}

// Next fills dst with the next cells. It returns [io.EOF] if no cells are left
// and dst is not empty, and another error if fewer are left than dst takes or
// the file ends before its shape is filled.
func (r *Reader) Next(dst []float64) error {
	switch {
	case len(dst) == 0:
		return nil
	case r.left == 0:
		return io.EOF
	case int64(len(dst)) > r.left:
		return fmt.Errorf("has %d cells left where %d are wanted", r.left, len(dst))
	}
	size := r.decoder.size
	for len(dst) > 0 {
		part := dst[:min(len(dst), chunkCells)]
		if need := len(part) * size; cap(r.buffer) < need {
			r.buffer = make([]byte, need)
		}
		b := r.buffer[:len(part)*size]
		if n, err := io.ReadFull(r.r, b); err != nil {
			have := r.cells - r.left + int64(n/size)
			return eof(err, fmt.Errorf("ends after %d of %d cells", have, r.cells))
		}
		for i := range part {
			part[i] = r.decoder.decode(b[i*size:])
		}
		r.left -= int64(len(part))
		dst = dst[len(part):]
	}
	return nil
}

// transposed returns in C order what data holds in Fortran order.
func transposed(data []float64, shape []int) []float64 {
	if len(shape) < 2 {
		return data
	}
	stride := make([]int, len(shape)) // of every index, in data
	step := 1
	for d, n := range shape {
		stride[d] = step
		step *= n
	}
	index := make([]int, len(shape))
	c := make([]float64, len(data))
	from := 0
	for to := range c {
		c[to] = data[from]
		for d := len(shape) - 1; d >= 0; d-- { // count up, the last index first
			index[d]++
			from += stride[d]
			if index[d] < shape[d] {
				break
			}
			from -= index[d] * stride[d]
			index[d] = 0
		}
	}
	return c
}
