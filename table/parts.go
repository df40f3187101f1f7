package table

import (
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// values are the records of a table with the original values of X, before numbers are cut into bins
// and rare values put together.
type values struct {
	labels []string       // of the values, as package internal/folding has them
	cells  [][]joint.Cell // of every part that has records, with the columns of the table; of one part if none divides them
	column string         // which divides the records
	parts  []string       // its values
}

// valuesOf returns the records with their values of X and Y, divided into parts by a column.
func (v *variables) valuesOf(c *tally.Counter, fitted []scale.Fitted, x, y *variable) *values {
	all := &values{labels: x.labels, column: v.opts.Fold}
	parts, last := []string{""}, len(v.columns)-1
	if all.column != "" {
		parts = fitted[last].Labels
	}
	cells := make([][]joint.Cell, len(parts))
	var tuple []uint32
	for at := range c.Len() {
		part := int32(0)
		if all.column != "" {
			tuple = c.Tuple(at, tuple)
			part = fitted[last].Place[tuple[last]]
		}
		if n := c.Total(int32(at)); n > 0 {
			cells[part] = append(cells[part], joint.Cell{X: x.place[at], Y: y.place[at], Value: n})
		}
	}
	for n, part := range parts {
		if len(cells[n]) > 0 {
			all.parts, all.cells = append(all.parts, part), append(all.cells, united(cells[n]))
		}
	}
	return all
}

// move gives the columns of all cells other places.
func (v *values) move(column []int32) {
	if v == nil {
		return
	}
	for p, cells := range v.cells {
		for n := range cells {
			cells[n].Y = column[cells[n].Y]
		}
		v.cells[p] = united(cells)
	}
}

// UncutJoint returns the joint distribution of the original values of X and of Y, for a table that was read with
// Options.HoldOut. It is nil if the labels of X do not depend on the records: if X has no bins and no rare values
// that are put together. The values of several columns have one label, like other combinations.
func (t *Table) UncutJoint() (*joint.Joint, error) {
	if t.values == nil || t.values.column != "" || t.rule.Fixed() {
		return nil, nil //nolint:nilnil // there is none
	}
	return t.values.joint(t, t.values.cells[0])
}

func (v *values) joint(t *Table, cells []joint.Cell) (*joint.Joint, error) {
	j, err := joint.New(v.labels, t.y, cells)
	if err != nil {
		return nil, t.fault(err)
	}
	return j, nil
}

// Folds returns one fold for each value of the column that [Options].Fold names, in the order of these
// values: the records of that value are held out, and all others are for training. Records without a
// value are a part of their own, like any other. In each fold, the bins of X and the values of X
// that are put together as rare are chosen from the training records.
//
// It is an [*Error] if no column was named, or if the column has one value or more than 100.
// O(parts x c log c) for c cells.
func (t *Table) Folds() ([]joint.Fold, error) {
	v := t.values
	if v == nil || v.column == "" {
		return nil, t.wrong("no column divides the records into parts")
	}
	column := textfile.Shown(v.column)
	switch n := len(v.parts); {
	case n == 0:
		return nil, t.wrong("no record counts")
	case n == 1:
		return nil, t.wrong("%s has the same value in all records, %s: with these held out, none are left to learn from", column, textfile.Shown(v.parts[0]))
	case n > folding.MaxParts:
		return nil, t.wrong("%s has %d values, and one after the other is held out: name a column of 2 to %d values", column, n, folding.MaxParts)
	}
	folds := make([]joint.Fold, len(v.parts))
	for n, cells := range v.cells {
		rest := slices.Concat(slices.Concat(v.cells[:n]...), slices.Concat(v.cells[n+1:]...))
		var err error
		if folds[n].HeldOut, err = v.joint(t, cells); err == nil {
			folds[n].Training, err = v.joint(t, united(rest))
		}
		if err != nil {
			return nil, t.fault(fmt.Errorf("part %s: %w", textfile.Shown(v.parts[n]), err))
		}
	}
	folds, err := t.rule.Folds(folds)
	if err != nil {
		return nil, t.fault(err)
	}
	return folds, nil
}
