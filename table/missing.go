package table

import (
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// aside are the records of a table that were set aside because they have no value of X.
type aside struct {
	treatment string
	share     float64
	cells     []joint.Cell // of row 0, and of the columns of the table
}

// MissingRecords returns the records that were set aside because they have no value of X, or nil if there are
// none. O(columns).
func (t *Table) MissingRecords() *scale.Missing {
	if t.aside == nil {
		return nil
	}
	m := &scale.Missing{Treatment: t.aside.treatment, Share: t.aside.share}
	for _, c := range t.aside.cells {
		m.Y, m.Counts = append(m.Y, t.y[c.Y]), append(m.Counts, c.Value)
	}
	return m
}

// setAside takes the records without a value of X out of the table if the treatment asks for it, and
// notes what becomes of them. x names the column.
func (t *Table) setAside(treatment, x string) error {
	last := len(t.x) - 1
	if treatment == "" || len(t.xScales) != 1 || last < 0 || t.x[last] != scale.MissingLabel {
		return nil
	}
	row := int32(last)
	is := func(c joint.Cell) bool { return c.X == row }
	without := slices.Clone(t.cells)
	without = slices.DeleteFunc(without, func(c joint.Cell) bool { return !is(c) || c.Value == 0 })
	if len(without) == 0 {
		return nil
	}
	missing, all := sumOf(without), sumOf(t.cells)
	share := missing / all
	switch {
	case missing == all:
		return fmt.Errorf("no record has a value of X: all %s are missing, so that there is nothing to group", textfile.Shown(x))
	case !tally.SetsAside(treatment, t.xScales.Order(), last, share):
		return nil
	}
	for i := range without {
		without[i].X = 0
	}
	without = united(without)
	t.aside = &aside{treatment, share, without}
	t.x = t.x[:last]
	t.cells = slices.DeleteFunc(t.cells, is)
	t.values.leaveOut(t.xScales)
	t.Notes = append(t.Notes, t.aside.note(missing, all, textfile.Shown(x)))
	return nil
}

// note says what becomes of the records.
func (a *aside) note(missing, all float64, x string) string {
	what := fmt.Sprintf("%.2g %% of the records have no %s", 100*a.share, x)
	if whole(missing) && whole(all) {
		what = fmt.Sprintf("%.0f of %.0f records have no %s", missing, all, x)
	}
	switch a.treatment {
	case scale.MissingDrop:
		return what + ": they are left out"
	case scale.MissingNearest:
		return what + ": they are left out of the search, and then join the group that they are most similar to"
	}
	return what + ": they are a group of their own beside those of the values"
}

// whole reports whether a sum is a sum of counts.
func whole(sum float64) bool { return sum < textfile.MaxCount && sum == float64(int64(sum)) }

// move gives the columns of the records other places.
func (a *aside) move(column []int32) {
	if a == nil {
		return
	}
	for n := range a.cells {
		a.cells[n].Y = column[a.cells[n].Y]
	}
	a.cells = united(a.cells)
}

// sumOf returns the exact sum of the values of cells.
func sumOf(cells []joint.Cell) float64 {
	values := lists.Map(cells, func(c joint.Cell) float64 { return c.Value })
	return tally.Sum(values)
}

// leaveOut takes out the missing values, and parts without other values.
func (v *values) leaveOut(scales scale.Scales) {
	if v == nil {
		return
	}
	kept := &values{labels: v.labels, column: v.column}
	for n, cells := range v.cells {
		cells = slices.DeleteFunc(cells, func(c joint.Cell) bool {
			label := v.labels[c.X]
			return scales.Label(scale.Value{Text: label, Missing: label == scale.MissingLabel}) == scale.MissingLabel
		})
		if len(cells) > 0 {
			kept.parts, kept.cells = append(kept.parts, v.parts[n]), append(kept.cells, cells)
		}
	}
	*v = *kept
}
