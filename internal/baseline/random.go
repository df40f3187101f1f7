package baseline

import (
	"context"
	"sort"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
)

// Random draws clusterings by chance, for each number of clusters k uniformly among
// all clusterings of the n rows into exactly k clusters: what a method finds without
// looking at the table. Every draw, [Options.Restarts] of them for each k (20 unless
// given), is an encoder; its parameter is k.
//
// The clusterings into k are counted by the Stirling numbers of the second kind,
// whose generating function (e^z - 1)^k / k! says how to draw: the sizes of the
// clusters are k independent Poisson numbers above 0, of whatever mean, given that
// they add up to n; and given the sizes, the rows are in random order (Flajolet,
// Zimmermann and Van Cutsem 1994, doi:10.1016/0304-3975(94)90226-7; Duchon,
// Flajolet, Louchard and Schaeffer 2004, doi:10.1017/S0963548304006315). The mean
// is chosen such that n is the sum expected, and sizes are drawn until it is the sum.
// That is exact for any n, up to the rounding of float64.
//
// O(n + k sqrt(n) log n) expected for each draw. Draws of small n or of k near 1 or
// n repeat themselves; encoders are distinct, so there are fewer.
type Random struct{}

const (
	// randomRestarts is the default number of draws for each k.
	randomRestarts = 20
	// forRandom and the like tell the streams of different methods apart.
	forRandom = iota
	forKMeans
	forKLMeans
	forSequential
	forDIB
	forIB
)

// Name implements [Method]: "random".
func (Random) Name() string { return "random" }

// Run implements [Method].
func (Random) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), randomRestarts)
	if err != nil {
		return Result{}, err
	}
	t := newTable(j)
	draws := make([][]int, len(o.Clusters)*o.Restarts)
	err = pool.Each(ctx, o.Workers, len(o.Clusters), func(_, job int) error {
		k := o.Clusters[job]
		sizes := newSizes(t.n, k)
		for restart := 0; restart < o.Restarts && ctx.Err() == nil; restart++ {
			draws[job*o.Restarts+restart] = sizes.draw(newStream(o.Seed, forRandom, k, restart))
		}
		return nil
	})
	found := newCollector(t)
	for i, labels := range draws {
		if labels != nil {
			found.add(labels, float64(o.Clusters[i/o.Restarts]))
		}
	}
	return found.result(err == nil), nil
}

// sizes draws clusterings of n rows into k clusters.
type sizes struct {
	n, k int
	// cumulated[i] is proportional to the probability of a size up to i+1.
	cumulated []float64
}

func newSizes(n, k int) sizes {
	s := sizes{n: n, k: k, cumulated: make([]float64, n-k+1)}
	mean := truncatedMean(float64(n) / float64(k))
	// From the most frequent size outwards, so that nothing but what is negligible
	// falls below the smallest float64.
	top := min(max(int(mean), 1), len(s.cumulated))
	s.cumulated[top-1] = 1
	for size := top + 1; size <= len(s.cumulated); size++ {
		s.cumulated[size-1] = float64(s.cumulated[size-2] * (mean / float64(size)))
	}
	for size := top - 1; size >= 1; size-- {
		s.cumulated[size-1] = float64(s.cumulated[size] * (float64(size+1) / mean))
	}
	for i := 1; i < len(s.cumulated); i++ {
		s.cumulated[i] += s.cumulated[i-1]
	}
	return s
}

// truncatedMean returns the mean of the Poisson distribution that, without its
// zeros, has a given mean of at least 1: lambda/(1 - e^-lambda) = mean.
func truncatedMean(mean float64) float64 {
	const perNat = 1.4426950408889634 // log2 e
	lo, hi := 0.0, mean
	for range 60 {
		lambda := (lo + hi) / 2
		if lambda < float64(mean*(1-special.Exp2(-float64(lambda*perNat)))) {
			lo = lambda
		} else {
			hi = lambda
		}
	}
	return hi
}

// draw returns a label for every row.
func (s sizes) draw(random *stream) []int {
	labels := make([]int, 0, s.n)
	for len(labels) != s.n {
		labels = labels[:0]
		for c := 0; c < s.k; c++ {
			// What the clusters to come need at least is not there to be taken.
			size := s.size(random)
			if len(labels)+size+s.k-1-c > s.n {
				break
			}
			for range size {
				labels = append(labels, c)
			}
		}
	}
	random.shuffle(labels)
	return labels
}

func (s sizes) size(random *stream) int {
	all := s.cumulated[len(s.cumulated)-1]
	return 1 + sort.SearchFloat64s(s.cumulated, float64(all*random.Uniform()))
}
