package plogp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestLog2AgreesWithTheStandardLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x := math.Float64frombits(rng.Uint64() >> 1)
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 {
			continue
		}
		want := math.Log2(x)
		// math.Log2 itself is off by an ulp or so, hence the wider bound.
		if got := Log2(x); math.Abs(got-want) > 4e-16*math.Max(1, math.Abs(want)) {
			t.Fatalf("Log2(%g) = %.17g, want %.17g", x, got, want)
		}
	}
}

// TestLog2NearOne holds Log2 against a 200-bit series where cancellation would
// show first.
func TestLog2NearOne(t *testing.T) {
	for _, d := range []float64{1e-3, 1e-6, 1e-9, 1e-12, 0x1p-52} {
		for _, x := range []float64{1 + d, 1 - d} {
			got, want := Log2(x), bigLog2(x)
			if math.Abs(got-want) > 4.5e-16*math.Abs(want) {
				t.Errorf("Log2(1%+g) = %.17g, want %.17g", x-1, got, want)
			}
		}
	}
}

func bigLog2(x float64) float64 {
	series := func(s *big.Float) *big.Float { // 2 atanh(s) = log((1+s)/(1-s))
		sum, power := new(big.Float).SetPrec(200), new(big.Float).SetPrec(200).Copy(s)
		square := new(big.Float).SetPrec(200).Mul(s, s)
		for k := 1; k < 400; k += 2 {
			term := new(big.Float).SetPrec(200).Quo(power, big.NewFloat(float64(k)))
			sum.Add(sum, term)
			power.Mul(power, square)
		}
		return sum.Mul(sum, big.NewFloat(2))
	}
	v := new(big.Float).SetPrec(200).SetFloat64(x)
	one := new(big.Float).SetPrec(200).SetInt64(1)
	s := new(big.Float).SetPrec(200).Quo(new(big.Float).SetPrec(200).Sub(v, one), new(big.Float).SetPrec(200).Add(v, one))
	third := new(big.Float).SetPrec(200).Quo(one, big.NewFloat(3)) // log 2 = 2 atanh(1/3)
	f, _ := new(big.Float).SetPrec(200).Quo(series(s), series(third)).Float64()
	return f
}

func TestLog2Special(t *testing.T) {
	for e := -1074; e <= 1023; e++ {
		if got := Log2(math.Ldexp(1, e)); got != float64(e) {
			t.Fatalf("Log2(2^%d) = %g", e, got)
		}
	}
	if got := Log2(0); !math.IsInf(got, -1) {
		t.Errorf("Log2(0) = %g", got)
	}
	if got := Log2(math.Inf(1)); !math.IsInf(got, 1) {
		t.Errorf("Log2(Inf) = %g", got)
	}
	for _, x := range []float64{-1, math.NaN(), math.Inf(-1)} {
		if got := Log2(x); !math.IsNaN(got) {
			t.Errorf("Log2(%g) = %g, want NaN", x, got)
		}
	}
	// The reduction switches at sqrt(2): both sides must be right.
	for _, x := range []float64{math.Sqrt2, math.Nextafter(math.Sqrt2, 1), math.Nextafter(math.Sqrt2, 2)} {
		if got := Log2(x); math.Abs(got-0.5) > 5e-16 {
			t.Errorf("Log2(%.17g) = %.17g, want 0.5", x, got)
		}
	}
}

// TestLog2Bits freezes outputs bit for bit: they must be the same on every
// machine. The values were printed by this function on amd64 and checked
// against the 200-bit series to 1e-15.
func TestLog2Bits(t *testing.T) {
	var sum uint64
	x := 0.7310585786300049
	for range 10_000 {
		sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(Log2(x))
		x = math.Mod(float64(x*1.9318516525781366)+0.1, 3) + 1e-7
	}
	const golden = 0x7513995c0cd1994d
	if sum != golden {
		t.Errorf("checksum of 10,000 logarithms is %#x, want %#x", sum, uint64(golden))
	}
}

func BenchmarkPLog2P(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := make([]float64, 1024)
	for i := range p {
		p[i] = rng.Float64()
	}
	var sink float64
	for b.Loop() {
		for _, v := range p {
			sink += PLog2P(v)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/term")
	_ = sink
}

func TestQuantizeRoundsToTheNearestQuantum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		x := 16*rng.Float64() - 8
		q := Quantize(x)
		if math.Abs(q-x) > Quantum/2 {
			t.Fatalf("Quantize(%.17g) is %g off", x, q-x)
		}
		if n := q / Quantum; n != math.Trunc(n) {
			t.Fatalf("Quantize(%.17g) = %.17g is no multiple", x, q)
		}
	}
}

// TestQuantizedSumsAreExact adds the same quantized terms in two orders, and
// shows that the terms themselves would not do.
func TestQuantizedSumsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	terms := make([]float64, 1000)
	for i := range terms {
		terms[i] = 0.03 * rng.Float64()
	}
	sums := func(f func(float64) float64) (forward, backward float64) {
		for i := range terms {
			forward += f(terms[i])
			backward += f(terms[len(terms)-1-i])
		}
		return forward, backward
	}
	if a, b := sums(Quantize); a != b {
		t.Errorf("quantized: %.17g one way, %.17g the other", a, b)
	}
	if a, b := sums(func(x float64) float64 { return x }); a == b {
		t.Error("the raw sums agree: this test shows nothing")
	}
}
