package frontier

import (
	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/internal/groupnames"
	"github.com/dibmap/dibmap/internal/lists"
)

// Check returns an error if what the fields of the frontier say cannot be, such as labels
// that are not distinct or a certificate of other points. [New] looks at the points only;
// readers and writers of files check the rest. O(points x n), or less where there are no
// constraints.
func (f *Frontier) Check() error {
	if err := f.Problem.check(); err != nil {
		return err
	}
	if err := f.Search.check(); err != nil {
		return fmt.Errorf("search%w", err)
	}
	for i, run := range f.Search.Runs {
		if len(run.Runs) > 0 {
			return fmt.Errorf("search.runs[%d].runs should not be there: a run that was united has none", i)
		}
		if err := run.check(); err != nil {
			return fmt.Errorf("search.runs[%d]%w", i, err)
		}
	}
	if err := f.checkEntries(); err != nil {
		return err
	}
	if f.Uncertainty != nil {
		if err := f.Uncertainty.check(); err != nil {
			return err
		}
		if len(f.spreads) != len(f.entries) {
			return fmt.Errorf("uncertainty: there are %d spreads for %d points", len(f.spreads), len(f.entries))
		}
		if b := f.best; b != nil && len(b.spreads) != len(b.entries) {
			return fmt.Errorf("uncertainty: there are %d spreads for %d best clusterings", len(b.spreads), len(b.entries))
		}
		if err := checkSpreads(f.spreads); err != nil {
			return fmt.Errorf("uncertainty: %w", err)
		}
	}
	if f.Evidence != nil {
		if err := f.Evidence.check(); err != nil {
			return err
		}
	}
	if f.Ceiling != nil {
		if err := f.Ceiling.check(f); err != nil {
			return err
		}
	}
	if f.Soft != nil {
		if err := f.Soft.check(f); err != nil {
			return err
		}
	}
	if f.Second != nil {
		if err := f.Second.check(f); err != nil {
			return err
		}
	}
	if f.Validation != nil {
		if len(f.heldOut) != len(f.entries) {
			return fmt.Errorf("validation: there are %d held-out values for %d points", len(f.heldOut), len(f.entries))
		}
		if b := f.best; b != nil && len(b.heldOut) != len(b.entries) {
			return fmt.Errorf("validation: there are %d held-out values for %d best clusterings", len(b.heldOut), len(b.entries))
		}
		if err := f.Validation.check(); err != nil {
			return err
		}
	}
	if err := f.checkKept(); err != nil {
		return err
	}
	return f.checkCertificate()
}

// checkEntries returns an error for a number of a point, or of a best clustering, that a file
// cannot hold.
func (f *Frontier) checkEntries() error {
	for e := range f.named() {
		if e.K > math.MaxInt32 || e.Ties < 0 || e.Ties > math.MaxInt32 {
			return fmt.Errorf("%v: k %d and ties %d must fit 31 bits", e, e.K, e.Ties)
		}
		if err := e.checkForm(f.Problem.N); err != nil {
			return fmt.Errorf("%v: %w", e, err)
		}
	}
	return nil
}

// namedEntry is a point, or a best clustering, with its number.
type namedEntry struct {
	*Entry
	format string
	at     int
}

// String names the entry in errors.
func (e namedEntry) String() string { return fmt.Sprintf(e.format, e.at) }

// named returns all points, then all best clusterings, and then all entries of layers.
func (f *Frontier) named() iter.Seq[namedEntry] {
	return func(yield func(namedEntry) bool) {
		for n := range f.entries {
			if !yield(namedEntry{&f.entries[n], "point %d", n}) {
				return
			}
		}
		if f.best != nil {
			for n := range f.best.entries {
				if !yield(namedEntry{&f.best.entries[n].Entry, "best[%d]", n}) {
					return
				}
			}
		}
		if f.layers == nil {
			return
		}
		for n := range f.layers.Entries {
			if !yield(namedEntry{&f.layers.Entries[n], "layers[%d]", n}) {
				return
			}
		}
	}
}

func (p *Problem) check() error {
	switch {
	case p.N != len(p.XLabels):
		return fmt.Errorf("problem.n is %d, but there are %d x_labels", p.N, len(p.XLabels))
	case p.M != len(p.YLabels):
		return fmt.Errorf("problem.m is %d, but there are %d y_labels", p.M, len(p.YLabels))
	case !(p.Variance >= 0):
		return fmt.Errorf("problem.variance is %g, and should be positive, or not there", p.Variance)
	case !(p.IXYSD >= 0) || math.IsInf(p.IXYSD, 1):
		return fmt.Errorf("problem.ixy_sd is %g, and should be a number above 0, or not there", p.IXYSD)
	case !(p.MinCount >= 0) || math.IsInf(p.MinCount, 1):
		return fmt.Errorf("problem.min_count is %g, and should be a number above 0, or not there", p.MinCount)
	case !(p.Smooth >= 0) || math.IsInf(p.Smooth, 1):
		return fmt.Errorf("problem.smooth is %g, and should be a number above 0, or not there", p.Smooth)
	case p.TopX < 0 || p.TopY < 0:
		return fmt.Errorf("problem.top_x is %d and problem.top_y %d, and they should be 1 or more, or not there", p.TopX, p.TopY)
	}
	if err := checkDistinct("problem.x_labels", p.XLabels); err != nil {
		return err
	}
	if err := checkDistinct("problem.y_labels", p.YLabels); err != nil {
		return err
	}
	if err := groupnames.Check(p.GroupNames, p.XLabels); err != nil {
		return fmt.Errorf("problem.group_names%w", err)
	}
	if err := p.checkMasses(); err != nil {
		return err
	}
	if err := p.Means.check(p.N); err != nil {
		return fmt.Errorf("problem.means%w", err)
	}
	if err := p.Source.check(); err != nil {
		return err
	}
	if err := p.XScales.Check(); err != nil {
		return fmt.Errorf("problem.x_scales%w", err)
	}
	if err := p.YScales.Check(); err != nil {
		return fmt.Errorf("problem.y_scales%w", err)
	}
	if err := p.Missing.Check(); err != nil {
		return fmt.Errorf("problem.missing%w", err)
	}
	return p.Constraints.check(p.XLabels)
}

// check returns an error for a number that a file cannot hold, and for a status that there is
// not. Only epsilon may be infinite.
func (s *Search) check() error {
	if e := s.Epsilon; math.IsNaN(e) || math.IsInf(e, -1) {
		return fmt.Errorf(".epsilon is %g, and should be a number", e)
	}
	if err := s.Status.check(); err != nil {
		return err
	}
	return checkFinite([]string{".round_epsilon", ".resolution", ".seconds"}, s.RoundEpsilon, s.Resolution, s.Seconds)
}

// checkFinite returns an error if a value is infinite or NaN.
func checkFinite(names []string, values ...float64) error {
	for k, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %g, and should be a number", names[k], v)
		}
	}
	return nil
}

func checkDistinct(key string, labels []string) error {
	if k := lists.Repeated(labels); k >= 0 {
		return fmt.Errorf("%s: %q occurs twice", key, labels[k])
	}
	return nil
}
