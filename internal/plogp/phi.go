package plogp

import (
	"math"

	"github.com/dibmap/dibmap/internal/lists"
)

// Phi computes phi(p) = p log2 p of probabilities p that are masses, whole numbers,
// divided by a total. Values are rounded to [Quantum], so that sums of them are exact,
// and depend on the mass alone. [NewCorrected] makes functions for other estimates of
// an entropy than the plug-in one.
//
// It is immutable and safe for concurrent use.
type Phi struct {
	inverse  float64 // of the total
	exponent int     // of the total, biased
	// intervals holds 1/c for the middle c of every interval of the mantissa, and log2 c
	// minus log2 of the total's mantissa.
	intervals [phiIntervals][2]float64
	// small holds the values of masses 0, 1, 2, ...
	small []float64
	// other, unless nil, takes the place of p log2 p of masses above 0.
	other func(mass float64) float64
}

// maxSmall is the number of masses whose values are kept in a table: 256 KB,
// which fits into the second-level cache of a core.
const maxSmall = 1 << 15

// NewPhi returns the function for masses up to total. For counts, which often are small
// numbers, it keeps a table of values.
func NewPhi(total float64, counts bool) *Phi {
	bits := math.Float64bits(total)
	p := &Phi{inverse: 1 / total, exponent: int(bits >> mantissaBits)}
	// The logarithm of the total itself can be as large as 53 and would be rounded to two
	// quanta; the logarithm of its mantissa is not.
	fraction := Log2(mantissaOf(bits))
	for k := range p.intervals {
		c := 1 + float64((float64(k)+0.5)/phiIntervals)
		inverse := 1 / c
		p.intervals[k] = [2]float64{inverse, -Log2(inverse) - fraction}
	}
	if counts {
		p.tabulate(total)
	}
	return p
}

// NewCorrected returns the function p log2 p - beyond(mass) for counts up to total, each
// of the two terms rounded to [Quantum]. It is 0 at 0.
func NewCorrected(total float64, beyond func(mass float64) float64) *Phi {
	plain := NewPhi(total, false)
	p := &Phi{other: func(mass float64) float64 { return plain.At(mass) - Quantize(beyond(mass)) }}
	p.tabulate(total)
	return p
}

// Of returns a function for the masses of rows and of sets of rows: other, which is 0 at 0, rounded to [Quantum], or p
// log2 p if other is nil.
func Of(other func(mass float64) float64, masses []float64) *Phi {
	total := lists.Sum(masses)
	if other == nil {
		return NewPhi(total, Counts(total))
	}
	p := &Phi{other: func(mass float64) float64 { return Quantize(other(mass)) }}
	if Counts(total) {
		p.tabulate(total)
	}
	return p
}

// Counts reports whether masses with a total are counts. Probabilities are in units of about 2^-52 of their total.
func Counts(total float64) bool { return total < 1<<51 }

// tabulate makes the table of small masses.
func (p *Phi) tabulate(total float64) {
	small := lists.Make(int(min(total, maxSmall-1))+1, func(t int) float64 { return p.At(float64(t)) })
	p.small = small
}

// At returns phi(mass / total) in bits, for 0 <= mass <= total, to within
// 2.5e-15 bit.
func (p *Phi) At(mass float64) float64 {
	if whole := int64(mass); uint64(whole) < uint64(len(p.small)) {
		return p.small[whole]
	}
	return p.sumOf(mass)
}

// sumOf is Sum of one mass.
func (p *Phi) sumOf(mass float64) float64 {
	if p.other == nil {
		return p.value(mass)
	}
	if mass > 0 {
		return p.other(mass)
	}
	return 0
}

// The logarithm of a mass is the logarithm of its power of two, plus the logarithm of the middle c of the interval
// of 1/1024 around its mantissa m, plus a short series in (m - c)/c, which is below 2^-11.
const (
	phiBits      = 10
	phiIntervals = 1 << phiBits
	phiShift     = mantissaBits - phiBits
)

// mantissaOf returns the mantissa, from 1 to 2, of the number with the given bits.
func mantissaOf(bits uint64) float64 {
	return math.Float64frombits(bits&(1<<mantissaBits-1) | exponentBias<<mantissaBits)
}

// series returns log2(1+r) = (r - r^2/2 + r^3/3 - ...)/ln 2; |r|^5/5 < 2^-57.
func series(r float64) float64 {
	low := 1/math.Ln2 - float64(r*(0.5/math.Ln2))
	high := 1/(3*math.Ln2) - float64(r*(0.25/math.Ln2))
	return float64(r * (low + float64(float64(r*r)*high)))
}

// value computes the value of a mass. At mass 0, whose exponent reads as -1023, the product is 0. It
// is converted because Quantize adds to it.
func (p *Phi) value(mass float64) float64 {
	bits := math.Float64bits(mass)
	at := &p.intervals[bits>>phiShift&(phiIntervals-1)]
	log := float64(int(bits>>mantissaBits)-p.exponent) + (at[1] + series(float64(mantissaOf(bits)*at[0])-1))
	return Quantize(float64(float64(mass*p.inverse) * log))
}

// Sum returns the sum of the values of masses. Searches spend most of their time here,
// so what value does is spelled out in the loop, and values in the table are added four at
// a time.
func (p *Phi) Sum(masses []float64) float64 {
	sum, rest := p.tabled(masses)
	if p.other != nil {
		for _, mass := range rest {
			sum += p.At(mass)
		}
		return sum
	}
	inverse, exponent, small := p.inverse, p.exponent, p.small
	for _, mass := range rest {
		if whole := int64(mass); uint64(whole) < uint64(len(small)) {
			sum += small[whole]
			continue
		}
		bits := math.Float64bits(mass)
		at := &p.intervals[bits>>phiShift&(phiIntervals-1)]
		log := float64(int(bits>>mantissaBits)-exponent) + (at[1] + series(float64(mantissaOf(bits)*at[0])-1))
		sum += Quantize(float64(float64(mass*inverse) * log))
	}
	return sum
}

// tabled returns the sum of the values of the first masses, as far as these are in the
// table by fours, and the other masses. Sums are exact in any order.
func (p *Phi) tabled(masses []float64) (sum float64, rest []float64) {
	small := p.small
	for len(masses) >= 4 {
		a, b, c, d := int64(masses[0]), int64(masses[1]), int64(masses[2]), int64(masses[3])
		if most := uint64(len(small)); uint64(a) >= most || uint64(b) >= most || uint64(c) >= most || uint64(d) >= most {
			break
		}
		sum += (small[a] + small[b]) + (small[c] + small[d])
		masses = masses[4:]
	}
	return sum, masses
}
