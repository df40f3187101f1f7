package tally

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/scale"
)

// add counts a pair of values.
func (c *Counter) add(x, y string, n float64) {
	c.Record([]uint32{c.Keys[0].Number([]byte(x), false), c.Keys[1].Number([]byte(y), false)}, n)
}

// bigSum returns the sum of numbers, rounded once.
func bigSum(numbers []float64) float64 {
	sum := new(big.Float).SetPrec(2200) // the whole range of float64
	for _, n := range numbers {
		sum.Add(sum, big.NewFloat(n))
	}
	v, _ := sum.Float64()
	return v
}

// TestSumsAreExact counts the same pair many times and compares the total with
// arithmetic of 2,200 bits.
func TestSumsAreExact(t *testing.T) {
	numbers := rapid.OneOf(
		rapid.Float64Range(0, 1),
		rapid.Float64Range(0, 1e300),
		rapid.SampledFrom([]float64{0, 0.1, 1, 0x1p53, 0x1p-53, 1 - 0x1p-53, 0x1p-54, 0x1p106, 5e-324, 0x1p1000}),
	)
	rapid.Check(t, func(t *rapid.T) {
		ns := rapid.SliceOfN(numbers, 1, 60).Draw(t, "numbers")
		want := bigSum(ns)
		for range 2 {
			c := NewPairs()
			for _, n := range ns {
				c.add("x", "y", n)
			}
			if got := c.Total(0); got != want {
				t.Fatalf("%v add up to %g, want %g", ns, got, want)
			}
			slices.Reverse(ns)
		}
	})
}

// TestSumsRoundHalfwayCases adds what a rounding at every step gets wrong.
func TestSumsRoundHalfwayCases(t *testing.T) {
	for _, tt := range []struct {
		numbers []float64
		want    float64
	}{
		{[]float64{0x1p53, 1}, 0x1p53},                   // halfway, to even
		{[]float64{0x1p53, 1, 0x1p-60}, 0x1p53 + 2},      // above halfway
		{[]float64{0x1p-60, 1, 0x1p53}, 0x1p53 + 2},      //
		{[]float64{0x1p53, 1, 1}, 0x1p53 + 2},            //
		{[]float64{0x1p53 + 2, 1}, 0x1p53 + 4},           // halfway, to even
		{[]float64{0.1, 0.2, 0.3}, 0.6},                  //
		{[]float64{0.3, 0.2, 0.1}, 0.6},                  // naively 0.6 in one order only
		{[]float64{math.MaxFloat64, 1e308}, math.Inf(1)}, // too large
	} {
		c := NewPairs()
		for _, n := range tt.numbers {
			c.add("x", "y", n)
		}
		if got := c.Total(0); got != tt.want {
			t.Errorf("%v: %g, want %g", tt.numbers, got, tt.want)
		}
	}
}

// TestSumsOfManyFractions checks that what is kept of rounding stays short.
func TestSumsOfManyFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := NewPairs()
	numbers := make([]float64, 100_000)
	for i := range numbers {
		numbers[i] = math.Exp(20 * rng.NormFloat64())
		c.add("x", "y", numbers[i])
	}
	if got, want := c.Total(0), bigSum(numbers); got != want {
		t.Errorf("%g, want %g", got, want)
	}
	if parts := len(c.rest[0]); parts > 40 {
		t.Errorf("%d parts are kept, the doc says about 40", parts)
	}
}

func TestFullCounter(t *testing.T) {
	c := NewPairs()
	c.Limit = 2
	for _, x := range []string{"a", "b", "a", "b"} {
		c.add(x, "y", 1)
	}
	if c.Full {
		t.Error("full with two pairs of two")
	}
	c.add("c", "y", 1)
	if !c.Full {
		t.Error("not full after a third pair")
	}
	if got := c.TooMany(); got != "there are more than 2 different pairs: group the values of one of the columns first" {
		t.Error(got)
	}
}

// TestKnownLabelsTakeNoMemory counts allocations.
func TestKnownLabelsTakeNoMemory(t *testing.T) {
	c := NewPairs()
	x, y := []byte("a long enough label not to be on the stack"), []byte("y")
	tuple := make([]uint32, 2)
	count := func() {
		tuple[0], tuple[1] = c.Keys[0].Number(x, false), c.Keys[1].Number(y, false)
		c.Record(tuple, 1)
	}
	count()
	if n := testing.AllocsPerRun(100, count); n != 0 {
		t.Errorf("%g allocations for a known pair", n)
	}
	x[0] = '?' // the counter must have kept its own copy
	if c.Keys[0].Text(0)[0] != 'a' {
		t.Error("the label changed with the caller's buffer")
	}
}

// TestIgnoredLabelsTakeNoMemory counts many pairs of ignored values.
func TestIgnoredLabelsTakeNoMemory(t *testing.T) {
	c := NewPairs()
	c.Ignore([]string{"Paris", "Rome"}, "(missing)")
	for i := range 1000 {
		c.add("Rome", string([]byte{'y', byte(i)}), 1)
	}
	if c.Len() != 0 || len(c.place.slots) != len(newIndex().slots) || c.Records != 1000 || c.All() != 1000 {
		t.Errorf("%d pairs of %d records are kept", c.Len(), c.Records)
	}
}

// TestTuplesOfAnyLength counts tuples of one to six columns and compares with a
// map.
func TestTuplesOfAnyLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 6).Draw(t, "columns")
		var keys []*Labels
		for range columns {
			keys = append(keys, NewLabels())
		}
		c := NewCounter(keys...)
		want := make(map[string]float64)
		for range rapid.IntRange(1, 50).Draw(t, "records") {
			var tuple []uint32
			var texts []string
			for i := range columns {
				text := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "value")
				texts = append(texts, text)
				tuple = append(tuple, keys[i].Number([]byte(text), false))
			}
			n := float64(rapid.IntRange(1, 5).Draw(t, "n"))
			want[fmt.Sprint(texts)] += n
			c.Record(tuple, n)
		}
		got := make(map[string]float64)
		for place := range c.Len() {
			var texts []string
			for i, number := range c.Tuple(place, nil) {
				texts = append(texts, keys[i].Text(number))
			}
			got[fmt.Sprint(texts)] += c.Total(int32(place))
		}
		if !maps.Equal(got, want) || c.Len() != len(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestOrderOfLabels(t *testing.T) {
	tests := []struct{ labels, want []string }{
		{[]string{"10", "2", "-1", "1e1", "0.5"}, []string{"-1", "0.5", "2", "1e1", "10"}},
		{[]string{"10", "2", "x"}, []string{"2", "10", "x"}},
		{[]string{"10", "2", "(missing)"}, []string{"2", "10", "(missing)"}},
		{[]string{"b", "~", "(missing)", "A"}, []string{"A", "b", "~", "(missing)"}},
		{[]string{"0x10", "2"}, []string{"0x10", "2"}}, // no number here
		{[]string{"NaN", "10", "2"}, []string{"2", "10", "NaN"}},
		{[]string{"inf", "10", "2"}, []string{"2", "10", "inf"}},
		{[]string{"1.0", "1", "0"}, []string{"0", "1", "1.0"}}, // equal numbers, two labels
		{[]string{"", "1"}, []string{"", "1"}},
		{[]string{"9007199254740993", "9007199254740992"}, []string{"9007199254740992", "9007199254740993"}},
		{nil, nil},
	}
	for _, tt := range tests {
		l := NewLabels()
		for _, label := range tt.labels {
			l.Number([]byte(label), false)
		}
		got, place := l.sorted()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.labels, diff)
		}
		for n, label := range tt.labels {
			if got[place[n]] != label {
				t.Errorf("%q: label %d is at %d", tt.labels, n, place[n])
			}
		}
	}
}

// TestWithoutTuples: a counter without some records is the counter of the others, also of columns that share their labels
// and of sums that are rounded.
func TestWithoutTuples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shared := rapid.Bool().Draw(t, "shared")
		counter := func() *Counter {
			a := NewLabels()
			b := a
			if !shared {
				b = NewLabels()
			}
			return NewCounter(a, b, NewLabels())
		}
		all, want := counter(), counter()
		record := func(c *Counter, texts []string, n float64) {
			tuple := make([]uint32, len(texts))
			for i, text := range texts {
				tuple[i] = c.Keys[i].NumberOf(text)
			}
			c.Record(tuple, n)
		}
		texts := rapid.SampledFrom([]string{"", "a", "b", "c"})
		var lost, kept []float64
		for range rapid.IntRange(0, 12).Draw(t, "records") {
			tuple := []string{texts.Draw(t, "x"), texts.Draw(t, "y"), texts.Draw(t, "z")}
			n := rapid.SampledFrom([]float64{1, 0.1, 1e17, 1e-20}).Draw(t, "n")
			record(all, tuple, n)
			if tuple[2] == "" {
				lost = append(lost, n)
				continue
			}
			kept = append(kept, n)
			record(want, tuple, n)
		}
		got, without := all.Without(func(tuple []uint32) bool { return all.Keys[2].Missing(tuple[2]) })
		if without != bigSum(lost) || got.All() != bigSum(kept) {
			t.Errorf("%g of %g are left out, want %g of %g", without, got.All(), bigSum(lost), bigSum(kept))
		}
		if got.Len() != want.Len() || got.MissingIn[2] != 0 {
			t.Fatalf("%d tuples, want %d; %d lack z", got.Len(), want.Len(), got.MissingIn[2])
		}
		for i := range got.Keys {
			sorted := func(c *Counter) []scale.Value {
				values := c.Values(i)
				slices.SortFunc(values, func(a, b scale.Value) int { return strings.Compare(a.Text, b.Text) })
				return values
			}
			if d := cmp.Diff(sorted(want), sorted(got)); d != "" {
				t.Errorf("column %d (-want +got):\n%s", i, d)
			}
		}
	})
}
