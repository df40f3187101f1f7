package info

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// Prior is an estimator with a posterior to draw from: [Dirichlet] or [NSB].
type Prior interface {
	JointEstimator
	// Posterior returns the posterior of the distribution over all cells, of which
	// none may be left out. It has the errors of Entropy.
	Posterior(counts []float64) (*Posterior, error)
}

// Posterior draws distributions that counts leave possible: what they say about any
// function of a distribution, such as the mutual information of clusters with
// another variable. Draws of a table of counts vary its cells together, so margins
// and clusters of one draw belong together, which separate estimates of three
// entropies do not.
//
// It is immutable and safe for concurrent use.
type Posterior struct {
	counts []float64
	// lnBeta are logarithms of concentrations at equal distances, and upTo the
	// probability of each and those before it.
	lnBeta, upTo []float64
}

// drawIntervals is the least number of intervals of the lattice of ln beta that is
// drawn from: they are at most a tenth of the standard deviation of a normal
// posterior. The density is taken for linear between its points, which makes the
// variance too large by at most 1/600.
const drawIntervals = 8 * firstIntervals

// Posterior implements [Prior].
func (e Dirichlet) Posterior(counts []float64) (*Posterior, error) {
	alpha, err := e.concentration()
	if err != nil {
		return nil, err
	}
	if _, err := newTally(e, counts, len(counts)); err != nil {
		return nil, err
	}
	return &Posterior{slices.Clone(counts), []float64{ln(alpha)}, []float64{1}}, nil
}

// Posterior implements [Prior]. It takes as long as [NSB.Entropy].
func (e NSB) Posterior(counts []float64) (*Posterior, error) {
	t, err := newTally(e, counts, len(counts))
	if err != nil {
		return nil, err
	}
	if t.cells == 1 { // whatever beta is, the one cell has all
		return &Posterior{slices.Clone(counts), []float64{0}, []float64{1}}, nil
	}
	nodes := t.nodes()
	for len(nodes) <= drawIntervals {
		nodes = t.refine(nodes)
	}
	p := &Posterior{counts: slices.Clone(counts)}
	var sum float64
	for k, w := range weightsOf(nodes) {
		sum += w
		p.lnBeta, p.upTo = append(p.lnBeta, nodes[k].lnBeta), append(p.upTo, sum)
	}
	return p, nil
}

// Cells returns the number of cells of a draw.
func (p *Posterior) Cells() int { return len(p.counts) }

// Draw fills into with the probabilities of the cells in the k-th draw of a seed,
// which is a function of the counts, the prior and these two numbers. It panics if
// into has not the length [Posterior.Cells]. O(cells), some 0.2 us each.
func (p *Posterior) Draw(into []float64, seed, k uint64) {
	if len(into) != len(p.counts) {
		panic(fmt.Sprintf("info: room for %d probabilities of %d cells", len(into), len(p.counts)))
	}
	s := newStream(seed, k)
	s.dirichlet(into, p.counts, exp(p.draw(s)))
}

// draw returns a logarithm of a concentration: a point of the lattice and a step to
// either side with the triangular density whose sum over the points is linear
// between them.
func (p *Posterior) draw(s *stream) float64 {
	last := len(p.lnBeta) - 1
	if last == 0 {
		return p.lnBeta[0]
	}
	at := min(sort.SearchFloat64s(p.upTo, s.Uniform()), last)
	step := (p.lnBeta[last] - p.lnBeta[0]) / float64(last)
	return p.lnBeta[at] + float64(step*(s.Uniform()-s.Uniform()))
}

// PosteriorInformation returns mean and standard deviation of the mutual
// information in bits of rows and columns in draws 0 to draws-1 of the posterior of
// a table of counts (rows of equal length, with all cells that there are).
//
// The standard deviation is that of the mutual information as such, and knows that
// the three entropies come from one sample; its own error is a fraction
// 1/sqrt(2 draws), that of the mean SD/sqrt(draws). The mean is that of
// MutualInformation of the prior, which has no such error and says where it is off.
//
// It has the errors of the prior and of rows of unequal length, and one for fewer
// than two draws. Draws may be done by several goroutines with [Posterior.Draw].
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
