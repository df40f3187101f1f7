package info

import (
	"fmt"
	"math"
	"sort"

	"github.com/dibmap/dibmap/internal/special"
)

// Prior is an estimator with a posterior to draw from: [Dirichlet] or [NSB].
type Prior interface {
	JointEstimator
	// Posterior returns the posterior of the distribution over all cells. No cell may be
	// left out. It returns the errors of Entropy.
	Posterior(counts []float64) (*Posterior, error)
}

// Posterior draws distributions that are compatible with counts. From them follows the
// uncertainty of any function of a distribution, such as the mutual information between
// clusters and another variable. A draw for a table of counts varies all cells together,
// so the margins and clusters of one draw are consistent, unlike separate estimates of
// three entropies.
//
// It is immutable and safe for concurrent use.
type Posterior struct {
	counts []float64
	// lnBeta are logarithms of concentrations at equal distances, and upTo the
	// cumulative probability of each.
	lnBeta, upTo []float64
}

// drawIntervals is the least number of intervals of the lattice of ln beta for draws.
// They are at most a tenth of the standard deviation of a normal posterior. The density
// is interpolated linearly between lattice points, which makes the variance too large by
// at most 1/600.
const drawIntervals = 8 * firstIntervals

// Draw fills into with the probabilities of the cells in the k-th draw of a seed, a
// function of the counts, the prior and these two numbers. It panics if the length of
// into is not the number of counts. O(cells), some 0.2 us each.
func (p *Posterior) Draw(into []float64, seed, k uint64) {
	if len(into) != len(p.counts) {
		panic(fmt.Sprintf("info: room for %d probabilities of %d cells", len(into), len(p.counts)))
	}
	s := newStream(seed, k)
	s.dirichlet(into, p.counts, special.Exp(p.draw(s)))
}

// draw returns a logarithm of a concentration: a lattice point plus a step to either side
// with a triangular density. The sum of these densities over the points is linear between
// them.
func (p *Posterior) draw(s *stream) float64 {
	last := len(p.lnBeta) - 1
	if last == 0 {
		return p.lnBeta[0]
	}
	at := min(sort.SearchFloat64s(p.upTo, s.Uniform()), last)
	step := (p.lnBeta[last] - p.lnBeta[0]) / float64(last)
	return p.lnBeta[at] + float64(step*(s.Uniform()-s.Uniform()))
}

// PosteriorInformation returns mean and standard deviation of the mutual information in
// bits between rows and columns over draws 0 to draws-1 of the posterior of a table of
// counts, with rows of equal length and all cells that can occur.
//
// The standard deviation takes into account that the three entropies come from one
// sample. Its own relative error is 1/sqrt(2 draws), and the error of the mean is
// SD/sqrt(draws). MutualInformation of the prior computes the mean without that error;
// its documentation says where the mean is biased.
//
// It returns the errors of the prior, and an error for rows of unequal length or fewer
// than two draws. Several goroutines can share the work with [Posterior.Draw].
func PosteriorInformation(prior Prior, table [][]float64, draws int, seed uint64) (Estimate, error) {
	if draws < 2 {
		return Estimate{}, fmt.Errorf("%s: %d draws have no standard deviation: draw at least 2", prior.Name(), draws)
	}
	cells, err := flatten(prior, table)
	if err != nil {
		return Estimate{}, err
	}
	posterior, err := prior.Posterior(cells)
	if err != nil {
		return Estimate{}, err
	}
	drawn, width := make([][]float64, len(table)), len(table[0])
	for x := range drawn {
		drawn[x] = cells[x*width : (x+1)*width]
	}
	values := make([]float64, draws)
	var sum float64
	for k := range values {
		posterior.Draw(cells, seed, uint64(k))
		values[k] = MutualInformation(drawn)
		sum += values[k]
	}
	mean, squares := sum/float64(draws), 0.0
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return Estimate{Value: mean, SD: math.Sqrt(squares / float64(draws-1)), HasSD: true}, nil
}
