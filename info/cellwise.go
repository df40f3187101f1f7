package info

import "math"

// PhiOf returns the function phi with which an estimate of an entropy from total
// observations, two or more, is a sum over the cells,
//
//	H = base - sum_i phi(n_i)
//
// in bits. Of the estimators here these are [Plugin], for which phi is that of [NewPhi],
// [MillerMadow], [Jackknife] and [Grassberger]; of others ok is false. With
// p = n/N, and c and G as in [Jackknife.Entropy] and [Grassberger]:
//
//	miller-madow  -phi = -p log2 p + 1/(2 N ln 2), base = -1/(2 N ln 2)
//	jackknife     -phi = -p log2 p + p (c(N) - c(n))/ln 2
//	grassberger   -phi = -p log2 p + p (ln n - G(n))/ln 2
//
// The sum differs from the estimate by rounding alone, with one exception: a cell that
// holds all observations has no entropy, whatever Grassberger's estimator says.
func PhiOf(e Estimator, total float64) (phi *Phi, base float64, ok bool) {
	var beyond func(n float64) float64
	switch e.(type) {
	case Plugin:
		return NewPhi(total, true), 0, true
	case MillerMadow:
		each := millerMadow(1, total)
		base = -Quantize(each)
		beyond = func(float64) float64 { return each }
	case Jackknife:
		whole := jackknifeC(total)
		beyond = func(n float64) float64 { return float64(n / total * ((whole - jackknifeC(n)) / math.Ln2)) }
	case Grassberger:
		beyond = func(n float64) float64 {
			if n == total {
				return 0
			}
			return float64(n / total * ((ln(n) - grassbergerG(n)) / math.Ln2))
		}
	default:
		return nil, 0, false
	}
	phi = &Phi{plugin: NewPhi(total, false), beyond: beyond}
	phi.tabulate(total)
	return phi, base, true
}

// sumBeyond is Sum for an estimator that is not the plug-in one.
func (p *Phi) sumBeyond(masses []float64) float64 {
	var sum float64
	for _, mass := range masses {
		switch {
		case mass < float64(len(p.small)):
			sum += p.small[int(mass)]
		case mass > 0:
			sum += p.plugin.At(mass) - Quantize(p.beyond(mass))
		}
	}
	return sum
}
