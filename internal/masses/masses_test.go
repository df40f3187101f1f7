package masses

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func TestRound(t *testing.T) {
	const unit = 1 << 52
	for _, tt := range []struct {
		values, want []float64
		counts       bool
	}{
		{nil, nil, false},
		{[]float64{0, 0}, []float64{0, 0}, false},
		{[]float64{3, 0, 1}, []float64{3, 0, 1}, true},
		{[]float64{0, 1}, []float64{0, unit}, false}, // a single 1 is a probability
		{[]float64{0.5, 0.25, 0.25}, []float64{unit / 2, unit / 4, unit / 4}, false},
		{[]float64{1 << 53, 1 << 53}, []float64{unit / 2, unit / 2}, false},
		{[]float64{1, 0.5, 1e-20}, []float64{math.RoundToEven(unit / 1.5), math.RoundToEven(unit / 3.), 0}, false},
		{[]float64{math.MaxFloat64, math.MaxFloat64, 1, math.MaxFloat64, math.MaxFloat64}, []float64{unit / 4, unit / 4, 0, unit / 4, unit / 4}, false},
	} {
		got := slices.Clone(tt.values)
		if counts := Round(got); counts != tt.counts || !slices.Equal(got, tt.want) {
			t.Errorf("%g: got %g, counts %t; want %g, counts %t", tt.values, got, counts, tt.want, tt.counts)
		}
	}
}

func TestErrorsHaveTheirOwnText(t *testing.T) {
	kind := errors.New("kind")
	if err := CheckDistinct(kind, "row", []string{"a", "b", "a"}); !errors.Is(err, kind) || err.Error() != `row "a": a label occurs twice` {
		t.Errorf("got %v", err)
	}
	if err := CheckDistinct(kind, "row", []string{"a", "b"}); err != nil {
		t.Errorf("got %v", err)
	}
}

// TestDigestSeparatesTexts: the same letters divided otherwise are other data.
func TestDigestSeparatesTexts(t *testing.T) {
	of := func(texts ...string) string {
		d := NewDigest("kind")
		for _, s := range texts {
			d.Text(s)
		}
		d.Number(math.Copysign(0, -1))
		return d.Hex()
	}
	if of("ab", "c") == of("a", "bc") {
		t.Error("the digest does not tell texts apart")
	}
	if d := NewDigest("kind"); true {
		d.Text("a")
		d.Number(0)
		if d.Hex() != of("a") {
			t.Error("-0 is another number than 0")
		}
	}
}
