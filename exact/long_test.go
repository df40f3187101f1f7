//go:build long

package exact

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestLongProveGolden proves the paper's table of colours.
func TestLongProveGolden(t *testing.T) {
	proveGolden(t, "pxy_alpha27.npy", 1073, 1.554268677)
	proveGolden(t, "pxy_colors.npy", 321, 2.076108666)
}

// TestLongDivisionGolden divides the proofs of two of the paper's tables.
func TestLongDivisionGolden(t *testing.T) {
	for name, points := range map[string]int{"pxy_alpha27.npy": 1073, "pxy_colors.npy": 321} {
		j := tableOf(t, reference.Matrix(t, name))
		if f := mustShare(t, j, searched(t, j), 5, Options{}).Frontier; f.Len() != points || !f.Certificate.Complete {
			t.Errorf("%s: %d points, want %d; complete %t", name, f.Len(), points, f.Certificate.Complete)
		}
	}
}

// TestLongSymmetricGroupsOf16 proves that the search finds the whole frontier of groups of 16
// elements.
func TestLongSymmetricGroupsOf16(t *testing.T) {
	for _, name := range []string{"@pauli", "@group:Z2xZ2xZ2xZ2", "@group:D8"} {
		p := groupProblem(t, name)
		found, err := search.Map(context.Background(), p, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		samePoints(t, mustProveSymmetric(t, p, found.Frontier, Options{}), found.Frontier)
	}
}

// TestLongOrbits: the dynamic program over orbits and the proof find the same frontier of circulant
// tables of 16 to 18 rows.
func TestLongOrbits(t *testing.T) {
	for n := 16; n <= 18; n++ {
		j := tableOf(t, circulant(uint64(n), n))
		p := problem.DIB(j)
		found, err := search.Map(context.Background(), p, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opts, err := Options{}.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		solved, err := orbitSubsets(context.Background(), p, symmetries(p, problem.Limits{}), found, opts)
		if err != nil {
			t.Fatal(err)
		}
		samePoints(t, solved.Frontier, must(t)(Prove(t.Context(), j, found.Frontier, Options{})).Frontier)
	}
}

// TestLongTampering is TestTampering on all tables, with a third of all ways to change a frontier.
func TestLongTampering(t *testing.T) { tampered(t, tamperedTables(t), 3) }

// TestLongSubsetsFiles: ties beyond what files hold do not stop them.
func TestLongSubsetsFiles(t *testing.T) {
	// All rows are alike except for their column: every clustering is a point, and those
	// of equal sizes tie: 16!/(2!^8 8!) = 2,027,025 of the eight pairs.
	p := problemOf(t, drawTable(1, 16, 16, func(_ *rand.Rand, x, y int) float64 {
		if x == y && x > 0 && x < 15 {
			return 1
		}
		return 0
	}))
	r := mustSubsets(t, p, Options{})
	if got, _ := r.Frontier.Within(3); got.H != 3 || got.Ties < 2027025-1 {
		t.Errorf("h %v, %d ties", got.H, got.Ties)
	}
	if err := r.Frontier.Check(); err != nil {
		t.Error(err)
	}
}

// TestLongSymmetricUnits40 proves the frontier of the units modulo 40, of which the search finds all:
// 39 points. The permutations are the 16 translations times the 192 automorphisms of Z2 x Z2 x Z4.
func TestLongSymmetricUnits40(t *testing.T) {
	p := groupProblem(t, "@z40")
	found, err := search.Map(context.Background(), p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	proved := mustProveSymmetric(t, p, found.Frontier, Options{})
	samePoints(t, proved, found.Frontier)
	opts, err := Options{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSymmetric(p, opts)
	if err != nil {
		t.Fatal(err)
	}
	if proved.Len() != 39 || len(s.group) != 16*192 {
		t.Errorf("%d points and %d permutations, want 39 and %d", proved.Len(), len(s.group), 16*192)
	}
}
