package recommend

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// shortest returns the clustering with the shortest description of Y of all records, except the first one, or the given
// one if that is the first or records were not counted. If it has more clusters than the given one, held-out records decide:
// they must be too few to tell that its net information is lower. Otherwise only clusterings up to the given one are compared.
//
// A description names the cluster of each row, in n ln k nats, or the borders between k runs of rows. Then it encodes Y of
// each cluster with the Dirichlet-multinomial probability of the counts. The prior has the mean p(y) and the weight of m/2
// records for m values of Y. Where rows are bins of numbers, a true border is seldom a border of bins, and a bin around it
// may look like a cluster of its own: more clusters must be worth it if a border may be between any two records.
func (c *candidates) shortest(given int) int {
	p := &c.f.Problem
	if given == 0 || p.Samples == nil || p.Cells == nil || p.Kind != "dib" || p.Estimator != "" || p.Smooth > 0 {
		return given
	}
	places := float64(p.N - 1)
	if c.f.Validation != nil {
		between := places
		if len(p.XScales) == 1 && p.XScales[0].Binned() {
			between = float64(*p.Samples - 1)
		}
		last := given
		for last+1 < len(c.points) && c.points[last+1].K <= fullClusters {
			last++
		}
		if more := c.shortestUpTo(last, between); more > given && c.tied(given, more) {
			return more
		}
	}
	return c.shortestUpTo(given, places)
}

// shortestUpTo returns the clustering with the shortest description up to a last one, if borders are at some of the places,
// and the last one if no clusterings are known.
func (c *candidates) shortestUpTo(last int, places float64) int {
	best, most := last, math.Inf(-1)
	for n := 1; n <= last; n++ {
		if v := c.described(n, places); v > most {
			best, most = n, v
		}
	}
	return best
}

// described returns the logarithm of the probability of a clustering and of Y in its clusters, less a constant.
func (c *candidates) described(n int, places float64) float64 {
	p, k := &c.f.Problem, c.points[n].K
	counts, inCluster := c.counts(n)
	if counts == nil {
		return math.Inf(-1)
	}
	ofY := make([]float64, p.M)
	for cell, w := range p.Cells.Weight {
		ofY[p.Cells.Y[cell]] += w
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
	if c.f.Search.Order == "" {
		return sum - float64(float64(p.N)*special.Ln(float64(k)))
	}
	borders := float64(k - 1)
	if c.f.Search.Order == "circular" {
		borders, places = borders+1, places+1
	}
	return sum - (special.LnGamma(places+1) - special.LnGamma(borders+1) - special.LnGamma(places-borders+1))
}

// tied reports whether one clustering has more net information than another by at most the standard error of the
// difference: the standard deviation of log p(y|z) - log p(y|z') over the records, divided by the root of their number.
func (c *candidates) tied(one, other int) bool {
	p := &c.f.Problem
	a, inA := c.counts(one)
	b, inB := c.counts(other)
	if a == nil || b == nil || c.unit <= 0 {
		return false
	}
	ofA, ofB := c.points[one].Assignment(), c.points[other].Assignment()
	var sum, squares float64
	for cell, x := range p.Cells.X {
		y, w, za, zb := p.Cells.Y[cell], p.Cells.Weight[cell], ofA[x], ofB[x]
		d := special.Ln(float64(a[za*p.M+y]*inB[zb])/float64(b[zb*p.M+y]*inA[za])) / math.Ln2
		sum += float64(w * d)
		squares += float64(w * float64(d*d))
	}
	records := float64(*p.Samples)
	variance := max(0, squares/records-float64(sum/records*sum/records))
	return c.net(one, c.price)-c.net(other, c.price) <= math.Sqrt(variance/records)/c.unit
}

// counts returns the records of a clustering by cluster and value of Y, and by cluster; nil if they are not known.
func (c *candidates) counts(n int) (counts, inCluster []float64) {
	p, k, assignment := &c.f.Problem, c.points[n].K, c.points[n].Assignment()
	if assignment == nil {
		return nil, nil
	}
	counts, inCluster = make([]float64, k*p.M), make([]float64, k)
	for cell, x := range p.Cells.X {
		z, w := assignment[x], p.Cells.Weight[cell]
		counts[z*p.M+p.Cells.Y[cell]] += w
		inCluster[z] += w
	}
	return counts, inCluster
}
