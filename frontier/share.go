package frontier

import "github.com/dibmap/dibmap/internal/pareto"

// Share returns i as a share of I(X;Y), from 0 to 1. For points in space it is the explained share
// of the variance. It returns false if the whole is not known, not above 0 or [Problem.Unsure],
// and if an estimate of i is below 0 or above the whole by more than 2^-30 bit. All
// shares that are shown to people come from here.
func (p *Problem) Share(i float64) (share float64, ok bool) {
	whole := p.IXY
	if !(whole > 0) || p.Unsure() || !(i >= -pareto.Tolerance && i <= whole+pareto.Tolerance) {
		return 0, false
	}
	return min(max(i/whole, 0), 1), true
}

// Unsure reports whether I(X;Y) is an estimate that is not above its error, [Problem.IXYSD]: the
// sample does not show that it is above 0, and shares of it would say nothing. Plug-in values are
// never unsure.
func (p *Problem) Unsure() bool { return p.Estimator != "" && p.IXY <= p.IXYSD }
