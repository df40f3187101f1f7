// Package plogp computes logarithms and terms p log2 p with the same bits on every
// machine, and rounds such terms so that sums of them are exact.
//
// Two things make the bits the same everywhere. [Log2] is evaluated here and not by the
// mathematics library of the platform, whose last digit differs between processors. And
// every product that is added to something is converted to float64 explicitly, which
// forbids the compiler to fuse both into one operation with a single rounding.
package plogp

import "math"

// Coefficients 2/((2k+1) ln 2) of the series in [Log2], k = 0..10.
const (
	c0  = 2 / math.Ln2
	c1  = 2 / (3 * math.Ln2)
	c2  = 2 / (5 * math.Ln2)
	c3  = 2 / (7 * math.Ln2)
	c4  = 2 / (9 * math.Ln2)
	c5  = 2 / (11 * math.Ln2)
	c6  = 2 / (13 * math.Ln2)
	c7  = 2 / (15 * math.Ln2)
	c8  = 2 / (17 * math.Ln2)
	c9  = 2 / (19 * math.Ln2)
	c10 = 2 / (21 * math.Ln2)
)

const (
	mantissaBits = 52
	exponentBias = 1023
	// sqrtHalfBits is the mantissa field of sqrt(2). Larger mantissas are halved, so that
	// the reduced argument is in [sqrt(1/2), sqrt(2)).
	sqrtHalfBits = 0x6a09e667f3bcd
)

// Log2 returns the binary logarithm of x to within two units in the last place. It is
// exact at powers of two. Log2(0) is -Inf; Log2 of a negative number or NaN is NaN.
//
// With x = m 2^e, m in [sqrt(1/2), sqrt(2)), and s = (m-1)/(m+1),
// log2 x = e + (2/ln 2) (s + s^3/3 + s^5/5 + ...); |s| < 0.172 makes eleven terms enough
// (Abramowitz and Stegun, 4.1.27).
func Log2(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	case !(x > 0):
		return math.NaN()
	}
	e := 0
	if x < 0x1p-1022 {
		x *= 0x1p52
		e = -52
	}
	bits := math.Float64bits(x)
	mantissa := bits & (1<<mantissaBits - 1)
	e += int(bits>>mantissaBits) - exponentBias
	exponent := uint64(exponentBias)
	if mantissa > sqrtHalfBits {
		exponent--
		e++
	}
	f := math.Float64frombits(mantissa|exponent<<mantissaBits) - 1
	s := f / (2 + f)
	z := s * s
	z2 := z * z
	z4 := z2 * z2
	// Estrin's scheme: the terms in pairs, then the pairs in pairs.
	low := (c1 + float64(c2*z)) + float64((c3+float64(c4*z))*z2)
	high := (c5 + float64(c6*z)) + float64((c7+float64(c8*z))*z2)
	top := c9 + float64(c10*z)
	tail := low + float64(z4*(high+float64(z4*top)))
	return float64(e) + float64(s*(c0+float64(z*tail)))
}

// PLog2P returns p log2 p, and 0 at p = 0.
func PLog2P(p float64) float64 {
	if p == 0 {
		return 0
	}
	return float64(p * Log2(p))
}

// Quantum is the unit, in bits, to which [Quantize] rounds.
const Quantum = 0x1p-48

// quantizer is 1.5 2^52 quanta: neighbouring float64 numbers near it differ by one
// quantum.
const quantizer = 1.5 * (1 << mantissaBits) * Quantum

// Quantize rounds x to the nearest multiple of [Quantum], for |x| < 8 bits.
//
// Multiples of the quantum below 32 bits are float64 numbers, so their sums and
// differences are exact. An entropy added up from quantized terms therefore does not
// depend on the order of the terms, and an entropy that is updated term by term equals
// one computed from scratch, bit for bit. The price is an error of at most half a
// quantum, 1.8e-15 bit, per term.
func Quantize(x float64) float64 {
	// The conversion keeps a product that a caller passes from being fused with the sum.
	return (float64(x) + quantizer) - quantizer
}
