package info

import "math"

// The functions of this file replace those of package math, whose last digits
// differ between processors. Products that are added to something are converted,
// so that none is fused with the addition.

// ln returns the natural logarithm of x, to within four units in the last place.
func ln(x float64) float64 { return float64(Log2(x) * math.Ln2) }

// log1p returns ln(1+x) for x > -1 with small relative error near 0, by the
// observation that the error of rounding u = 1+x cancels in x ln(u)/(u-1)
// (Kahan; Higham 2002, Accuracy and Stability of Numerical Algorithms, section 1.14).
// log1p(-1) is -Inf.
func log1p(x float64) float64 {
	u := 1 + x
	if u == 1 {
		return x
	}
	if u == 0 || math.IsInf(u, 1) {
		return ln(u)
	}
	return float64(ln(u) * (x / (u - 1)))
}

const (
	// ln 2 in two parts, the first of 32 bits: its product with an exponent is
	// exact.
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
	// Above and below these, exp is infinite and 0.
	maxExp, minExp = 709.78, -745.2
)

// exp returns e^x: with x = k ln 2 + r, |r| <= ln(2)/2, it is 2^k (1 + expm1(r)).
func exp(x float64) float64 {
	switch {
	case x > maxExp:
		return math.Inf(1)
	case x < minExp:
		return 0
	case math.IsNaN(x):
		return x
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(k*ln2High)) - float64(k*ln2Low)
	return math.Ldexp(1+expm1(r), int(k))
}

// expm1 returns e^x - 1, near 0 with small relative error, by the power series:
// the term of x^15 is below 1e-19 for |x| < 0.35.
func expm1(x float64) float64 {
	if math.Abs(x) > 0.35 {
		return exp(x) - 1
	}
	sum := 1.0
	for k := 14.0; k > 1; k-- {
		sum = 1 + float64(sum*x)/k
	}
	return float64(sum * x)
}

// asymptotic is the argument from which the asymptotic series of the gamma
// function and its derivatives, as long as they are below, are exact to 1e-16.
// Recurrences lead there.
const asymptotic = 12

// digamma returns psi(x), the derivative of ln Gamma, for x > 0, to 2e-15 or
// four units in the last place (Abramowitz and Stegun, 6.3.5 and 6.3.18).
func digamma(x float64) float64 {
	var below float64
	for ; x < asymptotic; x++ {
		below += 1 / x
	}
	return ln(x) - 0.5/x - digammaTail(x) - below
}

// digammaTail returns ln x - 1/(2x) - psi(x) for x >= asymptotic.
func digammaTail(x float64) float64 {
	z := 1 / float64(x*x)
	return float64(z * polynomial(z, 1./12, -1./120, 1./252, -1./240, 1./132, -691./32760, 1./12))
}

// digammaRise returns psi(x+n) - psi(x), also where it is far smaller than either.
func digammaRise(x, n float64) float64 {
	if x < asymptotic {
		return digamma(x+n) - digamma(x)
	}
	y := x + n
	return log1p(n/x) + float64(n/x*(0.5/y)) + (digammaTail(x) - digammaTail(y))
}

// trigamma returns psi'(x) for x > 0 with a relative error of some 1e-15
// (Abramowitz and Stegun, 6.4.6 and 6.4.12).
func trigamma(x float64) float64 {
	var below float64
	for ; x < asymptotic; x++ {
		below += 1 / float64(x*x)
	}
	return below + 1/x + trigammaTail(x)
}

// trigammaTail returns psi'(x) - 1/x for x >= asymptotic.
func trigammaTail(x float64) float64 {
	z := 1 / float64(x*x)
	series := polynomial(z, 1./6, -1./30, 1./42, -1./30, 5./66, -691./2730, 7./6)
	return float64(z * (0.5 + series/x))
}

// lnGamma returns ln Gamma(x) for x > 0 to within 1e-14, relative where it is above
// 1.
func lnGamma(x float64) float64 {
	product := 1.0
	for ; x < asymptotic; x++ {
		product *= x
	}
	const halfLn2Pi = 0.918938533204672741780329736405617639
	return float64((x-0.5)*ln(x)) - x + halfLn2Pi + stirling(x) - ln(product)
}

// stirling returns the part of Stirling's series of ln Gamma(x) that vanishes
// for large x, for x >= asymptotic (Abramowitz and Stegun, 6.1.41).
func stirling(x float64) float64 {
	return polynomial(1/float64(x*x), 1./12, -1./360, 1./1260, -1./1680, 1./1188, -691./360360, 1./156) / x
}

// lnBetaFunction returns ln B(a, b) = ln Gamma(a) + ln Gamma(b) - ln Gamma(a+b) for
// a, b > 0. It does not subtract the two terms of the larger argument, which can
// be 1e10 times their difference. Its error is within 1e-14, relative where it is
// above 1.
func lnBetaFunction(a, b float64) float64 {
	if max(a, b) < asymptotic {
		return lnBetaOf(a, b, lnGamma(a), lnGamma(b))
	}
	if a > b { // ln Gamma of the larger one is not needed
		a, b = b, a
	}
	return lnBetaOf(a, b, lnGamma(a), 0)
}

// lnBetaOf is lnBetaFunction, given ln Gamma of both arguments.
func lnBetaOf(a, b, lnGammaA, lnGammaB float64) float64 {
	if a > b {
		a, b, lnGammaA, lnGammaB = b, a, lnGammaB, lnGammaA
	}
	small, large := a, b
	if large < asymptotic {
		return lnGammaA + (lnGammaB - lnGamma(large+small))
	}
	sum := large + small
	rise := float64((large-0.5)*log1p(small/large)) + float64(small*(ln(sum)-1)) + (stirling(sum) - stirling(large))
	return lnGammaA - rise
}

// polynomial returns c[0] + c[1] z + c[2] z^2 + ...
func polynomial(z float64, c ...float64) float64 {
	var sum float64
	for k := len(c) - 1; k >= 0; k-- {
		sum = c[k] + float64(sum*z)
	}
	return sum
}
