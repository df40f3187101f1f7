package info

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// window returns the ends of what matters of the posterior of ln beta: its
// logarithm is [depth] or somewhat more below its maximum at both.
//
// The maximum can lie at -20 or at +20, and the posterior be 50 or 0.001 wide, so
// no window serves all counts. But its logarithm is a sum of functions that are
// smooth on the scale of 1: a lattice with that step finds the maximum's
// neighbourhood.
func (t tally) window() (low, high float64) {
	left, mode, right := t.bracket()
	top := t.logWeight(mode)
	// A bracket's end is less than 1 below the maximum, or the step of the lattice away.
	return t.edge(mode, left-mode, top), t.edge(mode, right-mode, top)
}

// bracket returns a point near the maximum of the posterior of ln beta with two
// around it. At these its logarithm is less than 1 lower, or they are 1 away.
func (t tally) bracket() (left, mode, right float64) {
	// Left of 1/(K ln N), and right of N, the weight goes down exponentially.
	const margin = 10
	first, last := -special.Ln(t.cells)-margin, special.Ln(t.total+1)+margin
	mode, top := first, math.Inf(-1)
	for x := first; x < last; x++ {
		if w := t.logWeight(x); w > top {
			mode, top = x, w
		}
	}
	left, right = mode-1, mode+1
	// Golden sections: a third point within the larger part on one side of the mode
	// either becomes the mode or takes the place of an end.
	const golden = 0.38196601125010515
	for range 80 {
		if min(t.logWeight(left), t.logWeight(right)) > top-1 {
			break
		}
		if right-mode > mode-left {
			x := mode + float64(golden*(right-mode))
			if w := t.logWeight(x); w > top {
				left, mode, top = mode, x, w
			} else {
				right = x
			}
			continue
		}
		x := mode - float64(golden*(mode-left))
		if w := t.logWeight(x); w > top {
			right, mode, top = mode, x, w
		} else {
			left = x
		}
	}
	return left, mode, right
}

// edge returns the point, from the mode by at least step in the direction of step,
// where the logarithm of the posterior is [depth], and up to a fifth more, below
// the top. It falls without limit on both sides.
func (t tally) edge(mode, step, top float64) float64 {
	near, far := mode, mode+step
	for top-t.logWeight(far) < depth {
		step *= 2
		near, far = far, mode+step
	}
	for range 60 {
		fall := top - t.logWeight(far)
		if fall <= 1.2*depth {
			break
		}
		middle := 0.5 * (near + far)
		if top-t.logWeight(middle) < depth {
			near = middle
		} else {
			far = middle
		}
	}
	return far
}
