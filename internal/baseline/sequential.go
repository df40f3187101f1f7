package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// SequentialIB is the sequential information bottleneck of Slonim, Friedman and
// Tishby 2002 (doi:10.1145/564376.564401, figure 1): for each number of clusters k,
// starting with rows dealt out at random, draw every row out of its cluster in turn
// and put it into the cluster where I(Z;Y) becomes largest, until nothing changes in
// a round. Putting row x of mass p(x) into cluster t costs
//
//	(p(x) + p(t)) JSD_pi(p(y|x), p(y|t)),  pi = p(x)/(p(x) + p(t)),
//
// the Jensen-Shannon divergence being weighted by pi and 1-pi. Of
// [Options.Restarts] starts the one with the largest I(Z;Y) is the
// encoder of k, which is its parameter. A row alone in its cluster stays, so that
// there are k clusters in the end.
//
// I(Z;Y) rises with every move and is computed exactly, so that rounds come to an
// end. What they end in is a local optimum: the best clustering into k need not be
// found, and H(Z) is not looked at.
//
// O(n + k c) a round for c non-zero cells, mostly some ten rounds, for every restart
// and k; O(k m) memory for each worker.
type SequentialIB struct{}

// Name implements [Method]: "sequential-ib".
func (SequentialIB) Name() string { return "sequential-ib" }

// Run implements [Method].
func (SequentialIB) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), usualRestarts(j.Rows()))
	if err != nil {
		return Result{}, err
	}
	t := newTable(j)
	return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
		s := newSequential(t, k, newStream(o.Seed, forSequential, k, restart))
		for ctx.Err() == nil && s.round() {
			continue
		}
		return s.labels, -s.information()
	}), nil
}

// sequential is a clustering on the way of SequentialIB.
type sequential struct {
	*clusters
	size   []int // number of rows of every cluster
	order  []int // of drawing rows
	random *stream
}

// newSequential deals the rows out into k clusters, in random order.
func newSequential(t *table, k int, random *stream) *sequential {
	s := &sequential{size: make([]int, k), random: random, order: make([]int, t.n)}
	for x := range s.order {
		s.order[x] = x
	}
	random.shuffle(s.order)
	labels := make([]int, t.n)
	for i, x := range s.order {
		labels[x] = i % k
		s.size[i%k]++
	}
	s.clusters = newClusters(t, labels, k)
	return s
}

// round draws out every row once and tells whether one changed its cluster.
func (s *sequential) round() (changed bool) {
	s.random.shuffle(s.order)
	for _, x := range s.order {
		from := s.labels[x]
		if s.size[from] == 1 {
			continue
		}
		s.take(x)
		to, most := from, s.gain(x, from)
		for c := range s.size {
			if c == from {
				continue
			}
			if gain := s.gain(x, c); gain > most {
				to, most = c, gain
			}
		}
		s.put(x, to)
		s.size[from]--
		s.size[to]++
		changed = changed || to != from
	}
	return changed
}
