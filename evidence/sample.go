package evidence

import (
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// sample is the records of a fold, with the rows and columns of the training records, sorted by
// label.
type sample struct {
	labels  []string // of the rows
	columns int
	records float64 // training records, N
	rowMass []float64
	// rate is N/n_y of every column, and rateLeft the same without one record of that column, or 0 for
	// a column of one record.
	rate, rateLeft []float64
	// level is how far the number of every column is above the mean of the training records, in standard deviations
	// of the whole table; nil unless Y holds numbers whose means are told. Columns of held-out records are among them.
	level []float64

	// training are the records, shrunk if rows without an order are smoothed: then the counts of a row add up to less than its mass.
	training, heldOut counts
	shrunk            bool
	// heldRecords counts all held-out records, and newX and newY the held-out records with a value of X or Y
	// that no training record has. heldOut leaves these out.
	heldRecords, newX, newY float64
}

// counts are the cells of a table, row by row.
type counts struct {
	start  []int // the cells of row x are start[x] to start[x+1]
	column []int32
	count  []float64
}

// errCounts is the error for a fold without counts.
var errCounts = errors.New("only records that were counted can be held out, and the table holds probabilities or weights")

// unitOf returns the mass of one record. A table of one record has no counts, but one cell.
func unitOf(j *joint.Joint) (float64, error) {
	if _, ok := j.Samples(); ok {
		return 1, nil
	}
	if j.NonZero() == 1 {
		return j.Total(), nil
	}
	return 0, errCounts
}

// newSample sorts the records of a fold, for the problem of the whole table. O(cells log cells).
func newSample(f joint.Fold, p *frontier.Problem) (*sample, error) {
	unit, err := unitOf(f.Training)
	if err != nil {
		return nil, err
	}
	heldUnit, err := unitOf(f.HeldOut)
	if err != nil {
		return nil, err
	}
	s := &sample{
		labels: slices.Sorted(slices.Values(f.Training.XLabels())), records: f.Training.Total() / unit,
		heldRecords: f.HeldOut.Total() / heldUnit,
	}
	columns := slices.Clone(f.Training.YLabels())
	if p.Kind == means {
		columns = append(columns, f.HeldOut.YLabels()...)
	}
	slices.Sort(columns)
	columns = slices.Compact(columns)
	column := places(columns)
	s.columns = len(columns)
	s.rate, s.rateLeft = make([]float64, s.columns), make([]float64, s.columns)
	for y, label := range f.Training.YLabels() {
		n, at := f.Training.ColMass(y)/unit, column[label]
		s.rate[at] = s.records / n
		if n > 1 {
			s.rateLeft[at] = (s.records - 1) / (n - 1)
		}
	}
	row := places(s.labels)
	s.rowMass = make([]float64, len(s.labels))
	for x, label := range f.Training.XLabels() {
		s.rowMass[row[label]] = f.Training.RowMass(x) / unit
	}
	if p.Kind == means {
		if err := s.measure(columns, math.Sqrt(p.Variance)); err != nil {
			return nil, err
		}
	}
	s.training, _, _ = sorted(f.Training, unit, row, column)
	s.heldOut, s.newX, s.newY = sorted(f.HeldOut, heldUnit, row, column)
	return s, nil
}

// shrink leaves each row the part n / (n + a) of its counts that smoothing of strength a does, rounded so that sums are
// exact. The rest of its mass is spread like all records.
func (s *sample) shrink(strength float64) {
	if strength == 0 || s.level != nil {
		return
	}
	s.shrunk = true
	for x, n := range s.rowMass {
		kept := n / (n + strength)
		for k := s.training.start[x]; k < s.training.start[x+1]; k++ {
			s.training.count[k] = math.Round(float64(s.training.count[k]*kept)*countUnits) / countUnits
		}
	}
}

// countUnits is the number of units in a record to which shrunk counts are rounded: sums of 2^33 records are exact.
const countUnits = 1 << 20

// places returns the place of every label.
func places(labels []string) map[string]int32 {
	at := make(map[string]int32, len(labels))
	for n, label := range labels {
		at[label] = int32(n)
	}
	return at
}

// sorted returns the cells of a table whose rows and columns are known, in order, and the number of records
// in other rows and in other columns.
func sorted(j *joint.Joint, unit float64, row, column map[string]int32) (c counts, otherRows, otherColumns float64) {
	type cell struct {
		column int32
		count  float64
	}
	rows := make([][]cell, len(row))
	for x, label := range j.XLabels() {
		columns, masses := j.Row(x)
		at, knownRow := row[label]
		for k, y := range columns {
			n := masses[k] / unit
			if !knownRow {
				otherRows += n
			}
			place, known := column[j.YLabels()[y]]
			if !known {
				otherColumns += n
			}
			if knownRow && known {
				rows[at] = append(rows[at], cell{place, n})
			}
		}
	}
	c.start = []int{0}
	for _, cells := range rows {
		slices.SortFunc(cells, func(a, b cell) int { return int(a.column - b.column) })
		for _, v := range cells {
			c.column, c.count = append(c.column, v.column), append(c.count, v.count)
		}
		c.start = append(c.start, len(c.column))
	}
	return c, otherRows, otherColumns
}
