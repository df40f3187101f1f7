package baseline

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/joint"
)

// Distance is what [KMeans] makes small.
type Distance int

// The distances between rows and centroids.
const (
	// JensenShannon is the Jensen-Shannon divergence in bits, rows having equal
	// weight.
	JensenShannon Distance = iota
	// WeightedJensenShannon is the same divergence, row x having the weight p(x).
	WeightedJensenShannon
	// Euclidean is the square of the Euclidean distance, rows having equal weight.
	Euclidean
)

// String returns the name of k-means with the distance: "kmeans-jsd",
// "kmeans-weighted-jsd" or "kmeans".
func (d Distance) String() string {
	switch d {
	case JensenShannon:
		return "kmeans-jsd"
	case WeightedJensenShannon:
		return "kmeans-weighted-jsd"
	case Euclidean:
		return "kmeans"
	}
	return fmt.Sprintf("Distance(%d)", int(d))
}

// KMeans is k-means on the conditional distributions p(y|x) of the rows, by Lloyd's
// algorithm (Lloyd 1982, doi:10.1109/TIT.1982.1056489) from k-means++ starts (Arthur
// and Vassilvitskii 2007, ACM-SIAM Symposium on Discrete Algorithms, 1027-1035): put
// every row to the nearest centroid, make every centroid the mean of its rows, until
// nothing changes. It makes small
//
//	sum_x w(x) d(p(y|x), q(y|z(x)))
//
// with the distance d and the weights w of Distance, q being the mean of p(y|x) with
// these weights over the rows of a cluster. With JSD(p, q) = H((p+q)/2) - H(p)/2 -
// H(q)/2 the mean is a good centroid, but not the best: the sum can rise in a round,
// and the rounds go in circles, so that they end after 300. A cluster that loses all
// rows is given the row farthest from its centroid.
//
// Of [Options.Restarts] starts the one with the smallest sum is
// the encoder of k, which is its parameter. Where fewer than k rows are distinct, it
// has fewer clusters, but for k = n. None of the sums is what a frontier is about: the result can
// lie far below it.
//
// O(k c) a round for c non-zero cells, for every restart and k; O(k m) memory for
// each worker.
type KMeans struct{ Distance Distance }

// Name implements [Method]: "kmeans-jsd", "kmeans-weighted-jsd" or "kmeans".
func (m KMeans) Name() string { return m.Distance.String() }

// Run implements [Method].
func (m KMeans) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	if m.Distance < JensenShannon || m.Distance > Euclidean {
		return Result{}, fmt.Errorf("%w: there is no %v", ErrOptions, m.Distance)
	}
	o, err := o.withDefaults(j.Rows(), usualRestarts(j.Rows()))
	if err != nil {
		return Result{}, err
	}
	t := newTable(j)
	l := lloyd{table: t, weights: t.weights(m.Distance == WeightedJensenShannon), start: jensenShannon(), distance: jensenShannon()}
	if m.Distance == Euclidean {
		l.start, l.distance = euclidean(), euclidean()
	}
	return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
		return l.run(ctx, k, newStream(o.Seed, forKMeans, int(m.Distance), k, restart))
	}), nil
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
