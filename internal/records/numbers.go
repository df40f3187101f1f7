package records

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// unbinned are the bins of numbers that are not cut.
const unbinned = "none"

// NumberScale returns the scale of a column of numbers that are not cut, and which number each of its values is: NaN for a
// missing value. The notes are about the numbers. The error is one line about the column.
func NumberScale(column string, spec scale.Spec, values []scale.Value) (s scale.Scale, numbers []float64, notes []string, err error) {
	name := textfile.Shown(column)
	if !spec.Bins.IsZero() && spec.Bins.String() != unbinned {
		return s, nil, nil, fmt.Errorf("%s is read as numbers without bins, and bins are given: leave them out", name)
	}
	s, notes = scale.Begin(column, spec, values)
	switch s.Type {
	case scale.Number:
	case scale.Time, scale.Duration:
		return s, nil, nil, fmt.Errorf("%s holds a %s, and means are of numbers: name a column of numbers as Y", name, s.Type)
	case scale.Category: // such as numbers that look like codes; texts are an error
		spec.Type = scale.Number
		s, notes = scale.Begin(column, spec, values)
	}
	numbers, err = MeasureAll(&s, values)
	return s, numbers, notes, err
}

// LabelNumbers returns a label for each different number, in ascending order, and the place of each of the numbers among
// them; -1 for NaN.
func LabelNumbers(numbers []float64) (labels []string, places []int32) {
	different := slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	slices.Sort(different)
	different = slices.Compact(different)
	for _, v := range different {
		labels = append(labels, strconv.FormatFloat(v, 'g', -1, 64))
	}
	places = make([]int32, len(numbers))
	for n, v := range numbers {
		at, known := slices.BinarySearch(different, v)
		if places[n] = int32(at); !known {
			places[n] = -1
		}
	}
	return labels, places
}

// MeasureAll returns which number each value of a column is: NaN for a missing value. The error is one line about the
// column.
func MeasureAll(s *scale.Scale, values []scale.Value) ([]float64, error) {
	numbers := make([]float64, len(values))
	for n, value := range values {
		number, ok := s.Measure(value.Text, value.Missing)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s has the value %s in record %d, which is not a number: name a column of numbers as Y, or give such values as missing",
				textfile.Shown(s.Column), textfile.Quoted(value.Text), value.Record)
		case math.IsInf(number, 0):
			return nil, fmt.Errorf("%s is infinite in record %d, and means are of finite numbers: drop such records", textfile.Shown(s.Column), value.Record)
		}
		numbers[n] = number
	}
	return numbers, nil
}
