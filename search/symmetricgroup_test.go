package search

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// The Cayley tables here are made from presentations of the groups; package table
// has others, made in other ways.

// dihedral is the group of the square: r^a s^b, with s r = r^-1 s.
func dihedral() [][]int {
	return tables.Cayley(8, func(g, h int) int {
		a, b, c, d := g%4, g/4, h%4, h/4
		if b == 1 {
			c = 4 - c
		}
		return (a+c)%4 + 4*((b+d)%2)
	})
}

// quaternions is Q8: i^a j^b, with j i = i^-1 j and j^2 = i^2.
func quaternions() [][]int {
	return tables.Cayley(8, func(g, h int) int {
		a, b, c, d := g%4, g/4, h%4, h/4
		if b == 1 {
			c = 4 - c
		}
		return (a+c+2*b*d)%4 + 4*((b+d)%2)
	})
}

// twoByFour is Z2 x Z4.
func twoByFour() [][]int {
	return tables.Cayley(8, func(g, h int) int { return (g+h)%2 + 2*((g/2+h/2)%4) })
}

// goldenGroup reads the group table and the frontier of a golden file.
func goldenGroup(t *testing.T, name string) (product [][]int, want []pair) {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Product [][]int `json:"group_table"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Product, golden(t, name)
}

// TestSymmetricGolden holds two groups against exact reference frontiers.
func TestSymmetricGolden(t *testing.T) {
	for _, name := range []string{"symmetric_Z8.json", "symmetric_S3.json"} {
		product, want := goldenGroup(t, name)
		p := problem.Symmetric(groupCube(product).triple(t))
		for _, opts := range []Options{{}, {Epsilon: math.Inf(1)}} {
			samePoints(t, pairsOf(mustMapProblem(t, p, opts)), want)
		}
		t.Logf("%s: %d points", name, len(want))
	}
}

// TestSymmetricSmallGroups holds the other groups of order 8 with elements of order
// 4 against brute force.
func TestSymmetricSmallGroups(t *testing.T) {
	for name, product := range map[string][][]int{"D4": dihedral(), "Q8": quaternions(), "Z2xZ4": twoByFour()} {
		isGroup(t, product)
		c := groupCube(product)
		want := c.bruteForce()
		samePoints(t, pairsOf(mustMapProblem(t, problem.Symmetric(c.triple(t)), Options{})), want)
		t.Logf("%s: %d points", name, len(want))
	}
}

// isGroup checks the group laws.
func isGroup(t *testing.T, product [][]int) {
	t.Helper()
	n := len(product)
	for a := range n {
		for b := range n {
			for c := range n {
				if product[product[a][b]][c] != product[a][product[b][c]] {
					t.Fatalf("(%d %d) %d is not %d (%d %d)", a, b, c, a, b, c)
				}
			}
		}
		if product[0][a] != a || product[a][0] != a {
			t.Fatalf("0 is not the identity for %d", a)
		}
		if !slices.Contains(product[a], 0) {
			t.Fatalf("%d has no inverse", a)
		}
	}
}

// TestSymmetricGroupsOf16: the default search finds one and the same frontier for
// the units modulo 40 and the Pauli group, on which the subgroups lie: at (1,1),
// (2,2) and (3,3) the clusters are the cosets of one, and (4,4) is the identity.
func TestSymmetricGroupsOf16(t *testing.T) {
	var frontiers [][]pair
	for _, product := range [][][]int{tables.Units40(), tables.Pauli()} {
		isGroup(t, product)
		f := mustMapProblem(t, problem.Symmetric(groupCube(product).triple(t)), Options{})
		frontiers = append(frontiers, pairsOf(f))
		for bits := 1; bits <= 4; bits++ {
			q, ok := f.Within(float64(bits))
			if !ok || math.Abs(q.H-float64(bits)) > 1e-9 || math.Abs(q.I-float64(bits)) > 1e-9 {
				t.Errorf("(%g, %g), want (%d, %d)", q.H, q.I, bits, bits)
				continue
			}
			areCosets(t, product, q.Assignment())
		}
	}
	samePoints(t, frontiers[0], frontiers[1])
	t.Logf("%d points", len(frontiers[0]))
}

// areCosets fails unless the clusters are the left cosets, or the right ones, of a
// subgroup: the cluster of the identity is closed, and every other cluster is a translate of it.
func areCosets(t *testing.T, product [][]int, f partition.Partition) {
	t.Helper()
	clusters := f.Clusters()
	subgroup := clusters[f[0]]
	for _, a := range subgroup {
		for _, b := range subgroup {
			if !slices.Contains(subgroup, product[a][b]) {
				t.Fatalf("%v is not closed: %d %d = %d", subgroup, a, b, product[a][b])
			}
		}
		if inverse := slices.Index(product[a], 0); !slices.Contains(subgroup, inverse) {
			t.Fatalf("%v has not the inverse of %d", subgroup, a)
		}
	}
	left, right := true, true
	for _, cluster := range clusters {
		var l, r []int
		for _, h := range subgroup {
			l = append(l, product[cluster[0]][h])
			r = append(r, product[h][cluster[0]])
		}
		slices.Sort(l)
		slices.Sort(r)
		left, right = left && slices.Equal(l, cluster), right && slices.Equal(r, cluster)
	}
	if !left && !right {
		t.Fatalf("%v are not the cosets of %v", clusters, subgroup)
	}
}
