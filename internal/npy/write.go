package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Write writes an array of float64, dtype '<f8', in C order: the last index changes fastest. O(cells).
func Write(w io.Writer, shape []int, data []float64) error {
	cells, err := countCells(shape, math.MaxInt64)
	if err != nil || cells != int64(len(data)) {
		return fmt.Errorf("%d numbers do not fill an array of shape %v", len(data), shape)
	}
	if err := WriteHeader(w, "<f8", shape); err != nil {
		return err
	}
	var buffer []byte
	for chunk := range slices.Chunk(data, chunkCells) {
		buffer = buffer[:0]
		for _, v := range chunk {
			buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v))
		}
		if _, err := w.Write(buffer); err != nil {
			return err
		}
	}
	return nil
}

// WriteHeader writes the header of an array in C order, in format version 1.0. The caller writes the cells,
// so that the array need not be in memory.
func WriteHeader(w io.Writer, dtype string, shape []int) error {
	var dims strings.Builder
	for i, n := range shape {
		if i > 0 {
			dims.WriteByte(' ')
		}
		fmt.Fprintf(&dims, "%d,", n)
	}
	tuple := dims.String()
	if len(shape) > 1 { // only a tuple of one needs the last comma
		tuple = strings.TrimSuffix(tuple, ",")
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, tuple)
	// The cells start at a multiple of 64 bytes, for programs that map the file.
	const fixed, align = len(magic) + 4, 64
	length := (fixed+len(dict)+1+align-1)/align*align - fixed
	if length > math.MaxUint16 {
		return fmt.Errorf("a shape of %d dimensions does not fit the header", len(shape))
	}
	b := append([]byte(magic), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(length))
	b = append(b, dict...)
	for len(b) < fixed+length-1 {
		b = append(b, ' ')
	}
	_, err := w.Write(append(b, '\n'))
	return err
}
