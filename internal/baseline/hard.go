package baseline

import (
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// hard is a hard encoder between two iterations of [dib] at one beta.
type hard struct {
	table  *table
	beta   float64
	labels []int
	k      int
	// log2 of q(t) and of q(y|t), by cluster.
	logMass  []float64
	logCells [][]float64
}

// rounding bounds the difference of two scores that are equal, for each unit of beta.
const rounding = 1e-12

// descend iterates and joins clusters until neither improves the encoder, and returns its
// labels. It overwrites the given labels.
func (t *table) descend(ctx context.Context, labels []int, beta float64) []int {
	s := &hard{table: t, beta: beta, labels: labels, k: slices.Max(labels) + 1}
	s.compact()
	for ctx.Err() == nil {
		s.iterate(ctx)
		if !s.join(ctx) {
			break
		}
	}
	return s.labels
}

// iterate repeats the two steps until no row moves,
//
//	q(t), q(y|t)  from the rows of t,
//	f(x) = argmax_t [log2 q(t) - beta D(p(y|x) || q(y|t))],
//
// neither of which lowers I(T;Y) - H(T)/beta. Clusters that lose all rows are dropped.
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
	s.logMass, s.logCells = s.masses()
	for c, mass := range s.logMass {
		for y, v := range s.logCells[c] {
			s.logCells[c][y] = plogp.Log2(v / mass)
		}
		s.logMass[c] = plogp.Log2(mass / s.table.total)
	}
}

// masses returns the masses of the clusters and of their cells.
func (s *hard) masses() (mass []float64, cells [][]float64) {
	mass, cells = make([]float64, s.k), matrix(s.k, s.table.m)
	for x, c := range s.labels {
		r := &s.table.rows[x]
		for i, y := range r.columns {
			cells[c][y] += r.masses[i]
		}
		mass[c] += r.mass
	}
	return mass, cells
}

// assign moves every row to its best cluster, and reports whether any row moved. A row
// stays unless another cluster is better by more than rounding. O(k non-zero cells).
func (s *hard) assign() (moved bool) {
	tolerance := float64(rounding * max(s.beta, 1))
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

// score returns log2 q(t) - beta D(p(y|x) || q(y|t)) without a term that depends only on x,
// or -Inf if x has a column that t lacks.
func (s *hard) score(r *row, c int) float64 {
	return s.logMass[c] + float64(s.beta*r.expect(s.logCells[c]))
}

// expect returns the mean of a function of the columns under p(y|x).
func (r *row) expect(f []float64) (sum float64) {
	for i, y := range r.columns {
		sum += float64(r.conditional[i] * f[y])
	}
	return sum
}

// compact renumbers the clusters and drops the empty ones.
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

// maxJoined is the largest number of clusters for which join compares pairs. For more, pairs
// would take more time and memory than everything else.
const maxJoined = 1024

// join repeatedly joins the two clusters whose union raises I(T;Y) - H(T)/beta most, until
// no union raises it. It reports whether it joined any. O(k^2 m).
func (s *hard) join(ctx context.Context) (joined bool) {
	if s.k > maxJoined {
		return false
	}
	mass, cells := s.masses()
	rows := make([]row, s.k)
	for c := range rows {
		rows[c].mass = mass[c]
		for y, v := range cells[c] {
			if v > 0 {
				rows[c].columns, rows[c].masses = append(rows[c].columns, int32(y)), append(rows[c].masses, v)
			}
		}
	}
	a := newAgglomeration(newPairs(s.table, rows, 1/s.beta), s.k)
	if !a.begin(ctx, 1) {
		return false
	}
	for len(a.alive) > 1 {
		first, second, cost, ok := a.next(ctx)
		if !ok || cost >= -rounding {
			break
		}
		for x, c := range s.labels {
			if c == second {
				s.labels[x] = first
			}
		}
		a.merge(first, second)
		joined = true
	}
	s.compact()
	return joined
}
