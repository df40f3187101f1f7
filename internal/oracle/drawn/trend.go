package drawn

import (
	"math/big"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// trended reports whether the runs of a clustering of the table's rows have a trend, in fractions: up to some run each
// is at least the one before, and at most from there on, or the other way round.
func trended(p problem.Problem, shape string, f partition.Partition) bool {
	j := p.Traits().Joint
	var shares [][]*big.Rat // of every run, of the columns from each on
	for x := 0; x < len(f); {
		sums := make([]float64, j.Cols())
		var total float64
		from := x
		for ; x < len(f) && f[x] == f[from]; x++ {
			columns, masses := j.Row(x)
			for k, y := range columns {
				total += masses[k]
				for from := range int(y) + 1 {
					sums[from] += masses[k]
				}
			}
		}
		var run []*big.Rat
		for _, s := range sums {
			run = append(run, new(big.Rat).Quo(new(big.Rat).SetFloat64(s), new(big.Rat).SetFloat64(total)))
		}
		shares = append(shares, run)
	}
	monotone := func(runs [][]*big.Rat, sign int) bool {
		for n := 1; n < len(runs); n++ {
			for y, share := range runs[n] {
				if sign*share.Cmp(runs[n-1][y]) < 0 {
					return false
				}
			}
		}
		return true
	}
	first, second := 1, -1
	switch shape {
	case "up", "down":
		return monotone(shares, map[string]int{"up": 1, "down": -1}[shape])
	case "valley":
		first, second = -1, 1
	}
	for top := range shares {
		if monotone(shares[:top+1], first) && monotone(shares[top:], second) {
			return true
		}
	}
	return false
}
