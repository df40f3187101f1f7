package info

import (
	"fmt"
	"math"
)

// Dirichlet is the Bayesian estimator with a symmetric Dirichlet prior of fixed
// concentration: the posterior mean and standard deviation of the entropy. With
// a_i = n_i + alpha over all K cells and nu = N + K alpha (Wolpert and Wolf 1995,
// doi:10.1103/PhysRevE.52.6841),
//
//	E[H] = (psi(nu+1) - sum_i (a_i/nu) psi(a_i+1)) / ln 2.
//
// The posterior standard deviation is what is left of the uncertainty if the prior
// is right, and it hardly ever is: a prior with fixed alpha all but fixes the
// entropy of many cells before a single observation (Nemenman, Shafee and Bialek
// 2002), and the number of cells and alpha decide until N is some times K alpha.
// [NSB] does not have that fault. Common concentrations: 1/2 (Jeffreys), 1 (Laplace),
// 1/K (Perks; Schuermann and Grassberger 1996).
type Dirichlet struct {
	// Alpha is what is added to every count. 0 means 1/2.
	Alpha float64
}

// Name implements [Estimator].
func (Dirichlet) Name() string { return "dirichlet" }

// concentration returns alpha, checked. The limits keep squares of what is
// computed with it within the float64 numbers.
func (e Dirichlet) concentration() (float64, error) {
	switch {
	case e.Alpha == 0:
		return 0.5, nil
	case !(e.Alpha >= 1e-100 && e.Alpha <= 1e100):
		return 0, fmt.Errorf("dirichlet: a concentration of %g: give a number from 1e-100 to 1e100", e.Alpha)
	}
	return e.Alpha, nil
}

// Entropy implements [Estimator]. It needs no observation. It is an error if Alpha
// is neither 0 nor from 1e-100 to 1e100.
func (e Dirichlet) Entropy(counts []float64, cells int) (Estimate, error) {
	alpha, err := e.concentration()
	if err != nil {
		return Estimate{}, err
	}
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	mean, variance := t.posterior(alpha)
	return Estimate{Value: mean / math.Ln2, SD: math.Sqrt(variance) / math.Ln2, HasSD: true}, nil
}

// posterior returns mean and variance of the entropy in nats under the posterior
// of a symmetric Dirichlet prior with concentration beta. With f_i = psi(a_i+1) and
// g(a) = (a+1) psi'(a+1) - 1, the variance is
//
//	(sum (a_i/nu) (f_i - mean f)^2 + sum (a_i/nu) g(a_i) - g(nu)) / (nu+1):
//
// the double sum of Wolpert and Wolf 1995 rearranged, without differences of large
// terms.
func (t tally) posterior(beta float64) (mean, variance float64) {
	if t.cells == 1 {
		return 0, 0
	}
	nu := t.total + float64(t.cells*beta)
	weigh := func(f func(a float64) float64) float64 {
		unseen := float64((t.cells - t.seen) * (beta / nu))
		if unseen > 0 {
			unseen = float64(unseen * f(beta))
		}
		return unseen + t.sum(func(n float64) float64 { return float64((n + beta) / nu * f(n+beta)) })
	}
	centre := weigh(func(a float64) float64 { return digamma(a + 1) })
	spread := weigh(func(a float64) float64 {
		d := digamma(a+1) - centre
		return float64(d*d) + dirichletG(a)
	})
	return max(digamma(nu+1)-centre, 0), max(spread-dirichletG(nu), 0) / (nu + 1)
}

// dirichletG returns (a+1) psi'(a+1) - 1 for a >= 0.
func dirichletG(a float64) float64 {
	x := a + 1
	if x < 60 {
		return float64(x*trigamma(x)) - 1
	}
	return float64(x * trigammaTail(x))
}
