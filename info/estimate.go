package info

import (
	"errors"
	"fmt"
	"strings"
)

// Estimate is what a sample says about an entropy or a mutual information, in
// bits.
type Estimate struct {
	Value float64
	// SD is the standard deviation of the value: of the estimator under repeated
	// sampling or of the posterior, as the estimator says. It means something only
	// where HasSD is true.
	SD    float64
	HasSD bool
}

// Estimator estimates the entropy of a distribution from a sample of it. All
// are small values that may be copied and used by several goroutines.
type Estimator interface {
	// Name returns the name by which [EstimatorNamed] knows the estimator.
	Name() string
	// Entropy estimates the entropy in bits of a distribution over cells cells
	// of which counts[i] observations fell into the i-th. Cells without
	// observations may be left out of the counts, but not of the number of cells.
	//
	// The result does not depend on the order of the counts, to the last bit. It
	// is not clipped to what an entropy can be.
	//
	// It is an error if a count is negative, infinite, NaN or, but for [Plugin],
	// fractional; if the counts sum to more than 2^53; and if fewer than one cell
	// or fewer than have observations are said to be there. Where the observations
	// do not suffice for the estimator to be defined, the error is an
	// [ErrTooFew].
	//
	// O(n log n) for n counts. What follows depends on the number of distinct
	// counts only.
	Entropy(counts []float64, cells int) (Estimate, error)
}

// ErrTooFew is matched by the errors of estimators that are not defined for so
// few observations.
var ErrTooFew = errors.New("too few observations")

// Estimators returns all estimators, with their defaults: first those that
// correct nothing or little, and last the one to trust with a small sample.
func Estimators() []Estimator {
	return []Estimator{
		Plugin{}, MillerMadow{}, Grassberger{}, ChaoShen{}, Jackknife{}, Shrinkage{}, Dirichlet{}, NSB{},
	}
}

// EstimatorNamed returns the estimator with a name, with its defaults. It is an
// error if there is none.
func EstimatorNamed(name string) (Estimator, error) {
	var names []string
	for _, e := range Estimators() {
		if e.Name() == name {
			return e, nil
		}
		names = append(names, e.Name())
	}
	return nil, fmt.Errorf("no estimator is called %q: choose one of %s", name, strings.Join(names, ", "))
}

// tooFew returns the error of an estimator that needs more observations than
// the total.
func tooFew(e Estimator, needs int, total float64) error {
	return fmt.Errorf("%s: %w: it needs %d and there are %.0f", e.Name(), ErrTooFew, needs, total)
}
