package scale_test

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/scale"
)

// fitted returns the scale of numbers, each of which occurs once.
func fitted(t interface{ Fatal(...any) }, bins string, numbers ...string) scale.Fitted {
	b, err := scale.ParseBins(bins)
	if err != nil {
		t.Fatal(err)
	}
	var values []scale.Value
	for _, n := range numbers {
		values = append(values, scale.Value{Text: n, Count: 1})
	}
	f, err := scale.Fit("v", scale.Spec{Type: scale.Number, Bins: b}, values)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRange has the names of ranges as the documents say them.
func TestRange(t *testing.T) {
	for _, tt := range []struct {
		name, bins  string
		numbers     []string
		first, last int
		want        string
	}{
		{"one number", "none", []string{"0.2", "0.31", "0.4"}, 1, 1, "0.31"},
		{"up to where the next begins", "none", []string{"0.2", "0.31", "0.46"}, 0, 1, "0.2 - 0.4"},
		{"from where the one before ends", "none", []string{"0.2", "0.31", "0.46", "0.5"}, 2, 3, "0.4 - 0.5"},
		{"all", "none", []string{"0.2", "0.31", "0.4"}, 0, 2, "0.2 - 0.4"},
		{"a bin", "edges:1,2", []string{"0.5", "1.25", "1.75", "2.5"}, 1, 1, "1 - 2"},
		{"whole numbers with both ends", "none", []string{"3", "7", "12", "20"}, 0, 1, "3 - 7"},
		{"whole numbers after a gap", "none", []string{"3", "7", "12", "20"}, 2, 3, "12 - 20"},
		{"a bin of whole numbers", "width:10", []string{"3", "7", "12", "20"}, 0, 0, "3 - 7"},
		{"negative numbers", "none", []string{"-3", "-1", "4"}, 1, 2, "-1 to 4"},
		{"all negative", "none", []string{"-3.5", "-1.25", "-1"}, 0, 1, "-3.5 to -1"},
	} {
		f := fitted(t, tt.bins, tt.numbers...)
		if got := f.Scale.Range(tt.first, tt.last); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestBounds: a number is within the bounds of a range if and only if its label is one of the range's.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(rapid.Float64Range(-1e3, 1e3), 2, 12, func(v float64) float64 { return v + 0 }).Draw(t, "numbers")
		var numbers []string
		for _, v := range texts {
			numbers = append(numbers, strconv.FormatFloat(v, 'g', -1, 64))
		}
		f := fitted(t, rapid.SampledFrom([]string{"none", "quantile:3", "width:100"}).Draw(t, "bins"), numbers...)
		labels := f.Scale.Labels()
		first := rapid.IntRange(0, len(labels)-1).Draw(t, "first")
		last := rapid.IntRange(first, len(labels)-1).Draw(t, "last")
		low, high := f.Scale.Bounds(first, last)
		v := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{low, high, math.Nextafter(low, -2e3), math.Nextafter(high, -2e3)})).Draw(t, "v")
		if math.IsNaN(v) {
			return
		}
		label := f.Scale.Label(strconv.FormatFloat(v, 'g', -1, 64), false)
		within := false
		for _, l := range labels[first : last+1] {
			within = within || l == label
		}
		if inside := v >= low && (v < high || math.IsInf(high, 1)); inside != within {
			t.Fatalf("%g has the label %q; the bounds of %q are %g and %g", v, label, f.Scale.Range(first, last), low, high)
		}
	})
}
