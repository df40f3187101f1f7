package table

import (
	"fmt"
	"slices"

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

// move gives the rows and columns of all cells other places.
func (p *parts) move(row, column []int32) {
	if p == nil {
		return
	}
	for _, cells := range p.cells {
		for n := range cells {
			cells[n].X, cells[n].Y = row[cells[n].X], column[cells[n].Y]
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
