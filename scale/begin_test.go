package scale

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestCutIsFit cuts numbers that were read one after the other, as for a column too large for texts, and
// compares the scale with that of Fit, which has the texts.
func TestCutIsFit(t *testing.T) {
	texts := rapid.OneOf(
		rapid.Map(rapid.IntRange(-30, 30), strconv.Itoa),
		rapid.Map(rapid.Float64Range(-3, 3), func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }),
		rapid.SampledFrom([]string{"-0", "0.0", "1e3", " 2 ", "inf", "-Infinity", "nan", "NA"}),
	)
	bins := rapid.SampledFrom([]string{"none", "quantile:3", "quantile:10", "width:0.5", "edges:-1,0,2.5"})
	rapid.Check(t, func(t *rapid.T) {
		spec := Spec{Type: Number, Clean: Clean{NA: []string{"NA"}}}
		spec.Bins, _ = ParseBins(bins.Draw(t, "bins"))
		var values []Value
		for _, text := range rapid.SliceOfNDistinct(texts, 1, 40, rapid.ID[string]).Draw(t, "texts") {
			values = append(values, Value{Text: text, Count: float64(rapid.IntRange(1, 9).Draw(t, "count"))})
		}
		want, wrong := Fit("c", spec, values)
		s, _ := Begin("c", spec, nil)
		counts := make(map[float64]float64)
		for _, v := range values {
			switch n, ok := s.Measure(v.Text, v.Missing); {
			case !ok:
				t.Fatalf("%q is no number", v.Text)
			case !math.IsNaN(n) && !math.IsInf(n, 0):
				counts[n] += v.Count
			}
		}
		var numbers []Counted
		for n, count := range counts {
			numbers = append(numbers, Counted{Value: n, Count: count})
		}
		slices.SortFunc(numbers, func(a, b Counted) int { return cmp.Compare(a.Value, b.Value) })
		got, err := s.Cut(spec.Bins, numbers)
		if (err != nil) != (wrong != nil) {
			t.Fatalf("error %v, want %v", err, wrong)
		}
		if diff := gocmp.Diff(want.Scale, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		for n, v := range values {
			if number, _ := s.Measure(v.Text, false); wrong == nil && !math.IsNaN(number) && got.Labels()[got.Bin(number)] != want.Labels[want.Place[n]] {
				t.Fatalf("%q is in bin %d", v.Text, got.Bin(number))
			}
		}
	})
}

// TestOrderedNumbersAreCategories reads categories in a declared order, which look like numbers.
func TestOrderedNumbersAreCategories(t *testing.T) {
	spec := Spec{Values: []string{"10", "9", "8"}, By: ByCategories}
	fitted, err := Fit("c", spec, []Value{{Text: "9", Count: 1}, {Text: "10", Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"10", "9"}; !slices.Equal(fitted.Labels, want) || fitted.Scale.Type != Category || fitted.Scale.Order != Linear {
		t.Errorf("labels %v of type %s in %s order, want %v of categories in linear order", fitted.Labels, fitted.Scale.Type, fitted.Scale.Order, want)
	}
}
