package records

import "testing"

func TestImpossibleScales(t *testing.T) {
	for _, scale := range []int{-1, maxScale + 1} {
		if _, err := decimalText(scale); err == nil {
			t.Errorf("a scale of %d passes", scale)
		}
	}
}
