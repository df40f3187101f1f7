package info

import "math"

// fixed is the [Updater] of [Dirichlet]: one block, of which the first sum is that of
// e(n) (see [lattice]).
type fixed struct {
	cellTable
	total, beta float64
}

func newFixed(e Dirichlet, total float64, memory int64) *fixed {
	beta, _ := e.concentration()
	f := &fixed{cellTable: newCellTable(memory), total: total, beta: beta}
	f.extend(0)
	f.fill = func(_ int, n float64, to *Sums) { to[0] = Quantize(cellEntropy(n, total, beta)) }
	return f
}

// Of implements [Updater].
func (f *fixed) Of(cells int, _ Summer) func(Summer) float64 {
	mean, slope := meanConstants(float64(cells), f.total, f.beta)
	return func(s Summer) float64 {
		return max(mean+float64(slope*s.Sums(0)[0]), 0) / math.Ln2
	}
}
