package baseline

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
)

// soft is a soft encoder between two iterations of [ib] at one beta. All clusters have
// mass.
type soft struct {
	table   *table
	encoder [][]float64 // p(t|x)
	mass    []float64   // p(t)
	log     []float64   // log2 p(t)
	cells   [][]float64 // p(y|t)
	logs    [][]float64 // log2 p(y|t)
	// The encoder before the last step, and the result of an iteration.
	last, next [][]float64
}

// newSoft returns the encoder that puts every row into its cluster.
func newSoft(t *table, labels []int) *soft {
	s := &soft{table: t}
	s.resize(slices.Max(labels) + 1)
	for x, c := range labels {
		s.encoder[x][c] = 1
	}
	return s
}

// resize makes room for k clusters.
func (s *soft) resize(k int) {
	s.encoder = matrix(s.table.n, k)
	s.last, s.next = matrix(s.table.n, k), matrix(s.table.n, k)
	s.mass, s.log = make([]float64, k), make([]float64, k)
	s.cells, s.logs = matrix(k, s.table.m), matrix(k, s.table.m)
}

// clone returns an independent copy, with each cluster split into two equal halves if
// halves is set.
func (s *soft) clone(halves bool) *soft {
	k, parts := len(s.mass), 1
	if halves {
		parts = 2
	}
	c := &soft{table: s.table}
	c.resize(parts * k)
	for x, p := range c.encoder {
		for t := range p {
			p[t] = s.encoder[x][t%k] / float64(parts)
		}
	}
	return c
}

// disturb mixes the encoder with a random multiple of p(t), so that every row has a share
// in every cluster. Otherwise a share of 0 would remain 0 in all iterations.
func (s *soft) disturb(share float64, random *stream) {
	s.estimate()
	for x, p := range s.encoder {
		var sum float64
		noise := s.next[x]
		for c := range p {
			noise[c] = float64(s.mass[c] * random.Uniform())
			sum += noise[c]
		}
		for c := range p {
			p[c] += float64(share * (noise[c]/sum - p[c]))
		}
	}
}

// estimate computes p(t) and p(y|t) from the encoder. O(k non-zero cells).
func (s *soft) estimate() {
	clear(s.mass)
	for c := range s.cells {
		clear(s.cells[c])
	}
	for x, p := range s.encoder {
		r := &s.table.rows[x]
		for c, share := range p {
			if share == 0 {
				continue
			}
			share = float64(share * r.p)
			s.mass[c] += share
			cells := s.cells[c]
			for i, y := range r.columns {
				cells[y] += float64(share * r.conditional[i])
			}
		}
	}
	for c, mass := range s.mass {
		s.log[c] = plogp.Log2(mass)
		for y, v := range s.cells[c] {
			if v > 0 { // then mass > 0
				s.cells[c][y] = v / mass
			}
			s.logs[c][y] = plogp.Log2(s.cells[c][y])
		}
	}
}

// step computes the result of one iteration in next,
//
//	p(t|x) = p(t) 2^(-beta D(p(y|x) || p(y|t))) / Z(x),
//
// and returns the largest change of a p(t|x), and sum_x p(x) log2 Z(x) without a term that
// depends only on the table. The sum is beta times the objective, which no iteration lowers.
func (s *soft) step(beta float64) (change, value float64) {
	s.estimate()
	for x, p := range s.encoder {
		r := &s.table.rows[x]
		next := s.next[x]
		highest := math.Inf(-1)
		for c := range next {
			next[c] = s.score(r, c, beta)
			highest = max(highest, next[c])
		}
		var z float64
		for c, score := range next {
			next[c] = special.Exp2(score - highest)
			z += next[c]
		}
		value += float64(r.p * (highest + plogp.Log2(z)))
		for c := range next {
			next[c] /= z
			change = max(change, math.Abs(next[c]-p[c]))
		}
	}
	return change, value
}

// relax moves the encoder to the result of an iteration, or in logarithms the given number
// of times as far.
func (s *soft) relax(times float64) {
	for x, p := range s.encoder {
		if times == 1 {
			copy(p, s.next[x])
			continue
		}
		var z float64
		for c, share := range s.next[x] {
			if p[c] > 0 && share > 0 {
				log := plogp.Log2(p[c])
				share = special.Exp2(log + float64(times*(plogp.Log2(share)-log)))
			}
			p[c] = share
			z += share
		}
		for c := range p {
			p[c] /= z
		}
	}
}

// score returns log2 p(t) - beta D(p(y|x) || p(y|t)) without a term that depends only on x.
func (s *soft) score(r *row, c int, beta float64) float64 {
	if s.mass[c] == 0 {
		return math.Inf(-1)
	}
	return s.log[c] + float64(beta*r.expect(s.logs[c]))
}

const (
	// untilJoin is the number of iterations between attempts to join clusters.
	untilJoin = 25
	// Iterations end when p(t|x) changes by at most unchanged, when the objective rose by
	// less than slow bits since the last attempt, or after maxIterations.
	unchanged     = 1e-10
	slow          = 1e-12
	maxIterations = 2000
	// near is the change of p(t|x) below which steps grow, by the factor growth.
	near   = 1e-4
	growth = 1.3
)

// settle iterates until the encoder no longer changes, and joins clusters that are alike.
// Close to the end, steps grow as long as the objective rises, and a step that lowers it is
// undone (Salakhutdinov and Roweis 2003, International Conference on Machine Learning,
// 664-671).
func (s *soft) settle(beta float64, stop func() bool) {
	times, before, looked := 1.0, math.Inf(-1), math.Inf(-1)
	for n := 1; n <= maxIterations && !stop(); n++ {
		change, value := s.step(beta)
		if value < before-negligible && times > 1 {
			// Repeat the last step without growth.
			s.encoder, s.last = s.last, s.encoder
			times, before = 1, math.Inf(-1)
			continue
		}
		before = value
		switch {
		case change > near:
			times = 1
		case change > unchanged:
			times *= growth
		}
		s.relax(times)
		s.next, s.last = s.last, s.next
		if change > unchanged && n%untilJoin != 0 {
			continue
		}
		s.estimate()
		if s.join(beta) {
			times, before = 1, math.Inf(-1)
		} else if change <= unchanged || value-looked < slow*beta {
			return
		}
		looked = value
	}
}

// join joins pairs of clusters that are alike, drops clusters without mass, and reports
// whether it changed anything. The caller has to call estimate then. O(k^2 (n + m)).
func (s *soft) join(beta float64) (joined bool) {
	var kept []int
	for c, mass := range s.mass {
		if mass > negligible {
			kept = append(kept, c)
		}
	}
	for a := 0; a < len(kept); a++ {
		for b := len(kept) - 1; b > a; b-- {
			if s.alike(kept[a], kept[b], beta) {
				s.unite(kept[a], kept[b])
				kept = slices.Delete(kept, b, b+1)
			}
		}
	}
	if len(kept) == len(s.mass) {
		return false
	}
	old := s.encoder
	s.resize(len(kept))
	for x, p := range old {
		var sum float64
		for _, c := range kept {
			sum += p[c]
		}
		for to, c := range kept {
			s.encoder[x][to] = p[c] / sum
		}
	}
	return true
}

const (
	// negligible is a mass, or a difference in bits, below the rounding error.
	negligible = 1e-14
	// same is the loss of information in bits below which two clusters count as alike.
	same = 1e-10
)

// alike reports whether joining two clusters loses almost no information about Y and does
// not lower the objective. Joining other pairs can raise the objective as well, but it leads
// to worse optima before the iterations have converged.
func (s *soft) alike(a, b int, beta float64) bool {
	wa, wb := s.mass[a], s.mass[b]
	mass := rise(wa, wb)
	lost := mass // of I(T;Y)
	for y, p := range s.cells[a] {
		lost -= rise(float64(p*wa), float64(s.cells[b][y]*wb))
	}
	if lost > same {
		return false
	}
	saved := mass // of I(X;T)
	for x, p := range s.encoder {
		saved -= float64(s.table.rows[x].p * rise(p[a], p[b]))
	}
	return lost-saved/beta <= negligible
}

// rise returns phi(p+q) - phi(p) - phi(q) in bits.
func rise(p, q float64) float64 { return plogp.PLog2P(p+q) - plogp.PLog2P(p) - plogp.PLog2P(q) }

// unite moves the mass of cluster b to cluster a, and leaves b in the arrays.
func (s *soft) unite(a, b int) {
	total := s.mass[a] + s.mass[b]
	for y, q := range s.cells[b] {
		s.cells[a][y] = (float64(s.cells[a][y]*s.mass[a]) + float64(q*s.mass[b])) / total
	}
	s.mass[a] = total
	for _, p := range s.encoder {
		p[a] += p[b]
		p[b] = 0
	}
}

// point returns the point of the encoder.
func (s *soft) point(beta float64) CurvePoint {
	s.estimate()
	q := CurvePoint{Beta: beta}
	for c, mass := range s.mass {
		q.HT -= plogp.PLog2P(mass)
		for y, p := range s.cells[c] {
			if p > 0 {
				q.ITY += float64(float64(mass*p) * (s.logs[c][y] - s.table.logColumn[y]))
			}
		}
	}
	conditional := 0.0
	for x, p := range s.encoder {
		for _, share := range p {
			conditional -= float64(s.table.rows[x].p * plogp.PLog2P(share))
		}
	}
	q.HT = max(q.HT, 0)
	q.ITY = max(q.ITY, 0)
	q.IXT = max(q.HT-conditional, 0)
	return q
}

// harden returns the most probable cluster of every row.
func (s *soft) harden() []int {
	labels := make([]int, len(s.encoder))
	for x, p := range s.encoder {
		for c := range p {
			if p[c] > p[labels[x]] {
				labels[x] = c
			}
		}
	}
	return labels
}
