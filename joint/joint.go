// Package joint holds the validated, immutable joint distributions of two
// discrete variables, or of two inputs and an output ([Triple]), that searches
// start from.
//
//  1. Package table counts records, reads matrices or text, and hands over
//     labels and non-zero cells;
//  2. [New] checks them, sets rows and columns without mass aside, and keeps
//     the rest sparse, row by row;
//  3. package search reads the rows and never changes them.
//
// Masses are whole numbers: counts as they are, probabilities and other
// weights in units of 2^-52 of their total. Sums of masses are therefore exact,
// and the mass of a cluster does not depend on the order in which its rows are
// added up.
package joint

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/info"
)

// Cell is one entry of a table: row X, column Y, and a value that is neither
// negative nor infinite nor NaN.
type Cell struct {
	X, Y  int32
	Value float64
}

// Joint is p(x,y) on n rows and m columns, every one of which has mass. It is
// immutable and safe for concurrent use.
type Joint struct {
	margins
	start  []int // row r's entries are start[r] to start[r+1]
	column []int32
	mass   []float64
}

// Errors of [New]. They come wrapped with what is wrong and where.
var (
	ErrNoMass     = errors.New("the table has no mass: every cell is zero")
	ErrOneRow     = errors.New("only one row has mass, and one row cannot be grouped")
	ErrOneColumn  = errors.New("only one column has mass, so X tells nothing about Y")
	ErrBadCell    = errors.New("a cell must hold a number that is neither negative nor infinite")
	ErrTwiceNamed = errors.New("a label stands twice")
	ErrTooLarge   = errors.New("more than 2^31 - 1 cells are above zero; leave out or group rare values")
)

// unitsPerTotal is the number of units into which weights that are not counts
// are divided.
const unitsPerTotal = 1 << 52

// maxCount is the total below which sums of counts are exact.
const maxCount = 1 << 53

// New returns the joint distribution of a table with the given row and column
// labels. Cells may come in any order; those at the same place add up.
//
// If all values are whole and their total is above 1 and below 2^53, they are
// counts, and [Joint.Samples] tells their total. Otherwise they are weights and
// are normalised; one below 2^-53 of the total counts as zero. Rows and columns
// without mass are left out; see [Joint.ZeroRows]. The cells are not kept.
//
// The error wraps ErrNoMass, ErrOneRow, ErrOneColumn, ErrBadCell,
// ErrTwiceNamed or ErrTooLarge. New panics if a cell lies outside the table.
// O(c log c) for c cells, and O(c + n + m) for counts.
func New(x, y []string, cells []Cell) (*Joint, error) {
	if err := cmp.Or(checkLabels("row", x), checkLabels("column", y)); err != nil {
		return nil, err
	}
	if len(cells) > math.MaxInt32 {
		return nil, ErrTooLarge
	}
	masses := make([]float64, len(cells))
	for i, c := range cells {
		if !isMass(c.Value) {
			return nil, fmt.Errorf("row %q, column %q holds %g: %w", x[c.X], y[c.Y], c.Value, ErrBadCell)
		}
		masses[i] = c.Value
	}
	j := &Joint{margins: margins{counts: toMasses(masses)}}
	rows := make([]float64, len(x))
	columns := make([]float64, len(y))
	for i, c := range cells {
		rows[c.X] += masses[i]
		columns[c.Y] += masses[i]
		j.total += masses[i]
	}
	rowAt, colAt, err := j.compact(x, y, rows, columns)
	if err != nil {
		return nil, err
	}
	j.fill(cells, masses, rowAt, colAt)
	return j, nil
}

// Dense returns the joint distribution of a full table, values[x][y].
func Dense(x, y []string, values [][]float64) (*Joint, error) {
	var cells []Cell
	for r, row := range values {
		for c, v := range row {
			if v != 0 {
				cells = append(cells, Cell{int32(r), int32(c), v})
			}
		}
	}
	return New(x, y, cells)
}

func checkLabels(what string, labels []string) error {
	seen := make(map[string]bool, len(labels))
	for _, l := range labels {
		if seen[l] {
			return fmt.Errorf("%s %q: %w", what, l, ErrTwiceNamed)
		}
		seen[l] = true
	}
	return nil
}

// isMass tells whether a cell may hold a value.
func isMass(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }

// toMasses turns the values of cells into whole masses, and tells whether they
// are counts.
func toMasses(values []float64) (counts bool) {
	whole := true
	var total float64 // exact if all values are whole and it is below maxCount
	for _, v := range values {
		total += v
		whole = whole && v == math.Trunc(v)
	}
	switch {
	case total == 0:
		return false
	case whole && total > 1 && total < maxCount:
		return true
	}
	// Smallest first, so that the total depends on the values alone.
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	total = 0
	for _, v := range sorted {
		total += v
	}
	if math.IsInf(total, 1) { // values near the largest float64
		for i := range values {
			values[i] /= float64(len(values))
		}
		total = sorted[len(sorted)-1]
	}
	for i, v := range values {
		values[i] = math.RoundToEven(v / total * unitsPerTotal)
	}
	return false
}

// compact leaves out the labels without mass. It returns the labels and masses
// kept, the new place of every old one, and the labels left out.
func compact(labels []string, mass []float64) (kept []string, keptMass []float64, at []int32, zero []string) {
	at = make([]int32, len(labels))
	for i, l := range labels {
		at[i] = int32(len(kept))
		if mass[i] > 0 {
			kept = append(kept, l)
			keptMass = append(keptMass, mass[i])
		} else {
			zero = append(zero, l)
		}
	}
	return kept, keptMass, at, zero
}

// fill stores the cells row by row, columns ascending, equal places added up.
func (j *Joint) fill(cells []Cell, masses []float64, rowAt, colAt []int32) {
	order := make([]int32, 0, len(cells))
	for i := range cells {
		if masses[i] > 0 {
			order = append(order, int32(i))
		}
	}
	order = arrange(order, len(colAt), func(i int32) int32 { return cells[i].Y })
	order = arrange(order, len(rowAt), func(i int32) int32 { return cells[i].X })
	j.start = make([]int, 1, len(j.x)+1)
	last := Cell{X: -1}
	for _, i := range order {
		c := cells[i]
		if c.X == last.X && c.Y == last.Y {
			j.mass[len(j.mass)-1] += masses[i]
			continue
		}
		last = c
		for len(j.start) <= int(rowAt[c.X]) {
			j.start = append(j.start, len(j.mass))
		}
		j.column = append(j.column, colAt[c.Y])
		j.mass = append(j.mass, masses[i])
	}
	j.start = append(j.start, len(j.mass))
}

// arrange sorts items by their keys, which are below limit, and keeps the order
// of equal ones. O(items + limit): tables have ten million cells.
func arrange(items []int32, limit int, key func(int32) int32) []int32 {
	start := make([]int, limit+1)
	for _, item := range items {
		start[key(item)+1]++
	}
	for k := range limit {
		start[k+1] += start[k]
	}
	sorted := make([]int32, len(items))
	for _, item := range items {
		k := key(item)
		sorted[start[k]] = item
		start[k]++
	}
	return sorted
}

// Rows returns n, the number of values of X that have mass.
func (j *Joint) Rows() int { return len(j.x) }

// Cols returns m, the number of values of Y that have mass.
func (j *Joint) Cols() int { return len(j.y) }

// NonZero returns the number of cells that have mass.
func (j *Joint) NonZero() int { return len(j.mass) }

// Row returns the columns of row x that have mass, ascending, and their
// masses. The slices must not be changed.
func (j *Joint) Row(x int) (columns []int32, masses []float64) {
	lo, hi := j.start[x], j.start[x+1]
	return j.column[lo:hi], j.mass[lo:hi]
}

// RowMass returns the mass of row x.
func (j *Joint) RowMass(x int) float64 { return j.rowMass[x] }

// entropy returns the entropy in bits of masses with the given total,
// independent of their order.
func entropy(masses []float64, total float64) float64 {
	var h float64
	for _, v := range masses {
		h -= info.Quantize(info.PLog2P(v / total))
	}
	return max(h, 0)
}

// HX returns the plug-in entropy H(X) in bits. O(n).
func (j *Joint) HX() float64 { return entropy(j.rowMass, j.total) }

// HY returns the plug-in entropy H(Y) in bits. O(m).
func (j *Joint) HY() float64 { return entropy(j.colMass, j.total) }

// HXY returns the plug-in joint entropy H(X,Y) in bits. O(non-zero cells).
func (j *Joint) HXY() float64 { return entropy(j.mass, j.total) }

// IXY returns the plug-in mutual information I(X;Y) in bits.
// O(non-zero cells).
func (j *Joint) IXY() float64 { return max(j.HX()+j.HY()-j.HXY(), 0) }
