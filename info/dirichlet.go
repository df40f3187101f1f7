package info

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/special"
)

// Dirichlet returns the Bayesian estimator with a symmetric Dirichlet prior of fixed
// concentration alpha, which is added to every count; 0 means 1/2. Its estimates are the
// posterior mean and standard deviation of the entropy. With a_i = n_i + alpha over all K
// cells and nu = N + K alpha (Wolpert and Wolf 1995, doi:10.1103/PhysRevE.52.6841),
//
//	E[H] = (psi(nu+1) - sum_i (a_i/nu) psi(a_i+1)) / ln 2.
//
// It needs no observation. The standard deviation is the remaining uncertainty if the
// prior is right, and it hardly ever is: a prior with fixed alpha nearly fixes the entropy
// of many cells before the first observation (Nemenman, Shafee and Bialek 2002), and
// the number of cells and alpha dominate until N is several times K alpha. [NSB] does
// not have that fault. Common concentrations: 1/2 (Jeffreys), 1 (Laplace), 1/K (Perks;
// Schuermann and Grassberger 1996).
//
// Its mutual information is the mean under the posterior of all cells together, exactly:
// sums over rows and columns have Dirichlet distributions too, with the concentration
// times the number of cells summed. A large concentration makes the prior expect
// independence, a small one dependence. For the standard deviation, which has no closed
// form, see [PosteriorInformation].
//
// The methods of the estimator return an error if alpha is neither 0 nor from 1e-100 to
// 1e100.
func Dirichlet(alpha float64) Prior { return dirichlet{alpha} }

// Concentration returns the concentration of an estimator made by [Dirichlet], and
// false for any other.
func Concentration(e Estimator) (alpha float64, ok bool) {
	d, ok := e.(dirichlet)
	if ok && d.alpha == 0 {
		return 0.5, true
	}
	return d.alpha, ok
}

type dirichlet struct{ alpha float64 }

func (dirichlet) Name() string { return "dirichlet" }

// concentration returns alpha, checked. The limits keep squares of intermediate results
// within the range of float64.
func (e dirichlet) concentration() (float64, error) {
	alpha, _ := Concentration(e)
	if !(alpha >= 1e-100 && alpha <= 1e100) {
		return 0, fmt.Errorf("dirichlet: a concentration of %g: give a number from 1e-100 to 1e100", alpha)
	}
	return alpha, nil
}

func (e dirichlet) Entropy(counts []float64, cells int) (Estimate, error) {
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

func (e dirichlet) MutualInformation(table [][]float64) (Estimate, error) {
	alpha, err := e.concentration()
	if err != nil {
		return Estimate{}, err
	}
	t, err := newJointTally(e, table)
	if err != nil {
		return Estimate{}, err
	}
	return Estimate{Value: t.information(alpha)}, nil
}

func (e dirichlet) Posterior(counts []float64) (*Posterior, error) {
	alpha, err := e.concentration()
	if err != nil {
		return nil, err
	}
	if _, err := newTally(e, counts, len(counts)); err != nil {
		return nil, err
	}
	return &Posterior{slices.Clone(counts), []float64{special.Ln(alpha)}, []float64{1}}, nil
}

// posterior returns mean and variance of the entropy in nats under the posterior of a
// symmetric Dirichlet prior with concentration beta. With f_i = psi(a_i+1) and
// g(a) = (a+1) psi'(a+1) - 1, the variance is
//
//	(sum (a_i/nu) (f_i - mean f)^2 + sum (a_i/nu) g(a_i) - g(nu)) / (nu+1),
//
// which is the double sum of Wolpert and Wolf 1995 rearranged without differences of
// large terms.
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
	centre := weigh(func(a float64) float64 { return special.Digamma(a + 1) })
	spread := weigh(func(a float64) float64 {
		d := special.Digamma(a+1) - centre
		return float64(d*d) + special.TrigammaExcess(a)
	})
	return max(special.Digamma(nu+1)-centre, 0), max(spread-special.TrigammaExcess(nu), 0) / (nu + 1)
}
