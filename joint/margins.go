package joint

import "fmt"

// margins is what tables of two and of three variables have in common: labels, their
// masses, and what was set aside.
type margins struct {
	x, y               []string
	rowMass, colMass   []float64
	total              float64
	counts             bool
	zeroRows, zeroCols []string
}

// compact takes over the labels that have mass, given that of each and with the total
// known, and returns the new place of every old one. The error wraps ErrNoMass,
// ErrOneRow or ErrOneColumn.
func (t *margins) compact(x, y []string, rows, columns []float64) (rowAt, colAt []int32, err error) {
	if t.total == 0 {
		return nil, nil, ErrNoMass
	}
	t.x, t.rowMass, rowAt, t.zeroRows = compact(x, rows)
	t.y, t.colMass, colAt, t.zeroCols = compact(y, columns)
	switch {
	case len(t.x) == 1:
		err = fmt.Errorf("%w: %q", ErrOneRow, t.x[0])
	case len(t.y) == 1:
		err = fmt.Errorf("%w: %q", ErrOneColumn, t.y[0])
	}
	return rowAt, colAt, err
}

// coarse returns the margins of a table whose rows are yet to be made of these.
func (t *margins) coarse() margins {
	return margins{y: t.y, colMass: t.colMass, total: t.total, counts: t.counts}
}

// firstLabel returns the first label of some rows in alphabetical order, which does
// not depend on the order of rows.
func (t *margins) firstLabel(rows []int) string {
	first := t.x[rows[0]]
	for _, x := range rows[1:] {
		first = min(first, t.x[x])
	}
	return first
}

// ColMass returns the mass of column y.
func (t *margins) ColMass(y int) float64 { return t.colMass[y] }

// Total returns the mass of the whole table: the number of samples for counts,
// about 2^52 for weights. A mass divided by it is a probability.
func (t *margins) Total() float64 { return t.total }

// Samples returns the number N of samples that were counted, and false if the
// table holds probabilities or other weights.
func (t *margins) Samples() (n int64, ok bool) {
	if !t.counts {
		return 0, false
	}
	return int64(t.total), true
}

// XLabels returns the labels of the rows. The slice must not be changed.
func (t *margins) XLabels() []string { return t.x }

// YLabels returns the labels of the columns. The slice must not be changed.
func (t *margins) YLabels() []string { return t.y }

// ZeroRows returns the labels of the rows that were set aside because they have no
// mass; of a [Triple], neither as first input nor as second. No clustering says
// anything about them.
func (t *margins) ZeroRows() []string { return t.zeroRows }

// ZeroCols returns the labels of the columns that have no mass.
func (t *margins) ZeroCols() []string { return t.zeroCols }
