package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// coverage is the [Updater] of [info.ChaoShen]. The first sum of block 0 is the number
// of cells with one observation, on which the coverage depends. The sums of the other
// blocks are the estimates for 16 consecutive such numbers.
type coverage struct {
	cellTable
	total float64
	shift float64 // rounds terms to a unit in which their sums are exact
}

func newCoverage(total float64, memory int64) *coverage {
	c := &coverage{cellTable: newCellTable(memory), total: total}
	// The entropy of N values seen once is at most twice log2 N bits.
	_, exponent := math.Frexp(2*plogp.Log2(total) + 2)
	c.shift = math.Ldexp(1.5, exponent-1)
	c.extend(0)
	c.fill = c.cell
	return c
}

func (c *coverage) cell(block int, n float64, to *Sums) {
	if block == 0 {
		if n == 1 {
			to[0] = 1
		}
		return
	}
	for k := range to {
		once := float64((block-1)*len(to) + k)
		if once < c.total {
			to[k] = (c.shift - special.ChaoShenTerm(n, once, c.total)) - c.shift
		}
	}
}

// Of implements [Updater].
func (c *coverage) Of(int, Summer) func(Summer) float64 {
	return func(s Summer) float64 {
		once := int(min(s.Sums(0)[0], c.total-1))
		block := 1 + once/len(Sums{})
		c.extend(block)
		return max(s.Sums(block)[once%len(Sums{})], 0)
	}
}
