package masses

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestRound(t *testing.T) {
	const unit = 1 << 52
	for _, tt := range []struct {
		values, want []float64
		counts       bool
		lost         int
	}{
		{nil, nil, false, 0},
		{[]float64{0, 0}, []float64{0, 0}, false, 0},
		{[]float64{3, 0, 1}, []float64{3, 0, 1}, true, 0},
		{[]float64{0, 1}, []float64{0, unit}, false, 0}, // a single 1 is a probability
		{[]float64{0.5, 0.25, 0.25}, []float64{unit / 2, unit / 4, unit / 4}, false, 0},
		{[]float64{1 << 53, 1 << 53}, []float64{unit / 2, unit / 2}, false, 0},
		{[]float64{1, 0.5, 1e-20, 0}, []float64{math.RoundToEven(unit / 1.5), math.RoundToEven(unit / 3.), 0, 0}, false, 1},
		// Half a unit is rounded to the even number of units, and more than half to one.
		{[]float64{0.5, 0.5, 0x1p-53, 0x1.8p-53, 0x1p-1074}, []float64{unit / 2, unit / 2, 0, 1, 0}, false, 2},
		// Units over 2^52 that sum to two units more than one, as those of 1, 0.14 and 7e-9 do.
		{[]float64{3957471108514302. / unit, 546128489344156. / unit, 29512040. / unit}, []float64{3957471108514302, 546128489344156, 29512040}, false, 0},
		{[]float64{math.MaxFloat64, math.MaxFloat64, 1, math.MaxFloat64, math.MaxFloat64}, []float64{unit / 4, unit / 4, 0, unit / 4, unit / 4}, false, 1},
	} {
		got := slices.Clone(tt.values)
		if counts, lost := Round(got); counts != tt.counts || lost != tt.lost || !slices.Equal(got, tt.want) {
			t.Errorf("%g: got %g, counts %t, %d lost; want %g, counts %t, %d lost", tt.values, got, counts, lost, tt.want, tt.counts, tt.lost)
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

// TestRoundTwice rounds what was rounded, over the number of units: it stays what it is.
func TestRoundTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 200).Draw(t, "values")
		if counts, _ := Round(values); counts {
			t.Skip("counts stay what they are")
		}
		again := slices.Clone(values)
		for k := range again {
			again[k] /= unitsPerTotal
		}
		if counts, lost := Round(again); counts || lost > 0 || !slices.Equal(again, values) {
			t.Fatalf("%v became %v, counts %v, lost %d", values, again, counts, lost)
		}
	})
}
