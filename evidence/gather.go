package evidence

import "github.com/dibmap/dibmap/internal/plogp"

// gatherer adds up the rows of one cluster after the other.
type gatherer struct {
	training, held []float64 // sums of the columns; 0 between clusters
	touched        []int32
	mass           float64
	spread         float64 // of the mass, what is spread like all records
	sum            float64 // of the levels of training records
}

// gather adds up the rows of a cluster, of the held-out records only if asked for.
func (g *gatherer) gather(s *sample, rows []int32, held bool) {
	g.touched, g.mass, g.spread, g.sum = g.touched[:0], 0, 0, 0
	for _, x := range rows {
		g.mass += s.rowMass[x]
		g.spread += s.rowMass[x]
		for k := s.training.start[x]; k < s.training.start[x+1]; k++ {
			y, n := s.training.column[k], s.training.count[k]
			if g.training[y] == 0 && g.held[y] == 0 {
				g.touched = append(g.touched, y)
			}
			g.training[y] += n
			g.spread -= n
			if s.level != nil {
				g.sum += float64(n * s.level[y])
			}
		}
		if !held {
			continue
		}
		for k := s.heldOut.start[x]; k < s.heldOut.start[x+1]; k++ {
			y := s.heldOut.column[k]
			if g.held[y] == 0 && g.training[y] == 0 {
				g.touched = append(g.touched, y)
			}
			g.held[y] += s.heldOut.count[k]
		}
	}
}

func (g *gatherer) clear() {
	for _, y := range g.touched {
		g.training[y], g.held[y] = 0, 0
	}
}

// likelihood returns the leave-one-out information of a cluster's records for all concentrations.
func (s *sample) likelihood(g *gatherer, rows []int32, grid []float64) []float64 {
	g.gather(s, rows, false)
	likely := make([]float64, len(grid))
	for _, y := range g.touched {
		n := g.training[y]
		share := n / s.records
		for k, a := range grid {
			likely[k] += plogp.Quantize(float64(share*s.toldLeft(n, g.mass, g.sum, y, a)) / scale)
		}
	}
	g.clear()
	return likely
}

// scoreCluster scores a cluster on the held-out records of a fold; records is their number in all folds.
func (s *sample) scoreCluster(g *gatherer, rows []int32, a, records float64) (m moments) {
	g.gather(s, rows, true)
	for _, y := range g.touched {
		if n := g.held[y]; n > 0 {
			m.add(n/records, s.told(g.training[y], g.mass, g.spread, g.sum, y, a))
		}
	}
	g.clear()
	return m
}
