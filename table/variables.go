package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// maxCombinations is the largest number of values that several columns may have together.
const maxCombinations = 1_000_000

// variables are X and Y, each of one or several columns, and the column that divides the records.
type variables struct {
	opts    Options
	x, y    []string // y ends with the columns of the second variable
	second  int      // the number of these
	columns []string // of x, of y, and then the one that divides the records

	declared []scale.Spec // what the files declare of the columns, or nil
	// numbers is the scale of Y, if it holds numbers without bins, and read the counter with the records that have none,
	// by which X is fitted as well.
	numbers *scale.Scale
	read    *tally.Counter
	noted   bool // the notes on Y are made
}

// variablesOf returns the variables that options name.
func variablesOf(opts Options) (*variables, error) {
	v := &variables{opts: opts}
	var err error
	if v.x, err = textfile.SplitNames(opts.X); err != nil {
		return nil, err
	}
	if v.y, err = textfile.SplitNames(opts.Y); err != nil {
		return nil, err
	}
	var second []string
	if opts.Second != "" {
		if second, err = textfile.SplitNames(opts.Second); err != nil {
			return nil, err
		}
	}
	for i, name := range second {
		if slices.Contains(v.x, name) || slices.Contains(v.y, name) || slices.Contains(second[:i], name) {
			return nil, fmt.Errorf("the column %s is named for the second variable and once more: name another one", textfile.Shown(name))
		}
	}
	for i, name := range v.x {
		switch {
		case slices.Contains(v.x[:i], name):
			return nil, fmt.Errorf("the column %s is named twice for X", textfile.Shown(name))
		case slices.Contains(v.y, name):
			return nil, fmt.Errorf("the column %s is named for X and for Y: name it for one of them", textfile.Shown(name))
		}
	}
	for i, name := range v.y {
		if slices.Contains(v.y[:i], name) {
			return nil, fmt.Errorf("the column %s is named twice for Y", textfile.Shown(name))
		}
	}
	v.y, v.second = append(v.y, second...), len(second)
	for _, known := range []struct {
		role   string
		names  []string
		scales scale.Scales
	}{{"X", v.x, opts.XScales}, {"Y", v.y, opts.YScales}} {
		if n := len(known.scales); known.scales != nil && n != len(known.names) && (known.role == "X" || n+v.second != len(known.names)) {
			return nil, fmt.Errorf("%s is %s, and had %d in the other table", known.role, textfile.Plural(len(known.names), "column"), len(known.scales))
		}
	}
	v.columns = slices.Concat(v.x, v.y)
	if opts.Fold != "" {
		v.columns = append(v.columns, opts.Fold)
	}
	return v, nil
}

// assemble makes the table from a counter.
func (v *variables) assemble(t *Table, c *tally.Counter) error {
	fitted, y, err := v.fitAll(c)
	if err != nil {
		return err
	}
	of := len(v.y) - v.second
	for i := range v.columns {
		if y := i - len(v.x); v.numbers != nil && y == 0 || v.noted && y >= 0 && y < of {
			continue
		}
		t.Notes = append(t.Notes, v.hints(i, &fitted[i], c.Values(i))...)
	}
	for i := range v.opts.XScales {
		mark := records.MarkOf(&v.opts.XScales[i])
		for _, value := range c.Values(i) {
			mark.See([]byte(value.Text))
		}
		t.Notes = append(t.Notes, mark.Notes()...)
	}
	if err := v.undated(c, fitted); err != nil {
		return err
	}
	for i := range v.x {
		t.xScales = append(t.xScales, fitted[i].Scale)
	}
	for i := range v.y {
		t.yScales = append(t.yScales, fitted[len(v.x)+i].Scale)
	}
	t.rule = folding.Rule{X: t.xScales, Rest: v.opts.restOf()}
	x, err := combine(c, v.columns, fitted, 0, len(v.x))
	if err != nil {
		return err
	}
	t.x, t.y = x.labels, y.labels
	t.Notes = append(t.Notes, v.unused("X", v.x, t.xScales)...)
	t.Notes = append(t.Notes, v.unused("Y", v.y[:of], t.yScales[:of])...)
	if v.opts.Count == "" && v.opts.MinCount == 0 && v.opts.TopX == 0 && t.xScales.Order() == "" && records.Identify(len(t.x), c.Records) {
		t.Notes = append(t.Notes, fmt.Sprintf("X has %d different values in %s: they identify the records, and groups of them say nothing of others",
			len(t.x), textfile.Plural(int(c.Records), "record")))
	}
	if v.opts.Count == "" {
		t.Missing = missingOf(c, fitted)
	}
	cells := make([]joint.Cell, 0, c.Len())
	for at := range c.Len() {
		if n := c.Total(int32(at)); n > 0 {
			cells = append(cells, joint.Cell{X: x.place[at], Y: y.place[at], Value: n})
		}
	}
	t.cells = cells
	// Without values that share a label, no cells meet, and the sorting of many can be spared.
	if slices.ContainsFunc(fitted, func(f scale.Fitted) bool { return len(f.Labels) < len(f.Place) }) || v.opts.Fold != "" {
		t.cells = united(cells)
	}
	if v.opts.Fold != "" || v.opts.HoldOut {
		if !t.rule.Fixed() {
			if own, err := v.plain(c); err == nil {
				x = own
			} else { // there are too many combinations, so that folds have the rows of the table
				t.rule = folding.Rule{}
			}
		}
		t.values = v.valuesOf(c, fitted, &x, &y)
	}
	return nil
}

// hints returns notes on how a column is read.
func (v *variables) hints(column int, f *scale.Fitted, values []scale.Value) []string {
	if !v.isFitted(column) {
		return nil
	}
	return append(f.Notes, records.Hints(v.columns[column], v.clean(column), &f.Scale, values)...)
}

// missingOf returns the number of records without a value of a column as it is read: texts such as NA are missing
// among numbers. Of a Y whose means are taken, the counter holds the records with a number alone.
func missingOf(c *tally.Counter, fitted []scale.Fitted) int64 {
	missing := make([][]bool, len(fitted)) // by columns and values
	for i, f := range fitted {
		for n, value := range c.Keys[i].Values() {
			is := value.Missing || len(f.Labels) > 0 && f.Labels[f.Place[n]] == scale.MissingLabel && value.Text != scale.MissingLabel
			missing[i] = append(missing[i], is)
		}
	}
	records := float64(c.Records) - c.All()
	var tuple []uint32
	for at := range c.Len() {
		tuple = c.Tuple(at, tuple)
		for i, value := range tuple {
			if missing[i][value] {
				records += c.Total(int32(at))
				break
			}
		}
	}
	return int64(records)
}

// plain returns the values of X as they are.
func (v *variables) plain(c *tally.Counter) (variable, error) {
	plain := lists.Make(len(v.x), func(i int) scale.Fitted { return new(scale.Scale).Apply(c.Values(i)) })
	return combine(c, v.columns, plain, 0, len(v.x))
}

// fitAll returns the scales of all columns, and Y.
func (v *variables) fitAll(c *tally.Counter) (fitted []scale.Fitted, y variable, err error) {
	fitted = make([]scale.Fitted, len(v.columns))
	for i := len(v.x); i < len(v.columns); i++ {
		if fitted[i], err = v.fit(i, c.Values(i)); err != nil {
			return nil, y, err
		}
	}
	if v.opts.NumericY {
		y = v.ofNumbers(c)
	} else if y, err = combine(c, v.columns, fitted, len(v.x), len(v.x)+len(v.y)); err != nil {
		return nil, y, err
	}
	told := y // without the second variable
	if v.second > 0 {
		if told, err = combine(c, v.columns, fitted, len(v.x), len(v.x)+len(v.y)-v.second); err != nil {
			return nil, y, err
		}
	}
	for i := range v.x {
		values := c.Values(i)
		if v.read != nil {
			values = v.read.Values(i)
		}
		if len(v.x) == 1 && v.numbers == nil { // numbers hardly occur twice
			nameY(values, c, &told)
		}
		if fitted[i], err = v.fit(i, values); err != nil {
			return nil, y, err
		}
	}
	return fitted, y, nil
}

// nameY sets the Y of every value of X, the first column, whose records all have one value of Y.
func nameY(values []scale.Value, c *tally.Counter, y *variable) {
	const several = -1
	var tuple []uint32
	for at := range c.Len() {
		if c.Total(int32(at)) == 0 {
			continue
		}
		tuple = c.Tuple(at, tuple)
		switch x, own := &values[tuple[0]], y.place[at]+1; x.Y {
		case 0:
			x.Y = own
		case own:
		default:
			x.Y = several
		}
	}
	for n := range values {
		values[n].Y = max(values[n].Y, 0)
	}
}

// unused returns a note about bins for columns without numbers.
func (v *variables) unused(role string, columns []string, scales scale.Scales) []string {
	asked := slices.ContainsFunc(columns, func(c string) bool { return !v.opts.Scales[c].Bins.IsZero() })
	if !asked || slices.ContainsFunc(scales, func(s scale.Scale) bool { return s.Binned() }) {
		return nil
	}
	return []string{fmt.Sprintf("%s holds categories, so that the bins asked for change nothing", role)}
}

// undated returns an error if a format of dates is named that no column has.
func (v *variables) undated(c *tally.Counter, fitted []scale.Fitted) error {
	for i, name := range v.columns[:len(v.x)+len(v.y)] {
		format := v.opts.Scales[name].Dates
		dated := func(f scale.Fitted) bool { return f.Scale.Dates == format }
		if format == "" || !v.isFitted(i) || slices.ContainsFunc(fitted, dated) {
			continue
		}
		for _, value := range c.Values(i) {
			if !value.Missing {
				return fmt.Errorf("%s has the value %s in record %d, and no value is a date of the format %s: name another format of dates, or none",
					textfile.Shown(name), textfile.Quoted(value.Text), value.Record, format)
			}
		}
	}
	return nil
}

// united returns cells in order, in which cells of the same row and column are added up.
func united(cells []joint.Cell) []joint.Cell {
	return merged(cells, func(c joint.Cell) joint.Cell { return c }, func(a, b joint.Cell) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	}, func(c *joint.Cell) *float64 { return &c.Value })
}

// fit returns the scale of a column with the labels of its values.
func (v *variables) fit(column int, values []scale.Value) (scale.Fitted, error) {
	y := column - len(v.x)
	switch {
	case y < 0 && v.opts.XScales != nil:
		return v.opts.XScales[column].Apply(values), nil
	case y == 0 && v.numbers != nil:
		return scale.Fitted{Scale: *v.numbers, Place: make([]int32, len(values))}, nil
	case y >= 0 && y < len(v.opts.YScales):
		return v.opts.YScales[y].Apply(values), nil
	case y == len(v.y): // the column that divides the records
		return new(scale.Scale).Apply(values), nil
	}
	name := v.columns[column]
	spec := v.specOf(column)
	if spec.Bins.IsZero() {
		spec.Bins = scale.Auto(records.CoarseBins)
		if len(v.x) == 1 && y < 0 {
			spec.Bins = scale.Auto(records.FineBins)
		}
	}
	return scale.Fit(name, spec, values)
}

// specOf returns how a column is read, as the options and the files say.
func (v *variables) specOf(column int) scale.Spec {
	spec := v.opts.Scales[v.columns[column]]
	spec.Clean = v.clean(column)
	if v.declared != nil {
		spec = records.WithDeclared(spec, v.declared[column])
	}
	return spec
}

// isFitted reports whether the scale of a column comes from its values.
func (v *variables) isFitted(column int) bool {
	if column < len(v.x) {
		return v.opts.XScales == nil
	}
	return column >= len(v.x)+len(v.opts.YScales) && column < len(v.x)+len(v.y)
}

// clean returns how the values of a column are read.
func (v *variables) clean(column int) scale.Clean {
	y := column - len(v.x)
	switch {
	case y < 0 && v.opts.XScales != nil:
		return v.opts.XScales[column].Clean
	case y >= 0 && y < len(v.opts.YScales):
		return v.opts.YScales[y].Clean
	}
	if own := v.opts.Scales[v.columns[column]].Clean; !own.KeepsText() {
		return own
	}
	return v.opts.Clean
}

// variable is X or Y of all tuples that were counted.
type variable struct {
	labels []string
	place  []int32 // of every tuple
}

// combine returns the variable of the columns from one up to, but not including, another.
func combine(c *tally.Counter, columns []string, fitted []scale.Fitted, from, to int) (v variable, err error) {
	var tuple []uint32
	var ok bool
	v.labels, v.place, ok = folding.Combine(fitted[from:to], c.Len(), maxCombinations, func(at int) []uint32 {
		tuple = c.Tuple(at, tuple)
		return tuple[from:to]
	})
	if !ok {
		err = errors.New(tooMany(columns[from:to]))
	}
	return v, err
}

func tooMany(columns []string) string {
	return fmt.Sprintf("the columns %s have more than %d combinations of values: name fewer of them, or cut numbers into fewer bins", textfile.Listed(columns), maxCombinations)
}
