// Package joint holds joint distributions of two discrete variables ([Joint]), or of
// two inputs and an output ([Triple]): checked, immutable and sparse.
//
// Masses are whole numbers: counts as they are, and probabilities and other weights in
// units of 2^-52 of their total. Sums of masses are therefore exact, and the mass of a
// cluster does not depend on the order in which its rows are added.
package joint

import (
	"errors"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/partition"
)

// Cell is one entry of a table: row X, column Y, and a finite value that is not
// negative.
type Cell struct {
	X, Y  int32
	Value float64
}

// Joint is the distribution p(x,y) on n rows and m columns, all of which have mass. It
// is immutable and safe for concurrent use.
type Joint struct {
	Table
	known *known
}

// known holds results that are computed when they are first needed, as sorting millions of labels takes seconds.
type known struct {
	digest, order sync.Once
	sha256        string
	rows          []int
}

// Errors of this package. The text of an error says what is wrong and where.
var (
	// ErrInput is wrapped by errors about labels, cells or sample sizes that are not
	// allowed.
	ErrInput = errors.New("not a valid table or sample size")
	// ErrTooSmall is wrapped by errors about tables without mass, or with too few records to
	// split.
	ErrTooSmall = errors.New("the table is too small")
)

// New returns the joint distribution of a table with the given row and column labels.
// Cells may come in any order; values at the same place are added up.
//
// If all values are whole and their total is above 1 and below 2^53, they are counts,
// and [Joint.Samples] returns their total. Otherwise they are normalised to whole
// multiples of 2^-52; a value of at most 2^-53 of the total counts as zero, and
// [Joint.Lost] counts such values. Rows and columns without mass are left out; see
// [Joint.ZeroRows].
//
// The error wraps [ErrInput] or [ErrTooSmall]. New panics if a cell is outside the table.
// O(c log c) for c cells, and O(c + n + m) for counts.
func New(x, y []string, values []Cell) (*Joint, error) {
	c := cells{n: len(values), at: func(k int) cell {
		v := values[k]
		return cell{row: v.X, column: v.Y, mass: v.Value}
	}}
	t, err := newTable(x, y, c)
	if err != nil {
		return nil, err
	}
	return newJoint(t), nil
}

func newJoint(t Table) *Joint { return &Joint{t, new(known)} }

// Dense returns the joint distribution of a full table, values[x][y]. The error wraps [ErrInput] if there are not as
// many values as rows and columns. The rest is as for [New].
func Dense(x, y []string, values [][]float64) (*Joint, error) {
	if len(values) != len(x) {
		return nil, marked.Errorf(ErrInput, "there are %d rows of values, and %d labels of rows", len(values), len(x))
	}
	var cells []Cell
	for r, row := range values {
		if len(row) != len(y) {
			return nil, marked.Errorf(ErrInput, "row %q has %d values, and there are %d columns", x[r], len(row), len(y))
		}
		for c, v := range row {
			if v != 0 {
				cells = append(cells, Cell{int32(r), int32(c), v})
			}
		}
	}
	return New(x, y, cells)
}

// Row returns the columns of row x that have mass, in ascending order, and their
// masses. The slices must not be changed.
func (j *Joint) Row(x int) (columns []int32, masses []float64) {
	lo, hi := j.start[x], j.start[x+1]
	return j.column[lo:hi], j.mass[lo:hi]
}

// HX returns the plug-in entropy H(X) in bits. O(n).
func (j *Joint) HX() float64 { return j.entropy(j.rowMass) }

// HXY returns the plug-in joint entropy H(X,Y) in bits. O(non-zero cells).
func (j *Joint) HXY() float64 { return j.entropy(j.mass) }

// CanonicalOrder returns the rows from the heaviest to the lightest. Rows of equal mass are ordered by their cells,
// in a way that depends neither on the order nor on the labels of the columns, unless a symmetry may exchange them;
// these are ordered by their cells with columns sorted by label, and equal rows by label. A search that takes the
// rows in this order gives the same result for every order of rows and columns in a file. O(n log n + cells) if all
// masses differ, and at most 16 times that.
func (j *Joint) CanonicalOrder() []int {
	j.known.order.Do(func() {
		j.known.rows = masses.Order(j.x, j.y, j.rowMass, masses.Cells{Start: j.start, Column: j.column, Value: j.mass})
	})
	return slices.Clone(j.known.rows)
}

// SHA256 returns a hexadecimal digest of the labels and masses. It does not depend on
// the order of rows and columns, on the file format, or on rows and columns without
// mass.
func (j *Joint) SHA256() string {
	j.known.digest.Do(func() { j.known.sha256 = j.digest() })
	return j.known.sha256
}

// Coarsen returns the joint distribution of Z = f(X) and Y, in which the rows of each
// cluster are added up. Row c is cluster c, and its label is the alphabetically first of
// the cluster's labels. The result may have a single row. O(n + m + non-zero cells).
func (j *Joint) Coarsen(f partition.Partition) *Joint { return newJoint(j.coarsen(f)) }
