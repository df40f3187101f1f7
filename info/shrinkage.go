package info

import "github.com/dibmap/dibmap/internal/plogp"

// Shrinkage returns the James-Stein estimator of Hausser and Strimmer 2009
// (Journal of Machine Learning Research 10, 1469-1484): the plug-in entropy of
// frequencies shrunk towards the uniform distribution over the K cells,
//
//	q_i = lambda/K + (1-lambda) n_i/N,
//	lambda = (1 - sum_i (n_i/N)^2) / ((N-1) sum_i (1/K - n_i/N)^2),
//
// where lambda is at most 1, and 1 where the formula is undefined: with fewer than two
// observations, and if the frequencies are uniform. It has no standard deviation and
// needs no observation.
//
// The number of cells matters: additional empty ones raise the estimate without limit.
// Where few of the possible cells have any probability, as in most joint tables, it is
// far too large. H(X), H(Y) and H(X,Y) shrunk separately give a meaningless mutual
// information: use its MutualInformation, the plug-in mutual information of the
// frequencies of the cells, shrunk together, as R's mi.shrink computes it. That is too
// small where few of the cells have any probability, because the variables of a uniform
// distribution are independent.
func Shrinkage() JointEstimator { return shrinkage{} }

type shrinkage struct{}

func (shrinkage) Name() string { return "shrinkage" }

func (e shrinkage) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	lambda := t.lambda()
	if lambda == 1 {
		return Estimate{Value: plogp.Log2(t.cells)}, nil
	}
	term := func(n float64) float64 { return plogp.PLog2P(t.shrunk(lambda, n)) }
	h := -t.sum(term) - float64((t.cells-t.seen)*term(0))
	return Estimate{Value: max(h, 0)}, nil
}

func (e shrinkage) MutualInformation(table [][]float64) (Estimate, error) {
	cells, err := flatten(e, table)
	if err != nil {
		return Estimate{}, err
	}
	t, err := newTally(e, cells, len(cells))
	if err != nil {
		return Estimate{}, err
	}
	lambda := t.lambda()
	if lambda == 1 {
		return Estimate{}, nil
	}
	shrunk := make([][]float64, len(table))
	for x, row := range table {
		for _, n := range row {
			shrunk[x] = append(shrunk[x], t.shrunk(lambda, n))
		}
	}
	return Estimate{Value: MutualInformation(shrunk)}, nil
}

// lambda returns the weight of the uniform distribution, from 0 to 1.
func (t tally) lambda() float64 {
	mean := 1 / t.cells
	unseen := float64((t.cells - t.seen) * float64(mean*mean))
	distance := unseen + t.sum(func(n float64) float64 {
		d := mean - n/t.total
		return float64(d * d)
	})
	variance := t.mean(func(n float64) float64 { return (t.total - n) / t.total })
	// The comparison is false with one observation, and with none, when both are NaN.
	if limit := float64((t.total - 1) * distance); variance < limit {
		return variance / limit
	}
	return 1
}

// shrunk returns the frequency of n observations shrunk towards 1/cells.
func (t tally) shrunk(lambda, n float64) float64 {
	return lambda/t.cells + float64((1-lambda)*(n/t.total))
}
