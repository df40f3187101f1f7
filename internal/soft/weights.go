//go:build !js

package soft

import (
	"math"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/special"
)

// weigher finds the weights of groups: the w >= 0 of sum 1 with the largest
// sum_x p(x) ln sum_t a_xt w_t. It is the maximum of that minus sum_t w_t over all w >= 0, which is
// concave, by a projected Newton's method (Bertsekas 1982, doi:10.1137/0320018).
type weigher struct {
	p              []float64
	a              [][]float64 // a row for each x
	w              []float64
	z              []float64 // sum_t a_xt w_t
	rise           []float64 // the gradient
	matrix, factor [][]float64
	free           []int
	step           []float64
	next           []float64
	work           int64
}

const (
	mostNewton = 60
	// mostWeighed is the largest number of groups for Newton's method, which takes its cube in steps. More
	// groups take manyClimbs steps of another method, which converges slowly.
	mostWeighed, manyClimbs = 192, 200
	climbs                  = 4     // before Newton's method, where the weights may be far from good
	flat                    = 1e-11 // a gradient that counts as 0
)

// find improves the weights until nothing is left to gain, and returns the maximum, in nats.
func (s *weigher) find() float64 {
	k := len(s.w)
	s.rise, s.step, s.next = make([]float64, k), make([]float64, k), make([]float64, k)
	s.z = make([]float64, len(s.p))
	value := s.value(s.w)
	first := climbs
	if k > mostWeighed {
		first = manyClimbs
	}
	for range first {
		if s.gradient() <= flat {
			break
		}
		value = s.climb()
	}
	if k > mostWeighed {
		return value
	}
	for range mostNewton {
		if s.gradient() <= flat {
			break
		}
		next, better := s.newton(value)
		if !better {
			next = s.climb()
		}
		if next-value <= 1e-15 {
			value = next
			break
		}
		value = next
	}
	return value
}

// value returns the objective at weights, and sets z to the z of these weights.
func (s *weigher) value(w []float64) float64 {
	sum := 0.0
	for _, v := range w {
		sum -= v
	}
	for x, a := range s.a {
		z := 0.0
		for t, v := range w {
			z += float64(a[t] * v)
		}
		s.z[x] = z
		sum += float64(s.p[x] * special.Ln(z))
	}
	s.work += int64(len(s.a) * len(w))
	return sum
}

// gradient computes the gradient for the z of the last value, and returns how far from the maximum it is.
func (s *weigher) gradient() float64 {
	for t := range s.rise {
		s.rise[t] = -1
	}
	for x, a := range s.a {
		share := s.p[x] / s.z[x]
		for t, v := range a {
			s.rise[t] += float64(share * v)
		}
	}
	s.work += int64(len(s.a) * len(s.w))
	off := 0.0
	for t, g := range s.rise {
		off = max(off, g, -float64(g*s.w[t]))
	}
	return off
}

// newton takes a step towards the maximum of the quadratic that has the gradient and the curvature of the
// objective at the weights, and reports whether it raised the objective.
func (s *weigher) newton(value float64) (float64, bool) {
	s.curvature()
	s.quadratic()
	for scale := 1.0; scale > 1e-6; scale /= 2 {
		for t, w := range s.w {
			s.next[t] = max(w+float64(scale*(s.step[t]-w)), 0)
		}
		if v := s.value(s.next); v > value {
			s.w, s.next = s.next, s.w
			return v, true
		}
	}
	s.value(s.w) // for its z
	return value, false
}

// curvature computes the negative second derivatives, sum_x p(x) a_xt a_xu / z_x^2, with a little more
// on the diagonal, because groups may be alike.
func (s *weigher) curvature() {
	k := len(s.w)
	if s.matrix == nil {
		s.matrix = square(k)
	}
	for i := range k {
		clear(s.matrix[i])
	}
	for x, a := range s.a {
		share := s.p[x] / s.z[x] / s.z[x]
		for t, v := range a {
			if v = float64(share * v); v == 0 {
				continue
			}
			line := s.matrix[t]
			for u, b := range a[:t+1] {
				line[u] += float64(v * b)
			}
		}
	}
	largest := 0.0
	for t := range k {
		largest = max(largest, s.matrix[t][t])
	}
	for t := range k {
		s.matrix[t][t] += float64(1e-11 * (s.matrix[t][t] + largest))
		for u := range t {
			s.matrix[u][t] = s.matrix[t][u]
		}
	}
	s.work += int64(len(s.a) * k * k / 2)
}

// quadratic computes in step the weights u >= 0 with the largest c u - u M u / 2, where M is the matrix
// and c the gradient plus M w, by the active sets of Lawson and Hanson (1974, Solving least squares
// problems, chapter 23).
func (s *weigher) quadratic() {
	k := len(s.w)
	c, u := make([]float64, k), s.step
	s.free = s.free[:0]
	for t := range c {
		c[t] = s.rise[t]
		for l, w := range s.w {
			c[t] += float64(s.matrix[t][l] * w)
		}
		if u[t] = s.w[t]; u[t] > 0 {
			s.free = append(s.free, t)
		}
	}
	for range 3*k + 10 {
		if !s.toFree(c, u) {
			continue // a group left
		}
		worst, at := 1e-12, -1
		for t := range c {
			if u[t] > 0 {
				continue
			}
			g := c[t]
			for _, l := range s.free {
				g -= float64(s.matrix[t][l] * u[l])
			}
			if g > worst {
				worst, at = g, t
			}
		}
		s.work += int64(k * len(s.free))
		if at < 0 {
			return
		}
		s.free = append(s.free, at)
	}
}

// toFree moves u to the maximum of the quadratic over the free groups, or, if a weight would be negative,
// as far as all weights are positive, and drops the groups whose weight is then 0. It reports whether
// the caller is done: at the maximum, or because rounding errors leave no positive definite matrix.
func (s *weigher) toFree(c, u []float64) bool {
	n := len(s.free)
	right := make([]float64, n)
	for i, t := range s.free {
		right[i] = c[t]
		if len(s.factor) <= i {
			s.factor = append(s.factor, nil)
		}
		s.factor[i] = s.factor[i][:0]
		for _, l := range s.free[:i+1] {
			s.factor[i] = append(s.factor[i], s.matrix[t][l])
		}
	}
	s.work += int64(n * n * n / 6)
	if !solveDefinite(s.factor[:n], right) {
		return true
	}
	scale := 1.0
	for i, t := range s.free {
		if right[i] <= 0 {
			scale = min(scale, u[t]/(u[t]-right[i]))
		}
	}
	kept := s.free[:0]
	for i, t := range s.free {
		u[t] += float64(scale * (right[i] - u[t]))
		if right[i] <= 0 && u[t] <= 1e-15 {
			u[t] = 0
			continue
		}
		kept = append(kept, t)
	}
	s.free = kept
	return scale == 1
}

// square returns a square matrix of zeros.
func square(k int) [][]float64 {
	return lists.Make(k, func(int) []float64 { return make([]float64, k) })
}

// climb multiplies every weight by its share of the rows, which never lowers the objective.
func (s *weigher) climb() float64 {
	for t, g := range s.rise {
		s.w[t] = float64(s.w[t] * (1 + g))
	}
	return s.value(s.w)
}

// solveDefinite solves a system of linear equations with a positive definite matrix, given by its
// lower triangle, by Cholesky's method. It overwrites both, and reports whether it could.
func solveDefinite(a [][]float64, b []float64) bool {
	for i := range a {
		for j := 0; j <= i; j++ {
			sum := a[i][j]
			for l := range j {
				sum -= float64(a[i][l] * a[j][l])
			}
			if i != j {
				a[i][j] = sum / a[j][j]
				continue
			}
			if !(sum > 0) {
				return false
			}
			a[i][i] = math.Sqrt(sum)
		}
	}
	for i := range b {
		for l := range i {
			b[i] -= float64(a[i][l] * b[l])
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for l := i + 1; l < len(b); l++ {
			b[i] -= float64(a[l][i] * b[l])
		}
		b[i] /= a[i][i]
	}
	return true
}
