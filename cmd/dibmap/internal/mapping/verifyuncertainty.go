package mapping

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/robust"
)

// verifyUncertainty measures the uncertainty of a frontier again, and says what of it
// is not as in the file.
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
	for n := range fr.Len() {
		given, is := fr.At(n).Spread, again.At(n).Spread
		if near(given.DH, is.DH) && near(given.DI, is.DI) && near(given.Cov, is.Cov) {
			continue
		}
		if len(wrong) == mostWrong {
			return append(wrong, "and more"), nil
		}
		wrong = append(wrong, fmt.Sprintf("point %d is given with dh %.9g, di %.9g, cov %.9g, and has %.9g, %.9g, %.9g",
			n, given.DH, given.DI, given.Cov, is.DH, is.DI, is.Cov))
	}
	return wrong, nil
}

// mostWrong is the number of differences that are listed.
const mostWrong = 8

// near tells whether two numbers differ by rounding errors.
func near(a, b float64) bool {
	const slack = 1e-9
	return a-b <= slack && b-a <= slack
}
