package plogp

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// bigPhi returns p log2 p, p = mass/total, correct to some 35 digits.
func bigPhi(mass, total float64) *big.Float {
	const precision = 160
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	// log x = 2 atanh((x-1)/(x+1)), of the mantissa in [1/2, 1); log 2 = -log(1/2).
	log := func(x *big.Float) *big.Float {
		s := new(big.Float).Quo(new(big.Float).Sub(x, number(1)), new(big.Float).Add(x, number(1)))
		square, power, sum := new(big.Float).Mul(s, s), s, number(0)
		for k := 1; k < 80; k += 2 { // s^2 <= 1/9
			sum.Add(sum, new(big.Float).Quo(power, number(float64(k))))
			power = new(big.Float).Mul(power, square)
		}
		return sum.Mul(sum, number(2))
	}
	if mass == 0 {
		return number(0)
	}
	p := new(big.Float).Quo(number(mass), number(total))
	mantissa := new(big.Float)
	exponent := p.MantExp(mantissa)
	bits := new(big.Float).Quo(log(mantissa), log(number(0.5)))
	bits.Sub(number(float64(exponent)), bits)
	return bits.Mul(bits, p)
}

// phiTotals are totals of counts and of weights, with and without many digits,
// among which are the largest that a table can have.
var phiTotals = []float64{
	2, 3, 1000, 32767, 32768, 32769, 65536, 1e6, 1<<31 - 1, 3e9, 1 << 40, 1e12, 123456789012345,
	1<<51 + 987654321987654, 1<<52 - 1337, 1 << 52, 1<<52 + 1337, 3<<51 + 1, 1<<53 - 1,
}

// massesBelow returns masses up to total of all magnitudes, with those where
// something changes: the table's end, powers of two, borders of intervals.
func massesBelow(rng *rand.Rand, total float64, random int) []float64 {
	masses := []float64{0, total}
	add := func(mass float64) {
		if mass >= 0 && mass <= total && mass == math.Trunc(mass) {
			masses = append(masses, mass)
		}
	}
	for e := range 54 {
		power := math.Ldexp(1, e)
		for _, d := range []float64{-1, 0, 1} {
			add(power + d)
			add(math.Trunc(power*(1+float64(rng.IntN(phiIntervals))/phiIntervals)) + d)
		}
	}
	for d := range 4 {
		add(total - float64(d))
		add(math.Trunc(total * (1 - float64(d)/1024)))
	}
	for range random {
		add(math.Trunc(math.Ldexp(1+rng.Float64(), rng.IntN(53))))
		add(math.Trunc(total * rng.Float64()))
	}
	return masses
}

// phiMasses calls f with totals, the function of each, and masses.
func phiMasses(random int, f func(p *Phi, mass, total float64)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, total := range phiTotals {
		p := NewPhi(total, false)
		for _, mass := range massesBelow(rng, total, random) {
			f(p, mass, total)
		}
	}
}

// TestPhiIsAccurate holds the documented bound against 160-bit arithmetic.
func TestPhiIsAccurate(t *testing.T) {
	worst := 0.0
	phiMasses(100, func(p *Phi, mass, total float64) {
		got := p.At(mass)
		off, _ := new(big.Float).Sub(big.NewFloat(got), bigPhi(mass, total)).Float64()
		if worst = max(worst, math.Abs(off)); math.Abs(off) > 2.5e-15 {
			t.Errorf("phi(%.17g / %.17g) = %.17g is %g off", mass, total, got, off)
		}
	})
	t.Logf("largest error %.3g bit", worst)
}

// TestPhiIsExactAtTheEnds: one cluster of everything is at h = 0 exactly, not a
// quantum above or below.
func TestPhiIsExactAtTheEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	totals := phiTotals
	for range 2000 {
		totals = append(totals, math.Trunc(math.Ldexp(1+rng.Float64(), 1+rng.IntN(52))))
	}
	for _, total := range totals {
		p := NewPhi(total, total < 1e4)
		for _, mass := range []float64{0, total} {
			if got := p.At(mass); math.Float64bits(got) != 0 {
				t.Errorf("phi(%.17g / %.17g) = %g", mass, total, got)
			}
		}
	}
	for e := range 54 {
		p := NewPhi(math.Ldexp(1, e), false)
		for k := range e + 1 {
			got, want := p.At(math.Ldexp(1, k)), Quantize(math.Ldexp(float64(k-e), k-e))
			if got != want {
				t.Errorf("phi(2^%d / 2^%d) = %g, want %g", k, e, got, want)
			}
		}
	}
}

// TestPhiTableHoldsWhatIsComputed: it does not matter to the last bit whether
// masses are counts.
func TestPhiTableHoldsWhatIsComputed(t *testing.T) {
	for _, total := range phiTotals {
		table, computed := NewPhi(total, true), NewPhi(total, false)
		if want := int(min(total+1, maxSmall)); len(table.small) != want || computed.small != nil {
			t.Errorf("total %.17g: a table of %d, want %d; and one of %d, want none", total, len(table.small), want, len(computed.small))
		}
		for mass := 0.0; mass <= min(total, maxSmall+100); mass++ {
			if a, b := table.At(mass), computed.At(mass); math.Float64bits(a) != math.Float64bits(b) {
				t.Fatalf("phi(%g / %.17g) is %.17g with a table, %.17g without", mass, total, a, b)
			}
		}
	}
}

// TestPhiSumsAreExact adds up the terms of an entropy in three orders. All are
// multiples of the quantum and none is positive.
func TestPhiSumsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, total := range phiTotals {
		var masses []float64
		for rest := total; rest > 0 && len(masses) < 1000; {
			mass := math.Ceil(rest * rng.Float64() * 0.1)
			masses = append(masses, mass)
			rest -= mass
		}
		p := NewPhi(total, true)
		var forward, backward float64
		for k := range masses {
			term := p.At(masses[k])
			if quanta := term / Quantum; quanta != math.Trunc(quanta) || term > 0 {
				t.Errorf("phi(%.17g / %.17g) = %.17g is positive or no multiple of the quantum", masses[k], total, term)
			}
			forward += term
			backward += p.At(masses[len(masses)-1-k])
		}
		sum := p.Sum(masses)
		rng.Shuffle(len(masses), func(a, b int) { masses[a], masses[b] = masses[b], masses[a] })
		if shuffled := p.Sum(masses); sum != forward || sum != backward || sum != shuffled {
			t.Errorf("total %.17g: Sum is %.17g, shuffled %.17g, forward %.17g, backward %.17g", total, sum, shuffled, forward, backward)
		}
	}
	if got := NewPhi(2, true).Sum(nil); got != 0 {
		t.Errorf("the sum of nothing is %g", got)
	}
}

// TestPhiBits freezes values bit for bit: they must be the same on every
// machine. They were printed on amd64, where [TestPhiIsAccurate] holds.
func TestPhiBits(t *testing.T) {
	var sum uint64
	phiMasses(5000, func(p *Phi, mass, _ float64) {
		sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(p.At(mass))
	})
	const golden = 0x7c8647164e466180
	if sum != golden {
		t.Errorf("checksum is %#x, want %#x", sum, uint64(golden))
	}
}

func BenchmarkPhi(b *testing.B) {
	for _, bm := range []struct {
		name   string
		total  float64
		counts bool
	}{
		{"table", 30000, true},
		{"computed", 1 << 52, false},
	} {
		b.Run("masses="+bm.name, func(b *testing.B) {
			p := NewPhi(bm.total, bm.counts)
			rng := rand.New(rand.NewPCG(1, 2))
			masses := make([]float64, 1024)
			for k := range masses {
				masses[k] = math.Trunc(bm.total * rng.Float64())
			}
			var sink float64
			for b.Loop() {
				sink += p.Sum(masses)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024, "ns/term")
			_ = sink
		})
	}
}
