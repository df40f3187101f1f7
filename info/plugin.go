package info

import "github.com/dibmap/dibmap/internal/plogp"

// Entropy returns the plug-in entropy in bits of the distribution proportional
// to the weights w (counts or probabilities, none negative):
//
//	H = -sum_i p_i log2 p_i,  p_i = w_i / sum_j w_j.
//
// It is 0 for no weights at all. O(len(w)).
func Entropy(w []float64) float64 {
	var total float64
	for _, v := range w {
		total += v
	}
	if total == 0 {
		return 0
	}
	var h float64
	for _, v := range w {
		h -= plogp.PLog2P(v / total)
	}
	return max(h, 0)
}

// MutualInformation returns the plug-in mutual information in bits between the
// row and the column of a table of weights (n rows of m columns each, none
// negative):
//
//	I(X;Y) = H(X) + H(Y) - H(X,Y).
//
// It panics if the rows differ in length. O(n m).
func MutualInformation(table [][]float64) float64 {
	if len(table) == 0 {
		return 0
	}
	rows := make([]float64, len(table))
	columns := make([]float64, len(table[0]))
	cells := make([]float64, 0, len(table)*len(columns))
	for x, row := range table {
		if len(row) != len(columns) {
			panic("info: rows of different lengths")
		}
		for y, v := range row {
			rows[x] += v
			columns[y] += v
		}
		cells = append(cells, row...)
	}
	return max(Entropy(rows)+Entropy(columns)-Entropy(cells), 0)
}
