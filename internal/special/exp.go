// Package special has the exponential and gamma functions, angles, and terms of estimators of entropies, with the
// same bits on every machine. They replace functions of package math, whose last digits differ between processors.
// Products that are added to something are converted to float64, so that none is fused with the addition.
package special

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// Ln returns the natural logarithm of x, to within four units in the last place.
func Ln(x float64) float64 { return float64(plogp.Log2(x) * math.Ln2) }

// Log1p returns ln(1+x) for x > -1 with small relative error near 0: the rounding error
// of u = 1+x cancels in x ln(u)/(u-1) (Kahan; Higham 2002, Accuracy and Stability of
// Numerical Algorithms, section 1.14). Log1p(-1) is -Inf.
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 {
		return x
	}
	if u == 0 || math.IsInf(u, 1) {
		return Ln(u)
	}
	return float64(Ln(u) * (x / (u - 1)))
}

const (
	// Ln2High is the first 32 bits of ln 2, so that its product with an exponent is exact.
	Ln2High = 6.93147180369123816490e-01
	// Ln2Low is the rest of ln 2.
	Ln2Low = 1.90821492927058770002e-10
	// Above and below these, Exp is infinite and 0.
	maxExp, minExp = 709.78, -745.2
)

// Exp returns e^x: with x = k ln 2 + r, |r| <= ln(2)/2, it is 2^k (1 + Expm1(r)).
func Exp(x float64) float64 {
	switch {
	case x > maxExp:
		return math.Inf(1)
	case x < minExp:
		return 0
	case math.IsNaN(x):
		return x
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(k*Ln2High)) - float64(k*Ln2Low)
	return math.Ldexp(1+Expm1(r), int(k))
}

// Exp2 returns 2^x to within a few units in the last place: 2^x = 2^e exp(f ln 2) for
// the whole number e nearest to x, by the power series of exp; |f ln 2| < 0.35 makes
// fourteen terms enough. It is 0 below 2^-1022, and +Inf above 2^1023.
func Exp2(x float64) float64 {
	switch {
	case x < -1022:
		return 0
	case x > 1023:
		return math.Inf(1)
	}
	e := math.RoundToEven(x)
	f := float64((x - e) * math.Ln2)
	sum := 1.0
	for k := 14.0; k > 0; k-- {
		sum = 1 + float64(sum*(f/k))
	}
	return math.Ldexp(sum, int(e))
}

// Expm1 returns e^x - 1, near 0 with small relative error, by the power series:
// the term of x^15 is below 1e-19 for |x| < 0.35.
func Expm1(x float64) float64 {
	if math.Abs(x) > 0.35 {
		return Exp(x) - 1
	}
	sum := 1.0
	for k := 14.0; k > 1; k-- {
		sum = 1 + float64(sum*x)/k
	}
	return float64(sum * x)
}
