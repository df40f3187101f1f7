package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// fixed is the [Updater] of [info.Dirichlet]. It has one block, whose first sum is the
// sum of e(n) at the fixed concentration (see [lattice]).
type fixed struct {
	cellTable
	total, beta float64
}

func newFixed(beta, total float64, memory int64) *fixed {
	f := &fixed{cellTable: newCellTable(memory), total: total, beta: beta}
	f.extend(0)
	f.fill = func(_ int, n float64, to *Sums) { to[0] = plogp.Quantize(cellEntropy(n, total, beta)) }
	return f
}

// Of implements [Updater].
func (f *fixed) Of(cells int, _ Summer) func(Summer) float64 {
	mean, slope := meanConstants(float64(cells), f.total, f.beta)
	return func(s Summer) float64 {
		return max(mean+float64(slope*s.Sums(0)[0]), 0) / math.Ln2
	}
}
