//go:build !js

package soft

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// excess is G(nu) = sum_x b_x 2^(-beta D(p(y|x) || nu)), with b_x = p(x)/Z_x. Where its maximum over all
// distributions nu is 1, the encoder is optimal, and a nu above 1 is a group that improves it.
type excess struct {
	t    *table
	beta float64
	logs []float64 // log2 b_x
	room []float64
	work int64
}

func newExcess(t *table, beta float64, logZ []float64) *excess {
	g := &excess{t: t, beta: beta, room: make([]float64, t.m)}
	for x := range t.rows {
		g.logs = append(g.logs, plogp.Log2(t.rows[x].mass)-logZ[x])
	}
	return g
}

// at returns G(nu), and in next the mean of the p(y|x) weighted by their terms, at which G is at least
// as large.
func (g *excess) at(nu, next []float64) float64 {
	logs := g.t.logs(nu, g.room)
	clear(next)
	sum := 0.0
	for x := range g.t.rows {
		r := &g.t.rows[x]
		e := special.Exp2(g.logs[x] + float64(g.beta*r.score(logs)))
		if e == 0 {
			continue
		}
		sum += e
		for _, c := range r.cells {
			next[c.y] += float64(e * c.p)
		}
	}
	if sum > 0 {
		for y := range next {
			next[y] /= sum
		}
	}
	g.work += int64(2*g.t.cells + 20*len(g.t.rows) + 20*g.t.m)
	return sum
}

// climb moves nu to a larger G in at most the given number of steps, and returns G. Steps are
// extrapolated (Varadhan and Roland 2008, doi:10.1111/j.1467-9469.2007.00585.x).
func (g *excess) climb(nu []float64, steps int) float64 {
	m := len(nu)
	one, two, far, spare := make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)
	value := g.at(nu, one)
	for n := 0; n < steps && value > 0; n++ {
		if g.at(one, two) == 0 {
			break
		}
		var r2, v2 float64
		for y := range nu {
			r := one[y] - nu[y]
			v := two[y] - one[y] - r
			r2 += float64(r * r)
			v2 += float64(v * v)
		}
		if r2 < 1e-26 {
			break
		}
		scale := 1.0
		if v2 > 0 {
			scale = min(max(math.Sqrt(r2/v2), 1), 1e4)
		}
		sum := 0.0
		for y := range nu {
			r := one[y] - nu[y]
			v := two[y] - one[y] - r
			far[y] = max(nu[y]+float64(2*float64(scale*r))+float64(float64(scale*scale)*v), two[y]/64)
			sum += far[y]
		}
		for y := range far {
			far[y] /= sum
		}
		next := g.at(two, spare)
		copy(nu, two)
		copy(one, spare)
		if scale > 1 {
			if reached := g.at(far, spare); reached > next {
				next = reached
				copy(nu, far)
				copy(one, spare)
			}
		}
		if next-value < 1e-13 {
			value = max(value, next)
			break
		}
		value = next
	}
	return value
}
