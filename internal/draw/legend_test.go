package draw

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestLegendRowsAreFewAndEven(t *testing.T) {
	var entries []Entry
	for _, words := range []string{"frontier", "most informative for k clusters", "H(Z) = log₂k", "concave hull", "no clustering found"} {
		entries = append(entries, Entry{Words: words})
	}
	for _, width := range []vg.Length{40 * MM, 66 * MM, 81 * MM, 110 * MM, 156 * MM} {
		rows := legendRows(entries, width)
		if greedy := breakRows(entries, width); len(rows) != len(greedy) {
			t.Errorf("%v: %d rows, %d would do", width, len(rows), len(greedy))
		}
		n := 0
		for _, row := range rows {
			for _, e := range row {
				if e.Words != entries[n].Words {
					t.Errorf("%v: entry %d is %q", width, n, e.Words)
				}
				n++
			}
		}
		if n != len(entries) {
			t.Errorf("%v: %d of %d entries", width, n, len(entries))
		}
	}
	if rows := legendRows(entries, 156*MM); len(rows) != 1 {
		t.Errorf("the legend of the default width takes %d rows", len(rows))
	}
}

func TestPartsOf(t *testing.T) {
	const small = powerSize
	for s, want := range map[string][]part{
		"":              {{"", 8, false}},
		"n":             {{"n", 8, false}},
		"n^{4.9}":       {{"n", 8, false}, {"4.9", small, true}, {"", 8, false}},
		"n^{2} + m^{3}": {{"n", 8, false}, {"2", small, true}, {" + m", 8, false}, {"3", small, true}, {"", 8, false}},
		"n^{2":          {{"n^{2", 8, false}},
		"n^2 {x}":       {{"n^2 {x}", 8, false}},
	} {
		if got := partsOf(s, 8); !slices.Equal(got, want) {
			t.Errorf("%q: %v", s, got)
		}
	}
}
