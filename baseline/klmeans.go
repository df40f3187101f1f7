package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// KLMeans is k-means with the Kullback-Leibler divergence.
type KLMeans struct{}

// Name implements [Method].
func (KLMeans) Name() string { return "kl-means" }

// Run implements [Method].
func (KLMeans) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
