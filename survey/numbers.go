package survey

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// settleY returns the description of Y as numbers without bins, and the number of every record among its labels, or -1
// for a record without a number.
func (s *Survey) settleY(c *collector) (Column, coded, error) {
	numbers := make([]float64, 0, s.Records)
	column := Column{Name: c.name, Type: scale.Number, Missing: c.missing}
	var err error
	notes := c.notes
	if c.many {
		if numbers, err = c.allNumbers(); err != nil {
			return column, coded{}, err
		}
		column.Scale = *c.begun
	} else {
		var known []float64
		if column.Scale, known, notes, err = records.NumberScale(c.name, c.spec, c.labels.Values()); err != nil {
			return column, coded{}, err
		}
		for id := range c.ids.all() {
			numbers = append(numbers, known[id])
			if math.IsNaN(known[id]) {
				column.Missing++
			}
		}
	}
	codes := coded{hints: notes}
	codes.labels, codes.wide = records.LabelNumbers(numbers)
	switch len(codes.labels) {
	case 0:
		return column, coded{}, fmt.Errorf("no record has a number as its %s", textfile.Shown(c.name))
	case 1:
		return column, coded{}, fmt.Errorf("%s is %s in all records, so that nothing can be explained", textfile.Shown(c.name), codes.labels[0])
	}
	if column.Missing > 0 {
		codes.hints = append(codes.hints, records.LeftOut(float64(column.Missing), float64(s.Records), c.name))
	}
	column.Distinct, column.Labels = len(codes.labels), codes.labels
	return column, codes, nil
}

// allNumbers returns the numbers of a column of many values, NaN for missing ones.
func (c *collector) allNumbers() ([]float64, error) {
	name := textfile.Shown(c.name)
	switch {
	case c.begun == nil || c.begun.Type != scale.Number:
		return nil, fmt.Errorf("%s holds no numbers, and means are of numbers: name a column of numbers as Y", name)
	case c.texts > 0:
		return nil, fmt.Errorf("%s has the value %s, which is not a number: name a column of numbers as Y, or give such values as missing", name, textfile.Quoted(c.text))
	}
	numbers := flat(&c.numbers)
	if slices.ContainsFunc(numbers, func(v float64) bool { return math.IsInf(v, 0) }) {
		return nil, fmt.Errorf("%s is infinite in a record, and means are of finite numbers: drop such records", name)
	}
	return numbers, nil
}

// at returns the place of a record among the labels, or -1 for a record without a number.
func (c *coded) at(n int) int32 {
	if c.wide != nil {
		return c.wide[n]
	}
	return int32(c.of[n])
}

// sparse returns the cells of a column and the numbers Y, by rows. O(records log records).
func (s *Survey) sparse(column int) (cells []joint.Cell) {
	x := s.coded[column].of
	all := make([]joint.Cell, 0, len(x))
	n := 0
	for w := range s.weights() {
		if y := s.codedY.wide[n]; y >= 0 && w > 0 {
			all = append(all, joint.Cell{X: int32(x[n]), Y: y, Value: w})
		}
		n++
	}
	compare := func(a, b joint.Cell) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }
	slices.SortFunc(all, compare)
	var same []float64
	for n, c := range all {
		same = append(same, c.Value)
		if n+1 == len(all) || compare(all[n+1], c) != 0 {
			c.Value = tally.Sum(same)
			cells, same = append(cells, c), same[:0]
		}
	}
	return cells
}

// cells returns the cells of a usable column and Y.
func (s *Survey) cells(column int) []joint.Cell {
	if s.codedY.wide != nil {
		return s.sparse(column)
	}
	return dense(s.tables[column], len(s.Columns[column].Labels), len(s.Y.Labels))
}
