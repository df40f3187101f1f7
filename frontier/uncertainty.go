package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Uncertainty says how it was computed how well the points of a frontier are known
// from a finite sample, and by which reading of the Robust Pareto Mapper points are
// robust.
type Uncertainty struct {
	// Method is "bootstrap", "posterior", "delta" or "nsb"; see package robust.
	Method string `json:"method"`
	// Resamples is the number of resamples or draws, and Seed chose them; both are 0
	// where there are none.
	Resamples int    `json:"resamples,omitzero"`
	Seed      uint64 `json:"seed,omitzero"`
	// Filter chose the robust points.
	Filter Filter `json:"filter"`
}

// Filter is a reading of the Robust Pareto Mapper (Tan, Tegmark and Chuang 2022,
// doi:10.3390/e24060771, algorithm 2), which takes the points of a frontier in
// ascending order of the product of their two standard deviations, and keeps those
// that do not overlap with a point kept before. The paper leaves open what that means
// in detail; the zero value is what [Filter.WithDefaults] makes of it.
type Filter struct {
	// Apart says in what two points that are kept must be apart: "both" H and I, the
	// default and the paper's words, or "either" of them.
	Apart string `json:"apart"`
	// Overlap says when two points, a distance d from each other in H or I, overlap
	// there: "intervals", the default, if d <= Sigma (s + s') for the two standard
	// deviations; "value" if the later point lies within the interval of the one kept,
	// d <= Sigma s'; "difference" if the difference is not significant,
	// d <= Sigma sqrt(s^2 + s'^2).
	Overlap string `json:"overlap"`
	// Sigma is half the width of intervals in standard deviations, 1 by default.
	Sigma float64 `json:"sigma"`
}

// The values of Filter.Apart and Filter.Overlap.
const (
	ApartBoth         = "both"
	ApartEither       = "either"
	OverlapIntervals  = "intervals"
	OverlapValue      = "value"
	OverlapDifference = "difference"
)

// WithDefaults returns the filter with what zero stands for filled in, or an error if
// it is none.
func (f Filter) WithDefaults() (Filter, error) {
	f.Apart = cmp.Or(f.Apart, ApartBoth)
	f.Overlap = cmp.Or(f.Overlap, OverlapIntervals)
	f.Sigma = cmp.Or(f.Sigma, 1)
	switch {
	case f.Apart != ApartBoth && f.Apart != ApartEither:
		return f, fmt.Errorf("apart is %q: want %s or %s", f.Apart, ApartBoth, ApartEither)
	case !slices.Contains([]string{OverlapIntervals, OverlapValue, OverlapDifference}, f.Overlap):
		return f, fmt.Errorf("overlap is %q: want %s, %s or %s", f.Overlap, OverlapIntervals, OverlapValue, OverlapDifference)
	case !(f.Sigma > 0) || math.IsInf(f.Sigma, 1):
		return f, fmt.Errorf("sigma is %g: want a number above 0, such as 1 or 2", f.Sigma)
	}
	return f, nil
}

// Spread is how far a point may be off: the standard deviations of H and I in bits, and
// their covariance in bit^2.
type Spread struct{ DH, DI, Cov float64 }

// check says why a spread is none.
func (s Spread) check() error {
	const slack = 1e-9 // of a covariance, relative
	switch {
	case !(s.DH >= 0) || math.IsInf(s.DH, 1):
		return fmt.Errorf("dh is %g, and should be 0 or more", s.DH)
	case !(s.DI >= 0) || math.IsInf(s.DI, 1):
		return fmt.Errorf("di is %g, and should be 0 or more", s.DI)
	case !(math.Abs(s.Cov) <= (1+slack)*s.DH*s.DI):
		return fmt.Errorf("cov is %g, more than dh %g times di %g", s.Cov, s.DH, s.DI)
	}
	return nil
}

// WithUncertainty returns the frontier with the uncertainty of its points, in their
// order, and marks those that are robust. It is an error if the numbers of points
// and spreads differ, if a spread is none, or if the filter is.
// O(points x robust points).
func (f *Frontier) WithUncertainty(u Uncertainty, spreads []Spread) (*Frontier, error) {
	var err error
	if u.Filter, err = u.Filter.WithDefaults(); err != nil {
		return nil, err
	}
	if len(spreads) != len(f.entries) {
		return nil, fmt.Errorf("%d spreads for %d points", len(spreads), len(f.entries))
	}
	if u.Method == "" {
		return nil, errors.New("uncertainty.method is empty")
	}
	for n, s := range spreads {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("point %d: %w", n, err)
		}
	}
	g := *f
	g.Uncertainty, g.spreads = &u, spreads
	g.robust = u.Filter.robust(f.entries, spreads)
	return &g, nil
}

// robust tells which points the filter keeps.
func (f Filter) robust(entries []Entry, spreads []Spread) []bool {
	order := make([]int, len(entries))
	for n := range order {
		order[n] = n
	}
	// Where products are equal, as where one factor is 0, the sum decides, and then H.
	slices.SortStableFunc(order, func(a, b int) int {
		s, t := spreads[a], spreads[b]
		return cmp.Or(cmp.Compare(float64(s.DH*s.DI), float64(t.DH*t.DI)), cmp.Compare(s.DH+s.DI, t.DH+t.DI))
	})
	robust := make([]bool, len(entries))
	var kept []int
	for _, n := range order {
		if !slices.ContainsFunc(kept, func(q int) bool {
			h := f.overlap(entries[n].H-entries[q].H, spreads[n].DH, spreads[q].DH)
			i := f.overlap(entries[n].I-entries[q].I, spreads[n].DI, spreads[q].DI)
			if f.Apart == ApartBoth {
				return h || i
			}
			return h && i
		}) {
			kept = append(kept, n)
			robust[n] = true
		}
	}
	return robust
}

// overlap tells whether two values overlap, a distance from each other: one of
// standard deviation s, and one of a point kept before, of standard deviation t.
func (f Filter) overlap(distance, s, t float64) bool {
	reach := t
	switch f.Overlap {
	case OverlapIntervals:
		reach = s + t
	case OverlapDifference:
		reach = math.Sqrt(float64(s*s) + float64(t*t))
	}
	return math.Abs(distance) <= f.Sigma*reach
}
