//go:build !js

package soft

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// encoder is the best soft encoder found at a beta: row x belongs to group t in proportion to
// w_t 2^(-beta D(p(y|x) || nu_t)).
type encoder struct {
	beta   float64
	weight []float64
	nu     [][]float64
	logZ   []float64 // log2 of the sum of these terms, for each row
	excess float64   // log2 of the largest G that was found
	work   int64
}

const (
	mostRounds = 40
	firstClimb = 2  // steps to a better group in the first round
	mostRows   = 64 // rows at which G is computed
	// Steps do not leave a probability of 0, so that starts are mixed with a little of p(y).
	blur = 0.002
	// newcomers is the share of the weight that new groups begin with.
	newcomers = 0.05
)

// care says how long better groups are searched for.
type care struct {
	starts, paired int     // rows that are climbed from, and ends of which all pairs are tried
	climb          int     // steps at the end
	enough         float64 // the slack in bits of I at which an encoder is good enough
	precision      float64 // the largest difference in bits between the curve and the lines above it
}

// careFor returns the care for a table. Where the largest G is bounded, few starts are enough, and the curve is
// certified to 1e-5 bit.
func careFor(t *table) care {
	switch {
	case t.m <= mostCertified:
		return care{starts: 32, paired: 6, climb: 30, enough: 1e-6, precision: 4e-6}
	case t.cells <= 1<<12:
		return care{starts: 32, paired: 32, climb: 30, enough: 1e-6, precision: 2e-5}
	case t.cells <= 1<<14:
		return care{starts: 8, paired: 12, climb: 8, enough: 2e-5, precision: 2e-4}
	}
	return care{starts: 4, paired: 6, climb: 4, enough: 1e-4, precision: 1e-3}
}

// solve returns the best encoder at a beta. It begins with the given groups, and adds groups while they
// improve it (column generation), until it has taken the given number of steps.
func (t *table) solve(beta float64, start [][]float64, steps int64) *encoder {
	e := &encoder{beta: beta, nu: slices.Clone(start)}
	for range e.nu {
		e.weight = append(e.weight, 1/float64(len(e.nu)))
	}
	e.improve(t, nil, steps)
	return e
}

// again searches for groups that improve an encoder with the hints of today, and returns a better
// encoder, or nil if there is none.
func (e *encoder) again(t *table, steps int64) *encoder {
	g := newExcess(t, e.beta, e.logZ)
	copied := &encoder{beta: e.beta, nu: slices.Clone(e.nu), weight: slices.Clone(e.weight), logZ: e.logZ}
	added := copied.candidates(t, g, copied.far(t, g), t.care.climb)
	if copied.work = g.work; copied.excess <= float64(t.care.enough*e.beta) || len(added) == 0 {
		return nil
	}
	copied.logZ = nil
	copied.improve(t, added, steps)
	return copied
}

// improve adds the given groups, and more, until none improves the encoder.
func (e *encoder) improve(t *table, added [][]float64, steps int64) {
	for round := 1; ; round++ {
		if len(added) > 0 {
			for k := range e.weight {
				e.weight[k] *= 1 - newcomers
			}
		}
		for _, nu := range added {
			e.nu = append(e.nu, nu)
			e.weight = append(e.weight, newcomers/float64(len(added)))
		}
		e.weigh(t)
		g := newExcess(t, e.beta, e.logZ)
		added = e.candidates(t, g, e.near(t, g), min(firstClimb+round, t.care.climb))
		last := round == mostRounds || e.work+g.work > steps
		if e.excess <= float64(t.care.enough*e.beta) && !last {
			added = e.candidates(t, g, e.far(t, g), t.care.climb)
		}
		e.work += g.work
		if e.excess <= float64(t.care.enough*e.beta) || last || len(added) == 0 {
			return
		}
	}
}

// weigh finds the weights of the groups, and drops groups without weight.
func (e *encoder) weigh(t *table) {
	s := weigher{w: e.weight}
	highest := make([]float64, len(t.rows))
	scores := make([][]float64, len(t.rows))
	logs := lists.Map(e.nu, func(nu []float64) []float64 { return t.logs(nu, make([]float64, t.m)) })
	for x := range t.rows {
		r := &t.rows[x]
		scores[x] = make([]float64, len(e.nu))
		highest[x] = math.Inf(-1)
		for k := range e.nu {
			scores[x][k] = float64(e.beta * r.score(logs[k]))
			highest[x] = max(highest[x], scores[x][k])
		}
		for k, v := range scores[x] {
			scores[x][k] = special.Exp2(v - highest[x])
		}
		s.p = append(s.p, r.mass)
	}
	s.a = scores
	s.find()
	e.work += s.work + int64(len(e.nu)*(t.cells+20*len(t.rows)))
	e.logZ = e.logZ[:0]
	for x, z := range s.z {
		e.logZ = append(e.logZ, highest[x]+plogp.Log2(z))
	}
	e.weight = s.w
	kept := 0
	for k, w := range e.weight {
		if w > 1e-13 {
			e.weight[kept], e.nu[kept] = w, e.nu[k]
			kept++
		}
	}
	e.weight, e.nu = e.weight[:kept], e.nu[:kept]
}

// place is a distribution of Y, and G there.
type place struct {
	nu    []float64
	value float64
}

// candidates returns distributions that improve the encoder as groups, which it climbs to from the starts
// and from the groups, and keeps the largest G that was found.
func (e *encoder) candidates(t *table, g *excess, starts []place, steps int) [][]float64 {
	slices.SortStableFunc(starts, func(a, b place) int { return cmp.Compare(b.value, a.value) })
	var distinct []place
	for _, s := range starts {
		if len(distinct) == t.care.starts {
			break
		}
		if !slices.ContainsFunc(distinct, func(o place) bool { return distance(o.nu, s.nu) < 1e-3 }) {
			distinct = append(distinct, s)
		}
	}
	starts = distinct
	for _, nu := range e.nu {
		starts = append(starts, place{nu: t.blurred(nu)})
	}
	e.excess = 0
	for k := range starts {
		s := &starts[k]
		s.value = g.climb(s.nu, steps)
		e.excess = max(e.excess, plogp.Log2(s.value))
	}
	slices.SortStableFunc(starts, func(a, b place) int { return cmp.Compare(b.value, a.value) })
	var added [][]float64
	for _, s := range starts {
		if s.value <= 1+1e-12 || len(added) == t.care.starts {
			break
		}
		near := func(other []float64) bool { return distance(s.nu, other) < 1e-7 }
		if !slices.ContainsFunc(added, near) && !slices.ContainsFunc(e.nu, func(other []float64) bool { return distance(s.nu, other) < 1e-12 }) {
			added = append(added, s.nu)
		}
	}
	return added
}

// near returns the rows that promise most as starts.
func (e *encoder) near(t *table, g *excess) []place {
	var starts []place
	next := make([]float64, t.m)
	for _, x := range g.best(mostRows) {
		nu := t.blurred(t.distribution(x))
		starts = append(starts, place{nu, g.at(nu, next)})
		copy(nu, next)
	}
	return starts
}

// far returns more starts: mixtures of two of the rows or groups, and the hints.
func (e *encoder) far(t *table, g *excess) []place {
	paired := t.care.paired
	ends := slices.Clone(e.nu)
	masses := slices.Clone(e.weight)
	for _, x := range g.best(paired) {
		ends = append(ends, t.distribution(x))
		masses = append(masses, t.rows[x].mass)
	}
	ends, masses = ends[:min(len(ends), 2*paired)], masses[:min(len(ends), 2*paired)]
	starts := e.near(t, g)
	next := make([]float64, t.m)
	try := func(nu []float64) {
		starts = append(starts, place{nu, g.at(nu, next)})
		copy(nu, next)
	}
	for a, nu := range ends {
		for b, other := range ends[:a] {
			mixed := make([]float64, t.m)
			share := masses[a] / (masses[a] + masses[b])
			for y := range mixed {
				mixed[y] = float64(share*nu[y]) + float64((1-share)*other[y])
			}
			try(t.blurred(mixed))
		}
	}
	for _, nu := range t.hints {
		try(t.blurred(nu))
	}
	return starts
}

// best returns at most the given number of rows: those of the largest terms of G at their own p(y|x).
func (g *excess) best(most int) []int {
	best := lists.Numbers(len(g.logs))
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(g.logs[b], g.logs[a]) })
	return best[:min(len(best), most)]
}

// blurred returns a distribution mixed with a little of p(y), because steps do not leave a probability of 0.
func (t *table) blurred(nu []float64) []float64 {
	b := make([]float64, t.m)
	for y, p := range nu {
		b[y] = p + float64(blur*(t.columns[y]-p))
	}
	return b
}

// distribution returns p(y|x) with all columns.
func (t *table) distribution(x int) []float64 {
	nu := make([]float64, t.m)
	for _, c := range t.rows[x].cells {
		nu[c.y] = c.p
	}
	return nu
}

// distance returns the sum of the differences of two distributions.
func distance(a, b []float64) float64 {
	sum := 0.0
	for y, p := range a {
		sum += math.Abs(p - b[y])
	}
	return sum
}

// point returns I(X;Z) and I(Z;Y) of the encoder.
func (e *encoder) point(t *table) (rate, information float64) {
	k := len(e.nu)
	mass, cells := make([]float64, k), make([][]float64, k)
	logs := make([][]float64, k)
	for c, nu := range e.nu {
		cells[c] = make([]float64, t.m)
		logs[c] = t.logs(nu, make([]float64, t.m))
	}
	share := make([]float64, k)
	for x := range t.rows {
		r := &t.rows[x]
		e.shares(t, x, logs, share)
		for c, q := range share {
			rate += float64(r.mass * plogp.PLog2P(q))
			v := float64(r.mass * q)
			mass[c] += v
			for _, l := range r.cells {
				cells[c][l.y] += float64(v * l.p)
			}
		}
	}
	for c, w := range mass {
		rate -= plogp.PLog2P(w)
		information -= plogp.PLog2P(w)
		for _, v := range cells[c] {
			information += plogp.PLog2P(v)
		}
	}
	for _, p := range t.columns {
		information -= plogp.PLog2P(p)
	}
	return max(rate, 0), max(information, 0)
}

// shares computes p(t|x) of a row.
func (e *encoder) shares(t *table, x int, logs [][]float64, share []float64) {
	highest := math.Inf(-1)
	for c := range share {
		share[c] = plogp.Log2(e.weight[c]) + float64(e.beta*t.rows[x].score(logs[c]))
		highest = max(highest, share[c])
	}
	sum := 0.0
	for c, v := range share {
		share[c] = special.Exp2(v - highest)
		sum += share[c]
	}
	for c := range share {
		share[c] /= sum
	}
}

// value returns sum_x p(x) log2 Z_x.
func (e *encoder) value(t *table) float64 {
	sum := 0.0
	for x, z := range e.logZ {
		sum += float64(t.rows[x].mass * z)
	}
	return sum
}
