package main

import "github.com/dibmap/dibmap/experiments/internal/heldout"

// heldOut returns the gain of groups of the values of X. Records whose Y is in no training record
// count as 0. One group has the gain 0.
func heldOut(training, test tally, groups []int) heldout.Gain {
	q := heldout.New(training.grouped(groups).counts)
	return gained(test, func(x, y int) float64 { return q.Bits(groups[x], y) })
}

// heldOutMore is like heldOut, for how much more some groups tell than others.
func heldOutMore(training, test tally, groups, others []int) heldout.Gain {
	q, o := heldout.New(training.grouped(groups).counts), heldout.New(training.grouped(others).counts)
	return gained(test, func(x, y int) float64 { return q.Bits(groups[x], y) - o.Bits(others[x], y) })
}

// gained adds up the bits of all records.
func gained(test tally, bits func(x, y int) float64) (g heldout.Gain) {
	for x, row := range test.counts {
		for y, n := range row {
			if n > 0 {
				g.Add(n, bits(x, y))
			}
		}
	}
	return g
}
