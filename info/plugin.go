package info

import (
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
)

// Entropy returns the plug-in entropy in bits of the distribution proportional to the
// weights w, counts or probabilities, none of them negative:
//
//	H = -sum_i p_i log2 p_i,  p_i = w_i / sum_j w_j.
//
// It is 0 if all weights are 0. O(len(w)).
func Entropy(w []float64) float64 {
	total := lists.Sum(w)
	if total == 0 {
		return 0
	}
	var h float64
	for _, v := range w {
		h -= plogp.PLog2P(v / total)
	}
	return max(h, 0)
}

// MutualInformation returns the plug-in mutual information in bits between the row and the
// column of a table of weights, n rows of m columns each, none of them negative:
//
//	I(X;Y) = H(X) + H(Y) - H(X,Y).
//
// It panics if the rows differ in length. O(n m).
func MutualInformation(table [][]float64) float64 {
	for _, row := range table {
		if len(row) != len(table[0]) {
			panic("info: rows of different lengths")
		}
	}
	rows, columns := margins(table)
	return max(Entropy(rows)+Entropy(columns)-Entropy(slices.Concat(table...)), 0)
}
