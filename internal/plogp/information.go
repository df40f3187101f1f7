package plogp

// Information returns the mutual information in bits of a table in cells, some of them perhaps at one place: cell k is
// in row x[k] and column y[k]. The terms are rounded so that their sum is exact in any order. O(cells).
func Information(x, y []int, weight []float64) (i float64) {
	cells, rows, columns := make(map[[2]int]float64), make(map[int]float64), make(map[int]float64)
	var total float64
	for k, v := range weight {
		cells[[2]int{x[k], y[k]}] += v
		rows[x[k]] += v
		columns[y[k]] += v
		total += v
	}
	phi := NewPhi(total, false)
	for _, v := range cells {
		i += phi.At(v)
	}
	for _, v := range rows {
		i -= phi.At(v)
	}
	for _, v := range columns {
		i -= phi.At(v)
	}
	return i
}
