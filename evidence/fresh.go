package evidence

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// profile is the training records of a clustering.
type profile struct {
	cluster partition.Partition // of the rows
	counts  []float64           // of cluster c and column y at c m + y
	mass    []float64           // of the clusters
}

// profile adds up the training records of every cluster of a clustering, which it keeps. O(cells + k m).
func (s *sample) profile(clustering partition.Partition) *profile {
	p := &profile{cluster: clustering}
	k := p.cluster.K()
	p.counts, p.mass = make([]float64, k*s.columns), make([]float64, k)
	for x, c := range p.cluster {
		for n := s.training.start[x]; n < s.training.start[x+1]; n++ {
			p.counts[c*s.columns+int(s.training.column[n])] += s.training.count[n]
			p.mass[c] += s.training.count[n]
		}
	}
	return p
}

// placeFresh yields, for every cell of a fresh row in a known column, the number of records and
// their gain in the cluster that the other records of the row are most similar to. The gain is 0 if
// there are no others in known columns.
func (s *sample) placeFresh(p *profile, a float64, yield func(count, gain float64)) {
	for n := range s.fresh {
		r := &s.fresh[n]
		losses := s.losses(p, r)
		for at, y := range r.column {
			switch {
			case y < 0:
			case r.known < 2:
				yield(r.count[at], 0)
			default:
				c := s.nearest(p, r, losses, at)
				yield(r.count[at], s.gain(p.counts[c*s.columns+int(y)], p.mass[c], y, a))
			}
		}
	}
}

// losses returns, for every cluster, the sum over the columns of [plogp.Joined] for a whole row.
func (s *sample) losses(p *profile, r *freshRow) []float64 {
	list := make([]float64, len(p.mass))
	for c := range list {
		for at, y := range r.column {
			if y >= 0 {
				list[c] += plogp.Joined(r.count[at]/s.heldRecords, p.counts[c*s.columns+int(y)]/s.records)
			}
		}
	}
	return list
}

// nearTie is the difference of losses, relative to the weight, below which they count as equal: that of
// encode.Nearest, several roundings of sums.
const nearTie = 1e-12

// nearest returns the cluster that a row without one record of a cell joins at the smallest loss of
// information: the cost of a merge in the agglomerative information bottleneck, as in
// encode.Nearest. Of equal losses, that of the lowest cluster counts. O(k).
func (s *sample) nearest(p *profile, r *freshRow, losses []float64, at int) int {
	y, n := int(r.column[at]), r.count[at]
	weight := (r.total - 1) / s.heldRecords
	best, least := 0, math.Inf(1)
	for c, loss := range losses {
		other := p.counts[c*s.columns+y] / s.records
		loss += plogp.Joined((n-1)/s.heldRecords, other) - plogp.Joined(n/s.heldRecords, other)
		loss -= plogp.Joined(weight, p.mass[c]/s.records)
		if loss < least-float64(nearTie*weight) {
			best, least = c, loss
		}
	}
	return best
}
