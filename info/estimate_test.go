package info

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// near tells whether got is within a relative tolerance of want, or an absolute one
// where want is below 1.
func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// relative tells whether got is within a relative tolerance of want.
func relative(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Abs(want)
}

// drawCounts draws counts of up to 20 cells, many of them 0, with two observations
// at least.
func drawCounts(t *rapid.T) []float64 {
	counts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
		most := rapid.SampledFrom([]int{0, 1, 3, 100, 1e8}).Draw(t, "most")
		return float64(rapid.IntRange(0, most).Draw(t, "count"))
	}), 1, 20).Draw(t, "counts")
	counts[0] += 2
	return counts
}

// estimate fails the test if there is no estimate.
func estimate(t interface {
	Helper()
	Fatalf(string, ...any)
}, e Estimator, counts []float64, cells int,
) Estimate {
	t.Helper()
	got, err := e.Entropy(counts, cells)
	if err != nil {
		t.Fatalf("%s of %v: %v", e.Name(), counts, err)
	}
	return got
}

func TestEstimatorNames(t *testing.T) {
	want := []string{
		"plugin", "miller-madow", "grassberger", "chao-shen", "jackknife", "shrinkage", "dirichlet", "nsb",
	}
	var got []string
	for _, e := range Estimators() {
		got = append(got, e.Name())
		if named, err := EstimatorNamed(e.Name()); err != nil || named != e {
			t.Errorf("EstimatorNamed(%q) = %v, %v", e.Name(), named, err)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("estimators are %v, want %v", got, want)
	}
	_, err := EstimatorNamed("NSB")
	const message = `no estimator is called "NSB": choose one of plugin, miller-madow, grassberger, chao-shen, jackknife, shrinkage, dirichlet, nsb`
	if err == nil || err.Error() != message {
		t.Errorf("error %v, want %s", err, message)
	}
}

func TestEstimatorErrors(t *testing.T) {
	for _, tt := range []struct {
		e      Estimator
		counts []float64
		cells  int
		want   string
		few    bool
	}{
		{Plugin(), []float64{1, -2}, 2, "plugin: count 2 is -2: there is no negative number of observations", false},
		{NSB(), []float64{math.NaN()}, 2, "nsb: count 1 is NaN: give the number of observations", false},
		{ChaoShen(), []float64{3, 1, math.Inf(1)}, 3, "chao-shen: count 3 is +Inf: give the number of observations", false},
		{MillerMadow(), []float64{0, 0.5, 1.5}, 2, "miller-madow: count 2 is 0.5, but it needs whole numbers: weights have the plug-in entropy only", false},
		{NSB(), []float64{1, 0, 2, 3}, 2, "nsb: 3 cells have observations, so there cannot be 2 cells: give at least 3", false},
		{Shrinkage(), nil, 0, "shrinkage: 0 cells have observations, so there cannot be 0 cells: give at least 1", false},
		{Dirichlet(0), []float64{1}, -1, "dirichlet: 1 cells have observations, so there cannot be -1 cells: give at least 1", false},
		{Jackknife(), []float64{1 << 53, 2}, 2, "jackknife: the counts sum to 9.007e+15, more than the 2^53 that can be counted: divide them", false},
		{Dirichlet(-1), []float64{1}, 2, "dirichlet: a concentration of -1: give a number from 1e-100 to 1e100", false},
		{Dirichlet(math.NaN()), []float64{1}, 2, "dirichlet: a concentration of NaN: give a number from 1e-100 to 1e100", false},
		{Dirichlet(1e101), []float64{1}, 2, "dirichlet: a concentration of 1e+101: give a number from 1e-100 to 1e100", false},
		{Plugin(), nil, 2, "plugin: too few observations: it needs 1 and there are 0", true},
		{MillerMadow(), []float64{0}, 2, "miller-madow: too few observations: it needs 1 and there are 0", true},
		{Grassberger(), nil, 2, "grassberger: too few observations: it needs 1 and there are 0", true},
		{ChaoShen(), nil, 2, "chao-shen: too few observations: it needs 1 and there are 0", true},
		{Jackknife(), []float64{0, 1}, 2, "jackknife: too few observations: it needs 2 and there are 1", true},
	} {
		_, err := tt.e.Entropy(tt.counts, tt.cells)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%v of %d cells: error %v, want %s", tt.counts, tt.cells, err, tt.want)
		}
		if errors.Is(err, ErrTooFew) != tt.few {
			t.Errorf("%v: ErrTooFew is %v, want %v", err, !tt.few, tt.few)
		}
	}
	// Every estimator but the plug-in refuses fractions, and every one refuses cells
	// fewer than seen.
	for _, e := range Estimators() {
		if _, err := e.Entropy([]float64{2.5, 3}, 2); (err == nil) != (e == Plugin()) {
			t.Errorf("%s of a fraction: %v", e.Name(), err)
		}
		if _, err := e.Entropy([]float64{2, 3}, 1); err == nil {
			t.Errorf("%s takes two seen cells for one", e.Name())
		}
	}
}

// TestEstimatorsWithoutObservations: those that are defined say what their priors
// and targets do.
func TestEstimatorsWithoutObservations(t *testing.T) {
	for _, counts := range [][]float64{nil, {0, 0}, {1}} {
		if got := estimate(t, Shrinkage(), counts, 8); got != (Estimate{Value: 3}) {
			t.Errorf("shrinkage of %v: %v, want 3", counts, got)
		}
	}
	for _, counts := range [][]float64{nil, {0, 0}} {
		// psi(9) - psi(2) = 1/2 + ... + 1/8.
		want := (1./2 + 1./3 + 1./4 + 1./5 + 1./6 + 1./7 + 1./8) / math.Ln2
		if got := estimate(t, Dirichlet(1), counts, 8); !near(got.Value, want, 1e-15) {
			t.Errorf("dirichlet: %v, want %g", got, want)
		}
	}
}

// TestEstimatesDoNotDependOnOrder: nor on whether empty cells are listed, to the
// last bit.
func TestEstimatesDoNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := drawCounts(t)
		shuffled := rapid.Permutation(counts).Draw(t, "shuffled")
		seen := slices.DeleteFunc(slices.Clone(shuffled), func(n float64) bool { return n == 0 })
		for _, e := range Estimators() {
			estimate(t, e, append(slices.Clone(seen), 0), len(seen)) // a zero need not be a cell
			want := estimate(t, e, counts, len(counts))
			for _, other := range [][]float64{shuffled, seen} {
				if got := estimate(t, e, other, len(counts)); got != want {
					t.Fatalf("%s: %v of %v, %v of %v", e.Name(), got, other, want, counts)
				}
			}
		}
	})
}

// TestEmptyCellsCountWhereDocumented: classical estimators do not look at them.
func TestEmptyCellsCountWhereDocumented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := drawCounts(t)
		more := rapid.IntRange(1, 50).Draw(t, "more")
		for _, e := range Estimators() {
			few, many := estimate(t, e, counts, len(counts)), estimate(t, e, counts, len(counts)+more)
			switch e.Name() {
			case "shrinkage":
				if many.Value < few.Value-1e-12 {
					t.Fatalf("shrinkage falls from %v to %v", few, many)
				}
			case "dirichlet", "nsb":
				if few == many {
					t.Fatalf("%s: %v for %d cells and %d more", e.Name(), few, len(counts), more)
				}
			default:
				if few != many {
					t.Fatalf("%s: %v for %d cells, %v for %d more", e.Name(), few, len(counts), many, more)
				}
			}
		}
	})
}

// TestPluginGroups: merging two cells takes off their weight times the entropy of
// which of the two it is; and weights have the value of counts, but no deviation.
func TestPluginGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := append(drawCounts(t), float64(rapid.IntRange(0, 9).Draw(t, "last")))
		last := len(counts) - 1
		merged := slices.Clone(counts[:last])
		merged[0] += counts[last]
		total := 0.0
		for _, n := range counts {
			total += n
		}
		within := merged[0] / total * Entropy([]float64{counts[0], counts[last]})
		whole, rest := estimate(t, Plugin(), counts, last+1), estimate(t, Plugin(), merged, last)
		if !near(whole.Value, rest.Value+within, 1e-14) || !near(whole.Value, Entropy(counts), 1e-14) {
			t.Fatalf("%v: %.17g, merged %.17g, within %.17g, Entropy %.17g", counts, whole.Value, rest.Value, within, Entropy(counts))
		}
		weights := make([]float64, len(counts))
		for i, n := range counts {
			weights[i] = n / total / 3
		}
		if got := estimate(t, Plugin(), weights, len(weights)); got.HasSD || !near(got.Value, whole.Value, 1e-14) {
			t.Fatalf("%v: weights have %v, counts %v", counts, got, whole)
		}
	})
}

// TestManyObservationsLeaveNoDoubt: with c times the counts the plug-in entropy is
// the same, its standard deviation that divided by sqrt c, the correction of
// Miller and Madow divided by c, and all estimators come to the same.
func TestManyObservationsLeaveNoDoubt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(1, 9).Draw(t, "count"))
		}), 2, 9).Draw(t, "counts")
		const c = 1e7
		scaled := make([]float64, len(counts))
		for i, n := range counts {
			scaled[i] = c * n
		}
		k := len(counts)
		few, many := estimate(t, Plugin(), counts, k), estimate(t, Plugin(), scaled, k)
		if !near(many.Value, few.Value, 1e-14) || !near(many.SD, few.SD/math.Sqrt(c), 1e-14) {
			t.Fatalf("%v: %v, scaled %v", counts, few, many)
		}
		corrections := estimate(t, MillerMadow(), counts, k).Value - few.Value
		if got := estimate(t, MillerMadow(), scaled, k).Value - many.Value; !near(got, corrections/c, 1e-14) {
			t.Fatalf("%v: correction %g, scaled %g", counts, corrections, got)
		}
		for _, e := range Estimators() {
			got := estimate(t, e, scaled, k)
			if math.Abs(got.Value-many.Value) > 1e-5 {
				t.Fatalf("%s: %v, plug-in %v", e.Name(), got, many)
			}
			// With equal counts the deviation is of another order: 1/N.
			if got.HasSD && many.SD > 1e-6 && !relative(got.SD, many.SD, 1e-3) {
				t.Fatalf("%s: %v, plug-in %v", e.Name(), got, many)
			}
		}
	})
}

// TestJackknifeLeavesOneOut holds the closed form against its definition.
func TestJackknifeLeavesOneOut(t *testing.T) {
	for _, counts := range [][]float64{{2}, {1, 1}, {1, 1, 1, 1}, {4, 2, 3, 2, 4, 2}, {1, 0, 5}, {30, 1, 1, 7}} {
		var total float64
		for _, n := range counts {
			total += n
		}
		var pseudo []float64
		h := Entropy(counts)
		for i, n := range counts {
			counts[i]--
			for range int(n) {
				pseudo = append(pseudo, total*h-(total-1)*Entropy(counts))
			}
			counts[i]++
		}
		var mean, squares float64
		for _, v := range pseudo {
			mean += v / total
		}
		for _, v := range pseudo {
			squares += (v - mean) * (v - mean)
		}
		want := Estimate{mean, math.Sqrt(squares / total / (total - 1)), true}
		got := estimate(t, Jackknife(), counts, len(counts))
		if !near(got.Value, want.Value, 1e-13) || !near(got.SD, want.SD, 1e-13) || !got.HasSD {
			t.Errorf("%v: %v, want %v", counts, got, want)
		}
	}
}

// TestEqualCountsHaveNoSamplingDeviation: to the last bit, as documented.
func TestEqualCountsHaveNoSamplingDeviation(t *testing.T) {
	for k := 1; k < 40; k++ {
		for _, e := range []Estimator{Plugin(), Jackknife()} {
			if got := estimate(t, e, repeat(nil, 7, k), k); got.SD != 0 || !got.HasSD {
				t.Errorf("%s of %d equal counts: %v", e.Name(), k, got)
			}
		}
	}
}

// FuzzEstimators: whatever the counts, there is an error or a finite estimate.
func FuzzEstimators(f *testing.F) {
	f.Add(3.0, 1.0, 0.0, 7.0, 5, 0.5)
	f.Add(1e15, 1.0, 1.0, 1e8, math.MaxInt, 1e-100)
	f.Add(1.0, 0.0, 0.0, 0.0, 1<<30, 1e100)
	f.Add(0.0, 0.0, 0.0, 0.0, 2, 1e-9)
	f.Add(5e-324, 1e308, 0.1, 3.0, 4, 1.0)
	f.Fuzz(func(t *testing.T, a, b, c, d float64, cells int, alpha float64) {
		for _, e := range append(Estimators(), Dirichlet(alpha)) {
			got, err := e.Entropy([]float64{a, b, c, d}, cells)
			if err != nil {
				continue
			}
			finite := math.Abs(got.Value) < 1e4 && got.SD >= 0 && got.SD < 100
			if !finite || got.SD > 0 && !got.HasSD {
				t.Errorf("%s of %v, %v, %v, %v in %d cells: %v", e.Name(), a, b, c, d, cells, got)
			}
		}
	})
}

// TestEstimatorBits freezes estimates bit for bit: a search under an estimator must
// take the same way on every machine. They were printed on amd64.
func TestEstimatorBits(t *testing.T) {
	var sum uint64
	for _, counts := range [][]float64{{4, 2, 3, 0, 2, 4, 0, 0, 2}, {1, 1, 1}, {1e6, 37, 5}, repeat([]float64{9, 5, 5, 3}, 1, 90)} {
		for _, e := range Estimators() {
			for _, empty := range []int{0, 300} {
				got := estimate(t, e, counts, len(counts)+empty)
				sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(got.Value)
				sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(got.SD)
			}
		}
	}
	const golden = 0x99d7ae9c3293165e
	if sum != golden {
		t.Errorf("checksum is %#x, want %#x", sum, uint64(golden))
	}
}
