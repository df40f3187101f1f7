package scale

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// sampleOf returns n different numbers, each a record, with the Y that a rule gives a place from 0 to 1.
func sampleOf(n int, seed uint64, y func(at float64, rng *rand.Rand) int32) []Value {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := make([]Value, n)
	for i := range values {
		at := rng.Float64()
		values[i] = Value{Text: fmt.Sprint(at), Count: 1, Y: 1 + y(at, rng)}
	}
	return values
}

func fitAuto(t *testing.T, values []Value) Scale {
	t.Helper()
	f, err := Fit("c", Spec{Bins: Auto(200)}, values)
	if err != nil {
		t.Fatal(err)
	}
	return f.Scale
}

// TestAutoFollowsTheSample: the number of bins is 1.5 √N up to 20, and else √N, rounded up, and the most for weights.
func TestAutoFollowsTheSample(t *testing.T) {
	random := func(_ float64, rng *rand.Rand) int32 { return rng.Int32N(2) }
	for n, want := range map[int]int{1: 1, 8: 5, 27: 8, 100: 15, 101: 16, 200: 20, 400: 20, 401: 21, 1000: 32, 2000: 45} {
		if got := len(fitAuto(t, sampleOf(n, 1, random)).Low); got != want {
			t.Errorf("%d records have %d bins, want %d", n, got, want)
		}
	}
	list := []Counted{{Value: 1, Count: 0.5}}
	if got := binsOf(list, 77); got != 77 {
		t.Errorf("weights have %d bins, want 77", got)
	}
	if got := binsOf([]Counted{{Value: 1, Count: 1e9}}, 200); got != 200 {
		t.Errorf("a billion records have %d bins, want 200", got)
	}
}

// TestSharpThresholdsAreCuts: wherever a threshold without errors lies, a cut is there, whatever the size of the
// sample, and no bin of a sharp cut is on both of its sides.
func TestSharpThresholdsAreCuts(t *testing.T) {
	for _, n := range []int{40, 150, 2000, 40_000} {
		for seed := range uint64(5) {
			threshold := 0.2 + 0.15*float64(seed)
			values := sampleOf(n, seed, func(at float64, _ *rand.Rand) int32 {
				if at > threshold {
					return 1
				}
				return 0
			})
			s := fitAuto(t, values)
			crossed := false
			for i := range s.Low {
				crossed = crossed || s.Low[i] <= threshold && s.High[i] > threshold
			}
			if crossed {
				t.Errorf("%d records: no cut at %g among %v", n, threshold, s.Cuts)
			}
		}
	}
}

// TestNoiseHasNoSharpCuts: samples of independent X and Y have the cuts of their quantiles, but for one in a hundred.
func TestNoiseHasNoSharpCuts(t *testing.T) {
	for _, rare := range []float64{0.5, 0.1, 0.02} {
		more := 0
		for seed := range uint64(300) {
			values := sampleOf(200, seed, func(_ float64, rng *rand.Rand) int32 {
				if rng.Float64() < rare {
					return 1
				}
				return 0
			})
			plain := slices.Clone(values)
			for i := range plain {
				plain[i].Y = 0
			}
			if !slices.Equal(fitAuto(t, values).Cuts, fitAuto(t, plain).Cuts) {
				more++
			}
		}
		if more > 8 {
			t.Errorf("a rate of %g: %d of 300 samples have a sharp cut", rare, more)
		}
	}
}

// TestMixedNumbersHaveNoSharpCuts: where a number occurs with several values of Y, nothing is sharp there.
func TestMixedNumbersHaveNoSharpCuts(t *testing.T) {
	var list []Counted
	for i := range 40 {
		y := int32(1)
		if i >= 20 {
			y = 2
		}
		list = append(list, Counted{Value: float64(i), Count: 1, Y: y})
	}
	if got := sharp(list); !slices.Equal(got, []int{20}) {
		t.Errorf("sharp cuts at %v, want 20", got)
	}
	list[19].Y = 0
	if got := sharp(list); got != nil {
		t.Errorf("sharp cuts at %v beside a mixed number, want none", got)
	}
}
