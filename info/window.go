package info

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// window returns the ends of the part of the posterior of ln beta that is not negligible:
// its logarithm is [depth] or somewhat more below its maximum at both.
//
// The maximum can be at -20 or at +20, and the posterior can be 50 or 0.001 wide, so that a fixed window is not
// right for all counts. But its logarithm is a sum of functions that are smooth on the scale of 1, so a lattice
// with that step finds the neighbourhood of the maximum.
func (t tally) window() (low, high float64) {
	left, mode, right := t.bracket()
	top := t.logWeight(mode)
	// The end of a bracket is less than 1 below the maximum, or the lattice step away.
	return t.edge(mode, left-mode, top), t.edge(mode, right-mode, top)
}

// bracket returns a point near the maximum of the posterior of ln beta, and one on either
// side, where its logarithm is less than 1 lower, or which is 1 away.
func (t tally) bracket() (left, mode, right float64) {
	// Left of 1/(K ln N), and right of N, the weight decreases exponentially.
	const margin = 10
	first, last := -special.Ln(t.cells)-margin, special.Ln(t.total+1)+margin
	mode, top := first, math.Inf(-1)
	for x := first; x < last; x++ {
		if w := t.logWeight(x); w > top {
			mode, top = x, w
		}
	}
	left, right = mode-1, mode+1
	// Golden sections: a point within the larger part, on one side of the mode, becomes
	// either the mode or the end on that side.
	const golden = 0.38196601125010515
	for range 80 {
		if min(t.logWeight(left), t.logWeight(right)) > top-1 {
			break
		}
		far, near := &left, &right
		if right-mode > mode-left {
			far, near = near, far
		}
		x := mode + float64(golden*(*far-mode))
		if w := t.logWeight(x); w > top {
			*near, mode, top = mode, x, w
		} else {
			*far = x
		}
	}
	return left, mode, right
}

// edge returns a point, at least step from the mode in the direction of step, where the
// logarithm of the posterior is [depth] to 1.2 times that below the top. It falls without
// limit on both sides.
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
