package info

import "math"

// Plugin is the plug-in, or maximum-likelihood, estimator: a frequency is taken
// for a probability,
//
//	H = -sum_i p_i log2 p_i,  p_i = n_i/N.
//
// Its standard deviation is that of the delta method,
//
//	sd^2 = (1/N) sum_i p_i (log2 p_i + H)^2.
//
// The estimate is too small, to first order by (S-1)/(2 N ln 2) for S values that
// can occur. A mutual information is therefore too large, and much so unless there
// are some ten observations for each cell of the table. The standard deviation knows
// nothing of that bias, and is 0 for equal counts, whatever N.
//
// Counts may be weights, which need not be whole. Then they are no sample and
// there is no standard deviation. Source: Miller and Madow 1954, Basharin 1959
// (doi:10.1137/1104033).
type Plugin struct{}

// Name implements [Estimator].
func (Plugin) Name() string { return "plugin" }

// Entropy implements [Estimator]. It needs one observation.
func (e Plugin) Entropy(counts []float64, cells int) (Estimate, error) {
	t, fractional, err := newWeightTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.total == 0 {
		return Estimate{}, tooFew(e, 1, 0)
	}
	h := t.plugin()
	if fractional > 0 {
		return Estimate{Value: h}, nil
	}
	variance := t.variance(func(n float64) float64 { return Log2(n / t.total) })
	return Estimate{Value: h, SD: math.Sqrt(variance / t.total), HasSD: true}, nil
}

// MillerMadow is the plug-in estimator with its bias to first order taken off,
//
//	H = H_plugin + (S-1)/(2 N ln 2),
//
// S being the number of values seen. It has no standard deviation.
//
// It is fair where most of the possible values have been seen, and still too
// small where many have not: S is put for the unknown number of possible values.
// Source: G. A. Miller, Note on the bias of information estimates, 1955.
type MillerMadow struct{}

// Name implements [Estimator].
func (MillerMadow) Name() string { return "miller-madow" }

// Entropy implements [Estimator]. It needs one observation.
func (e MillerMadow) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.total == 0 {
		return Estimate{}, tooFew(e, 1, 0)
	}
	return Estimate{Value: t.plugin() + millerMadow(t.seen-1, t.total)}, nil
}

// millerMadow returns the correction in bits for so many cells that are seen.
func millerMadow(seen, total float64) float64 { return seen / (2 * math.Ln2) / total }

// Grassberger is the estimator of Grassberger 2003 (arXiv:physics/0307138; not that
// of his paper of 1988),
//
//	H = (ln N - (1/N) sum_i n_i G(n_i)) / ln 2,
//	G(n) = psi(n) + (-1)^n/2 [psi((n+1)/2) - psi(n/2)].
//
// It has no standard deviation. Its bias is small also where counts are, but it
// does not know how many values are possible, and a table of few cells can mislead
// it badly: the mutual information of [[5,5],[5,5]] comes out at -0.31 bit, and
// ten observations of one value have a negative entropy.
type Grassberger struct{}

// Name implements [Estimator].
func (Grassberger) Name() string { return "grassberger" }

// Entropy implements [Estimator]. It needs one observation.
func (e Grassberger) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.total == 0 {
		return Estimate{}, tooFew(e, 1, 0)
	}
	return Estimate{Value: (ln(t.total) - t.mean(grassbergerG)) / math.Ln2}, nil
}

func grassbergerG(n float64) float64 {
	half := 0.5 * (digamma((n+1)/2) - digamma(n/2))
	if math.Mod(n, 2) != 0 {
		half = -half
	}
	return digamma(n) + half
}

// ChaoShen is the coverage-adjusted estimator of Chao and Shen 2003
// (doi:10.1023/A:1026096204727): with f the number of values seen once,
// C = 1 - f/N the coverage by Good and Turing, and q_i = C n_i/N,
//
//	H = -sum_i q_i log2 q_i / (1 - (1 - q_i)^N).
//
// It has no standard deviation. If every value was seen once, f = N-1 is put, as
// R's package entropy does; the estimate is then arbitrary, and can exceed the
// logarithm of the number of cells many times over, as it can whenever most
// values were seen once.
type ChaoShen struct{}

// Name implements [Estimator].
func (ChaoShen) Name() string { return "chao-shen" }

// Entropy implements [Estimator]. It needs one observation.
func (e ChaoShen) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.total == 0 {
		return Estimate{}, tooFew(e, 1, 0)
	}
	var once float64
	if t.counts[0] == 1 {
		once = min(t.times[0], t.total-1)
	}
	covered := coverageOf(once, t.total)
	h := -t.sum(func(n float64) float64 { return chaoShenTerm(n, covered, t.total) })
	return Estimate{Value: max(h, 0)}, nil
}

// coverageOf returns C, given the number of values seen once, which is below the total.
func coverageOf(once, total float64) float64 { return 1 - once/total }

// chaoShenTerm returns the term of a value in minus the estimate.
func chaoShenTerm(n, coverage, total float64) float64 {
	q := float64(coverage * (n / total))
	return PLog2P(q) / -expm1(float64(total*log1p(-q)))
}

// Jackknife is the plug-in estimator with the bias taken off that leaving out one
// observation after the other shows (Zahl 1977, doi:10.2307/1936227),
//
//	H = N H_plugin - ((N-1)/N) sum_j H_plugin(all but observation j),
//
// and the standard deviation of the same N values (Efron and Stein 1981,
// doi:10.1214/aos/1176345462). It needs two observations.
//
// It removes the bias in 1/N and amplifies what is left where many values were
// seen once. The standard deviation is 0 for equal counts, whatever N.
type Jackknife struct{}

// Name implements [Estimator].
func (Jackknife) Name() string { return "jackknife" }

// Entropy implements [Estimator]. It needs two observations.
//
// With c(n) = -(n-1) ln(1 - 1/n), c(1) = 0, the plug-in entropy falls by
// (c(N) - c(n) - ln n + const)/(N-1) nats without one of n equal observations.
// Large terms cancel in that, not in floating point.
func (e Jackknife) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.total < 2 {
		return Estimate{}, tooFew(e, 2, t.total)
	}
	h := t.plugin() + (jackknifeC(t.total)-t.mean(jackknifeC))/math.Ln2
	variance := t.variance(func(n float64) float64 { return Log2(n) + jackknifeC(n)/math.Ln2 })
	return Estimate{Value: h, SD: math.Sqrt(variance / (t.total - 1)), HasSD: true}, nil
}

// jackknifeC returns c(n).
func jackknifeC(n float64) float64 {
	if n == 1 {
		return 0
	}
	return -float64((n - 1) * log1p(-1/n))
}
