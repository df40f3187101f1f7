//go:build long

package exact

import (
	"context"
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
		samePoints(t, solved.Frontier, mustProve(t, j, found.Frontier, Options{}))
	}
}

// TestLongTampering changes frontiers in all ways that there are.
func TestLongTampering(t *testing.T) { tampered(t, tamperedTables(t), 1) }
