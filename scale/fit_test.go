package scale

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// valuesOf returns values that occur once each, and missing ones for empty texts.
func valuesOf(texts ...string) []Value {
	values := make([]Value, len(texts))
	for n, text := range texts {
		values[n] = Value{Text: text, Missing: text == "", Count: 1}
	}
	return values
}

func mustFit(t testing.TB, bins string, values []Value) Fitted {
	t.Helper()
	b, err := ParseBins(bins)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Fit("c", Spec{Bins: b}, values)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		name, bins string
		texts      string // separated by spaces; a dot is a missing value
		want       []string
	}{
		{"each number of its own", "none", "3 1 2.5", []string{"1", "2.5", "3"}},
		{"one number, two spellings", "none", "1 1.0 1e0 2", []string{"1", "1.0", "1e0", "2"}},
		{"halves of whole numbers", "quantile:2", "4 1 3 2", []string{"1 - 2", "3 - 4"}},
		{"halves of others", "quantile:2", "0.41 0.12 0.38 0.24", []string{"0.12 - 0.3", "0.3 - 0.41"}},
		{"thirds", "quantile:3", "1 2 3 4 5 6 7 8 9", []string{"1 - 3", "4 - 6", "7 - 9"}},
		{"no more bins than numbers", "quantile:5", "2 1", []string{"1", "2"}},
		{"one bin", "quantile:1", "2 1 7", []string{"1 - 7"}},
		{"a width", "width:10", "3 9 10 35", []string{"3 - 9", "10", "35"}},
		{"a width of fractions", "width:0.1", "0.05 0.1 0.25 0.29 0.3", []string{"0.05", "0.1", "0.2 - 0.3", "0.3"}},
		{"edges", "edges:0,1,5", "-2 0 0.5 1 7", []string{"-2", "0 to 1", "1", "7"}},
		{"edges between which nothing is", "edges:2,3,4", "1 9", []string{"1", "9"}},
		{"edges outside", "edges:-5,100", "1 2", []string{"1 - 2"}},
		{"negative numbers", "quantile:2", "-4 -3 -2 -1", []string{"-4 to -3", "-2 to -1"}},
		{"missing values", "quantile:2", "4 . 1 NaN", []string{"1", "4", "(missing)"}},
		{"infinities", "quantile:2", "1 inf 2 -Infinity 3 4", []string{"1 - 2", "3 - 4"}},
		{"negative zero", "none", "-0 1", []string{"0", "1"}},
		{"space around", "none", "\t7 8", []string{"7", "8"}},
		{"large", "none", "1e300 1.2345678901234568e+29", []string{"1.2345678901234568e+29", "1e+300"}},
		{"identifiers", "none", "1234567890123456781 1234567890123456782", []string{"1234567890123456781", "1234567890123456782"}},
		{"text", "quantile:2", "b a . 1", []string{"1", "a", "b", "(missing)"}},
		{"codes", "quantile:2", "007 010 011 9", []string{"007", "9", "010", "011"}},
		{"nothing", "quantile:2", ". .", []string{"(missing)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			texts := strings.Split(tt.texts, " ")
			for n := range texts {
				texts[n] = strings.TrimPrefix(texts[n], ".")
			}
			f := mustFit(t, tt.bins, valuesOf(texts...))
			if d := cmp.Diff(tt.want, f.Labels); d != "" {
				t.Errorf("labels (-want +got):\n%s", d)
			}
			for n, text := range texts {
				if got := f.Scale.Label(text, text == ""); got != f.Labels[f.Place[n]] {
					t.Errorf("%q has the label %q, and is placed at %q", text, got, f.Labels[f.Place[n]])
				}
			}
		})
	}
}

func TestGuess(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  Type
	}{
		{[]string{"1", "2.5", "-3e4"}, Number},
		{[]string{"1", "", "NaN"}, Number},
		{[]string{"1", "inf"}, Number},
		{[]string{"0", "0.5", "-0.25"}, Number},
		{[]string{"NaN", "inf"}, Category}, // no number that a bin could have
		{[]string{"1", "x"}, Category},
		{[]string{"0x10", "1"}, Category},
		{[]string{"02134", "10115"}, Category},
		{[]string{""}, Category},
		{[]string{"1,5", "2"}, Category},
		{nil, Category},
	} {
		if got := new(Scale).guess(valuesOf(tt.texts...)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.texts, got, tt.want)
		}
	}
	comma := Scale{Clean: Clean{Decimal: ","}}
	if got := comma.guess(valuesOf("1,5", "2")); got != Number {
		t.Errorf("with a decimal comma: got %s", got)
	}
	if got := comma.guess(valuesOf("1.5", "2")); got != Category {
		t.Errorf("a point where the decimal mark is a comma: got %s", got)
	}
}

func TestFitErrors(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{"1", "abc"}, `c has the value "abc", which is no number: take it as missing, or the column as a category`},
		{[]string{"", "NaN"}, "c has no numbers: take its values as they are, as a category"},
	} {
		_, err := Fit("c", Spec{Type: Number}, valuesOf(tt.texts...))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.texts, err, tt.want)
		}
	}
}

// numbers are different ones with counts, in any order, as records may have them.
func numbers(t *rapid.T) []Value {
	list := rapid.SliceOfNDistinct(rapid.OneOf(
		rapid.Float64Range(-1e3, 1e3), rapid.Map(rapid.IntRange(-20, 20), func(n int) float64 { return float64(n) / 4 }),
	), 1, 60, rapid.ID[float64]).Draw(t, "numbers")
	values := make([]Value, len(list))
	for n, v := range list {
		values[n] = Value{Text: strconv.FormatFloat(v, 'g', -1, 64), Count: float64(rapid.IntRange(1, 9).Draw(t, "count"))}
	}
	return values
}

func drawBins(t *rapid.T) Bins {
	return rapid.SampledFrom([]Bins{
		quantileBins(1),
		quantileBins(2),
		quantileBins(5),
		quantileBins(200),
		{kind: none},
		{kind: width, width: 2.5},
		{kind: width, width: 0.1},
		{kind: edges, edges: []float64{-3, 0, 0.5, 10}},
	}).Draw(t, "bins")
}

// TestLabelFindsTheBin compares the label of numbers, seen and not, with a search through the cuts.
func TestLabelFindsTheBin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, err := Fit("c", Spec{Bins: drawBins(t)}, numbers(t))
		if err != nil {
			t.Fatal(err)
		}
		s := &f.Scale
		if err := s.check(); err != nil {
			t.Fatalf("the scale%v", err)
		}
		if labels := slices.Compact(slices.Sorted(slices.Values(s.Labels()))); len(labels) != len(s.Low) {
			t.Fatalf("%d bins have the labels %q", len(s.Low), s.Labels())
		}
		tried := slices.Concat(s.Low, s.High, s.Cuts, []float64{math.Inf(1), math.Inf(-1), rapid.Float64().Draw(t, "any")})
		for _, c := range s.Cuts {
			tried = append(tried, math.Nextafter(c, math.Inf(-1)), math.Nextafter(c, math.Inf(1)))
		}
		for _, v := range tried {
			bin := 0
			for bin < len(s.Cuts) && v >= s.Cuts[bin] {
				bin++
			}
			if got := s.Label(strconv.FormatFloat(v, 'g', -1, 64), false); got != s.Labels()[bin] {
				t.Errorf("%g has the label %q, want that of bin %d, %q", v, got, bin, s.Labels()[bin])
			}
		}
	})
}

// TestQuantilesFollowTheOrderOnly transforms numbers monotonously and deals them in another order,
// which must not change what is in a bin with what.
func TestQuantilesFollowTheOrderOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := numbers(t)
		spec := Spec{Bins: quantileBins(rapid.IntRange(1, 30).Draw(t, "n"))}
		f, err := Fit("c", spec, values)
		if err != nil {
			t.Fatal(err)
		}
		changed := make([]Value, len(values))
		for n, v := range values {
			x, err := strconv.ParseFloat(v.Text, 64)
			if err != nil {
				t.Fatal(err)
			}
			changed[n] = Value{Text: strconv.FormatFloat(math.Asinh(x)*7-1e5, 'g', -1, 64), Count: v.Count}
		}
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for n := range values {
				if !yield(n) {
					return
				}
			}
		})).Draw(t, "order")
		shuffled := make([]Value, len(values))
		for n, from := range order {
			shuffled[n] = changed[from]
		}
		g, err := Fit("c", spec, shuffled)
		if err != nil {
			t.Fatal(err)
		}
		if distinct(changed) < len(changed) {
			t.Skip("two numbers became one")
		}
		for n, from := range order {
			if g.Place[n] != f.Place[from] {
				t.Fatalf("%s is in bin %d, and transformed in bin %d", values[from].Text, f.Place[from], g.Place[n])
			}
		}
	})
}

func distinct(values []Value) int {
	texts := make(map[string]bool)
	for _, v := range values {
		texts[v.Text] = true
	}
	return len(texts)
}

// TestQuantilesAreEven compares the counts of bins with an even share: no bin can be made more even
// by moving one of its ends past a number, as every end is the nearest to its share.
func TestQuantilesAreEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "bins")
		values := numbers(t)
		f, err := Fit("c", Spec{Bins: quantileBins(n)}, values)
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]float64, len(f.Labels))
		total, heaviest := 0.0, 0.0
		for i, v := range values {
			counts[f.Place[i]] += v.Count
			total += v.Count
			heaviest = max(heaviest, v.Count)
		}
		if len(counts) > n {
			t.Errorf("%d bins, and %d are asked for", len(counts), n)
		}
		for bin, c := range counts {
			if c == 0 || len(values) > n && c > total/float64(n)+heaviest {
				t.Errorf("bin %d of %d has %g of %g, and the heaviest number %g", bin, n, c, total, heaviest)
			}
		}
	})
}

func TestRoundest(t *testing.T) {
	for _, tt := range []struct{ low, high, want float64 }{
		{0.89, 0.9, 0.9},
		{0.1234, 0.1289, 0.128},
		{2.3, 17.8, 10},
		{-5, 3, 0},
		{187, 188, 188},
		{-188, -187, -187},
		{0.3, 0.30000000000000004, 0.30000000000000004},
		{1e15, 1e15 + 1, 1e15 + 1},
		{-1e308, 1e308, 0},
		{0, 5e-324, 5e-324},
		{math.MaxFloat64 / 2, math.MaxFloat64, 1e308},
	} {
		if got := roundest(tt.low, tt.high); got != tt.want {
			t.Errorf("between %g and %g: got %g, want %g", tt.low, tt.high, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e6, 1e6).Draw(t, "low")
		high := low + rapid.OneOf(rapid.Float64Range(1e-9, 1e-3), rapid.Float64Range(1e-3, 1e5)).Draw(t, "gap")
		if low == high {
			t.Skip("no gap")
		}
		at := roundest(low, high)
		if !(low < at && at <= high) {
			t.Fatalf("%g is not between %g and %g", at, low, high)
		}
		// Brute force over the numbers of fewer decimal places.
		for places := range 12 {
			down, err := strconv.ParseFloat(fmt.Sprintf("%.*f", places, high), 64)
			if err != nil {
				t.Fatal(err)
			}
			if down > low && down <= high {
				if text := strconv.FormatFloat(at, 'f', -1, 64); decimals(text) > places {
					t.Fatalf("%s is between %g and %g, and %g has only %d places", text, low, high, down, places)
				}
				return
			}
		}
	})
}

func decimals(text string) int {
	_, fraction, _ := strings.Cut(text, ".")
	return len(fraction)
}

func quantileBins(n int) Bins { return Bins{kind: quantile, count: n} }
