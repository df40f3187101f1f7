package edge

import (
	"math"
	"math/bits"
	"slices"
)

// barrier finds a dual in the middle of those that are nearly optimal for a pool of clusters T of cost c(T):
//
//	minimise sum_x weight_x u_x - mu sum_T log(u(T) - c(T))
//
// The function is smooth and strictly convex. At its minimum the first sum exceeds the optimum of the linear program
// (minimise it subject to u(T) >= c(T) for all T) by at most mu times the number of clusters (Boyd and Vandenberghe,
// Convex Optimization, 2004, section 11.2). A simplex method would return a corner of the set of optimal duals, where
// more clusters have a small reduced cost and have to be listed.
type barrier struct {
	n    int
	pool []cut
	// entries is the number of entries of the Hessian that a pass through the pool changes.
	entries int64
	in      map[uint64]bool // the sets of the pool
	u       []float64       // the dual
	// weight is 1 for every row, or nearly; see weigh.
	weight []float64
	safe   []float64 // a dual that is strictly feasible for all clusters
	// scratch space
	reduced, gradient, hessian, step []float64
	steps                            int64 // taken since they were added to a meter
}

// cut is the constraint u(set) >= cost of a cluster.
type cut struct {
	set  uint64
	cost float64
}

const (
	// mu falls by the factor barrierFall. If u has to be moved to be feasible, mu starts
	// at barrierStart times its last value.
	barrierFall  = 0.2
	barrierStart = 1000
	// Newton's method ends below the decrement newtonDone, and takes full steps below newtonFull.
	newtonDone, newtonFull = 1e-2, 0.3
	maxNewton              = 300
	maxHalved              = 40
	// leastPivot is the part of a diagonal element below which a pivot is rounding error.
	leastPivot = 1e-14
)

func newBarrier(r *Table, start []float64, slope float64) *barrier {
	b := &barrier{
		n: r.N, u: slices.Clone(start), safe: r.TrivialDual(slope), in: make(map[uint64]bool), weight: make([]float64, r.N),
		gradient: make([]float64, r.N), step: make([]float64, r.N), hessian: make([]float64, r.N*r.N),
	}
	for x := range r.N {
		b.weight[x] = 1
		b.safe[x] += margin
		b.add(cut{1 << x, r.alone[x] + float64(slope*r.phiW[x])})
	}
	return b
}

func (b *barrier) add(c cut) {
	b.in[c.set] = true
	b.pool = append(b.pool, c)
	b.entries += int64(bits.OnesCount64(c.set) * bits.OnesCount64(c.set))
	b.reduced = append(b.reduced, 0)
}

// weigh makes the barrier minimise the sum of the dual minus otherWeight times its mean over the columns.
func (b *barrier) weigh(columns []Column) {
	often := frequency(columns)
	for x := range b.weight {
		b.weight[x] = 1 - otherWeight*float64(often[x])/float64(len(columns))
	}
}

// include adds constraints for the known clusters with a reduced cost below near, and reports whether any of them
// is violated.
func (b *barrier) include(slope, near float64, k *Known) (some bool) {
	var cuts []Column
	for _, c := range k.clusters {
		if rc := over(b.u, c.set) - c.at(slope); rc < near && !b.in[c.set] {
			cuts = append(cuts, Column{c.set, rc})
		}
	}
	for _, c := range cheapest(cuts, maxCuts) {
		b.add(cut{c.Set, over(b.u, c.Set) - c.rc})
		some = some || c.rc < 0
	}
	return some
}

// centre moves u to the minimum for the mu at which the sum of u is within gap bits of the
// optimum. O(Newton steps (pool |T|^2 + n^3)).
func (b *barrier) centre(gap float64) {
	end := gap / float64(len(b.pool))
	mu := end
	if b.enter() {
		mu *= barrierStart
	}
	for range maxNewton {
		decrement := b.newton(mu)
		length, far := 1.0, !(decrement <= newtonFull) // also if it is NaN
		if far {
			length = b.longest()
		}
		switch {
		case !b.move(length):
			return // rounding does not allow more; u is feasible as it is
		case far:
		case mu > end:
			mu = max(end, mu*barrierFall)
		case decrement < newtonDone:
			return
		}
	}
}

// move takes a step of a given length, or the first half, quarter, ... of it that leaves u strictly feasible and
// finite. If no such step exists, it leaves u unchanged and returns false.
func (b *barrier) move(length float64) bool {
	from := slices.Clone(b.u)
	for range maxHalved {
		for x, d := range b.step {
			b.u[x] = from[x] - float64(length*d)
		}
		if !slices.ContainsFunc(b.pool, func(c cut) bool {
			rc := over(b.u, c.set) - c.cost
			return !(rc > 0 && rc < math.Inf(1)) // also if it is NaN
		}) {
			return true
		}
		length /= 2
	}
	copy(b.u, from)
	return false
}

// enter moves u towards the safe dual until it is strictly feasible, and tells whether it had to.
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

// newton sets step to Newton's step at u, which is to be subtracted, and returns the Newton decrement.
func (b *barrier) newton(mu float64) float64 {
	n := b.n
	b.steps += b.entries + int64(n*n*n)/6
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

// longest returns the length of a step that stays inside the feasible region.
func (b *barrier) longest() float64 {
	length := 1.0
	for k, c := range b.pool {
		if d := over(b.step, c.set); d > 0 {
			length = min(length, 0.95*b.reduced[k]/d)
		}
	}
	return length
}

// solve solves a x = g by Cholesky's factorisation, for a symmetric positive definite matrix a. The
// upper triangle of a is given by rows, and is overwritten. O(n^3).
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
