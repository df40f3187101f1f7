//go:build long

package exact

import "testing"

// TestLongProveGolden proves the paper's table of colours.
func TestLongProveGolden(t *testing.T) { proveGolden(t, "pxy_colors.npy", 321, 2.076108666) }
