package baseline

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
)

// distances holds how far any two of n things are apart: the upper triangle of a
// matrix, row by row.
type distances struct {
	n     int
	apart []float64
}

func newDistances(n int) *distances {
	return &distances{n, make([]float64, n*(n-1)/2)}
}

// at returns where the distance of a and b, which differ, is kept.
func (d *distances) at(a, b int) *float64 {
	if a > b {
		a, b = b, a
	}
	return &d.apart[a*(2*d.n-a-1)/2+b-a-1]
}

// rowDistances returns the Jensen-Shannon distances of the rows of a table, and
// whether the context let it: the square root of
//
//	sum over y of (phi(p_y) + phi(q_y)) / 2 - phi((p_y + q_y) / 2),
//
// which is 0 to the last bit for rows that are the same. Sums of phi are exact, so it
// does not depend on the order of columns. O(n^2 m).
func rowDistances(ctx context.Context, t *table, workers int) (d *distances, complete bool) {
	d = newDistances(t.n)
	c := newConditionals(t)
	spread := make([]spreadRow, workers)
	for w := range spread {
		spread[w] = spreadRow{conditionals: c, p: make([]float64, t.m), phi: make([]float64, t.m)}
	}
	err := pool.Each(ctx, workers, t.n-1, func(worker, i int) error {
		s := &spread[worker]
		s.spread(i)
		to := d.apart[i*(2*d.n-i-1)/2:]
		for j := i + 1; j < t.n; j++ {
			to[j-i-1] = s.distance(i, j)
		}
		s.fold(i)
		return nil
	})
	return d, err == nil
}

// conditionals are p(y|x) of a table, and phi of halves of them: as masses of a total
// of two, so that the sum of two of them is one of their average.
type conditionals struct {
	rows []row
	of   *plogp.Phi
	half [][]float64 // phi(p/2), for every cell of a row
	// halfSum and sum are the sums of phi(p/2) and of phi(p) over a row.
	halfSum, sum []float64
}

func newConditionals(t *table) *conditionals {
	c := &conditionals{
		rows: t.rows, of: plogp.NewPhi(2, false),
		half: make([][]float64, t.n), halfSum: make([]float64, t.n), sum: make([]float64, t.n),
	}
	for i, r := range t.rows {
		c.half[i] = make([]float64, len(r.columns))
		for k, p := range r.conditional {
			c.half[i][k] = c.of.At(p)
			c.halfSum[i] += c.half[i][k]
			c.sum[i] += c.of.At(2 * p)
		}
	}
	return c
}

// spreadRow is a row that others are compared with, laid out over the columns.
type spreadRow struct {
	*conditionals
	p, phi  []float64
	average []float64 // scratch space
}

func (s *spreadRow) spread(i int) {
	for k, y := range s.rows[i].columns {
		s.p[y], s.phi[y] = s.rows[i].conditional[k], s.half[i][k]
	}
}

func (s *spreadRow) fold(i int) {
	for _, y := range s.rows[i].columns {
		s.p[y] = 0
	}
}

// distance returns how far row i, which is spread out, and row j are apart.
// O(cells of row j).
func (s *spreadRow) distance(i, j int) float64 {
	q, half := &s.rows[j], s.half[j]
	sum := s.halfSum[i] + s.halfSum[j]
	s.average = s.average[:0]
	for k, y := range q.columns {
		if p := s.p[y]; p > 0 {
			s.average = append(s.average, p+q.conditional[k])
			sum -= s.phi[y] + half[k]
		}
	}
	sum += s.of.Sum(s.average)
	return math.Sqrt(max(0, (s.sum[i]+s.sum[j])/2-sum))
}
