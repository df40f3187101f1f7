package info

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// Plugin returns the plug-in, or maximum-likelihood, estimator, in which frequencies stand
// for probabilities,
//
//	H = -sum_i p_i log2 p_i,  p_i = n_i/N.
//
// Its standard deviation comes from the delta method,
//
//	sd^2 = (1/N) sum_i p_i (log2 p_i + H)^2.
//
// It needs one observation. The estimate is too small, to first order by (S-1)/(2 N ln 2) for S values that can
// occur. A mutual information is therefore too large, and much so unless there are some ten observations for each
// cell of the table. The standard deviation does not include this bias, and is 0 for equal counts and any N.
//
// Counts may also be weights, which need not be whole. Then they are not a sample and have no standard deviation.
// Sources: Miller and Madow 1954; Basharin 1959 (doi:10.1137/1104033).
//
// The standard deviation of its mutual information also comes from the delta method. It is 0 for any N where every
// observation has the same log2(p(x,y)/(p(x)p(y))). The bias, which is upwards, is often larger.
func Plugin() JointEstimator { return plugin{} }

type plugin struct{}

func (plugin) Name() string { return "plugin" }

func (e plugin) Entropy(counts []float64, cells int) (Estimate, error) {
	t, fractional, err := newWeightTally(e, counts, cells)
	if err == nil && t.total == 0 {
		err = t.needs(e, 1)
	}
	if err != nil {
		return Estimate{}, err
	}
	h := t.plugin()
	if fractional > 0 {
		return Estimate{Value: h}, nil
	}
	variance := t.variance(func(n float64) float64 { return plogp.Log2(n / t.total) })
	return Estimate{Value: h, SD: math.Sqrt(variance / t.total), HasSD: true}, nil
}

// classical is an estimator by a formula. There is one value of each, so that estimators can be compared.
type classical struct {
	name  string
	least int // observations
	of    func(t tally) Estimate
}

func (e *classical) Name() string { return e.name }

func (e *classical) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err == nil {
		err = t.needs(e, e.least)
	}
	if err != nil {
		return Estimate{}, err
	}
	return e.of(t), nil
}

// MillerMadow returns the plug-in estimator with its first-order bias removed,
//
//	H = H_plugin + (S-1)/(2 N ln 2),
//
// S being the number of values seen. It has no standard deviation and needs one
// observation.
//
// It is good where most of the possible values have been seen, and still too small where
// many have not: S stands for the unknown number of possible values. Source: G. A.
// Miller, Note on the bias of information estimates, 1955.
func MillerMadow() Estimator { return millerMadow }

var millerMadow = &classical{"miller-madow", 1, func(t tally) Estimate {
	return Estimate{Value: t.plugin() + special.MillerMadow(t.seen-1, t.total)}
}}

// Grassberger returns the estimator of Grassberger 2003 (arXiv:physics/0307138; not that
// of his paper of 1988),
//
//	H = (ln N - (1/N) sum_i n_i G(n_i)) / ln 2,
//	G(n) = psi(n) + (-1)^n/2 [psi((n+1)/2) - psi(n/2)].
//
// It has no standard deviation and needs one observation. Its bias is small also for
// small counts, but it does not take the number of possible values into account, and
// can be far off for a table of few cells: the mutual information of [[5,5],[5,5]] comes
// out as -0.31 bit, and ten observations of one value have a negative entropy.
func Grassberger() Estimator { return grassberger }

var grassberger = &classical{"grassberger", 1, func(t tally) Estimate {
	return Estimate{Value: (special.Ln(t.total) - t.mean(special.GrassbergerG)) / math.Ln2}
}}

// ChaoShen returns the coverage-adjusted estimator of Chao and Shen 2003
// (doi:10.1023/A:1026096204727): with f the number of values seen once, the coverage
// C = 1 - f/N of Good and Turing, and q_i = C n_i/N,
//
//	H = -sum_i q_i log2 q_i / (1 - (1 - q_i)^N).
//
// It has no standard deviation and needs one observation. If every value was seen once,
// f = N-1 is used, as in R's package entropy; the estimate is then arbitrary, and can
// exceed the logarithm of the number of cells many times over, as it can whenever most
// values were seen once.
func ChaoShen() Estimator { return chaoShen }

var chaoShen = &classical{"chao-shen", 1, func(t tally) Estimate {
	var once float64
	if t.counts[0] == 1 {
		once = min(t.times[0], t.total-1)
	}
	h := -t.sum(func(n float64) float64 { return special.ChaoShenTerm(n, once, t.total) })
	return Estimate{Value: max(h, 0)}
}}

// Jackknife returns the plug-in estimator minus the bias found by leaving out one
// observation after the other (Zahl 1977, doi:10.2307/1936227),
//
//	H = N H_plugin - ((N-1)/N) sum_j H_plugin(all but observation j),
//
// with the standard deviation of the same N values (Efron and Stein 1981,
// doi:10.1214/aos/1176345462). It needs two observations.
//
// It removes the bias in 1/N and amplifies the rest of the bias where many values were
// seen once. The standard deviation is 0 for equal counts and any N.
//
// It is computed in closed form: with c(n) = -(n-1) ln(1 - 1/n), c(1) = 0, the plug-in
// entropy without one of n equal observations is lower by (c(N) - c(n) - ln n + const)/(N-1)
// nats. This form has no cancellation of large terms.
func Jackknife() Estimator { return jackknife }

var jackknife = &classical{"jackknife", 2, func(t tally) Estimate {
	h := t.plugin() + (special.JackknifeC(t.total)-t.mean(special.JackknifeC))/math.Ln2
	variance := t.variance(func(n float64) float64 { return plogp.Log2(n) + special.JackknifeC(n)/math.Ln2 })
	return Estimate{Value: h, SD: math.Sqrt(variance / (t.total - 1)), HasSD: true}
}}
