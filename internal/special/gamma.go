package special

// asymptotic is the least argument at which the asymptotic series of the gamma function
// and its derivatives are exact to 1e-16 with the terms below. Recurrences lead there.
const asymptotic = 12

// Digamma returns psi(x), the derivative of ln Gamma, for x > 0, to 2e-15 or
// four units in the last place (Abramowitz and Stegun, 6.3.5 and 6.3.18).
func Digamma(x float64) float64 {
	var below float64
	for ; x < asymptotic; x++ {
		below += 1 / x
	}
	return Ln(x) - 0.5/x - digammaTail(x) - below
}

// digammaTail returns ln x - 1/(2x) - psi(x) for x >= asymptotic.
func digammaTail(x float64) float64 {
	z := 1 / float64(x*x)
	return float64(z * polynomial(z, 1./12, -1./120, 1./252, -1./240, 1./132, -691./32760, 1./12))
}

// DigammaRise returns psi(x+n) - psi(x), also where it is far smaller than either.
func DigammaRise(x, n float64) float64 {
	if x < asymptotic {
		return Digamma(x+n) - Digamma(x)
	}
	y := x + n
	return Log1p(n/x) + float64(n/x*(0.5/y)) + (digammaTail(x) - digammaTail(y))
}

// Trigamma returns psi'(x) for x > 0 with a relative error of some 1e-15
// (Abramowitz and Stegun, 6.4.6 and 6.4.12).
func Trigamma(x float64) float64 {
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

// TrigammaExcess returns (a+1) psi'(a+1) - 1 for a >= 0.
func TrigammaExcess(a float64) float64 {
	x := a + 1
	if x < 60 {
		return float64(x*Trigamma(x)) - 1
	}
	return float64(x * trigammaTail(x))
}

// LnGamma returns ln Gamma(x) for x > 0 to within 1e-14, relative where it is above 1.
func LnGamma(x float64) float64 {
	product := 1.0
	for ; x < asymptotic; x++ {
		product *= x
	}
	const halfLn2Pi = 0.918938533204672741780329736405617639
	return float64((x-0.5)*Ln(x)) - x + halfLn2Pi + stirling(x) - Ln(product)
}

// stirling returns the part of Stirling's series of ln Gamma(x) that vanishes
// for large x, for x >= asymptotic (Abramowitz and Stegun, 6.1.41).
func stirling(x float64) float64 {
	return polynomial(1/float64(x*x), 1./12, -1./360, 1./1260, -1./1680, 1./1188, -691./360360, 1./156) / x
}

// LnBeta returns ln B(a, b) = ln Gamma(a) + ln Gamma(b) - ln Gamma(a+b) for a, b > 0. It
// does not subtract the two terms of the larger argument, which can be 1e10 times their
// difference. Its error is within 1e-14, relative where it is above 1.
func LnBeta(a, b float64) float64 {
	if max(a, b) < asymptotic {
		return LnBetaOf(a, b, LnGamma(a), LnGamma(b))
	}
	if a > b { // ln Gamma of the larger one is not needed
		a, b = b, a
	}
	return LnBetaOf(a, b, LnGamma(a), 0)
}

// LnBetaOf returns what [LnBeta] does, given ln Gamma of both arguments.
func LnBetaOf(a, b, lnGammaA, lnGammaB float64) float64 {
	if a > b {
		a, b, lnGammaA, lnGammaB = b, a, lnGammaB, lnGammaA
	}
	small, large := a, b
	if large < asymptotic {
		return lnGammaA + (lnGammaB - LnGamma(large+small))
	}
	sum := large + small
	rise := float64((large-0.5)*Log1p(small/large)) + float64(small*(Ln(sum)-1)) + (stirling(sum) - stirling(large))
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
