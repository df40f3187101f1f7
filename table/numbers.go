package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// withNumbers returns a counter of the records whose Y is a number, and settles how Y is read. The error is one line
// about the column.
func (v *variables) withNumbers(t *Table, c *tally.Counter) (*tally.Counter, error) {
	if len(v.y) != 1 {
		return nil, fmt.Errorf("means are of one column of numbers, and Y is %s: name one", textfile.Plural(len(v.y), "column"))
	}
	at, name := len(v.x), textfile.Shown(v.y[0])
	s, measured, notes, err := v.measured(at, c.Values(at))
	if err != nil {
		return nil, err
	}
	v.numbers, v.read = &s, c
	t.Notes = append(t.Notes, notes...)
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
	asValue := records.AsValue(v.y[0], c.MissingIn[at], c.Records)
	t.Notes = slices.DeleteFunc(t.Notes, func(n string) bool { return n == asValue })
	if lost := tally.Sum(without); lost > 0 {
		if kept.Len() == 0 {
			return nil, fmt.Errorf("no record has a number as its %s", name)
		}
		t.Notes = append(t.Notes, records.LeftOut(lost, c.All(), v.y...))
	}
	return kept, nil
}

// measured returns the scale of Y and the numbers of its values. Other records than those of a table that was fitted
// have its scale.
func (v *variables) measured(column int, values []scale.Value) (s scale.Scale, numbers []float64, notes []string, err error) {
	if v.opts.YScales == nil {
		return records.NumberScale(v.columns[column], v.specOf(column), values)
	}
	s = v.opts.YScales[0]
	numbers, err = records.MeasureAll(&s, values)
	return s, numbers, nil, err
}

// ofNumbers returns Y with a label for each different number. Values that are not counted have none.
func (v *variables) ofNumbers(c *tally.Counter) variable {
	column := len(v.x)
	numbers := make([]float64, c.Len())
	values := c.Keys[column].Values()
	var tuple []uint32
	for n := range numbers {
		tuple = c.Tuple(n, tuple)
		value := values[tuple[column]]
		numbers[n], _ = v.numbers.Measure(value.Text, value.Missing)
	}
	labels, places := records.LabelNumbers(numbers)
	return variable{labels: labels, place: places}
}
