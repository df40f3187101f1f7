package problem

import "github.com/dibmap/dibmap/internal/plogp"

// scale turns sums over clusters into h. If it is nil, h is H(Z), the length of a label of
// variable length: a cluster of probability w adds -w log2 w. Otherwise h is log2 k, the
// length of a label of fixed length: a cluster adds 1, and the scale holds the logarithms.
type scale []float64

// newScale returns the scale for labels of fixed or of variable length, and n rows.
func newScale(fixed bool, n int) scale {
	if !fixed {
		return nil
	}
	logs := make(scale, n+1)
	for k := 1; k <= n; k++ {
		logs[k] = plogp.Log2(float64(k))
	}
	return logs
}

// fixed reports whether h is log2 k.
func (s scale) fixed() bool { return s != nil }

// cluster returns what a cluster adds, given the phi of its probability.
func (s scale) cluster(phi float64) float64 {
	if s.fixed() {
		return 1
	}
	return -phi
}

// of returns h, given the sum over the clusters.
func (s scale) of(sum float64) float64 {
	if !s.fixed() {
		return sum
	}
	if k := int(sum); k < len(s) && float64(k) == sum {
		return s[k]
	}
	return plogp.Log2(sum) // of a bound, for instance, which is no number of clusters
}
