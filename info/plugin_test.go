package info

import (
	"math"
	"testing"
)

func TestEntropyClosedForms(t *testing.T) {
	tests := []struct {
		name string
		w    []float64
		want float64
	}{
		{"none", nil, 0},
		{"all zero", []float64{0, 0}, 0},
		{"certain", []float64{0, 7, 0}, 0},
		{"uniform over 8", []float64{3, 3, 3, 3, 3, 3, 3, 3}, 3},
		{"dyadic", []float64{4, 2, 1, 1}, 1.75},
		{"thirds", []float64{1, 2}, math.Log2(3) - 2.0/3},
	}
	for _, tt := range tests {
		if got := Entropy(tt.w); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("%s: %.17g, want %.17g", tt.name, got, tt.want)
		}
	}
}

func TestMutualInformationClosedForms(t *testing.T) {
	tests := []struct {
		name  string
		table [][]float64
		want  float64
	}{
		{"empty", nil, 0},
		{"independent", [][]float64{{1, 2, 3}, {2, 4, 6}}, 0},
		{"identity on 4", [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, 2},
		{"binary symmetric, 1/4", [][]float64{{3, 1}, {1, 3}}, 1 - (2 - 0.75*math.Log2(3))},
	}
	for _, tt := range tests {
		if got := MutualInformation(tt.table); math.Abs(got-tt.want) > 1e-15 {
			t.Errorf("%s: %.17g, want %.17g", tt.name, got, tt.want)
		}
	}
}
