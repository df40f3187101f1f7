package special

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// The functions in this file are terms of the estimators of package info, which
// package cellsum sums over cells. Sources are given there.

// MillerMadow returns seen/(2 N ln 2), the bias correction of Miller and Madow in bits.
func MillerMadow(seen, total float64) float64 { return seen / (2 * math.Ln2) / total }

// GrassbergerG returns G(n) = psi(n) + (-1)^n/2 [psi((n+1)/2) - psi(n/2)].
func GrassbergerG(n float64) float64 {
	half := 0.5 * (Digamma((n+1)/2) - Digamma(n/2))
	if math.Mod(n, 2) != 0 {
		half = -half
	}
	return Digamma(n) + half
}

// ChaoShenTerm returns q log2 q / (1 - (1-q)^N) with q = C n/N, where the coverage
// C = 1 - once/N follows from the number of values seen once, which is below N.
func ChaoShenTerm(n, once, total float64) float64 {
	coverage := 1 - once/total
	q := float64(coverage * (n / total))
	return plogp.PLog2P(q) / -Expm1(float64(total*Log1p(-q)))
}

// JackknifeC returns c(n) = -(n-1) ln(1 - 1/n), with c(1) = 0.
func JackknifeC(n float64) float64 {
	if n == 1 {
		return 0
	}
	return -float64((n - 1) * Log1p(-1/n))
}

// NSBPrior returns d xi/d beta = K psi'(K beta + 1) - psi'(beta + 1), the prior density
// of the concentration beta for K cells, from its own asymptotic series where the two
// terms nearly cancel.
func NSBPrior(cells, beta float64) float64 {
	if beta < 25 {
		return float64(cells*Trigamma(float64(cells*beta)+1)) - Trigamma(beta+1)
	}
	// psi'(x+1) = 1/x - 1/(2 x^2) + sum_k B_2k / x^(2k+1).
	z := 1 / float64(beta*beta)
	inverse := 1 / float64(cells*cells)
	power := inverse
	var series [5]float64
	for k, bernoulli := range [5]float64{-1. / 6, 1. / 30, -1. / 42, 1. / 30, -5. / 66} {
		series[k] = float64((1 - power) * bernoulli)
		power = float64(power * inverse)
	}
	return float64(z * (float64(0.5*(1-1/cells)) + polynomial(z, series[:]...)/beta))
}
