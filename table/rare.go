package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// groupRare replaces the rare values of X by one.
func (t *Table) groupRare(opts Options) error {
	counts := make([][]float64, len(t.x))
	for _, c := range t.cells {
		counts[c.X] = append(counts[c.X], c.Value)
	}
	if t.xScales.Order() != "" {
		return t.wrong("the values of %s have an order, in which rare ones cannot be put together: leave the smallest count out, or take the column as a category", textfile.Shown(opts.X))
	}
	g := rareGroup{what: "values of " + textfile.Shown(opts.X), rare: occurLess(opts.MinCount), least: opts.MinCount}
	switch {
	case opts.Text != "":
		g.what = "symbols"
	case opts.X == "":
		g.what, g.rare = "rows", addUpToLess(opts.MinCount)
	}
	labels, at, err := t.rare(t.x, counts, g)
	if err != nil {
		return err
	}
	t.x = labels
	for n := range t.cells {
		t.cells[n].X = at[t.cells[n].X]
	}
	t.cells = united(t.cells)
	t.parts.move(at)
	return nil
}

// groupRare replaces the rare values of the inputs by one.
func (t *TripleTable) groupRare(opts Options) error {
	counts := make([][]float64, len(t.x))
	for _, c := range t.cells {
		counts[c.X1] = append(counts[c.X1], c.Value)
		counts[c.X2] = append(counts[c.X2], c.Value)
	}
	g := rareGroup{what: "rows", rare: addUpToLess(opts.MinCount), least: opts.MinCount}
	if opts.X1 != "" {
		g.what, g.rare = fmt.Sprintf("values of %s and %s", textfile.Shown(opts.X1), textfile.Shown(opts.X2)), occurLess(opts.MinCount)
	}
	labels, at, err := t.rare(t.x, counts, g)
	if err != nil {
		return err
	}
	t.x = labels
	t.cells = merged(t.cells, func(c joint.TripleCell) joint.TripleCell {
		c.X1, c.X2 = at[c.X1], at[c.X2]
		return c
	}, func(a, b joint.TripleCell) int {
		return cmp.Or(cmp.Compare(a.X1, b.X1), cmp.Compare(a.X2, b.X2), cmp.Compare(a.Y, b.Y))
	}, func(c *joint.TripleCell) *float64 { return &c.Value })
	return nil
}

// rareGroup says what is rare: a total below least. what names the values in messages, and rare says that
// they are rare.
type rareGroup struct {
	what, rare string
	least      float64
}

func occurLess(least float64) string   { return fmt.Sprintf("occur less than %g times", least) }
func addUpToLess(least float64) string { return fmt.Sprintf("add up to less than %g", least) }

// rare returns the labels in which one replaces those whose counts add up to less than a minimum, and the
// new place of every old label. It notes how many there were.
func (o *origin) rare(labels []string, counts [][]float64, g rareGroup) (kept []string, at []int32, err error) {
	if slices.Contains(labels, encode.RareLabel) {
		return nil, nil, o.wrong("one of the %s is called %q already, the name that the rare ones would get: rename it, or keep the rare ones", g.what, encode.RareLabel)
	}
	at = make([]int32, len(labels))
	var rare []int
	for i, l := range labels {
		if tally.Sum(counts[i]) < g.least {
			rare = append(rare, i)
			continue
		}
		at[i] = int32(len(kept))
		kept = append(kept, l)
	}
	switch {
	case len(rare) == 0:
		return labels, at, nil
	case len(kept) == 0:
		return nil, nil, o.wrong("all %d %s %s, so that nothing is left to be clustered: choose a smaller count", len(rare), g.what, g.rare)
	}
	place := len(kept)
	if kept[place-1] == encode.MissingLabel {
		place--
		at[slices.Index(labels, encode.MissingLabel)]++
	}
	kept = slices.Insert(kept, place, encode.RareLabel)
	for _, i := range rare {
		at[i] = int32(place)
	}
	o.notes = append(o.notes, fmt.Sprintf("%d of %d %s %s; they count as the value %q", len(rare), len(labels), g.what, g.rare, encode.RareLabel))
	return kept, at, nil
}

// merged moves cells and returns the sums of those that meet. The sums are exact, so that the order of the
// cells does not matter. O(c log c).
func merged[C any](cells []C, move func(C) C, compare func(a, b C) int, value func(*C) *float64) []C {
	moved := make([]C, len(cells))
	for i, c := range cells {
		moved[i] = move(c)
	}
	slices.SortFunc(moved, compare)
	kept := moved[:0]
	for len(moved) > 0 {
		n := 1
		for n < len(moved) && compare(moved[n], moved[0]) == 0 {
			n++
		}
		c := moved[0]
		if n > 1 {
			var values []float64
			for i := range n {
				values = append(values, *value(&moved[i]))
			}
			*value(&c) = tally.Sum(values)
		}
		kept = append(kept, c)
		moved = moved[n:]
	}
	return kept
}
