package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Write writes an array of float64 or int32, dtype '<f8' or '<i4', in C order: the last index changes
// fastest. O(cells).
func Write[T float64 | int32](w io.Writer, shape []int, data []T) error {
	cells, err := countCells(shape, math.MaxInt64)
	if err != nil || cells != int64(len(data)) {
		return fmt.Errorf("%d numbers do not fill an array of shape %v", len(data), shape)
	}
	dtype := "<f8"
	if _, whole := any(data).([]int32); whole {
		dtype = "<i4"
	}
	if err := WriteHeader(w, dtype, shape); err != nil {
		return err
	}
	var buffer []byte
	for chunk := range slices.Chunk(data, chunkCells) {
		if buffer, err = binary.Append(buffer[:0], binary.LittleEndian, chunk); err != nil {
			return err
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
