package survey

import (
	"slices"

	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// table counts the pairs of labels of two columns.
func (s *Survey) table(x, y *coded) *tally.Sums {
	sums := tally.NewSums(len(x.labels) * len(y.labels))
	if s.counts != nil {
		n := 0
		for w := range s.weights() {
			sums.Add(int(x.of[n])*len(y.labels)+int(y.of[n]), w)
			n++
		}
		return sums
	}
	counts := make([]int64, len(x.labels)*len(y.labels))
	for n, at := range x.of {
		counts[int(at)*len(y.labels)+int(y.of[n])]++
	}
	for at, n := range counts {
		sums.Add(at, float64(n))
	}
	return sums
}

// dense returns the cells of a table of n rows and m columns.
func dense(sums *tally.Sums, n, m int) (cells []joint.Cell) {
	for at := range n * m {
		if v := sums.Total(at); v > 0 {
			cells = append(cells, joint.Cell{X: int32(at / m), Y: int32(at % m), Value: v})
		}
	}
	return cells
}

// jointOf returns the joint distribution of cells.
func (s *Survey) jointOf(x, y []string, cells []joint.Cell) (*joint.Joint, error) {
	j, err := joint.New(x, y, cells)
	if err != nil {
		return nil, &textfile.Error{File: s.file, Msg: err.Error(), Err: err}
	}
	return j, nil
}

// Joint returns the joint distribution of a usable column and Y, without the records of
// [Survey.MissingRecords]. O(rows x columns of the table), or O(records log records) for numbers Y.
func (s *Survey) Joint(column int) (*joint.Joint, error) {
	x, cells := s.Columns[column].Labels, s.cells(column)
	if s.aside(column, cells) != nil {
		last := int32(len(x) - 1)
		x, cells = x[:last], slices.DeleteFunc(cells, func(c joint.Cell) bool { return c.X == last })
	}
	return s.jointOf(x, s.Y.Labels, cells)
}

// MissingRecords describes the records that were set aside because they have no value of a usable column,
// by the Y of the survey; nil if there are none. It takes as long as [Survey.Joint].
func (s *Survey) MissingRecords(column int) *scale.Missing {
	if labels := s.Columns[column].Labels; s.coded[column].missing == "" || len(labels) == 0 || labels[len(labels)-1] != scale.MissingLabel {
		return nil
	}
	return s.aside(column, s.cells(column))
}

// aside is Aside, given the cells of the column.
func (s *Survey) aside(column int, cells []joint.Cell) *scale.Missing {
	c := &s.Columns[column]
	last := len(c.Labels) - 1
	if s.coded[column].missing == "" || last < 0 || c.Labels[last] != scale.MissingLabel {
		return nil
	}
	m := &scale.Missing{Treatment: s.coded[column].missing}
	var all []float64
	for _, cell := range cells {
		if all = append(all, cell.Value); int(cell.X) == last {
			m.Y, m.Counts = append(m.Y, s.Y.Labels[cell.Y]), append(m.Counts, cell.Value)
		}
	}
	m.Share = tally.Sum(m.Counts) / tally.Sum(all)
	if s.codedY.wide != nil && len(m.Counts) == 0 || !tally.SetsAside(s.coded[column].missing, scale.Scales{c.Scale}.Order(), last, m.Share) {
		return nil
	}
	return m
}

// pair returns the joint distribution of two usable columns of a survey without Y: of x as X, and of y
// as Y, as package table has them. O(records).
func (s *Survey) pair(x, y int) (*joint.Joint, error) {
	of := &s.coded[y]
	if of.asY != nil {
		of = of.asY
	}
	cells := dense(s.table(&s.coded[x], of), len(s.Columns[x].Labels), len(of.labels))
	if last := len(of.labels) - 1; s.missingY == scale.MissingDrop && of.labels[last] == scale.MissingLabel {
		cells = slices.DeleteFunc(cells, func(c joint.Cell) bool { return int(c.Y) == last })
	}
	return s.jointOf(s.Columns[x].Labels, of.labels, cells)
}
