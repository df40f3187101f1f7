package checker

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactPhi returns 2^50 phi(v/W) to some 40 digits. Its logarithm is that of the mantissas by another series than the
// checker's: ln x = -sum (1-x)^k/k after square roots have brought x near 1.
func exactPhi(v, total float64) *big.Float {
	const precision = 240
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	log := func(x *big.Float) *big.Float {
		const roots = 12
		y := number(0).Set(x)
		for range roots {
			y.Sqrt(y)
		}
		rest := number(0).Sub(number(1), y)
		power, sum := number(1), number(0)
		for k := 1; k < 60; k++ {
			power.Mul(power, rest)
			sum.Sub(sum, number(0).Quo(power, number(float64(k))))
		}
		return sum.Mul(sum, number(1<<roots))
	}
	if v == 0 || v == total {
		return number(0)
	}
	p := number(0).Quo(number(v), number(total))
	mantissa := number(0)
	exponent := p.MantExp(mantissa) // in [1/2, 1)
	l := number(0).Quo(log(mantissa), log(number(2)))
	l.Add(l, number(float64(exponent)))
	return l.Mul(l, p).Mul(l, number(unit))
}

// masses draws whole numbers up to total of all magnitudes, among them both sides of where
// the table of middles changes, and of powers of two.
func masses(rng *rand.Rand, total float64, n int) []float64 {
	list := []float64{0, 1, 2, min(3, total), math.Floor(total / 2), total - 1, total}
	for len(list) < n {
		v := math.Exp2(rng.Float64() * math.Log2(total))
		switch rng.IntN(4) {
		case 0:
			v = math.Exp2(math.Floor(math.Log2(v))) + float64(rng.IntN(3)-1)
		case 1: // an end of an interval
			scale := math.Exp2(math.Floor(math.Log2(v)))
			v = scale*(1+float64(rng.IntN(tableSize))/tableSize) + float64(rng.IntN(3)-1)
		case 2: // where p log p is largest in size
			v = total/math.E + float64(rng.IntN(2001)-1000)
		}
		list = append(list, min(max(math.Floor(v), 0), total))
	}
	return list
}

// TestPhiIsEnclosed: no value is off by a unit. The largest error found is printed.
func TestPhiIsEnclosed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for _, total := range []float64{2, 3, 7, 100, 12345, 1 << 20, 1e6 + 3, 1<<44 + 12345, 1 << 52, 1<<52 - 1, 1<<52 + 3, 1<<53 - 1} {
		l := newLogs(total)
		for _, v := range masses(rng, total, 300) {
			v = math.Floor(v)
			got := l.phi(v)
			if got > 0 || (v == 0 || v == total) && got != 0 {
				t.Fatalf("phi(%.0f/%.0f) is %d units", v, total, got)
			}
			off, _ := new(big.Float).Sub(exactPhi(v, total), new(big.Float).SetInt64(int64(got))).Float64()
			if worst = max(worst, math.Abs(off)); math.Abs(off) >= 0.97 {
				t.Fatalf("phi(%.0f/%.0f) is %d units, off by %g", v, total, got, off)
			}
		}
	}
	t.Logf("the largest error is %.3f units", worst)
	if worst < 0.4 {
		t.Errorf("the largest error is %g units: the test looks at too few numbers", worst)
	}
}

// TestMiddlesAreRounded: the table is right to half a unit in the last place.
func TestMiddlesAreRounded(t *testing.T) {
	for _, total := range []float64{1 << 52, 1e6 + 3} {
		l := newLogs(total)
		frac, _ := math.Frexp(total)
		of := exactPhi(2*frac, 1) // 2^50 2 frac log2(2 frac)
		of.Quo(of, new(big.Float).SetFloat64(2*frac*unit))
		for k := 0; k < tableSize; k += 17 {
			c := exactPhi(middle(k), 1)
			c.Quo(c, new(big.Float).SetFloat64(middle(k)*unit))
			off, _ := c.Sub(c.Sub(c, of), new(big.Float).SetFloat64(l.middles[k])).Float64()
			if math.Abs(off) > 0x1p-54 {
				t.Fatalf("interval %d: %.17g is off by %g", k, l.middles[k], off)
			}
		}
	}
}

// TestScaled compares products with those of big numbers.
func TestScaled(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		share, v := rng.Uint64N(1<<slopeBits+1), -fixed(rng.Int64N(1<<60))
		exact := new(big.Int).Mul(new(big.Int).SetUint64(share), big.NewInt(int64(v)))
		off := exact.Sub(exact, new(big.Int).Lsh(big.NewInt(int64(scaled(share, v))), slopeBits))
		if off.CmpAbs(big.NewInt(1<<slopeBits)) >= 0 {
			t.Fatalf("%d/2^52 of %d is off by %v/2^52", share, v, off)
		}
	}
	if got := scaled(1<<slopeBits, -12345); got != -12345 {
		t.Errorf("all of -12345 is %d", got)
	}
}

func BenchmarkPhi(b *testing.B) {
	l := newLogs(1 << 52)
	v := masses(rand.New(rand.NewPCG(1, 2)), 1<<52, 1024)
	var sum fixed
	for b.Loop() {
		for _, m := range v {
			sum += l.phi(m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/phi")
	_ = sum
}
