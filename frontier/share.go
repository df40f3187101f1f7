package frontier

import "github.com/dibmap/dibmap/pareto"

// Share returns the part of I(X;Y) that a value of i is, such as the I of a point, from 0 to 1. For
// points in space it is the part of the variance that is explained. It is false where there is no
// such part: where the whole is not known or not above 0, where it is withheld (see
// [Problem.Unsure]), and where an estimate of i is below 0 or above that of the whole by more than
// [pareto.Tolerance]. All shares that are shown to people come from here.
func (p *Problem) Share(i float64) (share float64, ok bool) {
	whole := p.IXY
	if !(whole > 0) || p.Unsure() || !(i >= -pareto.Tolerance && i <= whole+pareto.Tolerance) {
		return 0, false
	}
	return min(max(i/whole, 0), 1), true
}

// Unsure reports whether I(X;Y) is an estimate that is not above its error, [Problem.IXYSD]: the
// sample does not show that it is above 0, and shares of it would say nothing. Plug-in values are
// what the table holds, and are never unsure.
func (p *Problem) Unsure() bool { return p.Estimator != "" && p.IXY <= p.IXYSD }
