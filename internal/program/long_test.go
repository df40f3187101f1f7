//go:build long

package program

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestLongOrbits: the dynamic program over orbits and the proof find the same frontier of circulant
// tables of 16 to 18 rows.
func TestLongOrbits(t *testing.T) {
	for n := 16; n <= 18; n++ {
		j := drawn.Table(t, drawn.Circulant(uint64(n), n))
		p := problem.DIB(j)
		found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{}))
		opts, err := method.WithDefaults(method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		solved, err := orbitSubsets(context.Background(), p, symmetries(p, problem.Limits{}), found, opts)
		if err != nil {
			t.Fatal(err)
		}
		drawn.SamePoints(t, solved.Frontier, drawn.Must(t)(proof.Prove(t.Context(), j, found.Frontier, method.Options{})).Frontier)
	}
}

// TestLongSubsetsFiles: ties beyond what files hold do not stop them.
func TestLongSubsetsFiles(t *testing.T) {
	// All rows are alike except for their column: every clustering is a point, and those
	// of equal sizes tie: 16!/(2!^8 8!) = 2,027,025 of the eight pairs.
	p := drawn.Problem(t, drawn.Draw(1, 16, 16, func(_ *rand.Rand, x, y int) float64 {
		if x == y && x > 0 && x < 15 {
			return 1
		}
		return 0
	}))
	r := drawn.Must(t)(Subsets(context.Background(), p, method.Options{}))
	if got, _ := r.Frontier.Within(3); got.H != 3 || got.Ties < 2027025-1 {
		t.Errorf("h %v, %d ties", got.H, got.Ties)
	}
	if err := r.Frontier.Check(); err != nil {
		t.Error(err)
	}
}
