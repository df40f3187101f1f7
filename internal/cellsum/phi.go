// Package cellsum computes estimates of entropies from sums over the cells of a table. Searches use it to estimate
// many tables that differ in a few cells: the sums are exact, so they can be updated by the cells that change, and
// an estimate has the same bits for every way to reach its sums.
//
// For four estimators of package info the entropy itself is a sum over the cells
// ([PhiOf]). For the other four it is a function of some sums ([NewUpdater]).
package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// PhiOf returns the function phi with which an estimate of an entropy from total
// observations, two or more, is a sum over the cells,
//
//	H = base - sum_i phi(n_i)
//
// in bits. That is possible for [info.Plugin], whose phi is [plogp.NewPhi], and, with p =
// n/N and c and G as in [info.Jackknife] and [info.Grassberger], for
//
//	miller-madow  -phi = -p log2 p + 1/(2 N ln 2), base = -1/(2 N ln 2)
//	jackknife     -phi = -p log2 p + p (c(N) - c(n))/ln 2
//	grassberger   -phi = -p log2 p + p (ln n - G(n))/ln 2
//
// For other estimators ok is false. The sum differs from the estimate only by rounding,
// with one exception: a cell that holds all observations has no entropy here, although
// Grassberger's estimator gives it some.
func PhiOf(e info.Estimator, total float64) (phi *plogp.Phi, base float64, ok bool) {
	var beyond func(n float64) float64
	switch e {
	case info.Plugin():
		return plogp.NewPhi(total, true), 0, true
	case info.MillerMadow():
		each := special.MillerMadow(1, total)
		base = -plogp.Quantize(each)
		beyond = func(float64) float64 { return each }
	case info.Jackknife():
		whole := special.JackknifeC(total)
		beyond = func(n float64) float64 { return float64(n / total * ((whole - special.JackknifeC(n)) / math.Ln2)) }
	case info.Grassberger():
		beyond = func(n float64) float64 {
			if n == total {
				return 0
			}
			return float64(n / total * ((special.Ln(n) - special.GrassbergerG(n)) / math.Ln2))
		}
	default:
		return nil, 0, false
	}
	return plogp.NewCorrected(total, beyond), base, true
}
