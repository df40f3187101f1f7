package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// groupRest replaces values of X and Y that are rare, or not among the most frequent, by one value
// for the rest, according to the options.
func (t *Table) groupRest(opts Options) error {
	x, y := "values of "+textfile.Shown(opts.X), "values of "+textfile.Shown(opts.Y)
	switch {
	case opts.Text != "":
		x, y = "symbols", "next symbols"
	case opts.X == "":
		x, y = "rows", "columns"
	}
	for _, v := range []struct {
		cut    bool
		order  scale.Order
		column string
	}{{opts.MinCount > 0 || opts.TopX > 0, t.xScales.Order(), opts.X}, {opts.TopY > 0, t.yScales.Order(), opts.Y}} {
		if v.cut && v.order != "" {
			return t.wrong("the values of %s have an order, in which rare ones cannot be put together: keep all, or take the column as a category", textfile.Shown(v.column))
		}
	}
	rows, columns := tally.NewSums(len(t.x)), tally.NewSums(len(t.y))
	for _, c := range t.cells {
		rows.Add(int(c.X), c.Value)
		columns.Add(int(c.Y), c.Value)
	}
	var row, column []int32
	var err error
	if t.x, row, err = t.withRest(t.x, rows, x, opts.restOf(), opts.X == "" && opts.Text == ""); err != nil {
		return err
	}
	if t.y, column, err = t.withRest(t.y, columns, y, folding.Rest{Top: opts.TopY}, false); err != nil {
		return err
	}
	for n := range t.cells {
		c := &t.cells[n]
		c.X, c.Y = row[c.X], column[c.Y]
	}
	t.cells = united(t.cells)
	t.values.move(column)
	t.aside.move(column)
	return nil
}

// groupRest does the same for the values of both inputs together, and of Y.
func (t *TripleTable) groupRest(opts Options) error {
	x, y := fmt.Sprintf("values of %s and %s", textfile.Shown(opts.X1), textfile.Shown(opts.X2)), "values of "+textfile.Shown(opts.Y)
	if opts.X1 == "" {
		x, y = "rows", "columns"
	}
	rows, columns := tally.NewSums(len(t.x)), tally.NewSums(len(t.y))
	for _, c := range t.cells {
		rows.Add(int(c.X1), c.Value)
		rows.Add(int(c.X2), c.Value)
		columns.Add(int(c.Y), c.Value)
	}
	var row, column []int32
	var err error
	if t.x, row, err = t.withRest(t.x, rows, x, opts.restOf(), opts.X1 == ""); err != nil {
		return err
	}
	if t.y, column, err = t.withRest(t.y, columns, y, folding.Rest{Top: opts.TopY}, false); err != nil {
		return err
	}
	t.cells = merged(t.cells, func(c joint.TripleCell) joint.TripleCell {
		c.X1, c.X2, c.Y = row[c.X1], row[c.X2], column[c.Y]
		return c
	}, func(a, b joint.TripleCell) int {
		return cmp.Or(cmp.Compare(a.X1, b.X1), cmp.Compare(a.X2, b.X2), cmp.Compare(a.Y, b.Y))
	}, func(c *joint.TripleCell) *float64 { return &c.Value })
	return nil
}

// restOf returns the rule for values of X.
func (o *Options) restOf() folding.Rest { return folding.Rest{MinCount: o.MinCount, Top: o.TopX} }

// withRest returns the labels with a single one for the rest, and the new place of every old
// label. It notes the number of labels of the rest, named by what. The counts of an array are sums, not
// occurrences.
func (o *Origin) withRest(labels []string, sums *tally.Sums, what string, rule folding.Rest, ofArray bool) (kept []string, at []int32, err error) {
	totals := lists.Make(len(labels), sums.Total)
	in, why := rule.Of(labels, totals), fmt.Sprintf("are not among the %d most frequent", rule.Top)
	if rule.MinCount > 0 {
		if why = fmt.Sprintf("occur less than %g times", rule.MinCount); ofArray {
			why = fmt.Sprintf("add up to less than %g", rule.MinCount)
		}
		switch {
		case slices.Contains(labels, rule.Label()):
			return nil, nil, o.wrong("one of the %s is called %q already, the name that the rare ones would get: rename it, or keep the rare ones", what, rule.Label())
		case !slices.Contains(in, false):
			return nil, nil, o.wrong("all %d %s %s, so that nothing is left to be clustered: choose a smaller count", len(in), what, why)
		}
	}
	at = make([]int32, len(labels))
	for i, l := range labels {
		if !in[i] {
			at[i] = int32(len(kept))
			kept = append(kept, l)
		}
	}
	rest := len(labels) - len(kept)
	if rest == 0 {
		return labels, at, nil
	}
	place := len(kept)
	if kept[place-1] == scale.MissingLabel {
		place--
		at[slices.Index(labels, scale.MissingLabel)]++
	}
	kept = slices.Insert(kept, place, rule.Label())
	for i := range labels {
		if in[i] {
			at[i] = int32(place)
		}
	}
	o.Notes = append(o.Notes, fmt.Sprintf("%d of %d %s %s; they count as the value %q", rest, len(labels), what, why, rule.Label()))
	return kept, at, nil
}

// merged moves cells and returns the sums of those that meet. The sums are exact, so that the order of the
// cells does not matter. O(c log c).
func merged[C any](cells []C, move func(C) C, compare func(a, b C) int, value func(*C) *float64) []C {
	moved := lists.Map(cells, move)
	slices.SortFunc(moved, compare)
	kept := moved[:0]
	for len(moved) > 0 {
		n := 1
		for n < len(moved) && compare(moved[n], moved[0]) == 0 {
			n++
		}
		c := moved[0]
		if n > 1 {
			values := lists.Make(n, func(i int) float64 { return *value(&moved[i]) })
			*value(&c) = tally.Sum(values)
		}
		kept = append(kept, c)
		moved = moved[n:]
	}
	return kept
}
