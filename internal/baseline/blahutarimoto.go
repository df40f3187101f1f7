package baseline

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// hard iterates the equations of the deterministic information bottleneck at one
// beta, and joins clusters where that is better.
type hard struct {
	table  *table
	beta   float64
	labels []int
	k      int
	// The clusters: log2 of q(t) and of q(y|t).
	logMass  []float64
	logCells [][]float64
}

// rounding is what two scores differ by if they are equal, for each unit of beta.
const rounding = 1e-12

// iterate repeats the two steps until no row moves,
//
//	q(t), q(y|t)  from the rows of t,
//	f(x) = argmax_t [log2 q(t) - beta D(p(y|x) || q(y|t))],
//
// each of which can only raise I(T;Y) - H(T)/beta. Clusters that lose all rows are
// dropped.
func (s *hard) iterate(ctx context.Context) {
	for ctx.Err() == nil {
		s.estimate()
		if !s.assign() {
			return
		}
		s.compact()
	}
}

// estimate computes the clusters from the rows. O(k m + non-zero cells).
func (s *hard) estimate() {
	s.logMass, s.logCells = make([]float64, s.k), dense(s.k, s.table.m)
	for x, c := range s.labels {
		r := &s.table.rows[x]
		for i, y := range r.columns {
			s.logCells[c][y] += r.masses[i]
		}
		s.logMass[c] += r.mass
	}
	for c, mass := range s.logMass {
		for y, v := range s.logCells[c] {
			s.logCells[c][y] = plogp.Log2(v / mass)
		}
		s.logMass[c] = plogp.Log2(mass / s.table.total)
	}
}

// assign gives every row its best cluster, and tells whether one moved. A row stays
// unless another cluster is better by more than rounding. O(k non-zero cells).
func (s *hard) assign() (moved bool) {
	tolerance := rounding * max(s.beta, 1)
	for x := range s.labels {
		r := &s.table.rows[x]
		at := s.labels[x]
		best := s.score(r, at) + tolerance
		for c := range s.k {
			if score := s.score(r, c); score > best {
				at, best = c, score
			}
		}
		moved = moved || at != s.labels[x]
		s.labels[x] = at
	}
	return moved
}

// score returns log2 q(t) - beta D(p(y|x) || q(y|t)), but for a term of x alone. It is
// -Inf if x has a column that t lacks.
func (s *hard) score(r *row, c int) float64 {
	var sum float64
	log := s.logCells[c]
	for i, y := range r.columns {
		sum += float64(r.conditional[i] * log[y])
	}
	return s.logMass[c] + float64(s.beta*sum)
}

// compact renumbers the clusters that have rows.
func (s *hard) compact() {
	name := make([]int, s.k)
	s.k = 0
	for x, c := range s.labels {
		if name[c] == 0 {
			s.k++
			name[c] = s.k
		}
		s.labels[x] = name[c] - 1
	}
}

// maxJoined is the number of clusters above which none are joined: pairs would take
// more time and memory than the rest.
const maxJoined = 1024

// join joins the two clusters that raise I(T;Y) - H(T)/beta most by that, as long as
// two do, and tells whether any did. O(k^2 m).
func (s *hard) join() (joined bool) {
	if s.k > maxJoined {
		return false
	}
	p := newJoins(newClusters(s.table, s.labels, s.k), s.beta)
	for p.join() {
		joined = true
	}
	s.compact()
	return joined
}

// joins knows for every cluster of a clustering the best one of those after it to be
// joined with.
type joins struct {
	*clusters
	inverse float64 // 1/beta
	alive   []int   // clusters, ascending
	other   []int   // the best one after it, or -1
	gain    []float64
}

func newJoins(c *clusters, beta float64) *joins {
	k := len(c.mass)
	p := &joins{clusters: c, inverse: 1 / beta, other: make([]int, k), gain: make([]float64, k)}
	for a := range k {
		p.alive = append(p.alive, a)
	}
	for a := range k {
		p.search(a)
	}
	return p
}

// search finds the best cluster after a to be joined with it.
func (p *joins) search(a int) {
	p.other[a], p.gain[a] = -1, math.Inf(-1)
	for _, b := range p.alive {
		if b > a {
			p.consider(a, b)
		}
	}
}

// consider makes b the cluster to be joined with a if it is the best so far.
func (p *joins) consider(a, b int) {
	if gain := p.gainOf(a, b); gain > p.gain[a] {
		p.other[a], p.gain[a] = b, gain
	}
}

// gainOf returns by how much I(T;Y) - H(T)/beta rises if two clusters are joined.
func (p *joins) gainOf(a, b int) float64 {
	for y, v := range p.cells[a] {
		p.joined[y] = v + p.cells[b][y]
	}
	phi := p.table.phi
	lost := -phi.Sum(p.joined)
	for y, v := range p.phi[a] {
		lost += v + p.phi[b][y]
	}
	saved := phi.At(p.mass[a]+p.mass[b]) - phi.At(p.mass[a]) - phi.At(p.mass[b])
	// saved is that of H(T), and the sum over t of phi(q(t)) is part of I(T;Y) too.
	return float64(saved*p.inverse) - saved - lost
}

// join joins the best pair if that raises the objective by more than rounding.
func (p *joins) join() bool {
	at, best := -1, rounding
	for _, a := range p.alive {
		if p.gain[a] > best {
			at, best = a, p.gain[a]
		}
	}
	if at < 0 {
		return false
	}
	gone := p.other[at]
	p.unite(at, gone)
	left := p.alive[:0]
	for _, c := range p.alive {
		if c != gone {
			left = append(left, c)
		}
	}
	p.alive = left
	for _, c := range p.alive {
		switch {
		case c == at || p.other[c] == at || p.other[c] == gone:
			p.search(c)
		case c < at:
			p.consider(c, at)
		}
	}
	return true
}

// unite moves all rows of cluster b to cluster a.
func (p *joins) unite(a, b int) {
	for x, c := range p.labels {
		if c == b {
			p.labels[x] = a
		}
	}
	for y, v := range p.cells[b] {
		p.cells[a][y] += v
	}
	p.mass[a] += p.mass[b]
	p.refresh(a)
}
