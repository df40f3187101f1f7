package families

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/lists"
)

// TestTables: every family has tables of the size asked for, without empty rows, and the same
// ones for the same seed. There are at least 40.
func TestTables(t *testing.T) {
	all, seen := All(), map[string]bool{}
	if len(all) < 40 {
		t.Errorf("%d families, want 40", len(all))
	}
	for _, f := range all {
		if seen[f.Name] {
			t.Errorf("two families are called %q", f.Name)
		}
		seen[f.Name] = true
		for _, n := range []int{4, 5, 7, 8, 9, 14, 15, 16, 17, 18, 22} {
			tab := f.Table(n, 3)
			if d := cmp.Diff(tab, f.Table(n, 3)); d != "" {
				t.Errorf("%s: two tables of a seed:\n%s", f.Name, d)
			}
			columns := map[int]bool{}
			for x, row := range tab {
				var sum float64
				for y, v := range row {
					if !(v >= 0) || math.IsInf(v, 1) {
						t.Fatalf("%s, n=%d: row %d holds %g", f.Name, n, x, v)
					}
					if sum += v; v > 0 {
						columns[y] = true
					}
				}
				if sum == 0 || len(row) != len(tab[0]) {
					t.Errorf("%s, n=%d: row %d is %v", f.Name, n, x, row)
				}
			}
			if len(tab) != n || len(columns) < 2 {
				t.Errorf("%s: %d rows and %d columns with mass, want %d rows", f.Name, len(tab), len(columns), n)
			}
		}
	}
}

// TestGroups: the products of the groups of two kinds of elements are associative and have
// inverses.
func TestGroups(t *testing.T) {
	for _, g := range []struct{ m, square int }{{7, 0}, {8, 0}, {8, 4}} {
		for a := range 2 * g.m {
			var row []int
			for b := range 2 * g.m {
				ab := twisted(a, b, g.m, g.square)
				row = append(row, ab)
				for c := range 2 * g.m {
					if twisted(ab, c, g.m, g.square) != twisted(a, twisted(b, c, g.m, g.square), g.m, g.square) {
						t.Fatalf("m=%d, square %d: (%d %d) %d is not %d (%d %d)", g.m, g.square, a, b, c, a, b, c)
					}
				}
			}
			slices.Sort(row)
			if len(slices.Compact(row)) != 2*g.m {
				t.Fatalf("m=%d, square %d: products of %d are not all different", g.m, g.square, a)
			}
		}
	}
}

// TestWeightsAreEqual: what is called equal is the same to the last bit.
func TestWeightsAreEqual(t *testing.T) {
	for _, f := range All() {
		tab := f.Table(16, 1)
		switch f.Name {
		case "equal weights", "equal weights, low rank", "hierarchy of equal weights", "shuffled counts":
			for _, row := range tab {
				if lists.Sum(row) != lists.Sum(tab[0]) {
					t.Errorf("%s: weights %v and %v", f.Name, lists.Sum(row), lists.Sum(tab[0]))
				}
			}
		case "equal rows", "pairs with gap 0.01", "pairs with gap 1e-05":
			for x := 1; x < 16; x += 2 {
				if lists.Sum(tab[x]) != lists.Sum(tab[x-1]) {
					t.Errorf("%s: weights %v and %v", f.Name, lists.Sum(tab[x]), lists.Sum(tab[x-1]))
				}
			}
		}
	}
}
