package problem

import "github.com/dibmap/dibmap/internal/plogp"

// size is what the h of an additive problem measures.
type size int

const (
	// variableLength is H(Z), what a label of variable length takes: a cluster of
	// probability w adds -w log2 w.
	variableLength size = iota
	// fixedLength is log2 k, what a label of fixed length takes: a cluster adds 1, and
	// the total is the logarithm of the sum.
	fixedLength
)

// cluster returns what a cluster adds, given its probability's phi.
func (s size) cluster(phi float64) float64 {
	if s == fixedLength {
		return 1
	}
	return -phi
}

// scale turns sums over clusters into h: as they are, or, if it is not nil, by a table
// of logarithms.
type scale []float64

// scale returns that for clusterings of n rows.
func (s size) scale(n int) scale {
	if s == variableLength {
		return nil
	}
	logs := make(scale, n+1) // none of 0 clusters
	for k := 1; k <= n; k++ {
		logs[k] = plogp.Log2(float64(k))
	}
	return logs
}

// of returns h, given the sum over the clusters.
func (s scale) of(sum float64) float64 {
	if s == nil {
		return sum
	}
	if k := int(sum); k < len(s) && float64(k) == sum {
		return s[k]
	}
	return plogp.Log2(sum) // of what is no clustering, such as a bound
}
