package table

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// add is addBytes for strings.
func (c *counter) add(x, y string, n float64) { c.addBytes([]byte(x), []byte(y), n) }

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
			c := newPairCounter()
			for _, n := range ns {
				c.add("x", "y", n)
			}
			if got := c.total(0); got != want {
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
		c := newPairCounter()
		for _, n := range tt.numbers {
			c.add("x", "y", n)
		}
		if got := c.total(0); got != tt.want {
			t.Errorf("%v: %g, want %g", tt.numbers, got, tt.want)
		}
	}
}

// TestSumsOfManyFractions checks that what is kept of rounding stays short.
func TestSumsOfManyFractions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := newPairCounter()
	numbers := make([]float64, 100_000)
	for i := range numbers {
		numbers[i] = math.Exp(20 * rng.NormFloat64())
		c.add("x", "y", numbers[i])
	}
	if got, want := c.total(0), bigSum(numbers); got != want {
		t.Errorf("%g, want %g", got, want)
	}
	if parts := len(c.rest[0]); parts > 40 {
		t.Errorf("%d parts are kept, the doc says about 40", parts)
	}
}

// TestCountsBeyondExactIntegers shows that a total above 2^53 makes weights of
// counts, whatever their order.
func TestCountsBeyondExactIntegers(t *testing.T) {
	opts := Options{X: "city", Y: "product", Count: "n"}
	a := mustRead(t, "a.csv", "city,product,n\nRome,tea,9007199254740992\nRome,tea,1\nParis,coffee,5\nRome,tea,1\n", opts)
	b := mustRead(t, "b.csv", "city,product,n\nRome,tea,1\nParis,coffee,5\nRome,tea,1\nRome,tea,9007199254740992\n", opts)
	checkCells(t, a, map[string]float64{"Rome tea": 0x1p53 + 2, "Paris coffee": 5})
	if _, ok := mustJoint(t, a).Samples(); ok {
		t.Error("a total above 2^53 passes for a number of samples")
	}
	if mustJoint(t, a).SHA256() != mustJoint(t, b).SHA256() {
		t.Error("the order of the records changes the table")
	}
}

func TestFullCounter(t *testing.T) {
	c := newPairCounter()
	c.limit = 2
	for _, x := range []string{"a", "b", "a", "b"} {
		c.add(x, "y", 1)
	}
	if c.full {
		t.Error("full with two pairs of two")
	}
	c.add("c", "y", 1)
	if !c.full {
		t.Error("not full after a third pair")
	}
	in := inputs{name: "folder/data.csv"}
	checkError(t, in.tooMany(c), "folder", "data.csv: there are more than 2 different pairs: group the values of one of the columns first")
}

// TestKnownLabelsTakeNoMemory counts allocations.
func TestKnownLabelsTakeNoMemory(t *testing.T) {
	c := newPairCounter()
	x, y := []byte("a long enough label not to be on the stack"), []byte("y")
	c.addBytes(x, y, 1)
	if n := testing.AllocsPerRun(100, func() { c.addBytes(x, y, 1) }); n != 0 {
		t.Errorf("%g allocations for a known pair", n)
	}
	x[0] = '?' // the counter must have kept its own copy
	if c.keys[0].labels[0][0] != 'a' {
		t.Error("the label changed with the caller's buffer")
	}
}
