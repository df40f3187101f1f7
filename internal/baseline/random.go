package baseline

import (
	"context"
	"sort"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/special"
)

// Purposes of random streams. Streams for different purposes are independent.
const (
	forRandom = iota + 1
	forKMeans
	forKLMeans
	forSequential
	forDIB
	forIB
)

// stream is a sequence of random choices.
type stream struct{ *random.Stream }

// newStream returns the stream of a seed for a purpose.
func newStream(seed uint64, purpose ...int) *stream {
	numbers := lists.Map(purpose, func(p int) uint64 { return uint64(p) })
	return &stream{random.New(seed, numbers...)}
}

// below returns a number from 0 to n-1. Its bias is below n/2^52.
func (s *stream) below(n int) int { return int(float64(float64(n) * s.Uniform())) }

// weighted returns an index with a probability in proportion to its weight, or -1 if no
// weight is above 0.
func (s *stream) weighted(weights []float64) int {
	total := lists.Sum(weights)
	left := float64(total * s.Uniform())
	last := -1
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		last = i
		if left -= w; left < 0 {
			return i
		}
	}
	return last // after rounding, left can remain above 0
}

// shuffle brings items into random order.
func (s *stream) shuffle(items []int) {
	for i := len(items) - 1; i > 0; i-- {
		k := s.below(i + 1)
		items[i], items[k] = items[k], items[i]
	}
}

// Random returns the method that draws clusterings at random, without using the table: for
// each number of clusters k, uniformly among all clusterings of the n rows into exactly k
// clusters. It makes [Options.Restarts] draws for each k, 20 by default. The parameter is k.
// Draws of small n, or of k near 1 or n, can repeat, so there can be fewer clusterings.
//
// The clusterings into k are counted by the Stirling numbers of the second kind. By their
// generating function (e^z - 1)^k / k!, the sizes of the clusters are k independent Poisson
// numbers above 0, of any mean, conditioned on the sum n, and given the sizes the rows are in
// random order (Flajolet, Zimmermann and Van Cutsem 1994, doi:10.1016/0304-3975(94)90226-7;
// Duchon, Flajolet, Louchard and Schaeffer 2004, doi:10.1017/S0963548304006315). The mean is
// chosen such that the expected sum is n, and sizes are drawn until their sum is n. This is
// exact up to the rounding of float64. O(n + k sqrt(n) log n) expected for each draw.
func Random() Method {
	return Method{Name: "random", restarts: func(int) int { return 20 }, run: runRandom}
}

func runRandom(ctx context.Context, t *table, o Options) Result {
	draws := make([][]int, len(o.Clusters)*o.Restarts)
	err := pool.Each(ctx, o.Workers, len(o.Clusters), func(_, job int) error {
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
	return found.result(err)
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
	// From the most frequent size outwards, only negligible probabilities underflow.
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

// truncatedMean returns the mean lambda of the Poisson distribution that has the given mean,
// at least 1, if zeros are left out: lambda/(1 - e^-lambda) = mean.
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
			size := 1 + sort.SearchFloat64s(s.cumulated, float64(s.cumulated[len(s.cumulated)-1]*random.Uniform()))
			if len(labels)+size+s.k-1-c > s.n { // the remaining clusters would be empty
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
