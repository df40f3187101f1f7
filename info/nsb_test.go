package info

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/plogp"
)

// repeat appends a count for some cells.
func repeat(counts []float64, n float64, times int) []float64 {
	for range times {
		counts = append(counts, n)
	}
	return counts
}

// TestNSBOfExtremeCounts holds values computed by mpmath with 140 digits, by a
// trapezoidal rule that was halved until 16 digits of the variance agreed.
func TestNSBOfExtremeCounts(t *testing.T) {
	for _, v := range []struct {
		name      string
		counts    []float64
		cells     int
		value, sd float64
	}{
		{"equal and large", repeat(nil, 1e8, 4), 4, 1.9999999963935356004, 3.6065326861635381291e-9},
		{"one of two", []float64{1e8}, 2, 1.2792759193361851484e-8, 5.8983547521257785669e-8},
		{"large and one", []float64{1e8, 1}, 2, 2.9810326186810816558e-7, 2.7100337269250178013e-7},
		{"no coincidences in 1e9", repeat(nil, 1, 100), 1e9, 21.805236354927214322, 4.7761274871713964928},
		{"one pair in 1e9", repeat([]float64{2}, 1, 98), 1e9, 13.909696315535726016, 1.8559539509694894326},
		{"nothing in 1e9", nil, 1e9, 14.948676426993130565, 8.6330227297691228026},
		{"many cells", repeat(repeat(repeat(nil, 1, 300_000), 2, 200_000), 5, 100_000), 1e6, 19.508891071262816656, 0.0012622643993411217083},
		{"many equal cells", repeat(nil, 3, 1_000_000), 1e6, 19.93156808842625459, 4.8089770576564305671e-7},
		{"one of a thousand", []float64{1000}, 1000, 0.0014751137881424880658, 0.0040640398432148476981},
		{"large and singletons", repeat([]float64{1e8, 1e8}, 1, 50), 1e4, 1.0000072608519589948, 9.4909385663954291542e-7},
		{"two", []float64{1, 1}, 2, 0.84966616778403202414, 0.19394945341505356068},
		{"2^51", []float64{1 << 50, 1 << 50, 1 << 50, 1 << 49}, 100, 1.9502120649147478209, 5.5743427847808535006e-9},
	} {
		got, err := NSB().Entropy(v.counts, v.cells)
		if err != nil {
			t.Errorf("%s: %v", v.name, err)
			continue
		}
		t.Logf("%s: %.2g bit off, standard deviation %.2g relative", v.name, got.Value-v.value, got.SD/v.sd-1)
		if !(math.Abs(got.Value-v.value) <= 1e-12) || !relative(got.SD, v.sd, 1e-7) {
			t.Errorf("%s: %.17g +- %.17g, want %.17g +- %.17g", v.name, got.Value, got.SD, v.value, v.sd)
		}
	}
}

// TestNSBExactIdentities: before the first observation the entropy is uniform, and
// the first says nothing; nor does the third of two cells, if the first two differed.
// Of one cell all is known.
func TestNSBExactIdentities(t *testing.T) {
	nsb := func(counts []float64, cells int) Estimate {
		t.Helper()
		e, err := NSB().Entropy(counts, cells)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, cells := range []int{2, 3, 10, 27, 729, 1e6, 1 << 30} {
		none, one := nsb(nil, cells), nsb([]float64{1}, cells)
		if want := plogp.Log2(float64(cells)) / 2; none.Value != want || one.Value != want {
			t.Errorf("%d cells: %.17g and %.17g, want %.17g", cells, none.Value, one.Value, want)
		}
		if !relative(none.SD, one.SD, 1e-12) {
			t.Errorf("%d cells: standard deviations %.17g and %.17g", cells, none.SD, one.SD)
		}
		for _, counts := range [][]float64{nil, {1}} {
			tally, err := newTally(NSB(), counts, cells)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := tally.mixture().mean, 0.5*math.Log(float64(cells)); !near(got, want, 1e-13) {
				t.Errorf("%d cells, %v: integrated to %.17g, want %.17g", cells, counts, got, want)
			}
		}
	}
	for _, counts := range [][]float64{nil, {1}, {7}, {1e8}} {
		if got := nsb(counts, 1); got != (Estimate{HasSD: true}) {
			t.Errorf("one cell, %v: %v", counts, got)
		}
	}
	two, three := nsb([]float64{1, 1}, 2), nsb([]float64{2, 1}, 2)
	if !near(two.Value, three.Value, 1e-13) || !relative(two.SD, three.SD, 1e-12) {
		t.Errorf("(1, 1) gives %v and (2, 1) gives %v", two, three)
	}
}

// TestNSBExpectsNoChange: a posterior mean is what one expects it to be after
// another observation, cells being drawn as the posterior predicts. The right-hand
// side has other counts, so this holds the weights of beta against each other.
func TestNSBExpectsNoChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Float64Range(0, 6), 2, 8).Draw(t, "counts")
		for i := range counts {
			counts[i] = math.Floor(math.Exp(counts[i])) - 1
		}
		now, err := newTally(NSB(), counts, len(counts))
		if err != nil {
			t.Fatal(err)
		}
		nodes := now.nodes()
		weights := weightsOf(nodes)
		var then float64
		for i := range counts {
			var predicted float64
			for k, w := range weights {
				beta := math.Exp(nodes[k].lnBeta)
				predicted += w * (counts[i] + beta) / (now.total + now.cells*beta)
			}
			counts[i]++
			after, err := newTally(NSB(), counts, len(counts))
			if err != nil {
				t.Fatal(err)
			}
			counts[i]--
			then += predicted * after.mixture().mean
		}
		if got := now.mixture().mean; !near(got, then, 1e-12) {
			t.Fatalf("%v: %.17g now, %.17g expected", counts, got, then)
		}
	})
}
