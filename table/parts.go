package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// MaxParts is the largest number of parts into which a column may divide records for [Table.Folds].
const MaxParts = 100

// parts are the records of a table as a column divides them.
type parts struct {
	column string
	labels []string
	cells  [][]joint.Cell // of every part that has records, with the rows and columns of the table
}

// readParts reads records of two variables and of the column that divides them.
func readParts(ctx context.Context, in source.Inputs, opts Options) (*Table, error) {
	c := tally.NewCounter(tally.NewLabels(), tally.NewLabels(), tally.NewLabels())
	notes, err := countRecords(ctx, in, opts, records.Query{Columns: []string{opts.X, opts.Y, opts.Fold}}, c)
	switch {
	case err != nil:
		return nil, err
	case c.Full:
		return nil, &Error{File: in.Label(), Msg: c.TooMany()}
	}
	t := &Table{origin: originOf(in, c), parts: &parts{column: opts.Fold}}
	t.notes = notes
	var labels []string
	var cells [][]joint.Cell
	t.x, t.y, labels, cells = c.Parted()
	for n, label := range labels {
		if len(cells[n]) > 0 {
			t.parts.labels, t.parts.cells = append(t.parts.labels, label), append(t.parts.cells, cells[n])
		}
	}
	t.cells = merged(slices.Concat(cells...), func(c joint.Cell) joint.Cell { return c }, func(a, b joint.Cell) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	}, func(c *joint.Cell) *float64 { return &c.Value })
	return t, nil
}

// move gives the rows of all cells other places.
func (p *parts) move(row []int32) {
	if p == nil {
		return
	}
	for _, cells := range p.cells {
		for n := range cells {
			cells[n].X = row[cells[n].X]
		}
	}
}

// Folds returns one fold for each value of the column that [Options].Fold names, in the order of these
// values: the records of that value are held out, and all others are for training. Records without a
// value are a part of their own, like any other.
//
// It is an [*Error] if no column was named, or if the column has one value or more than [MaxParts].
// O(parts x c log c) for c cells.
func (t *Table) Folds() ([]joint.Fold, error) {
	if t.parts == nil {
		return nil, t.wrong("no column divides the records into parts")
	}
	column, labels := textfile.Shown(t.parts.column), t.parts.labels
	switch n := len(labels); {
	case n == 0:
		return nil, t.wrong("no record counts")
	case n == 1:
		return nil, t.wrong("%s has the same value in all records, %s: with these held out, none are left to learn from", column, textfile.Shown(labels[0]))
	case n > MaxParts:
		return nil, t.wrong("%s has %d values, and one after the other is held out: name a column of 2 to %d values", column, n, MaxParts)
	}
	folds := make([]joint.Fold, len(labels))
	for n, cells := range t.parts.cells {
		rest := slices.Concat(slices.Concat(t.parts.cells[:n]...), slices.Concat(t.parts.cells[n+1:]...))
		var err error
		if folds[n].HeldOut, err = joint.New(t.x, t.y, cells); err == nil {
			folds[n].Training, err = joint.New(t.x, t.y, rest)
		}
		if err != nil {
			return nil, t.fault(fmt.Errorf("part %s: %w", textfile.Shown(labels[n]), err))
		}
	}
	return folds, nil
}
