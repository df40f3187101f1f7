package wording

import (
	"math"
	"testing"
)

// TestShare: what is no part of a whole has no share.
func TestShare(t *testing.T) {
	for _, tt := range []struct {
		part, whole float64
		want        string
	}{
		{1, 2, "50.0 %"},
		{0, 2, "0.0 %"},
		{2, 2, "100.0 %"},
		{0.9999995, 1, "99.9 %"},
		{0.1 + 0.2, 0.3, "100.0 %"},
		{-1e-17, 1, "0.0 %"},
		{3.765, 1, "-"},
		{-0.1, 1, "-"},
		{0.1, 0, "-"},
		{-0.1, -0.2, "-"},
		{math.NaN(), 1, "-"},
		{1, math.NaN(), "-"},
	} {
		if got := Share(tt.part, tt.whole); got != tt.want {
			t.Errorf("%g of %g is %q, want %q", tt.part, tt.whole, got, tt.want)
		}
	}
}
