package baseline

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// k-means on the conditional distributions p(y|x) of the rows, by Lloyd's algorithm
// (Lloyd 1982, doi:10.1109/TIT.1982.1056489) from k-means++ starts (Arthur and
// Vassilvitskii 2007, ACM-SIAM Symposium on Discrete Algorithms, 1027-1035): assign every
// row to the nearest centroid, move every centroid to the mean of its rows, until nothing
// changes. It minimises
//
//	sum_x w(x) d(p(y|x), q(y|z(x)))
//
// for a distance d and weights w of the rows, q being the mean of p(y|x) with these
// weights over the rows of a cluster. A cluster that loses all rows is given the row
// farthest from its centroid.
//
// The clustering of k is the best of [Options.Restarts] starts, and k is its parameter. If
// fewer than k rows are distinct, it has fewer clusters, except for k = n. O(k c) per round
// for c non-zero cells, for every restart and k; O(k m) memory for each worker.

// kmeansJSD is k-means with the Jensen-Shannon divergence in bits, and equal weights.
// For JSD(p, q) = H((p+q)/2) - H(p)/2 - H(q)/2 the mean is a good centroid, but not the
// best: the sum can rise in a round and rounds can cycle, so they end after 300.
func kmeansJSD() Method {
	return kmeans("kmeans-jsd", false, jensenShannon(), jensenShannon(), forKMeans, 0)
}

// kmeansWeightedJSD is kmeansJSD with the weights p(x).
func kmeansWeightedJSD() Method {
	return kmeans("kmeans-weighted-jsd", true, jensenShannon(), jensenShannon(), forKMeans, 1)
}

// kmeansEuclidean is k-means with the square of the Euclidean distance, and equal weights.
func kmeansEuclidean() Method {
	return kmeans("kmeans", false, euclidean(), euclidean(), forKMeans, 2)
}

// klMeans is k-means with the Kullback-Leibler divergence and the weights p(x), the
// heuristic for quantising the output of a discrete memoryless channel. It minimises
//
//	sum_x p(x) D(p(y|x) || q(y|z(x))) = I(X;Y) - I(Z;Y),
//
// which is the hard information bottleneck at a fixed number of clusters (Banerjee,
// Merugu, Dhillon and Ghosh 2005, Journal of Machine Learning Research 6, 1705-1749,
// algorithm 1; for channels Zhang and Kurkoski 2016, International Symposium on
// Information Theory and its Applications). Lloyd's rounds never raise the sum.
//
// Starts use the Jensen-Shannon divergence, because the Kullback-Leibler divergence is
// infinite for a row with a column that the other lacks. For the same reason a row cannot
// join a cluster that lacks one of its columns: on sparse tables the rounds end early, and
// sequentialIB finds better clusterings.
func klMeans() Method {
	return kmeans("kl-means", true, jensenShannon(), kullbackLeibler(), forKLMeans)
}

// kmeans returns a variant of k-means, with weights p(x) or equal ones, a distance for
// choosing starts and one for the rounds, and the purpose of its random streams.
func kmeans(name string, byMass bool, start, rounds distance, purpose ...int) Method {
	return Method{Name: name, restarts: usualRestarts, run: func(ctx context.Context, t *table, o Options) Result {
		l := lloyd{table: t, weights: t.weights(byMass), start: start, distance: rounds}
		return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
			return l.run(ctx, k, newStream(o.Seed, slices.Concat(purpose, []int{k, restart})...))
		})
	}}
}

// weights returns p(x), or 1/n for every row.
func (t *table) weights(byMass bool) []float64 {
	w := make([]float64, t.n)
	for x := range w {
		w[x] = 1 / float64(t.n)
		if byMass {
			w[x] = t.rows[x].p
		}
	}
	return w
}

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
	// greedy asks to try several rows for each start. For a distance with logarithms, the
	// tries would take most of the time.
	greedy bool
}

// tries returns the number of rows to try for each of k starts except the first.
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
