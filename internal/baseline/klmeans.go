package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// KLMeans is k-means with the Kullback-Leibler divergence, the heuristic for
// quantising the output of a discrete memoryless channel: it makes small
//
//	sum_x p(x) D(p(y|x) || q(y|z(x))) = I(X;Y) - I(Z;Y),
//
// q being the distribution of Y in the cluster, the mean with the weights p(x). That is
// the hard information bottleneck at a fixed number of clusters (Banerjee, Merugu,
// Dhillon and Ghosh 2005, Journal of Machine Learning Research 6, 1705-1749,
// algorithm 1; for channels Zhang and Kurkoski 2016, International Symposium on
// Information Theory and its Applications). Lloyd's rounds never raise the sum.
//
// Starts are those of k-means++, with the Jensen-Shannon divergence, as the other one
// is infinite between rows of which the first has a column that the second lacks. For
// the same reason a row that lacks a column of a cluster can join it, but not the
// other way round: on sparse tables the rounds end early, and [SequentialIB] finds
// better clusterings.
//
// Of [Options.Restarts] starts the one with the largest I(Z;Y) is
// the encoder of k, which is its parameter. O(k c) a round for c non-zero cells, for
// every restart and k; O(k m) memory for each worker.
type KLMeans struct{}

// Name implements [Method]: "kl-means".
func (KLMeans) Name() string { return "kl-means" }

// Run implements [Method].
func (KLMeans) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), usualRestarts(j.Rows()))
	if err != nil {
		return Result{}, err
	}
	t := newTable(j)
	l := lloyd{table: t, weights: t.weights(true), start: jensenShannon(), distance: kullbackLeibler()}
	return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
		return l.run(ctx, k, newStream(o.Seed, forKLMeans, k, restart))
	}), nil
}
