package exact

import (
	"math"
	"math/bits"
	"slices"
)

// barrier finds a dual in the middle of those that are nearly optimal for a pool
// of clusters T of cost c(T):
//
//	minimise sum_x weight_x u_x - mu sum_T log(u(T) - c(T))
//
// It is smooth and strictly convex, and at its minimum the first sum exceeds the
// optimum of the linear program (minimise it, u(T) >= c(T) for all T) by at most mu
// for every cluster of the pool: see Boyd and Vandenberghe, Convex
// Optimization (2004), section 11.2. A simplex method would return a corner of
// the optimal duals, of which there are many; in the middle fewer clusters have a
// small reduced cost, which is what listing them costs.
type barrier struct {
	n    int
	pool []cut
	in   map[uint64]bool // the sets of the pool
	u    []float64
	// weight is 1 for every row, or nearly.
	weight []float64
	// safe is a dual that is strictly feasible for every cluster there is.
	safe []float64
	// scratch space
	reduced, gradient, hessian, step []float64
}

// cut is a cluster and its cost: u(set) >= cost.
type cut struct {
	set  uint64
	cost float64
}

const (
	// The weight mu of the barrier falls by this factor from step to step.
	barrierFall = 0.2
	// It begins that much above its end, if u had to be moved to be feasible.
	barrierStart = 1000
	// Newton's method ends at this decrement, and takes full steps below the other.
	newtonDone, newtonFull = 1e-2, 0.3
	maxNewton              = 300
	maxHalved              = 40
	// leastPivot is the share of a diagonal element below which a pivot is rounding.
	leastPivot = 1e-14
)

// centre moves u to the minimum at which the sum of u is within gap bits of
// optimal. O(Newton steps (pool |T|^2 + n^3)).
func (b *barrier) centre(gap float64) {
	end := gap / float64(len(b.pool))
	mu := end
	if b.enter() {
		mu *= barrierStart
	}
	for range maxNewton {
		decrement := b.newton(mu)
		length, far := 1.0, !(decrement <= newtonFull) // as no number
		if far {
			length = b.longest()
		}
		switch {
		case !b.move(length):
			return // the numbers do not allow more; u is feasible as it is
		case far:
		case mu > end:
			mu = max(end, mu*barrierFall)
		case decrement < newtonDone:
			return
		}
	}
}

// move takes a step of that length, or the longest of its halves at which u is
// strictly feasible, and finite, as there is a cut for every row. It tells whether
// there is one; else u stays.
func (b *barrier) move(length float64) bool {
	from := slices.Clone(b.u)
	for range maxHalved {
		for x, d := range b.step {
			b.u[x] = from[x] - float64(length*d)
		}
		if !slices.ContainsFunc(b.pool, func(c cut) bool {
			rc := over(b.u, c.set) - c.cost
			return !(rc > 0 && rc < math.Inf(1)) // as no number
		}) {
			return true
		}
		length /= 2
	}
	copy(b.u, from)
	return false
}

// enter moves u towards the safe dual until it is strictly feasible, and tells
// whether it had to.
func (b *barrier) enter() bool {
	const inside = 1e-9
	var share float64
	for _, c := range b.pool {
		rc := over(b.u, c.set) - c.cost
		if rc < inside/1000 {
			share = max(share, min(1, 1.05*(inside-rc)/(over(b.safe, c.set)-c.cost-rc)))
		}
	}
	for x := range b.u {
		b.u[x] += float64(share * (b.safe[x] - b.u[x]))
	}
	return share > 0
}

// newton sets step to Newton's step at u, to be subtracted, and returns its
// decrement.
func (b *barrier) newton(mu float64) float64 {
	n := b.n
	clear(b.hessian)
	copy(b.gradient, b.weight)
	for k, c := range b.pool {
		rc := over(b.u, c.set) - c.cost
		b.reduced[k] = rc
		first, second := mu/rc, mu/rc/rc
		for s := c.set; s != 0; s &= s - 1 {
			x := bits.TrailingZeros64(s)
			b.gradient[x] -= first
			row := b.hessian[x*n : x*n+n]
			for t := s; t != 0; t &= t - 1 {
				row[bits.TrailingZeros64(t)] += second
			}
		}
	}
	solve(b.hessian, b.gradient, b.step)
	var square float64
	for x, g := range b.gradient {
		square += float64(g * b.step[x])
	}
	return math.Sqrt(max(square, 0) / mu)
}

// longest returns the length of a step that stays well inside.
func (b *barrier) longest() float64 {
	length := 1.0
	for k, c := range b.pool {
		if d := over(b.step, c.set); d > 0 {
			length = min(length, 0.95*b.reduced[k]/d)
		}
	}
	return length
}

// solve solves a x = g for a symmetric positive definite a of which the upper
// triangle is given by rows, and which it overwrites: Cholesky's factors. O(n^3).
func solve(a, g, x []float64) {
	n := len(g)
	for i := range n {
		x[i] = a[i*n+i]
	}
	for i := range n {
		row := a[i*n : i*n+n]
		pivot := math.Sqrt(max(row[i], leastPivot*x[i]))
		for j := i; j < n; j++ {
			row[j] /= pivot
		}
		for k := i + 1; k < n; k++ {
			below := a[k*n : k*n+n]
			for j := k; j < n; j++ {
				below[j] -= float64(row[k] * row[j])
			}
		}
	}
	copy(x, g)
	for i := range n {
		x[i] /= a[i*n+i]
		for j := i + 1; j < n; j++ {
			x[j] -= float64(a[i*n+j] * x[i])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= float64(a[i*n+j] * x[j])
		}
		x[i] /= a[i*n+i]
	}
}
