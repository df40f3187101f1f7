package frontier

import (
	"errors"
	"fmt"
	"math"
)

// Uncertainty says how the statistical errors of the points of a frontier were computed from a
// finite sample, and which filter chose the robust points.
type Uncertainty struct {
	// Method is "bootstrap", "posterior", "delta" or "nsb"; see package robust.
	Method string `json:"method"`
	// Resamples is the number of resamples or draws, and Seed determined them; both are 0 if the
	// method has none.
	Resamples int    `json:"resamples"`
	Seed      uint64 `json:"seed"`
	// Filter chose the robust points.
	Filter Filter `json:"filter"`
}

// check returns an error if the settings make no sense.
func (u *Uncertainty) check() error {
	switch {
	case u.Method == "":
		return errors.New("uncertainty.method is empty")
	case u.Resamples < 0:
		return fmt.Errorf("uncertainty.resamples is %d, and should be 0 or more", u.Resamples)
	}
	if err := u.Filter.check(); err != nil {
		return fmt.Errorf("uncertainty.filter.%w", err)
	}
	return nil
}

// Spread is the statistical error of a point: the standard deviations of H and I in bits, and
// their covariance in bit^2.
type Spread struct{ DH, DI, Cov float64 }

// check returns an error if a spread is not possible.
func (s Spread) check() error {
	// A covariance may be computed apart from the deviations. Rounding then leaves
	// some of it even where a deviation is 0.
	const relative, absolute = 1e-9, 1e-12 // the latter in bit^2
	switch {
	case !(s.DH >= 0) || math.IsInf(s.DH, 1):
		return fmt.Errorf("dh is %g, and should be 0 or more", s.DH)
	case !(s.DI >= 0) || math.IsInf(s.DI, 1):
		return fmt.Errorf("di is %g, and should be 0 or more", s.DI)
	case math.IsNaN(s.Cov) || math.IsInf(s.Cov, 0):
		return fmt.Errorf("cov is %g, and should be a number", s.Cov)
	case math.Abs(s.Cov) > float64((1+relative)*s.DH*s.DI)+absolute:
		return fmt.Errorf("cov is %g, and should not be larger than dh %g times di %g", s.Cov, s.DH, s.DI)
	}
	return nil
}

// WithUncertainty returns the frontier with the uncertainty of its points, with one spread for
// every point in their order, and then one for every clustering of [Frontier.Best], and marks
// the robust ones, of each of the two. It copies u and spreads. It is an error if there are not as
// many spreads, if one is not possible, or if the settings make no sense; the zero [Filter] means
// the default one. O(points log points) as a rule, at worst O(points x robust points).
func (f *Frontier) WithUncertainty(u Uncertainty, spreads []Spread) (*Frontier, error) {
	u.Filter = u.Filter.filled()
	if err := u.check(); err != nil {
		return nil, err
	}
	points, best, err := split(f, spreads)
	if err != nil {
		return nil, err
	}
	if err := checkSpreads(spreads); err != nil {
		return nil, err
	}
	g := *f
	g.Uncertainty, g.spreads = &u, points
	g.robust = u.Filter.robust(g.entries, points)
	if f.best != nil {
		b := *f.best
		b.spreads, b.robust = best, u.Filter.robustBest(b.entries, best)
		g.best = &b
	}
	return &g, nil
}

// checkSpreads returns an error if a spread is not possible.
func checkSpreads(spreads []Spread) error {
	for n, s := range spreads {
		if err := s.check(); err != nil {
			return fmt.Errorf("point %d: %w", n, err)
		}
	}
	return nil
}
