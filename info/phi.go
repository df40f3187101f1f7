package info

import "math"

// Phi computes phi(p) = p log2 p of probabilities that are whole masses divided
// by a total, rounded to [Quantum]. It is a function of the mass alone, with
// the same bits on every machine, and sums of its values are exact, so entropies
// made of them do not depend on the order in which they are added up. [PhiOf] has the
// functions of other estimators in its place.
//
// It is immutable and safe for concurrent use.
type Phi struct {
	inverse  float64 // of the total
	exponent int     // of the total, biased
	// intervals holds 1/c of the intervals of a mantissa, and log2 c less that of
	// the total's mantissa.
	intervals [phiIntervals][2]float64
	// small holds the values of masses 0, 1, 2, ...
	small []float64
	// beyond is what an estimator adds to minus the plug-in phi, which is plugin; nil if
	// it is the plug-in one itself.
	beyond func(mass float64) float64
	plugin *Phi
}

// maxSmall is the number of masses whose values are kept in a table: 256 KB,
// which the second cache of a core holds.
const maxSmall = 1 << 15

// NewPhi returns the function for masses up to total. With counts, which often
// are small numbers, it keeps a table of them.
func NewPhi(total float64, counts bool) *Phi {
	bits := math.Float64bits(total)
	p := &Phi{inverse: 1 / total, exponent: int(bits >> mantissaBits)}
	// The logarithm of the total itself, of up to 53 bits, would be rounded to
	// two quanta.
	fraction := Log2(mantissaOf(bits))
	for k := range p.intervals {
		c := 1 + (float64(k)+0.5)/phiIntervals
		inverse := 1 / c
		p.intervals[k] = [2]float64{inverse, -Log2(inverse) - fraction}
	}
	if counts {
		p.tabulate(total)
	}
	return p
}

// tabulate makes the table of small masses.
func (p *Phi) tabulate(total float64) {
	small := make([]float64, int(min(total, maxSmall-1))+1)
	for t := range small {
		small[t] = p.At(float64(t))
	}
	p.small = small
}

// At returns phi(mass / total) in bits, for 0 <= mass <= total, to within
// 2.5e-15 bit.
func (p *Phi) At(mass float64) float64 {
	one := [1]float64{mass}
	return p.Sum(one[:])
}

// The logarithm of a mass is that of its power of two, that of the middle c of
// the interval of 1/1024 that its mantissa m lies in, and a short series of
// (m - c)/c, which is below 2^-11.
const (
	phiBits      = 10
	phiIntervals = 1 << phiBits
	phiShift     = mantissaBits - phiBits
)

// mantissaOf returns the mantissa of a number with the given bits, from 1 to 2.
func mantissaOf(bits uint64) float64 {
	return math.Float64frombits(bits&(1<<mantissaBits-1) | exponentBias<<mantissaBits)
}

// Sum returns the sum of the values of masses. It is where searches spend their
// time, so the logarithm is spelled out in the loop.
func (p *Phi) Sum(masses []float64) float64 {
	if p.beyond != nil {
		return p.sumBeyond(masses)
	}
	var sum float64
	inverse, exponent, small, tabled := p.inverse, p.exponent, p.small, float64(len(p.small))
	for _, mass := range masses {
		if mass < tabled {
			sum += small[int(mass)]
			continue
		}
		bits := math.Float64bits(mass)
		at := &p.intervals[bits>>phiShift&(phiIntervals-1)]
		r := float64(mantissaOf(bits)*at[0]) - 1
		// log2(1+r) = (r - r^2/2 + r^3/3 - ...)/ln 2; |r|^5/5 < 2^-57.
		low := 1/math.Ln2 - float64(r*(0.5/math.Ln2))
		high := 1/(3*math.Ln2) - float64(r*(0.25/math.Ln2))
		series := float64(r * (low + float64(float64(r*r)*high)))
		log := float64(int(bits>>mantissaBits)-exponent) + (at[1] + series)
		// At mass 0, whose exponent reads as -1023, the product is 0. Its own
		// rounding is asked for, as Quantize adds to it.
		sum += Quantize(float64(float64(mass*inverse) * log))
	}
	return sum
}
