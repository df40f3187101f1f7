package table

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// readPairs reads records of two variables, and of the column that divides them if there is one.
func readPairs(ctx context.Context, in source.Inputs, opts Options) (*Table, error) {
	v, err := variablesOf(opts)
	if err != nil {
		return nil, &Error{File: in.Label(), Msg: err.Error()}
	}
	c := tally.NewCounter()
	for i := range v.columns {
		clean := v.clean(i)
		labels := cleanLabels(&clean)
		labels.Records = &c.Records
		c.AddKey(labels)
	}
	notes, declared, err := countRecords(ctx, in, opts, records.Query{Columns: v.columns}, c)
	switch {
	case err != nil:
		return nil, err
	case c.Full:
		return nil, &Error{File: in.Label(), Msg: c.TooMany()}
	}
	t := &Table{Origin: originOf(in, c)}
	t.Notes, v.declared = notes, declared
	lost := 0.0
	if opts.MissingY == scale.MissingDrop && !opts.NumericY {
		c, lost, err = v.withY(t, c)
	}
	t.Notes = append(t.Notes, missingNotes(v.columns, c)...)
	if opts.NumericY {
		c, err = v.withNumbers(t, c)
	}
	if err == nil {
		err = v.assemble(t, c)
	}
	if err == nil {
		err = t.setAside(opts.Missing, v.x[0])
	}
	if err != nil {
		return nil, &Error{File: in.Label(), Msg: err.Error()}
	}
	if opts.Count == "" {
		t.Missing += int64(lost)
	}
	if t.aside != nil { // they do not count as a value
		asValue := records.AsValue(v.x[0], c.MissingIn[0], c.Records)
		t.Notes = slices.DeleteFunc(t.Notes, func(n string) bool { return n == asValue })
	}
	return t, nil
}

// withY returns a counter of the records that have a value of Y, and how many have none.
func (v *variables) withY(t *Table, c *tally.Counter) (kept *tally.Counter, lost float64, err error) {
	from, to := len(v.x), len(v.x)+len(v.y)-v.second
	absent := make([][]bool, to) // by columns and values
	var hints []string
	for i := from; i < to; i++ {
		values := c.Values(i)
		fitted, err := v.fit(i, values)
		if err != nil {
			return c, 0, err
		}
		hints = append(hints, v.hints(i, &fitted, values)...)
		absent[i] = lists.Make(len(values), func(n int) bool { return fitted.Labels[fitted.Place[n]] == scale.MissingLabel })
	}
	kept, lost, err = leftOut(&t.Origin, c, v.y[:to-from], func(tuple []uint32) bool {
		for i := from; i < to; i++ {
			if absent[i][tuple[i]] {
				return true
			}
		}
		return false
	})
	if lost > 0 { // such as texts that are taken as missing
		t.Notes, v.noted = append(t.Notes, hints...), true
	}
	return kept, lost, err
}

// leftOut returns a counter without the records that have no Y, and how many these are. A note says so.
func leftOut(o *Origin, c *tally.Counter, y []string, drop func(tuple []uint32) bool) (kept *tally.Counter, lost float64, err error) {
	kept, lost = c.Without(drop)
	switch {
	case kept.Len() == 0 && c.Len() > 0:
		return c, 0, fmt.Errorf("no record has a value of Y: all %s are missing", textfile.Listed(y))
	case lost == 0:
		return c, 0, nil
	}
	o.Notes = append(o.Notes, records.LeftOut(lost, c.All(), y...))
	return kept, lost, nil
}

// cleanLabels returns an empty column whose values are cleaned.
func cleanLabels(c *scale.Clean) *tally.Labels {
	labels := tally.NewLabels()
	if len(c.NA) > 0 || c.Trim || c.FoldCase {
		labels.Read = c.Cleaned
	}
	return labels
}

// countRecords counts the records of files by the values of the columns of a query. It also
// returns notes of the reader, and what the files declare of the columns, or nil.
func countRecords(ctx context.Context, in source.Inputs, opts Options, q records.Query, c *tally.Counter) (notes []string, declared []scale.Spec, err error) {
	q.Count, q.Decimal, q.Options = opts.Count, opts.Clean.Decimal, opts.source()
	r := records.Open(ctx, in, q)
	defer r.Close()
	if err := r.CountAll(c); err != nil {
		return nil, nil, err
	}
	c.Close()
	notes = r.Notes
	if r.Empty > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d files hold no records", r.Empty, len(in.Files)))
	}
	return notes, r.Declared(), nil
}

// missingNotes returns notes about missing values.
func missingNotes(names []string, c *tally.Counter) (notes []string) {
	note := func(format string, args ...any) {
		if n := fmt.Sprintf(format, args...); !slices.Contains(notes, n) { // columns may share labels
			notes = append(notes, n)
		}
	}
	for i, missing := range c.MissingIn {
		if missing == 0 {
			continue
		}
		note("%s", records.AsValue(names[i], missing, c.Records))
		if c.Keys[i].ReadsLikeMissing() {
			var sharing []string
			for k, name := range names {
				if c.Keys[k] == c.Keys[i] {
					sharing = append(sharing, textfile.Shown(name))
				}
			}
			note("some records hold the text %q as their %s and count as missing too", scale.MissingLabel, strings.Join(sharing, " or "))
		}
	}
	return notes
}
