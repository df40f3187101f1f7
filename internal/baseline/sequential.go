package baseline

import "context"

// sequentialIB is the sequential information bottleneck of Slonim, Friedman and Tishby
// 2002 (doi:10.1145/564376.564401, figure 1). For each number of clusters k it starts with
// the rows dealt out at random, takes every row out of its cluster in turn and puts it
// into the cluster where I(Z;Y) becomes largest, until nothing changes in a round.
// Putting row x of mass p(x) into cluster t costs
//
//	(p(x) + p(t)) JSD_pi(p(y|x), p(y|t)),  pi = p(x)/(p(x) + p(t)),
//
// with the Jensen-Shannon divergence weighted by pi and 1-pi. Of [Options.Restarts] starts
// the one with the largest I(Z;Y) is the clustering of k, which is its parameter. A row
// alone in its cluster stays, so that there are k clusters in the end.
//
// I(Z;Y) rises with every move and is computed exactly, so the rounds end, in a local
// optimum. H(Z) is ignored.
//
// O(n + k c) a round for c non-zero cells, mostly some ten rounds, for every restart and
// k; O(k m) memory for each worker.
func sequentialIB() Method {
	return Method{Name: "sequential-ib", restarts: usualRestarts, run: func(ctx context.Context, t *table, o Options) Result {
		return eachK(ctx, t, o, func(k, restart int) ([]int, float64) {
			s := newSequential(t, k, newStream(o.Seed, forSequential, k, restart))
			for ctx.Err() == nil && s.round() {
				continue
			}
			return s.labels, -s.information()
		})
	}}
}

// sequential is a clustering between two rounds of sequentialIB.
type sequential struct {
	*clusters
	size   []int // number of rows of every cluster
	order  []int // in which rows are moved
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

// round moves every row to its best cluster, in random order, and tells whether any row
// changed its cluster.
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
