package frontier

import (
	"cmp"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/overlap"
)

// Filter is an interpretation of the filter of the Robust Pareto Mapper (Tan, Tegmark and Chuang
// 2022, doi:10.3390/e24060771, algorithm 2). It goes through the points of a frontier by
// increasing product of their two standard deviations, and keeps those that do not overlap with
// a point kept before: the robust points. The fields define what the paper leaves open.
//
// Points with equal products, for example because a standard deviation is 0, are sorted by the sum
// of the two deviations, and then by H.
//
// The zero value means the defaults; see [Filter.WithDefaults].
type Filter struct {
	// Apart says in which objectives two kept points must not overlap: in "both" H and I, which is
	// the default and the wording of the paper, or in "either" of them.
	Apart string `json:"apart"`
	// Overlap says when two points at distance d in an objective overlap. With the standard
	// deviations s of the later point and t of the point kept before, they overlap if
	//
	//   - "intervals", the default: d <= Sigma (s + t), so that their intervals overlap;
	//   - "value": d <= Sigma t, so that the later point is in the interval of the other;
	//   - "difference": d <= Sigma sqrt(s^2 + t^2), so that the difference is not significant.
	Overlap string `json:"overlap"`
	// Sigma is half the width of intervals in standard deviations, 1 by default.
	Sigma float64 `json:"sigma"`
}

// WithDefaults returns the filter with the defaults in place of zero values. It is an error if a
// field has no possible value.
func (f Filter) WithDefaults() (Filter, error) {
	f = f.filled()
	return f, f.check()
}

func (f Filter) filled() Filter {
	return Filter{cmp.Or(f.Apart, "both"), cmp.Or(f.Overlap, "intervals"), cmp.Or(f.Sigma, 1)}
}

// check returns an error if a field of a filter with defaults has no possible value.
func (f Filter) check() error {
	switch {
	case f.Apart != "both" && f.Apart != "either":
		return fmt.Errorf("apart is %q: want both or either", f.Apart)
	case f.Overlap != "intervals" && f.Overlap != "value" && f.Overlap != "difference":
		return fmt.Errorf("overlap is %q: want intervals, value or difference", f.Overlap)
	case !(f.Sigma > 0) || math.IsInf(f.Sigma, 1):
		return fmt.Errorf("sigma is %g: want a number above 0, such as 1 or 2", f.Sigma)
	}
	return nil
}

// robust returns for every point whether the filter keeps it. The entries are sorted by increasing
// H and I.
func (f Filter) robust(entries []Entry, spreads []Spread) []bool {
	points := make([]overlap.Point, len(entries))
	for n, e := range entries {
		points[n] = overlap.Point{H: e.H, I: e.I, DH: spreads[n].DH, DI: spreads[n].DI}
	}
	return f.rule().Sorted(points)
}

// robustBest does the same for the best clusterings of each number of clusters, whose H need not
// increase.
func (f Filter) robustBest(entries []BestEntry, spreads []Spread) []bool {
	points := make([]overlap.Point, len(entries))
	for n, e := range entries {
		points[n] = overlap.Point{H: e.H, I: e.I, DH: spreads[n].DH, DI: spreads[n].DI}
	}
	return f.rule().Any(points)
}

func (f Filter) rule() overlap.Rule {
	return overlap.Rule{Either: f.Apart == "either", Overlap: f.Overlap, Sigma: f.Sigma}
}
