package points

import (
	"math"
	"math/bits"
)

// wide is a whole number of 128 bits in two's complement, the high word first.
//
// It holds sums of weights times coordinates. The weights add up to at most 2^53 and
// coordinates are below 2^62 units, so the sums are below 2^115 in size.
type wide struct{ hi, lo uint64 }

// product returns weight times coordinate.
func product(weight uint64, coordinate int64) wide {
	if coordinate < 0 {
		hi, lo := bits.Mul64(weight, uint64(-coordinate))
		return wide{}.minus(wide{hi, lo})
	}
	hi, lo := bits.Mul64(weight, uint64(coordinate))
	return wide{hi, lo}
}

func (a wide) plus(b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return wide{hi, lo}
}

func (a wide) minus(b wide) wide {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return wide{hi, lo}
}

// size returns the absolute value, and whether the number is negative.
func (a wide) size() (size wide, negative bool) {
	if int64(a.hi) < 0 {
		return wide{}.minus(a), true
	}
	return a, false
}

// float returns the absolute value as the nearest float64, with ties to even.
func (a wide) float() float64 {
	size, _ := a.size()
	if size.hi == 0 {
		return float64(size.lo)
	}
	// The first 64 bits decide the rounding unless it is a tie, which any later bit
	// breaks.
	shift := bits.LeadingZeros64(size.hi)
	top := size.hi<<shift | size.lo>>(64-shift)
	if size.lo<<shift != 0 {
		top |= 1
	}
	// The factor is a power of two, so the product is exact.
	return float64(top) * math.Float64frombits(uint64(1023+64-shift)<<52)
}

// over returns the quotient rounded to the nearest whole number, with halves away from
// zero. The quotient must fit into 64 bits, and the divisor must be below 2^62.
func (a wide) over(divisor uint64) int64 {
	size, negative := a.size()
	quotient, rest := bits.Div64(size.hi, size.lo, divisor)
	if rest >= divisor-rest {
		quotient++
	}
	if negative {
		return -int64(quotient)
	}
	return int64(quotient)
}
