package info

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// maxTotal is the largest number of observations. Not all larger whole numbers are
// float64 numbers.
const maxTotal = 1 << 53

// tally says how often each count occurs. Entropies and their estimates depend on
// nothing else. Sums go over the counts in ascending order, so that their bits do not
// depend on the order of the cells.
type tally struct {
	counts []float64 // distinct, positive, ascending
	times  []float64 // cells with that count
	total  float64   // observations
	seen   float64   // cells with observations
	cells  float64   // all cells
}

// newTally checks counts, which must be whole, and counts them.
func newTally(e Estimator, counts []float64, cells int) (tally, error) {
	t, whole, err := newWeightTally(e, counts, cells)
	if err == nil && whole > 0 {
		return tally{}, fmt.Errorf("%s: count %d is %g, but it needs whole numbers: weights have the plug-in entropy only",
			e.Name(), whole, counts[whole-1])
	}
	return t, err
}

// needs returns an error if there are fewer observations than an estimator needs.
func (t tally) needs(e Estimator, least int) error {
	if t.total < float64(least) {
		return fmt.Errorf("%s: %w: it needs %d and there are %.0f", e.Name(), ErrTooFew, least, t.total)
	}
	return nil
}

// newWeightTally is newTally for weights, which need not be whole. It also returns the
// position, from 1, of the first that is not whole, or 0.
func newWeightTally(e Estimator, counts []float64, cells int) (t tally, fractional int, err error) {
	sorted := make([]float64, 0, len(counts))
	for i, n := range counts {
		switch {
		case math.IsNaN(n) || math.IsInf(n, 0):
			return tally{}, 0, fmt.Errorf("%s: count %d is %g: give the number of observations", e.Name(), i+1, n)
		case n < 0:
			return tally{}, 0, fmt.Errorf("%s: count %d is %g: there is no negative number of observations", e.Name(), i+1, n)
		case n == 0:
			continue
		case fractional == 0 && n != math.Trunc(n):
			fractional = i + 1
		}
		sorted = append(sorted, n)
	}
	t = tally{seen: float64(len(sorted)), cells: float64(cells)}
	if cells < 1 || len(sorted) > cells {
		return tally{}, 0, fmt.Errorf("%s: %d cells have observations, so there cannot be %d cells: give at least %d",
			e.Name(), len(sorted), cells, max(len(sorted), 1))
	}
	slices.Sort(sorted)
	for _, n := range sorted {
		t.total += n
		if last := len(t.counts) - 1; last >= 0 && t.counts[last] == n {
			t.times[last]++
			continue
		}
		t.counts, t.times = append(t.counts, n), append(t.times, 1)
	}
	if t.total > maxTotal {
		return tally{}, 0, fmt.Errorf("%s: the counts sum to %.4g, more than the 2^53 that can be counted: divide them", e.Name(), t.total)
	}
	return t, fractional, nil
}

// plugin returns the plug-in entropy in bits of at least one observation.
func (t tally) plugin() float64 {
	return max(-t.mean(func(n float64) float64 { return plogp.Log2(n / t.total) }), 0)
}

// mean returns the mean of f over the observations, f taking the count of the
// cell that an observation fell into.
func (t tally) mean(f func(n float64) float64) float64 {
	var sum float64
	for i, n := range t.counts {
		sum += float64(float64(t.times[i]*n) * f(n))
	}
	return sum / t.total
}

// variance returns the variance of f over the observations. It is 0 to the last bit
// for equal counts.
func (t tally) variance(f func(n float64) float64) float64 {
	if len(t.counts) == 1 {
		return 0
	}
	mean := t.mean(f)
	return t.mean(func(n float64) float64 {
		d := f(n) - mean
		return float64(d * d)
	})
}

// sum returns the sum of f over the cells with observations.
func (t tally) sum(f func(n float64) float64) float64 {
	var sum float64
	for i, n := range t.counts {
		sum += float64(t.times[i] * f(n))
	}
	return sum
}
