package baseline

import (
	"context"
	"slices"
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
// Of [Options.Restarts] starts the one with the smallest sum is the clustering of k, which
// is its parameter. Where fewer than k rows are distinct, it has fewer clusters, except
// for k = n. O(k c) a round for c non-zero cells, for every restart and k; O(k m) memory
// for each worker.

// kmeansJSD is k-means with the Jensen-Shannon divergence in bits, and equal weights.
// With JSD(p, q) = H((p+q)/2) - H(p)/2 - H(q)/2 the mean is a good centroid, but not the
// best: the sum can rise in a round, and the rounds can cycle, so they end after 300.
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
// infinite for a row with a column that the other lacks. For the same reason a row can
// join a cluster that has more columns, but not one that has fewer: on sparse tables the
// rounds end early, and sequentialIB finds better clusterings.
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
