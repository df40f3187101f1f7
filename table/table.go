package table

import (
	"cmp"

	"github.com/dibmap/dibmap/joint"
)

// Table is a counted table: labels, cells and where they came from. It is
// immutable.
type Table struct {
	origin
	x, y  []string
	cells []joint.Cell
}

// Joint returns the joint distribution of the table. The error is an [*Error]
// that wraps joint.ErrTooSmall.
// O(c log c) for c cells.
func (t *Table) Joint() (*joint.Joint, error) {
	j, err := joint.New(t.x, t.y, t.cells)
	if err != nil {
		return nil, t.fault(err)
	}
	return j, nil
}

// origin is what there is to tell about where a table came from.
type origin struct {
	name    string // for people
	file    string // for messages
	records int64
	missing int64
	notes   []string
}

// fault returns an error about the table as a whole.
func (o *origin) fault(err error) error {
	return &Error{File: cmp.Or(o.file, o.name), Msg: err.Error(), Err: err}
}

// Name returns what to call the table: the base name of its file or files,
// "stdin", or the name of a built-in data set.
func (o *origin) Name() string { return o.name }

// Records returns the number of records, pairs of symbols or rows of points that
// were counted; 0 for a matrix.
func (o *origin) Records() int64 { return o.records }

// Missing returns the number of records in which a value was missing.
func (o *origin) Missing() int64 { return o.missing }

// Notes returns remarks of one line each that a person should see, such as
// missing values that were kept as a value. The slice must not be changed.
func (o *origin) Notes() []string { return o.notes }
