package table

import (
	"cmp"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// Error is an error of the input. Packages dataset and recode return it too, as an *Error, which
// errors.As finds. Its fields are
//
//	File string       // the file as the caller named it, or as it was found in a folder
//	Line, Column int  // both count from 1, the column in bytes; 0 if the place is not known
//	Msg string        // what is wrong and what to do about it
//	Err error         // the cause, or nil
//
// Its method Error returns "file:line:column: message" in one line, without the parts that are not
// known, and its method Unwrap returns Err.
type Error = textfile.Error

// ErrThreeVariables is wrapped by the error of [Open] for a table of three variables, which
// [OpenTriple] reads.
var ErrThreeVariables = textfile.ErrThreeVariables

// Table is a table of two variables: labels, counts and where they came from. It is immutable.
type Table struct {
	Origin
	x, y   []string
	cells  []joint.Cell
	aside  *aside  // nil unless records without X were set aside
	values *values // nil unless records are to be held out

	xScales, yScales scale.Scales // of records
	rule             folding.Rule // for folds
}

// Scales returns how the values of the columns of X and of Y became the labels of the table. They are
// nil unless the table was counted from records. The slices must not be changed.
func (t *Table) Scales() (x, y scale.Scales) { return t.xScales, t.yScales }

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

// Origin says where a table came from.
type Origin struct {
	// Name is what people call the table: the base name of its file or folder, "stdin", or the name of a
	// built-in data set.
	Name string
	// Records is the number of records, pairs of symbols or points that were counted. It is 0 for a matrix.
	Records int64
	// Missing is the number of records in which a value was missing.
	Missing int64
	// Notes are remarks for people, of one line each, such as that missing values were kept as a value.
	Notes []string

	file string // for messages
}

// noteTotal notes that whole numbers are taken as weights, as their sum is too large to be exact.
func noteTotal[C any](o *Origin, cells []C, value func(C) float64) {
	total := 0.0
	for _, c := range cells {
		v := value(c)
		if v != math.Trunc(v) {
			return
		}
		total += v
	}
	if total >= textfile.MaxCount {
		o.Notes = append(o.Notes, fmt.Sprintf("the numbers sum to %.4g, and counts to less than 2^53: they are taken as weights, of which there is no number of samples", total))
	}
}

// fault returns an error about the table as a whole.
func (o *Origin) fault(err error) error {
	return &Error{File: cmp.Or(o.file, o.Name), Msg: err.Error(), Err: err}
}

// wrong is fault for a message.
func (o *Origin) wrong(format string, args ...any) error { return o.fault(fmt.Errorf(format, args...)) }
