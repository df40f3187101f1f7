package verifying

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/robust"
)

// verifyUncertainty measures the uncertainty of a frontier again, and lists the differences.
func verifyUncertainty(ctx context.Context, j *joint.Joint, fr *frontier.Frontier, workers int) (wrong []string, err error) {
	u := fr.Uncertainty
	if u == nil {
		return nil, nil
	}
	method, err := robust.MethodNamed(u.Method)
	if err != nil {
		return nil, fmt.Errorf("%w: uncertainty: %w", exact.ErrUnverifiable, err)
	}
	if method.Drawn() && u.Resamples < 2 {
		return nil, fmt.Errorf("%w: uncertainty.resamples is %d, and a standard deviation takes 2", exact.ErrUnverifiable, u.Resamples)
	}
	again, err := robust.Measure(ctx, j, fr, robust.Options{
		Method: method, Resamples: u.Resamples, Seed: u.Seed, Workers: workers, Filter: u.Filter,
	})
	if err != nil {
		return nil, err
	}
	clusterings := func(f *frontier.Frontier) []frontier.Point {
		return slices.AppendSeq(slices.Collect(f.All()), f.Best())
	}
	measured := clusterings(again)
	for n, p := range clusterings(fr) {
		given, is := p.Spread, measured[n].Spread
		if sameSpread(given, is) {
			continue
		}
		if len(wrong) == mostWrong {
			return append(wrong, "and more"), nil
		}
		name := fmt.Sprintf("point %d", p.Index)
		if p.Best {
			name = fmt.Sprintf("the best clustering of %d", p.K)
		}
		wrong = append(wrong, fmt.Sprintf("%s is given with dh %.9g, di %.9g, cov %.9g, and has %.9g, %.9g, %.9g",
			name, given.DH, given.DI, given.Cov, is.DH, is.DI, is.Cov))
	}
	return wrong, nil
}

// spreadDigits is the largest relative difference of equal deviations. In files from before November 2026 they were
// summed in floating point, which changed the last digits.
const spreadDigits = 1e-12

// sameSpread reports whether two spreads are equal up to the last digits.
func sameSpread(a, b frontier.Spread) bool {
	near := func(v, w, size float64) bool { return v == w || math.Abs(v-w) <= spreadDigits*size }
	return near(a.DH, b.DH, b.DH) && near(a.DI, b.DI, b.DI) && near(a.Cov, b.Cov, b.DH*b.DI)
}

// verifyEvidence repeats the test of dependence of a frontier, and reports a difference.
func verifyEvidence(ctx context.Context, j *joint.Joint, fr *frontier.Frontier, workers int) (wrong []string, err error) {
	return sameEvidence(ctx, j, "evidence", fr.Evidence, evidence.Options{Workers: workers, Means: fr.Problem.Means != nil})
}

// sameEvidence tests the counts of a table again, unless nothing is given, and lists a difference from what the file
// calls by a name.
func sameEvidence(ctx context.Context, j *joint.Joint, name string, given *frontier.Evidence, o evidence.Options) (wrong []string, err error) {
	if given == nil {
		return nil, nil
	}
	o.Seed = given.Seed
	if given.Test != "values" {
		o.Order = given.Test
	}
	is, err := evidence.OfDependence(ctx, j, o)
	if err == nil && given.Test == "" { // of an earlier version, whose statistic was I(X;Y) alone
		is.Test, is.AtLeast = "", given.AtLeast
	}
	switch {
	case errors.Is(err, evidence.ErrNoCounts):
		return []string{name + " is given, and the table has no counts"}, nil
	case err != nil:
		return nil, err
	case *is != *given:
		return []string{fmt.Sprintf("%s is given as %s, and is %s", name, describeEvidence(given), describeEvidence(is))}, nil
	}
	return nil, nil
}

// verifyCeiling computes the upper bound of a frontier again, and reports a difference.
func verifyCeiling(ctx context.Context, j *joint.Joint, fr *frontier.Frontier, workers int) (wrong []string, err error) {
	if fr.Ceiling == nil {
		return nil, nil
	}
	is, err := ceiling.Of(ctx, j, ceiling.Options{Steps: fr.Ceiling.Steps, Workers: workers})
	switch {
	case err != nil:
		return nil, err
	case !slices.Equal(is.Corners, fr.Ceiling.Corners):
		return []string{fmt.Sprintf("the ceiling is given with an area of %.9g bit^2, and has %.9g or other corners", fr.Ceiling.Area(), is.Area())}, nil
	}
	return nil, nil
}

func describeEvidence(e *frontier.Evidence) string {
	return fmt.Sprintf("%d of %d permutations at least as high, %.9g bits by chance, and %.9g corrected by %s",
		e.AtLeast, e.Permutations, e.Chance, e.Corrected, e.Estimator)
}

// mostWrong is the number of differences that are listed.
const mostWrong = 8
