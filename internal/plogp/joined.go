package plogp

import "math"

// Joined returns a log2 a + b log2 b - (a+b) log2(a+b), by which a sum of p log p falls if two masses
// become one, for a and b that are not negative. It is computed as a log2(a/(a+b)) - b log2(1 + a/b),
// where no large terms cancel. It is not a multiple of the quantum.
func Joined(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return float64(a*Log2(a/(a+b))) - float64(b*log2OnePlus(a/b))
}

// log2OnePlus returns log2(1 + r) for r >= 0, precisely for small r too.
func log2OnePlus(r float64) float64 {
	if r > 1./64 {
		return Log2(1 + r)
	}
	// r - r^2/2 + r^3/3 - ...; the first term left out is below 2^-54 r.
	sum := 0.0
	for n := 9; n >= 1; n-- {
		sum = 1/float64(n) - float64(r*sum)
	}
	return float64(r*sum) / math.Ln2
}
