package recommend

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// shortest returns the clustering up to a number that has the shortest description of Y of all records, from two clusters
// on, and the number itself if records were not counted. A description names the cluster of each row, in n ln k nats, or
// the borders between k runs of rows. Then it encodes Y of each cluster with the Dirichlet-multinomial probability of the
// counts. The prior has the mean p(y) and the weight of m/2 records for m values of Y.
func (c *candidates) shortest(last int) int {
	p := &c.f.Problem
	if p.Samples == nil || p.Cells == nil || p.Kind != "dib" || p.Estimator != "" || p.Smooth > 0 {
		return last
	}
	best, most := last, math.Inf(-1)
	for n := last; n > 0 && c.points[n].K > 1; n-- {
		if v := c.described(n); v > most {
			best, most = n, v
		}
	}
	return best
}

// described returns the logarithm of the probability of a clustering and of Y in its clusters, less a constant.
func (c *candidates) described(n int) float64 {
	p, k := &c.f.Problem, c.points[n].K
	assignment := c.points[n].Assignment()
	if assignment == nil {
		return math.Inf(-1)
	}
	counts, inCluster, ofY := make([]float64, k*p.M), make([]float64, k), make([]float64, p.M)
	for cell, x := range p.Cells.X {
		y, w := p.Cells.Y[cell], p.Cells.Weight[cell]
		counts[assignment[x]*p.M+y] += w
		inCluster[assignment[x]] += w
		ofY[y] += w
	}
	prior := float64(float64(p.M) / 2)
	rise := func(from, by float64) float64 { return special.LnGamma(from+by) - special.LnGamma(from) }
	var sum float64
	for z, all := range inCluster {
		sum -= rise(prior, all)
		for y, count := range counts[z*p.M : (z+1)*p.M] {
			if count > 0 {
				sum += rise(float64(prior*ofY[y])/float64(*p.Samples), count)
			}
		}
	}
	borders, places := float64(k-1), float64(p.N-1)
	switch c.f.Search.Order {
	case "":
		return sum - float64(float64(p.N)*special.Ln(float64(k)))
	case "circular":
		borders, places = borders+1, places+1
	}
	return sum - (special.LnGamma(places+1) - special.LnGamma(borders+1) - special.LnGamma(places-borders+1))
}
