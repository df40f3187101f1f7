// Package delta computes standard deviations of a plug-in entropy and a plug-in mutual
// information by the delta method, from groups of observations.
package delta

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// Group summarises the observations of one value of X, or of a cluster of values of X.
type Group struct {
	// Count is the number of observations.
	Count float64
	// Mean and Variance are the mean and the variance of log2(p(x,y)/(p(x)p(y))) over the observations, in bits.
	Mean, Variance float64
}

// GroupOf returns the group with the given counts, one for every value of Y that was
// observed with it. Columns are the counts of the same values of Y in all observations,
// whose number is total. All are above 0. O(len(counts)).
func GroupOf(counts, columns []float64, total float64) Group {
	var g Group
	for _, n := range counts {
		g.Count += n
	}
	each := make([]float64, len(counts))
	for y, n := range counts {
		// Log2 is exact at 1, so that independent counts have a deviation of 0, not 1e-17.
		each[y] = plogp.Log2(float64(n*total) / float64(g.Count*columns[y]))
	}
	g.Mean, g.Variance = spreadOf(each, counts, g.Count)
	return g
}

// spreadOf returns the mean and the variance of weighted values, given the total of the
// weights. If all values are equal, the mean equals them to the last bit, and the
// variance is 0.
func spreadOf(values, weights []float64, total float64) (mean, variance float64) {
	if len(values) == 0 {
		return 0, 0
	}
	var sum float64
	for k, w := range weights {
		sum += float64(w * (values[k] - values[0]))
	}
	mean = values[0] + sum/total
	for k, w := range weights {
		d := values[k] - mean
		variance += float64(w * float64(d*d))
	}
	return mean, variance / total
}

// Deviations are standard deviations of an entropy H(X) and a mutual information
// I(X;Y) in bits, and their covariance in bit^2.
type Deviations struct{ H, I, Cov float64 }

// Of returns the standard deviations of the plug-in H(X) and I(X;Y) for N observations
// in groups, one group for every value of X (for H(X) Basharin 1959,
// doi:10.1137/1104033). With the contributions of observation j, h_j = -log2 p(x) and i_j = log2(p(x,y)/(p(x)p(y))),
//
//	sd_H^2 = (1/N) mean (h_j - H)^2,
//	sd_I^2 = (1/N) mean (i_j - I)^2,
//	cov    = (1/N) mean (h_j - H)(i_j - I).
//
// These are first-order approximations for large samples, and are 0 where the first order vanishes: for H if all
// values of X are equally frequent, and for I if every observation has the same i_j, as with independent
// frequencies, or with one value of Y for each of equally frequent values of X. The estimates then have deviations
// of the order of 1/N. The bias is often larger. Groups without observations have no effect. O(len(groups)).
func Of(groups []Group) Deviations {
	var counts, surprises, informations []float64
	var total, within, cov float64
	for _, g := range groups {
		total += g.Count
	}
	for _, g := range groups {
		if g.Count > 0 {
			counts, surprises = append(counts, g.Count), append(surprises, plogp.Log2(total/g.Count))
			informations = append(informations, g.Mean)
			within += float64(g.Count * g.Variance)
		}
	}
	if total == 0 {
		return Deviations{}
	}
	h, varH := spreadOf(surprises, counts, total)
	i, varI := spreadOf(informations, counts, total)
	for k, n := range counts {
		cov += float64(n * float64((surprises[k]-h)*(informations[k]-i)))
	}
	varI += within / total // the variance of the means plus the mean of the variances
	d := Deviations{H: math.Sqrt(varH / total), I: math.Sqrt(varI / total)}
	// Rounding must not make the covariance larger than it can be.
	limit := d.H * d.I
	d.Cov = min(max(cov/total/total, -limit), limit)
	return d
}
