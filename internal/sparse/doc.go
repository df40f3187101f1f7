// Package sparse reads sparse matrices of counts or weights, entry by entry: files of Matrix Market, and the npz
// archives of scipy.sparse.save_npz.
//
// Files are not trusted. Nothing takes memory in proportion to what a header states: the caller keeps the entries
// that are there, and compares the size with their number.
package sparse

import (
	"fmt"
	"math"
)

// Size is the size of a matrix, and the number of entries that its file has.
type Size struct {
	Rows, Columns int
	Entries       int64
}

// Visit takes an entry that is above zero. Several entries at one place are to be added. Rows and columns count
// from 0.
type Visit func(row, column int, value float64)

// newSize returns the size of a matrix, or an error for a size that indices cannot have.
func newSize(rows, columns float64) (Size, error) {
	for _, n := range []float64{rows, columns} {
		if n != math.Trunc(n) || !(n >= 1 && n <= math.MaxInt32) {
			return Size{}, fmt.Errorf("is of %.15g x %.15g, and a matrix has 1 to %d rows and columns", rows, columns, math.MaxInt32)
		}
	}
	return Size{Rows: int(rows), Columns: int(columns)}, nil
}
