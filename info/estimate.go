package info

import (
	"errors"
	"fmt"
	"strings"
)

// Estimate is an estimated entropy or mutual information in bits.
type Estimate struct {
	Value float64
	// SD is the standard deviation of the value, under repeated sampling or of the
	// posterior, depending on the estimator. It is meaningful only where HasSD is true.
	SD    float64
	HasSD bool
}

// Estimator estimates the entropy of a distribution from a sample. The estimators of
// this package are small values that may be copied, compared and used by several
// goroutines.
type Estimator interface {
	// Name returns the name by which [EstimatorNamed] knows the estimator.
	Name() string
	// Entropy estimates the entropy in bits of a distribution over the given number of
	// cells, of which counts[i] observations fell into the i-th. Cells without
	// observations may be left out of the counts, but not of the number of cells.
	//
	// The result does not depend on the order of the counts, to the last bit. It is not
	// clipped to the range that an entropy can have.
	//
	// It is an error if a count is negative, infinite, NaN or, except for [Plugin],
	// fractional; if the counts sum to more than 2^53; and if the number of cells is
	// below one or below the number of cells with observations. If there are too few
	// observations for the estimator, the error wraps [ErrTooFew].
	//
	// O(n log n) for n counts, plus a time that depends only on the number of distinct
	// counts.
	Entropy(counts []float64, cells int) (Estimate, error)
}

// ErrTooFew is wrapped by the errors of estimators that are not defined for so few
// observations.
var ErrTooFew = errors.New("too few observations")

// Estimators returns all estimators, with their defaults: first those that correct
// nothing or little, and last the one to trust with a small sample.
func Estimators() []Estimator {
	return []Estimator{
		Plugin(), MillerMadow(), Grassberger(), ChaoShen(), Jackknife(), Shrinkage(), Dirichlet(0), NSB(),
	}
}

// EstimatorNamed returns the estimator with a name, with its defaults. It is an error if
// there is none.
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
