//go:build long

package proof

import (
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
)

// TestLongProveGolden proves the paper's table of colours.
func TestLongProveGolden(t *testing.T) {
	proveGolden(t, "pxy_alpha27.npy", 1073, 1.554268677)
	proveGolden(t, "pxy_colors.npy", 321, 2.076108666)
}

// TestLongDivisionGolden divides the proofs of two of the paper's tables.
func TestLongDivisionGolden(t *testing.T) {
	for name, points := range map[string]int{"pxy_alpha27.npy": 1073, "pxy_colors.npy": 321} {
		j := drawn.Table(t, reference.Matrix(t, name))
		if f := mustShare(t, j, drawn.Searched(t, j), 5, method.Options{}).Frontier; f.Len() != points || !f.Certificate.Complete {
			t.Errorf("%s: %d points, want %d; complete %t", name, f.Len(), points, f.Certificate.Complete)
		}
	}
}
