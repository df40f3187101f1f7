package scanning

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// mostValues is the largest number of values of a category in a scan for prediction, where a search of many values
// is fast.
const mostValues = 1 << 15

// checkColumns returns an error if a flag names a column that the file does not have.
func (f *scanFlags) checkColumns(all *survey.Survey) error {
	names := lists.Map(all.Columns, func(c survey.Column) string { return c.Name })
	err := cmp.Or(f.file.CheckColumns(names, f.targets), f.order.CheckColumns("order", names), f.smooth.CheckColumns("smooth", names), f.monotone.CheckColumns("monotone", names))
	if err != nil {
		return err
	}
	if f.file.Everything() {
		for _, y := range f.targets { // before minutes of work for the first of them
			if y != f.file.Y && !slices.Contains(names, y) {
				return errors.New(textfile.NoColumn(y, append(slices.Compact(names), f.file.Y)))
			}
		}
	}
	for _, name := range names {
		ordered := func(c survey.Column) bool { return c.Name == name && c.Scale.Order == scale.Linear } // or a part of it
		if f.monotone.Of(name) != f.monotone.Of("") && !slices.ContainsFunc(all.Columns, ordered) {
			return fmt.Errorf("--monotone names the column %s, whose values have no linear order: leave it out", name)
		}
	}
	return nil
}

// problemOf returns the problem of a column, how it is solved, and the key of both.
func (f *scanFlags) problemOf(e *entry, c *catalog, all *survey.Survey) (p *input.Problem, o mapping.ColumnOptions, key string, err error) {
	j, err := all.Joint(e.at)
	if err != nil {
		return nil, o, "", err
	}
	column, values, missing := &all.Columns[e.at], all.UncutJoint(e.at), all.MissingRecords(e.at)
	o = f.columns
	o.Order, o.Smooth, o.Monotone = f.order.Of(column.Name), f.smooth.Of(column.Name), f.monotone.Of(column.Name)
	_, counts := j.Samples()
	if o.Smooth == "" && o.Predict && counts {
		o.Smooth = input.SmoothAuto
	}
	if n := f.file.MinCountOf(column.Name); n > 0 && column.Type == scale.Category && (scale.Scales{column.Scale}).Order() == "" {
		o.MinCount, values = n, j
		if j, err = input.WithoutRare(j, n); err != nil {
			return nil, o, "", err
		}
	}
	if key, err = keyOf(j, values, column.Scale, all.Y.Scale, missing, o); err != nil {
		return nil, o, "", err
	}
	source := f.file.Source(c.Path, all.Name, textfile.JoinNames([]string{column.Name}))
	p, err = input.OfColumn(o.Kind(), j, values, column.Scale, all.Y.Scale, missing, source)
	if err == nil {
		err = p.Smoothed(o.Smooth)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", e.title(), err)
	}
	return p, o, key, err
}
