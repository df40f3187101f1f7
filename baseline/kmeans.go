package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// Distance is what [KMeans] makes small.
type Distance int

// The distances between rows and centroids.
const (
	JensenShannon Distance = iota
	WeightedJensenShannon
	Euclidean
)

// KMeans is k-means on the conditional distributions p(y|x).
type KMeans struct{ Distance Distance }

// Name implements [Method].
func (m KMeans) Name() string {
	return [...]string{"kmeans-jsd", "kmeans-weighted-jsd", "kmeans"}[m.Distance]
}

// Run implements [Method].
func (m KMeans) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
