package table

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle"
)

func builtinGroups() map[string]group {
	return map[string]group{"@z40": unitsModulo(40), "@pauli": pauliGroup()}
}

func TestGroupLaws(t *testing.T) {
	for name, g := range builtinGroups() {
		n := len(g.labels)
		if n != 16 || len(slices.Compact(slices.Sorted(slices.Values(g.labels)))) != n {
			t.Errorf("%s: labels %v", name, g.labels)
		}
		for a := range n {
			if g.product[0][a] != a || g.product[a][0] != a {
				t.Errorf("%s: %s is not the identity", name, g.labels[0])
			}
			// Each element stands once in every row and column: inverses exist
			// and are unique.
			var row, column []int
			for b := range n {
				row = append(row, g.product[a][b])
				column = append(column, g.product[b][a])
			}
			slices.Sort(row)
			slices.Sort(column)
			for i := range n {
				if row[i] != i || column[i] != i {
					t.Fatalf("%s: the table is no Latin square at %s", name, g.labels[a])
				}
			}
			for b := range n {
				for c := range n {
					if g.product[g.product[a][b]][c] != g.product[a][g.product[b][c]] {
						t.Fatalf("%s: not associative: %s %s %s", name, g.labels[a], g.labels[b], g.labels[c])
					}
				}
			}
		}
	}
}

// orders returns how many elements have which order.
func (g group) orders() map[int]int {
	count := make(map[int]int)
	for a := range g.labels {
		order := 1
		for power := a; power != 0; power = g.product[power][a] {
			order++
		}
		count[order]++
	}
	return count
}

// commuting returns the number of pairs a, b with a b = b a.
func (g group) commuting() int {
	pairs := 0
	for a := range g.labels {
		for b := range g.labels {
			if g.product[a][b] == g.product[b][a] {
				pairs++
			}
		}
	}
	return pairs
}

// TestGroupStructure: the units modulo 40 are Z2 x Z2 x Z4, as 40 = 8 x 5 and
// the units modulo 8 and 5 are Z2 x Z2 and Z4. The Pauli group has a centre of
// four; its other twelve elements commute with half of the group each.
func TestGroupStructure(t *testing.T) {
	groups := builtinGroups()
	z40, pauli := groups["@z40"], groups["@pauli"]
	if d := cmp.Diff(map[int]int{1: 1, 2: 7, 4: 8}, z40.orders()); d != "" {
		t.Errorf("@z40: orders (-want +got)\n%s", d)
	}
	if got := z40.commuting(); got != 256 {
		t.Errorf("@z40: %d of 256 pairs commute", got)
	}
	if d := cmp.Diff(map[int]int{1: 1, 2: 7, 4: 8}, pauli.orders()); d != "" {
		t.Errorf("@pauli: orders (-want +got)\n%s", d)
	}
	if got := pauli.commuting(); got != 4*16+12*8 {
		t.Errorf("@pauli: %d of 256 pairs commute, want 160", got)
	}
}

func TestProductsByName(t *testing.T) {
	groups := builtinGroups()
	tests := []struct{ group, a, b, want string }{
		{"@z40", "3", "27", "1"},
		{"@z40", "39", "39", "1"},
		{"@z40", "7", "11", "37"},
		{"@pauli", "+X", "+Y", "+iZ"},
		{"@pauli", "+Y", "+X", "-iZ"},
		{"@pauli", "+Y", "+Z", "+iX"},
		{"@pauli", "+Z", "+X", "+iY"},
		{"@pauli", "+X", "+X", "+I"},
		{"@pauli", "+Y", "+Y", "+I"},
		{"@pauli", "+Z", "+Z", "+I"},
		{"@pauli", "+iI", "+iI", "-I"},
		{"@pauli", "-iX", "+iX", "+I"},
	}
	for _, tt := range tests {
		g := groups[tt.group]
		product := g.product[slices.Index(g.labels, tt.a)][slices.Index(g.labels, tt.b)]
		if got := g.labels[product]; got != tt.want {
			t.Errorf("%s: %s times %s is %s, want %s", tt.group, tt.a, tt.b, got, tt.want)
		}
	}
}

// TestGroupsAgreeWithTheReference compares with the tables of the paper's
// authors, which hold probabilities and list the elements in the same order.
func TestGroupsAgreeWithTheReference(t *testing.T) {
	for name, file := range map[string]string{"@z40": "pxy_Z40x.npy", "@pauli": "pxy_pauli.npy"} {
		f, err := os.Open(oracle.Shared(t, "data", "reference", file))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		reference, err := npy.Read(f, 5000)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range builtinGroups()[name].cells() {
			if reference.Data[i] != v/256 {
				t.Fatalf("%s: cell %d is %g, the reference %g", name, i, v/256, reference.Data[i])
			}
		}
	}
}
