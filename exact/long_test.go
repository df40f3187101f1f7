//go:build long

package exact

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/search"
)

// TestLongProveGolden proves the paper's table of colours.
func TestLongProveGolden(t *testing.T) { proveGolden(t, "pxy_colors.npy", 321, 2.076108666) }

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
