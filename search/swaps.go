package search

import (
	"context"
	"math/bits"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// swapper searches for clusterings of large i into k clusters, for one k after the other. If h is log2 k, a local
// search follows only moves that raise i at the same k. Such moves cannot take a cluster from one end of the rows to
// the other, but a swap can. It is a perturbation: a random cluster is dissolved, its rows join others, and a random
// row begins a new cluster (as centroids are swapped in k-means: Fränti 2018, doi:10.1186/s40537-018-0122-y). Then
// single rows move as long as that raises i (Hartigan 1975), and the result is kept if it is better.
//
// Costs are exact sums, so that all machines find the same clusterings.
type swapper struct {
	sets   []problem.Cluster // one per cluster, and an empty one
	gain   []float64         // part of every cluster in i
	size   []int
	of     []int // the cluster of every row
	kept   []int // the clustering of largest i for this k: the cluster of every row
	random *random.Stream
	// work counts the costs computed.
	work int64
}

const (
	// Every k has up to swaps swaps and swapWork / k costs, and all k together have up to allSwapWork costs, times the
	// effort: three or four seconds.
	swaps       = 200
	swapWork    = 1 << 22
	allSwapWork = 1 << 25
	// passes is the largest number of passes over all rows after a swap.
	passes = 50
)

// swapStarts returns a clustering of n rows into k clusters for k = 2, 3 and so on up to most, as far as the work allows.
func swapStarts(ctx context.Context, t problem.Traits, n int, effort float64, most int) (starts []partition.Partition) {
	s := newSwapper(t, n)
	limit := evaluations(allSwapWork * effort)
	for k := 2; k < n && k <= most && s.work < limit && ctx.Err() == nil; k++ {
		s.sets = append(s.sets, t.Cluster())
		s.gain, s.size = append(s.gain, 0), append(s.size, 0)
		s.grow(ctx)
		s.improve(ctx, k, effort)
		starts = append(starts, partition.Canonical(s.kept))
	}
	return starts
}

// newSwapper returns a swapper with all n rows in one cluster.
func newSwapper(t problem.Traits, n int) *swapper {
	s := &swapper{
		random: random.From(0), sets: []problem.Cluster{t.Cluster()}, size: []int{n}, of: make([]int, n), kept: make([]int, n),
	}
	for x := range s.of {
		s.sets[0].Add(x)
	}
	s.gain = []float64{s.sets[0].Cost().I}
	return s
}

// grow makes a new cluster of the row for which this raises i most, and settles the other rows.
func (s *swapper) grow(ctx context.Context) {
	fresh := len(s.sets) - 1
	best, most := -1, 0.0
	for x, c := range s.of {
		if s.size[c] == 1 {
			continue
		}
		if rise := s.without(x) + s.with(fresh, x) - s.gain[c]; best < 0 || rise > most {
			best, most = x, rise
		}
	}
	s.move(best, fresh)
	s.settle(ctx)
	copy(s.kept, s.of)
}

// improve tries swaps for k clusters.
func (s *swapper) improve(ctx context.Context, k int, effort float64) {
	best := s.total()
	end := s.work + evaluations(swapWork*effort)/int64(k)
	for trial := 0; float64(trial) < swaps*effort && s.work < end && ctx.Err() == nil; trial++ {
		given, x := s.draw(k), s.draw(len(s.of))
		if s.of[x] != given && s.size[s.of[x]] == 1 {
			continue // the swap would leave k-1 clusters
		}
		s.dissolve(given, x)
		s.settle(ctx)
		if i := s.total(); i > best {
			best = i
			copy(s.kept, s.of)
			continue
		}
		for y, c := range s.kept {
			if s.of[y] != c {
				s.move(y, c)
			}
		}
	}
}

// dissolve moves the rows of a cluster to others, and row x to it.
func (s *swapper) dissolve(given, x int) {
	for y, c := range s.of {
		if c == given && y != x {
			s.move(y, s.home(y, given))
		}
	}
	if s.of[x] != given {
		s.move(x, given)
	}
}

// settle moves rows to where they raise i most, until no move raises it or the context ends.
func (s *swapper) settle(ctx context.Context) {
	for pass := 0; pass < passes && ctx.Err() == nil; pass++ {
		moved := false
		for x, from := range s.of {
			if s.size[from] == 1 {
				continue
			}
			left := s.without(x) - s.gain[from]
			to := s.home(x, from)
			if left+s.with(to, x)-s.gain[to] > 0 {
				s.move(x, to)
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// home returns the cluster whose part in i a row raises most, other than cluster but.
func (s *swapper) home(x, but int) int {
	best, most := -1, 0.0
	for c := range s.sets {
		if c == but {
			continue
		}
		if rise := s.with(c, x) - s.gain[c]; best < 0 || rise > most {
			best, most = c, rise
		}
	}
	return best
}

// with returns the part in i that a cluster would have with row x. without returns the part that the cluster of row x
// would have without it.
func (s *swapper) with(c, x int) float64 {
	s.work++
	s.sets[c].Add(x)
	i := s.sets[c].Cost().I
	s.sets[c].Remove(x)
	return i
}

func (s *swapper) without(x int) float64 {
	s.work++
	set := s.sets[s.of[x]]
	set.Remove(x)
	i := set.Cost().I
	set.Add(x)
	return i
}

// move moves a row to another cluster.
func (s *swapper) move(x, to int) {
	from := s.of[x]
	s.sets[from].Remove(x)
	s.sets[to].Add(x)
	s.of[x] = to
	s.size[from]--
	s.size[to]++
	for _, c := range [2]int{from, to} {
		s.gain[c] = 0
		if s.size[c] > 0 {
			s.gain[c] = s.sets[c].Cost().I
		}
	}
}

// total returns the i of the clustering, up to a constant.
func (s *swapper) total() (i float64) {
	return lists.Sum(s.gain)
}

// draw returns a number below n.
func (s *swapper) draw(n int) int {
	high, _ := bits.Mul64(s.random.Next(), uint64(n))
	return int(high)
}
