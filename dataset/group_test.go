package dataset

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/textfile"
)

func mustGroup(t testing.TB, name string) *group {
	t.Helper()
	g, err := openGroup(name)
	if err == nil {
		err = g.check()
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}

// orders returns how many elements have which order.
func (g *group) orders() map[int]int {
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
func (g *group) commuting() int {
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

// TestGroupStructure compares with what textbooks say: how many elements have
// which order, and into how many classes of conjugates they fall, which is the
// number of commuting pairs divided by the order (Burnside).
//
// The units modulo 40 are Z2 x Z2 x Z4, as 40 = 8 x 5 and the units modulo 8 and
// 5 are Z2 x Z2 and Z4. The Pauli group has a centre of four; its other twelve
// elements commute with half of the group each.
func TestGroupStructure(t *testing.T) {
	for _, tt := range []struct {
		name    string
		orders  map[int]int
		classes int
	}{
		{"@z40", map[int]int{1: 1, 2: 7, 4: 8}, 16},
		{"@pauli", map[int]int{1: 1, 2: 7, 4: 8}, 10},
		{"@group:Z2", map[int]int{1: 1, 2: 1}, 2},
		{"@group:Z6", map[int]int{1: 1, 2: 1, 3: 2, 6: 2}, 6},
		{"@group:Z2xZ3", map[int]int{1: 1, 2: 1, 3: 2, 6: 2}, 6}, // Z6
		{"@group:Z8", map[int]int{1: 1, 2: 1, 4: 2, 8: 4}, 8},
		{"@group:Z2xZ4", map[int]int{1: 1, 2: 3, 4: 4}, 8},
		{"@group:Z2xZ2xZ2", map[int]int{1: 1, 2: 7}, 8},
		{"@group:D2", map[int]int{1: 1, 2: 3}, 4}, // Klein's four-group
		{"@group:D3", map[int]int{1: 1, 2: 3, 3: 2}, 3},
		{"@group:S3", map[int]int{1: 1, 2: 3, 3: 2}, 3},
		{"@group:D4", map[int]int{1: 1, 2: 5, 4: 2}, 5},
		{"@group:D5", map[int]int{1: 1, 2: 5, 5: 4}, 4},
		{"@group:D6", map[int]int{1: 1, 2: 7, 3: 2, 6: 2}, 6},
		{"@group:S3xZ2", map[int]int{1: 1, 2: 7, 3: 2, 6: 2}, 6}, // D6
		{"@group:Q8", map[int]int{1: 1, 2: 1, 4: 6}, 5},
		{"@group:Q12", map[int]int{1: 1, 2: 1, 3: 2, 4: 6, 6: 2}, 6},
		{"@group:Q16", map[int]int{1: 1, 2: 1, 4: 10, 8: 4}, 7},
		{"@group:Q32", map[int]int{1: 1, 2: 1, 4: 18, 8: 4, 16: 8}, 11},
		{"@group:S2", map[int]int{1: 1, 2: 1}, 2},
		{"@group:S4", map[int]int{1: 1, 2: 9, 3: 8, 4: 6}, 5},
		{"@group:S5", map[int]int{1: 1, 2: 25, 3: 20, 4: 30, 5: 24, 6: 20}, 7},
		{"@group:A3", map[int]int{1: 1, 3: 2}, 3},
		{"@group:A4", map[int]int{1: 1, 2: 3, 3: 8}, 4},
		{"@group:A5", map[int]int{1: 1, 2: 15, 3: 20, 5: 24}, 5},
		{"@group:U8", map[int]int{1: 1, 2: 3}, 4},
		{"@group:U9", map[int]int{1: 1, 2: 1, 3: 2, 6: 2}, 6},
		{"@group:U40", map[int]int{1: 1, 2: 7, 4: 8}, 16},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := mustGroup(t, tt.name)
			if d := cmp.Diff(tt.orders, g.orders()); d != "" {
				t.Errorf("orders (-want +got)\n%s", d)
			}
			if got := g.commuting(); got != tt.classes*g.Order() {
				t.Errorf("%d of %d pairs commute, want %d", got, g.Order()*g.Order(), tt.classes*g.Order())
			}
		})
	}
}

// isIsomorphism tells whether a map of places keeps products.
func isIsomorphism(g, h *group, to []int) bool {
	for a := range to {
		for b := range to {
			if to[g.Product(a, b)] != h.Product(to[a], to[b]) {
				return false
			}
		}
	}
	return len(to) == h.Order() && len(slices.Compact(slices.Sorted(slices.Values(to)))) == len(to)
}

// TestIsomorphicGroups maps groups onto each other by what is known of them.
func TestIsomorphicGroups(t *testing.T) {
	z6, z2z3 := mustGroup(t, "@group:Z6"), mustGroup(t, "@group:Z2xZ3")
	var to []int // the Chinese remainder theorem
	for k := range 6 {
		to = append(to, 3*(k%2)+k%3)
	}
	if !isIsomorphism(z6, z2z3, to) {
		t.Error("Z6 is not Z2 x Z3")
	}
	// A symmetry of a triangle permutes its corners: r takes 1 to 2 to 3, and s
	// keeps the first.
	d3, s3 := mustGroup(t, "@group:D3"), mustGroup(t, "@group:S3")
	r, s := slices.Index(s3.Labels(), "(123)"), slices.Index(s3.Labels(), "(23)")
	to = []int{0, r, s3.Product(r, r), s, s3.Product(s, r), s3.Product(s3.Product(s, r), r)}
	if !isIsomorphism(d3, s3, to) {
		t.Error("D3 is not S3")
	}
	if !slices.Equal(mustGroup(t, "@z40").Labels(), mustGroup(t, "@group:U40").Labels()) {
		t.Error("@z40 is not @group:U40")
	}
}

func TestProductsByName(t *testing.T) {
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
		{"@group:Z8", "5", "6", "3"},
		{"@group:Q8", "i", "j", "k"},
		{"@group:Q8", "j", "k", "i"},
		{"@group:Q8", "k", "i", "j"},
		{"@group:Q8", "j", "i", "-k"},
		{"@group:Q8", "i", "i", "-1"},
		{"@group:Q8", "j", "j", "-1"},
		{"@group:Q8", "k", "k", "-1"},
		{"@group:Q8", "-j", "i", "k"},
		{"@group:Q16", "y", "x", "x^7y"},
		{"@group:Q16", "y", "y", "x^4"},
		{"@group:Q16", "x^5", "x^4y", "xy"},
		{"@group:D4", "r", "s", "sr^3"},
		{"@group:D4", "s", "r", "sr"},
		{"@group:D4", "sr", "sr", "1"},
		{"@group:D4", "r^3", "r^2", "r"},
		{"@group:S3", "(12)", "(23)", "(123)"}, // 3 goes to 2, then to 1
		{"@group:S3", "(23)", "(12)", "(132)"},
		{"@group:S5", "(12)(345)", "(12)(345)", "(354)"},
		{"@group:A4", "(12)(34)", "(13)(24)", "(14)(23)"},
		{"@group:Z2xZ4", "(1,3)", "(1,2)", "(0,1)"},
		{"@group:S3xZ2xD3", "((12),1,r)", "((23),1,s)", "((123),0,sr^2)"},
	}
	for _, tt := range tests {
		g := mustGroup(t, tt.group)
		product := g.Product(slices.Index(g.labels, tt.a), slices.Index(g.labels, tt.b))
		if got := g.labels[product]; got != tt.want {
			t.Errorf("%s: %s times %s is %s, want %s", tt.group, tt.a, tt.b, got, tt.want)
		}
	}
}

func TestGroupLabels(t *testing.T) {
	for name, want := range map[string]string{
		"Z3":    "0 1 2",
		"D3":    "1 r r^2 s sr sr^2",
		"Q8":    "1 -1 i -i j -j k -k",
		"Q12":   "1 x x^2 x^3 x^4 x^5 y xy x^2y x^3y x^4y x^5y",
		"S3":    "() (23) (12) (123) (132) (13)",
		"A4":    "() (234) (243) (12)(34) (123) (124) (132) (134) (13)(24) (142) (143) (14)(23)",
		"U12":   "1 5 7 11",
		"Z2xZ3": "(0,0) (0,1) (0,2) (1,0) (1,1) (1,2)",
	} {
		if got := strings.Join(mustGroup(t, "@group:"+name).Labels(), " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestGroupLaws breaks each law, to see that it is checked: mustGroup checks every group that a test opens.
func TestGroupLaws(t *testing.T) {
	for _, tt := range []struct {
		name  string
		wreck func(g *group)
		want  string
	}{
		{"nothing", func(*group) {}, ""},
		{"labels", func(g *group) { g.labels[3] = "1" }, "two elements are called 1"},
		{"closure", func(g *group) { g.product[1][2] = -1 }, "it is not closed: 1 times 2 is no element"},
		{"identity", func(g *group) { g.product[0][2], g.product[0][1] = 1, 2 }, "0 is not the identity"},
		{"identity on the right", func(g *group) { g.product[2][0], g.product[1][0] = 1, 2 }, "0 is not the identity"},
		{"inverses", func(g *group) { g.product[2][3] = 1 }, "2 has no inverse"},
		{"associativity", func(g *group) { g.product[1][1], g.product[1][2] = 3, 2 }, "it is not associative"},
	} {
		g := cyclic(5)
		tt.wreck(g)
		got := ""
		if err := g.check(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if g := newGroup([]int{0, 1, 2}, func(int) string { return "" }, func(a, b int) int { return a + b }); g.product[2][2] != -1 {
		t.Error("a product outside the group passes for an element")
	}
}

func TestGroupNames(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"", `"" is no name of a group`},
		{"z8", "z8 is no name of a group"},
		{"B3", "B3 is no name of a group"},
		{"Z", "Z has no number after Z"},
		{"Z08", "Z08 has no number after Z"},
		{"Z+8", "Z+8 has no number after Z"},
		{"Z-8", "the number in Z-8 must be at least 2"},
		{"Z8x", `"" is no name of a group`},
		{"Z2XZ4", "Z2XZ4 has no number after Z"},
		{"Z99999999999999999999", "Z99999999999999999999 has no number after Z"},
		{"Z1", "the number in Z1 must be at least 2"},
		{"D1", "the number in D1 must be at least 2"},
		{"Q4", "the number in Q4 must be at least 8, a multiple of 4"},
		{"Q10", "the number in Q10 must be at least 8, a multiple of 4"},
		{"U2", "the number in U2 must be at least 3"},
		{"Z257", "it has more than 256 elements"},
		{"D129", "it has more than 256 elements"},
		{"Q260", "it has more than 256 elements"},
		{"S6", "it has more than 256 elements"},
		{"A6", "it has more than 256 elements"},
		{"U257x", "it has more than 256 elements\x00"},
		{"U263", "it has more than 256 elements"},
		{"U131073", "it has more than 256 elements"},
		{"U9223372036854775807", "it has more than 256 elements"},
		{"Z16xZ17", "it has more than 256 elements"},
		{"Z16xZ16xZ9223372036854775807", "it has more than 256 elements"},
	} {
		name, want := "@group:"+tt.name, tt.want
		if before, ok := strings.CutSuffix(want, "\x00"); ok { // U257 has 256
			name, want = name+"Z2", before
		}
		_, err := openGroup(name)
		checkError(t, err, "", "there is no built-in group "+textfile.Shown(name)+": "+want+"; choose "+groupForms)
	}
	for _, name := range []string{"Z256", "D128", "Q256", "U257", "Z16xD8", "S5xZ2"} {
		if g := mustGroup(t, "@group:"+name); g.Order() < 240 || g.Order() > 256 {
			t.Errorf("%s has %d elements", name, g.Order())
		}
	}
}

// TestUnitsWithinTheLimit checks that no integer beyond the largest looked at
// has as few units as a group may have elements.
func TestUnitsWithinTheLimit(t *testing.T) {
	for n := 3; n < 3000; n++ {
		if u := len(units(n)); float64(u) < math.Sqrt(float64(n)/2) {
			t.Fatalf("%d has only %d units", n, u)
		}
	}
}

// TestGroupsAgreeWithTheReference compares with the tables of the paper's
// authors, which hold probabilities and list the elements in the same order.
func TestGroupsAgreeWithTheReference(t *testing.T) {
	for name, file := range map[string]string{"@z40": "pxy_Z40x.npy", "@group:U40": "pxy_Z40x.npy", "@pauli": "pxy_pauli.npy"} {
		path := oracle.Shared(t, "data", "reference", file)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		reference, err := npy.Read(f, 5000)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range mustGroup(t, name).cells() {
			if reference.Data[i] != v/256 {
				t.Fatalf("%s: cell %d is %g, the reference %g", name, i, v/256, reference.Data[i])
			}
		}
	}
}

func FuzzGroupNames(f *testing.F) {
	for _, seed := range []string{"Z8", "D4", "Q8", "S3", "A4", "U40", "Z2xZ4", "x", "Z9999999999", "Z2xx", "S5xZ2", "@"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		g, err := openGroup(groupPrefix + name)
		if err != nil {
			checkError(t, err, "", err.Error())
			return
		}
		b, err := findBuiltin(groupPrefix + name)
		if err != nil || b.Shape[0] != g.Order() || g.Order() < 2 || g.Order() > maxOrder {
			t.Fatalf("%d elements, %v, %v", g.Order(), b.Shape, err)
		}
	})
}

// checkError checks that an error reads as wanted.
func checkError(t *testing.T, err error, _, want string) {
	t.Helper()
	var e *textfile.Error
	if !errors.As(err, &e) || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
}

// check returns an error unless the table is that of a group, whose first
// element is the identity, with different labels. O(n^3).
func (g *group) check() error {
	seen := make(map[string]bool)
	for _, l := range g.labels {
		if seen[l] {
			return fmt.Errorf("two elements are called %s", l)
		}
		seen[l] = true
	}
	for a, row := range g.product {
		inverse := false
		for b, y := range row {
			if y < 0 || y >= len(row) {
				return fmt.Errorf("it is not closed: %s times %s is no element", g.labels[a], g.labels[b])
			}
			inverse = inverse || y == 0 && g.product[b][a] == 0
		}
		switch {
		case row[0] != a || g.product[0][a] != a:
			return fmt.Errorf("%s is not the identity", g.labels[0])
		case !inverse:
			return fmt.Errorf("%s has no inverse", g.labels[a])
		}
	}
	if !g.associative() {
		return errors.New("it is not associative")
	}
	return nil
}

// associative tells whether (a b) c is a (b c) for all elements of a closed
// table.
func (g *group) associative() bool {
	for a, row := range g.product {
		for b, ab := range row {
			for c, bc := range g.product[b] {
				if g.product[ab][c] != g.product[a][bc] {
					return false
				}
			}
		}
	}
	return true
}
