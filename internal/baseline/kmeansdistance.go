package baseline

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// centroid is a distribution over the columns, with values derived from it.
type centroid struct {
	q      []float64
	square float64   // sum of the squares
	term   []float64 // a function of each q, if the distance uses one
}

// distance is the distance of a row from a centroid, in O(non-zero cells of the row).
type distance struct {
	of func(r *row, c *centroid, scratch []float64) float64
	// term is a function to compute once for every q, or nil.
	term func(q float64) float64
	// greedy tells whether to try several rows for each start. With logarithms that would
	// take most of the time.
	greedy bool
}

// tries returns how many rows are tried for each of k starts but the first.
func (d distance) tries(k int) int {
	if !d.greedy {
		return 1
	}
	return 2 + int(float64(plogp.Log2(float64(k))*math.Ln2))
}

// prepare computes the derived values of a centroid.
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

// euclidean is the square of the Euclidean distance, sum_y (p_y - q_y)^2.
func euclidean() distance {
	return distance{greedy: true, of: func(r *row, c *centroid, _ []float64) float64 {
		sum := c.square // (p-q)^2 = q^2 + p (p - 2 q), and p is 0 in other columns
		for i, y := range r.columns {
			p, q := r.conditional[i], c.q[y]
			sum += float64(p * (p - 2*q))
		}
		return max(sum, 0)
	}}
}

// jensenShannon is the Jensen-Shannon divergence H((p+q)/2) - H(p)/2 - H(q)/2 in bits. A
// column that the row lacks contributes q/2.
func jensenShannon() distance {
	phi := plogp.NewPhi(1, false)
	return distance{term: phi.At, of: func(r *row, c *centroid, scratch []float64) float64 {
		var ends float64
		rest := 1.0
		middle := scratch[:len(r.columns)]
		for i, y := range r.columns {
			q := c.q[y]
			rest -= q
			ends += r.term[i] + c.term[y]
			middle[i] = (r.conditional[i] + q) / 2
		}
		return max(float64(ends/2)-phi.Sum(middle)+float64(max(rest, 0)/2), 0)
	}}
}

// kullbackLeibler is the divergence sum_y p_y log2(p_y/q_y) in bits, +Inf if the centroid
// lacks a column of the row.
func kullbackLeibler() distance {
	return distance{term: plogp.Log2, of: func(r *row, c *centroid, _ []float64) float64 {
		sum := r.negentropy
		for i, y := range r.columns {
			sum -= float64(r.conditional[i] * c.term[y])
		}
		if math.IsNaN(sum) {
			return math.Inf(1)
		}
		return max(sum, 0)
	}}
}
