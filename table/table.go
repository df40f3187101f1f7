package table

import (
	"cmp"

	"github.com/dibmap/dibmap/joint"
)

// Table is a counted table: labels, cells and where they came from. It is
// immutable.
type Table struct {
	name    string // for people
	file    string // for messages
	x, y    []string
	cells   []joint.Cell
	records int64
	missing int64
	notes   []string
}

// Joint returns the joint distribution of the table. The error is an [*Error]
// that wraps joint.ErrNoMass, joint.ErrOneRow or joint.ErrOneColumn.
// O(c log c) for c cells.
func (t *Table) Joint() (*joint.Joint, error) {
	j, err := joint.New(t.x, t.y, t.cells)
	if err != nil {
		return nil, &Error{File: cmp.Or(t.file, t.name), Msg: err.Error(), Err: err}
	}
	return j, nil
}

// Name returns what to call the table: the base name of its file or files,
// "stdin", or the name of a built-in data set.
func (t *Table) Name() string { return t.name }

// Records returns the number of records, or pairs of symbols, that were
// counted; 0 for a matrix.
func (t *Table) Records() int64 { return t.records }

// Missing returns the number of records in which X or Y was missing.
func (t *Table) Missing() int64 { return t.missing }

// Notes returns remarks of one line each that a person should see, such as
// missing values that were kept as a value. The slice must not be changed.
func (t *Table) Notes() []string { return t.notes }
