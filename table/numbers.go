package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// unbinned are the bins of numbers that are not cut.
const unbinned = "none"

// withNumbers returns a counter of the records whose Y is a number, and settles how Y is read. The error is one line
// about the column.
func (v *variables) withNumbers(t *Table, c *tally.Counter) (*tally.Counter, error) {
	if len(v.y) != 1 {
		return nil, fmt.Errorf("Y is %s, and means are of one column of numbers: name one", textfile.Plural(len(v.y), "column"))
	}
	at, name := len(v.x), textfile.Shown(v.y[0])
	s, err := v.scaleOfNumbers(at, c.Values(at))
	if err != nil {
		return nil, err
	}
	v.numbers = &s
	measured, err := measured(&s, name, c.Values(at))
	if err != nil {
		return nil, err
	}
	kept := tally.NewCounter(c.Keys...)
	var tuple []uint32
	var without []float64
	for place := range c.Len() {
		tuple = c.Tuple(place, tuple)
		if n := c.Total(int32(place)); math.IsNaN(measured[tuple[at]]) {
			without = append(without, n)
		} else {
			kept.Record(tuple, n)
		}
	}
	kept.Close()
	kept.Records, kept.Missing, kept.MissingIn = c.Records, c.Missing, c.MissingIn
	asValue := missingNote(v.y[0], c.MissingIn[at], c.Records)
	t.Notes = slices.DeleteFunc(t.Notes, func(n string) bool { return n == asValue })
	if lost := tally.Sum(without); lost > 0 {
		if kept.Len() == 0 {
			return nil, fmt.Errorf("no record has a number as its %s", name)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s of %s records have no %s: they are left out",
			textfile.AppendFloat(nil, lost, 64), textfile.AppendFloat(nil, c.All(), 64), name))
	}
	return kept, nil
}

// scaleOfNumbers returns the scale of Y, which has no bins.
func (v *variables) scaleOfNumbers(column int, values []scale.Value) (scale.Scale, error) {
	if v.opts.YScales != nil {
		return v.opts.YScales[0], nil
	}
	name, spec := v.columns[column], v.specOf(column)
	if !spec.Bins.IsZero() && spec.Bins.String() != unbinned {
		return scale.Scale{}, fmt.Errorf("%s is read as numbers without bins, and bins are given: leave them out", textfile.Shown(name))
	}
	s, _ := scale.Begin(name, spec, values)
	switch s.Type {
	case scale.Number:
	case scale.Time, scale.Duration:
		return s, fmt.Errorf("%s holds a %s, and means are of numbers: name a column of numbers as Y", textfile.Shown(name), s.Type)
	case scale.Category: // such as numbers that look like codes; texts are an error
		spec.Type = scale.Number
		s, _ = scale.Begin(name, spec, values)
	}
	return s, nil
}

// measured returns the numbers of values, NaN for missing values.
func measured(s *scale.Scale, name string, values []scale.Value) ([]float64, error) {
	numbers := make([]float64, len(values))
	for n, value := range values {
		number, ok := s.Measure(value.Text, value.Missing)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s has the value %s in record %d, which is not a number: name a column of numbers as Y, or give such values as missing",
				name, textfile.Quoted(value.Text), value.Record)
		case math.IsInf(number, 0):
			return nil, fmt.Errorf("%s is infinite in record %d, and means are of finite numbers: drop such records", name, value.Record)
		}
		numbers[n] = number
	}
	return numbers, nil
}

// ofNumbers returns Y with a label for each different number. Values that are not counted have none.
func (v *variables) ofNumbers(c *tally.Counter) variable {
	column := len(v.x)
	y := variable{place: make([]int32, c.Len())}
	var numbers []float64
	at := make([]float64, c.Len())
	known := make(map[float64]int32)
	values := c.Keys[column].Values()
	var tuple []uint32
	for n := range at {
		tuple = c.Tuple(n, tuple)
		value := values[tuple[column]]
		at[n], _ = v.numbers.Measure(value.Text, value.Missing)
		if _, ok := known[at[n]]; !ok {
			known[at[n]] = 0
			numbers = append(numbers, at[n])
		}
	}
	slices.Sort(numbers)
	for n, number := range numbers {
		known[number] = int32(n)
		y.labels = append(y.labels, strconv.FormatFloat(number, 'g', -1, 64))
	}
	for n, number := range at {
		y.place[n] = known[number]
	}
	return y
}
