package baseline

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// centroid is a distribution over the columns, with what distances need of it.
type centroid struct {
	q      []float64
	square float64   // sum of the squares
	term   []float64 // a function of q, if the distance wants one
}

// distance is how far a row is from a centroid, in O(non-zero cells of the row).
type distance struct {
	of func(r *row, c *centroid, scratch []float64) float64
	// term is what is computed of every q once, or nil.
	term func(q float64) float64
	// greedy tells whether it is worth to try several rows for each seed: a distance
	// of logarithms would take most of the time for that.
	greedy bool
}

// euclidean returns the square of the Euclidean distance.
func euclidean() distance {
	return distance{of: squaredEuclidean, greedy: true}
}

// jensenShannon returns the Jensen-Shannon divergence in bits.
func jensenShannon() distance {
	phi := plogp.NewPhi(1, false)
	return distance{term: phi.At, of: func(r *row, c *centroid, scratch []float64) float64 {
		return jensenShannonDivergence(phi, r, c, scratch)
	}}
}

// kullbackLeibler returns the divergence D(row || centroid) in bits.
func kullbackLeibler() distance {
	return distance{of: kullbackLeiblerDivergence, term: plogp.Log2}
}

// tries returns how many rows are tried for each of k seeds but the first.
func (d distance) tries(k int) int {
	if !d.greedy {
		return 1
	}
	return 2 + int(float64(plogp.Log2(float64(k))*math.Ln2))
}

// prepare computes what the distance needs of a centroid.
func (d distance) prepare(c *centroid) {
	c.square = 0
	for _, q := range c.q {
		c.square += float64(q * q)
	}
	if d.term == nil {
		return
	}
	if c.term == nil {
		c.term = make([]float64, len(c.q))
	}
	for y, q := range c.q {
		c.term[y] = d.term(q)
	}
}

// squaredEuclidean returns sum_y (p_y - q_y)^2.
func squaredEuclidean(r *row, c *centroid, _ []float64) float64 {
	sum := c.square // of the columns that the row lacks, once the others are taken off
	for i, y := range r.columns {
		p, q := r.conditional[i], c.q[y]
		sum += float64(p * (p - 2*q))
	}
	return max(sum, 0)
}

// jensenShannonDivergence returns H((p+q)/2) - H(p)/2 - H(q)/2 in bits. Columns that
// the row lacks add q/2 each.
func jensenShannonDivergence(phi *plogp.Phi, r *row, c *centroid, scratch []float64) float64 {
	var ends float64
	rest := 1.0
	middle := scratch[:len(r.columns)]
	for i, y := range r.columns {
		q := c.q[y]
		rest -= q
		ends += r.term[i] + c.term[y]
		middle[i] = (r.conditional[i] + q) / 2
	}
	return max(ends/2-phi.Sum(middle)+max(rest, 0)/2, 0)
}

// kullbackLeiblerDivergence returns sum_y p_y log2(p_y/q_y), +Inf if the centroid
// lacks a column of the row.
func kullbackLeiblerDivergence(r *row, c *centroid, _ []float64) float64 {
	sum := r.negentropy
	for i, y := range r.columns {
		sum -= float64(r.conditional[i] * c.term[y])
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return max(sum, 0)
}
