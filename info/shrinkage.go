package info

import "fmt"

// Shrinkage is the James-Stein estimator of Hausser and Strimmer 2009
// (Journal of Machine Learning Research 10, 1469-1484): the plug-in entropy of
// frequencies shrunk towards the uniform distribution over the K cells,
//
//	q_i = lambda/K + (1-lambda) n_i/N,
//	lambda = (1 - sum_i (n_i/N)^2) / ((N-1) sum_i (1/K - n_i/N)^2),
//
// lambda not above 1, and 1 where the formula is undefined: with fewer than two
// observations, and if the frequencies are uniform. It has no standard deviation.
//
// The number of cells matters: adding empty ones raises the estimate, without
// limit. Where few of the possible cells have any probability, as in most joint
// tables, it is far too large. Shrinking H(X), H(Y) and H(X,Y) by themselves makes
// nonsense of their mutual information: use [Shrinkage.MutualInformation].
type Shrinkage struct{}

// Name implements [Estimator].
func (Shrinkage) Name() string { return "shrinkage" }

// Entropy implements [Estimator]. It needs no observation.
func (e Shrinkage) Entropy(counts []float64, cells int) (Estimate, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return Estimate{}, err
	}
	lambda := t.lambda()
	if lambda == 1 {
		return Estimate{Value: Log2(t.cells)}, nil
	}
	shrunk := func(n float64) float64 { return PLog2P(shrink(lambda, t.cells, n/t.total)) }
	h := -t.sum(shrunk) - float64((t.cells-t.seen)*shrunk(0))
	return Estimate{Value: max(h, 0)}, nil
}

// Lambda returns the weight of the uniform distribution, from 0 to 1. It takes the
// arguments of [Shrinkage.Entropy] and has its errors.
func (e Shrinkage) Lambda(counts []float64, cells int) (float64, error) {
	t, err := newTally(e, counts, cells)
	if err != nil {
		return 0, err
	}
	return t.lambda(), nil
}

func (t tally) lambda() float64 {
	mean := 1 / t.cells
	unseen := float64((t.cells - t.seen) * float64(mean*mean))
	distance := unseen + t.sum(func(n float64) float64 {
		d := mean - n/t.total
		return float64(d * d)
	})
	variance := t.mean(func(n float64) float64 { return (t.total - n) / t.total })
	// Neither is less than the other with one observation, nor, being NaN, without any.
	if limit := float64((t.total - 1) * distance); variance < limit {
		return variance / limit
	}
	return 1
}

// shrink returns a frequency shrunk towards 1/cells.
func shrink(lambda, cells, p float64) float64 {
	return lambda/cells + float64((1-lambda)*p)
}

// flatten returns the cells of a table, row after row.
func flatten(e Estimator, table [][]float64) ([]float64, error) {
	var cells []float64
	for x, row := range table {
		if len(row) != len(table[0]) {
			return nil, fmt.Errorf("%s: row %d has %d cells and the first has %d: rows must be equally long",
				e.Name(), x+1, len(row), len(table[0]))
		}
		cells = append(cells, row...)
	}
	return cells, nil
}
