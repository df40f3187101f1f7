package checker

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// fixed is a number of bits of information as a whole number of units of 2^-50 bit. Sums of such numbers are exact.
type fixed int64

const (
	unitBits = 50
	unit     = 1 << unitBits
)

// toBits returns a number of units in bits, for people.
func toBits(v fixed) float64 { return float64(float64(v) / unit) }

// The logarithm of the mantissa of a mass is the logarithm of c, the middle of its interval of 1/1024, plus a short
// series.
const (
	tableBits    = 10
	tableSize    = 1 << tableBits
	mantissaBits = 52
	mantissaMask = 1<<mantissaBits - 1
	exponentBias = 1023
)

// middle returns the middle of interval k, exactly.
func middle(k int) float64 { return 1 + float64((float64(k)+0.5)/tableSize) }

// precision is the precision of the big numbers that the table is computed with.
const precision = 160

// twiceAtanh returns 2 atanh(a/b) = 2 (r + r^3/3 + r^5/5 + ...) for r = a/b below 1/2, to about 150 bits.
func twiceAtanh(a, b *big.Float) *big.Float {
	number := func() *big.Float { return new(big.Float).SetPrec(precision) }
	r := number().Quo(a, b)
	square, power, sum := number().Mul(r, r), number().Set(r), number()
	for k := int64(1); power.Sign() != 0 && power.MantExp(nil) > -precision; k += 2 {
		sum.Add(sum, number().Quo(power, number().SetInt64(k)))
		power.Mul(power, square)
	}
	return sum.Add(sum, sum)
}

// bigLog2 returns log2 of a number from 1 to 2.
func bigLog2(v float64) *big.Float {
	x := new(big.Float).SetPrec(precision).SetFloat64(v)
	one := new(big.Float).SetPrec(precision).SetInt64(1)
	log := twiceAtanh(new(big.Float).Sub(x, one), new(big.Float).Add(x, one))
	return log.Quo(log, ln2())
}

var ln2 = sync.OnceValue(func() *big.Float { // log 2 = 2 atanh(1/3)
	return twiceAtanh(new(big.Float).SetPrec(precision).SetInt64(1), new(big.Float).SetPrec(precision).SetInt64(3))
})

// middles returns log2 of the middles of all intervals.
var middles = sync.OnceValue(func() []*big.Float {
	list := make([]*big.Float, tableSize)
	for k := range list {
		list[k] = bigLog2(middle(k))
	}
	return list
})

// logs computes phi(v/W) = v/W log2(v/W) for whole numbers v from 0 to W, W below 2^53.
type logs struct {
	inverse  float64 // 1/W
	exponent int     // of W, biased
	// middles holds, for every interval, log2 of its middle minus log2 of W's mantissa,
	// correctly rounded: wrong by at most 2^-54, as its size is at most 1.
	middles [tableSize]float64
	small   []fixed // of masses 0, 1, 2, ...
}

// maxSmall is the number of masses whose values are kept in a table.
const maxSmall = 1 << 14

func newLogs(total float64) *logs {
	b := math.Float64bits(total)
	l := &logs{inverse: 1 / total, exponent: int(b >> mantissaBits)}
	ofTotal := bigLog2(math.Float64frombits(b&mantissaMask | exponentBias<<mantissaBits))
	for k, m := range middles() {
		l.middles[k], _ = new(big.Float).SetPrec(precision).Sub(m, ofTotal).Float64()
	}
	if total < maxSmall*64 { // otherwise few masses are small
		small := make([]fixed, int(min(total, maxSmall-1))+1)
		for v := range small {
			small[v] = l.phi(float64(v))
		}
		l.small = small
	}
	return l
}

// phi returns phi(v/W) in units, wrong by less than one unit, for a whole number v from 0
// to W. It is 0 at 0 and at W, and never positive.
//
// Let u = 2^-53, so that an operation in float64 has a relative error of at most u.
//
//  1. The mantissa m of v and the middle c are multiples of 2^-52 in [1, 2), and |m - c| <=
//     2^-11: m - c is exact. r = (m-c)/(m+c) has a relative error below 2.1 u, and |r| <= 2^-12.
//  2. log2(m/c) = (2/ln 2)(r + r^3/3 + r^5/5 + ...). The two terms used are below 2^-10.4 in sum, with at most 6
//     relative errors u: 2^-60. The omitted terms are below 2^-60, too.
//  3. log2(v/W) = L = (e - E) + middles[k] + series, two sums with a relative error u each, of
//     numbers of size at most |L| + 2^-10. With the table's 2^-54 = u/2, L is wrong by at most
//     u (2.01 |L| + 0.53).
//  4. p = v (1/W) has two relative errors u, and p L one more. For t in [0, 1], |t log2 t| <=
//     log2(e)/e < 0.531, and p <= 1. In all u (5.01 * 0.531 + 0.53) < 3.2 u = 0.4 units.
//  5. The product with 2^50 is exact. Its size is below 2^50, so subtracting 1/2 is wrong by at
//     most 2^-4 units; and the conversion truncates towards 0: at most 1/2 + 2^-4 units.
//
// That is 0.97 units. At v = W the product is below 2^-3 units in size, and the result 0.
func (l *logs) phi(v float64) fixed {
	if v < float64(len(l.small)) {
		return l.small[int(v)]
	}
	if v == 0 {
		return 0
	}
	b := math.Float64bits(v)
	k := b >> (mantissaBits - tableBits) & (tableSize - 1)
	m, c := math.Float64frombits(b&mantissaMask|exponentBias<<mantissaBits), middle(int(k))
	r := (m - c) / (m + c)
	series := float64(r * (2/math.Ln2 + float64(float64(r*r)*(2/(3*math.Ln2)))))
	log := float64(int(b>>mantissaBits)-l.exponent) + l.middles[k] + series
	return fixed(float64(float64(float64(v*l.inverse)*log)*unit) - 0.5)
}

// slopeBits is the number of bits after the point of slopes.
const slopeBits = 52

// scaled returns share/2^52 times v, for v <= 0 and share from 0 to 2^52, wrong by less than one unit.
func scaled(share uint64, v fixed) fixed {
	hi, lo := bits.Mul64(share, uint64(-v))
	return -fixed(hi<<(64-slopeBits) | lo>>slopeBits)
}

// inUnits returns a number of bits of size up to most as the nearest whole number of units; ok is false for other
// numbers.
func inUnits(v, most float64) (units fixed, ok bool) {
	if !(math.Abs(v) <= most) {
		return 0, false
	}
	return fixed(math.RoundToEven(v * unit)), true
}
