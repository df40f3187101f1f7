package search

import "github.com/dibmap/dibmap/info"

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

// of returns h, given the sum over the clusters.
func (s size) of(sum float64) float64 {
	if s == fixedLength {
		return info.Log2(sum)
	}
	return sum
}
