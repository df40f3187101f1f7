package table

import (
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/sparse"
	"github.com/dibmap/dibmap/joint"
)

// A sparse matrix may have manyLabels rows and columns, and labelsPerEntry more for each of its entries: its labels
// take memory, and the numbers in its header are not bounded by the length of the file.
const (
	manyLabels     = 1 << 16
	labelsPerEntry = 16
)

// readSparse reads a sparse matrix of at most limit entries. Its labels are the numbers of rows and columns.
func (t *Table) readSparse(in *source.Input, limit int64) error {
	var cells list[joint.Cell]
	size, err := eachEntry(in, limit, func(row, column int, v float64) {
		cells.add(joint.Cell{X: int32(row), Y: int32(column), Value: v})
	})
	if err != nil {
		return err
	}
	if most := manyLabels + labelsPerEntry*size.Entries; int64(max(size.Rows, size.Columns)) > most {
		return &Error{File: in.Label(), Msg: fmt.Sprintf("the matrix is of %d x %d and has %d entries, which leave most rows or columns empty: leave those out", size.Rows, size.Columns, size.Entries)}
	}
	t.cells = cells.all()
	t.x, t.y = numberLabels(size.Rows), numberLabels(size.Columns)
	return nil
}

// eachEntry visits the entries of a sparse matrix.
func eachEntry(in *source.Input, limit int64, visit sparse.Visit) (sparse.Size, error) {
	if in.Format == source.Market {
		return sparse.Market(in.Reader, in.Label(), limit, visit)
	}
	file, length, err := in.Seekable()
	if err != nil {
		return sparse.Size{}, err
	}
	size, err := sparse.SciPy(file, length, limit, visit)
	if known := (*Error)(nil); err != nil && !errors.As(err, &known) {
		err = &Error{File: in.Label(), Msg: err.Error(), Err: err}
	}
	return size, err
}
