package info

import "math"

// NSB is the Bayesian estimator of Nemenman, Shafee and Bialek 2002
// (Advances in Neural Information Processing Systems 14, arXiv:physics/0108025):
// posterior mean and standard deviation of the entropy under a mixture of
// symmetric Dirichlet priors over the K cells, whose concentrations beta are
// weighted such that the entropy expected beforehand is uniform,
//
//	p(beta) ~ d xi/d beta,  xi(beta) = psi(K beta + 1) - psi(beta + 1),
//	p(beta | n) ~ p(beta) Gamma(K beta)/Gamma(N + K beta) prod_i Gamma(n_i + beta)/Gamma(beta),
//	H = E[E[H | beta]],  sd^2 = E[Var[H | beta]] + Var[E[H | beta]],
//
// with the moments of [Dirichlet] for each beta. Without any or with a single
// observation the estimate is half of log2 K.
//
// It is the least biased of the estimators here for small samples and the only one
// that says how little it knows. Without coincidences it is defined, but says what
// the prior does, with a standard deviation to match. The number of cells matters:
// drop cells that cannot occur, count those that can. Distributions with long
// tails, in which most of the cells have next to no probability, are not what the
// prior expects (Archer, Park and Pillow 2014, JMLR 15, 2833-2868): the estimate
// is then off by more than its standard deviation. Merging values can raise the
// estimate of a mutual information, and that of independent variables can be
// negative.
//
// Values agree with integrals of 90 and more digits to 1e-12 bit, and standard
// deviations to a relative 1e-7, which is reached with equal counts of 1e8; with
// counts below 1e6 to 1e-9.
type NSB struct{}

// Name implements [Estimator].
func (NSB) Name() string { return "nsb" }

// Entropy implements [Estimator]. It needs no observation. Some hundred times the
// number of distinct counts evaluations of gamma functions.
func (e NSB) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	if t.cells == 1 {
		return Estimate{HasSD: true}, nil
	}
	m := t.mixture()
	estimate := Estimate{Value: m.mean / math.Ln2, SD: math.Sqrt(m.within+m.between) / math.Ln2, HasSD: true}
	if t.total < 2 { // the prior, which is uniform from 0 to log2 K
		estimate.Value = Log2(t.cells) / 2
	}
	return estimate, nil
}

// mixture is what an integration over the posterior of ln beta results in, in
// nats.
type mixture struct {
	mean            float64 // of the entropy
	within, between float64 // expectation of its variance, variance of its expectation
	lnBeta, spread  float64 // mean and standard deviation of ln beta
}

// node is a point of the quadrature.
type node struct {
	lnBeta, logWeight float64
	mean, variance    float64 // of the entropy given beta, in nats
}

const (
	// depth is how far below its maximum the logarithm of the weight of ln beta is
	// taken for nothing: 2e-22.
	depth = 50
	// A normal posterior is integrated to 1e-12 with the first number of intervals,
	// and skewed ones need more, to which there is a limit.
	firstIntervals, lastIntervals = 24, 24 << 8
	// agreement is how closely two quadratures have to agree, relative to the sd and
	// to 1 nat, for the second to be taken: the error of the trapezoidal rule is at
	// least squared by halving its intervals.
	agreement = 1e-8
)

// mixture integrates over ln beta. There must be two cells.
func (t tally) mixture() mixture { return average(t.nodes()) }

// nodes returns the points for the trapezoidal rule, which converges exponentially
// for smooth functions that vanish at both ends (Trefethen and Weideman 2014,
// doi:10.1137/130932132). There must be two cells.
func (t tally) nodes() []node {
	nodes := t.lattice(firstIntervals)
	m := average(nodes)
	for len(nodes) < lastIntervals {
		nodes = t.refine(nodes)
		last := m
		m = average(nodes)
		sd, lastSD := math.Sqrt(m.within+m.between), math.Sqrt(last.within+last.between)
		if math.Abs(m.mean-last.mean) <= agreement && math.Abs(sd-lastSD) <= float64(agreement*sd) {
			break
		}
	}
	return nodes
}

// lattice returns the nodes at equal distances in the window that matters.
func (t tally) lattice(intervals int) []node {
	low, high := t.window()
	nodes := make([]node, intervals+1)
	for k := range nodes {
		nodes[k] = t.node(low + float64((high-low)*(float64(k)/float64(intervals))))
	}
	return nodes
}

// refine returns the nodes and those in the middle between two.
func (t tally) refine(nodes []node) []node {
	finer := make([]node, 0, 2*len(nodes)-1)
	for k, n := range nodes {
		if k > 0 {
			finer = append(finer, t.node(0.5*(nodes[k-1].lnBeta+n.lnBeta)))
		}
		finer = append(finer, n)
	}
	return finer
}

func (t tally) node(lnBeta float64) node {
	n := node{lnBeta: lnBeta, logWeight: t.logWeight(lnBeta)}
	n.mean, n.variance = t.posterior(exp(lnBeta))
	return n
}

// average returns the moments of weighted nodes at equal distances. Variances are
// taken about the mean: they can be 1e-17 of its square.
func average(nodes []node) mixture {
	weights := weightsOf(nodes)
	expect := func(f func(n node) float64) float64 {
		var sum float64
		for k, n := range nodes {
			sum += float64(weights[k] * f(n))
		}
		return sum
	}
	square := func(x float64) float64 { return float64(x * x) }
	var m mixture
	m.mean = expect(func(n node) float64 { return n.mean })
	m.within = expect(func(n node) float64 { return n.variance })
	m.between = expect(func(n node) float64 { return square(n.mean - m.mean) })
	m.lnBeta = expect(func(n node) float64 { return n.lnBeta })
	m.spread = math.Sqrt(expect(func(n node) float64 { return square(n.lnBeta - m.lnBeta) }))
	return m
}

// weightsOf returns the weights of nodes, which sum to 1.
func weightsOf(nodes []node) []float64 {
	highest := math.Inf(-1)
	for _, n := range nodes {
		highest = max(highest, n.logWeight)
	}
	weights := make([]float64, len(nodes))
	var sum float64
	for k, n := range nodes {
		weights[k] = exp(n.logWeight - highest)
		sum += weights[k]
	}
	for k := range weights {
		weights[k] /= sum
	}
	return weights
}

// logWeight returns the logarithm of the posterior density of ln beta, but for a
// constant. It rises like S ln beta on the left (S the number of cells seen, but at
// least 1) and falls like -ln beta on the right.
//
// Gamma(n+beta)/Gamma(beta) is written Gamma(n)/B(n, beta), as the logarithm of the
// beta function does not grow with n ln n, and Gamma(n) is left out.
func (t tally) logWeight(lnBeta float64) float64 {
	beta := exp(lnBeta)
	w := lnBeta + ln(priorDensity(t.cells, beta))
	if t.total > 0 {
		w += lnBetaFunction(t.total, float64(t.cells*beta)) - t.sum(func(n float64) float64 { return lnBetaFunction(n, beta) })
	}
	return w
}

// priorDensity returns d xi/d beta = K psi'(K beta + 1) - psi'(beta + 1), from its
// own asymptotic series where the two terms all but cancel.
func priorDensity(cells, beta float64) float64 {
	if beta < 25 {
		return float64(cells*trigamma(float64(cells*beta)+1)) - trigamma(beta+1)
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
	return float64(z * (0.5*(1-1/cells) + polynomial(z, series[:]...)/beta))
}
