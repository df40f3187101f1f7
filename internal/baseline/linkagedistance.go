package baseline

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
)

// distances holds the distances of all pairs of n rows or clusters: the upper triangle of
// a matrix, row by row.
type distances struct {
	n     int
	apart []float64
}

// at returns the address of the distance of a and b, which must differ.
func (d *distances) at(a, b int) *float64 {
	if a > b {
		a, b = b, a
	}
	return &d.apart[a*(2*d.n-a-1)/2+b-a-1]
}

// rowDistances returns the Jensen-Shannon distances of the rows of a table, not all of them
// if the context ends first: the square root of
//
//	sum over y of (phi(p_y) + phi(q_y)) / 2 - phi((p_y + q_y) / 2),
//
// which is 0 to the last bit for equal rows. Sums of phi are exact, so it does not
// depend on the order of columns. O(n^2 m).
func rowDistances(ctx context.Context, t *table, workers int) *distances {
	d := &distances{t.n, make([]float64, t.n*(t.n-1)/2)}
	// Probabilities are masses of a total of 2, so that the sum of two is their average.
	phi := plogp.NewPhi(2, false)
	half := make([][]float64, t.n)                               // phi(p/2) of every cell
	halves, wholes := make([]float64, t.n), make([]float64, t.n) // sums of phi(p/2) and phi(p)
	for i, r := range t.rows {
		for _, p := range r.conditional {
			v := phi.At(p)
			half[i] = append(half[i], v)
			halves[i] += v
			wholes[i] += phi.At(2 * p)
		}
	}
	type scratch struct{ p, half, sums []float64 } // row i over all columns, and sums p + q
	spread := make([]scratch, workers)
	_ = pool.Each(ctx, workers, t.n-1, func(worker, i int) error {
		s := &spread[worker]
		if s.p == nil {
			s.p, s.half = make([]float64, t.m), make([]float64, t.m)
		}
		for k, y := range t.rows[i].columns {
			s.p[y], s.half[y] = t.rows[i].conditional[k], half[i][k]
		}
		for j := i + 1; j < t.n; j++ {
			sum := halves[i] + halves[j]
			s.sums = s.sums[:0]
			for k, y := range t.rows[j].columns {
				if p := s.p[y]; p > 0 {
					s.sums = append(s.sums, p+t.rows[j].conditional[k])
					sum -= s.half[y] + half[j][k]
				}
			}
			sum += phi.Sum(s.sums)
			*d.at(i, j) = math.Sqrt(max(0, float64((wholes[i]+wholes[j])/2)-sum))
		}
		for _, y := range t.rows[i].columns {
			s.p[y] = 0
		}
		return nil
	})
	return d
}
