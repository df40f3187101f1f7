package baseline

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/partition"
)

const (
	// maxStart is the largest number of clusters to start with.
	maxStart = 512
	// nearlyBest is the number of solutions that are started with although others are
	// better.
	nearlyBest = 8
)

// starts returns clusterings to begin with at a beta: those given, and others.
func (a *annealing) starts(beta float64, given [][]int) [][]int {
	n := a.table.n
	given = append(slices.Clone(given), a.nearly(beta)...)
	list := slices.Clone(given)
	if n <= maxStart {
		list = append(list, partition.Identity(n))
	}
	for r := range a.options.Restarts {
		random := newStream(a.options.Seed^math.Float64bits(beta), forDIB, r)
		from := given[r%len(given)]
		switch r % 4 {
		case 0:
			list = append(list, dealt(n, random))
		case 1:
			list = append(list, apart(from, random))
		default:
			list = append(list, split(from, random))
		}
	}
	for s, labels := range list {
		list[s] = atMost(maxStart, labels)
	}
	return list
}

// nearly returns the solutions found that are the best ones at a beta.
func (a *annealing) nearly(beta float64) (labels [][]int) {
	all := slices.Collect(a.found.All())
	slices.SortStableFunc(all, func(p, q solution) int {
		return -cmp.Compare(p.I-p.H/beta, q.I-q.H/beta)
	})
	for _, s := range all[:min(nearlyBest, len(all))] {
		labels = append(labels, s.Payload)
	}
	return labels
}

// meet returns the coarsest common refinement of two clusterings.
func meet(a, b []int) []int {
	both := make([][2]int, len(a))
	for x := range both {
		both[x] = [2]int{a[x], b[x]}
	}
	return partition.Canonical(both)
}

// dealt returns a clustering at random, into a number of clusters of any order of
// magnitude.
func dealt(n int, random *stream) []int {
	k := int(special.Exp2(float64(random.Uniform()*plogp.Log2(float64(n)))) + 0.5)
	labels := make([]int, n)
	for x := range labels {
		labels[x] = x % k
	}
	random.shuffle(labels)
	return labels
}

// apart returns a clustering with random rows set apart, few or many.
func apart(labels []int, random *stream) []int {
	refined := slices.Clone(labels)
	share := random.Uniform()
	for x := range labels {
		if random.Uniform() < share {
			refined[x] = len(labels) + x
		}
	}
	return refined
}

// split returns a clustering with one of its clusters split at random.
func split(labels []int, random *stream) []int {
	refined := slices.Clone(labels)
	c := random.below(slices.Max(labels) + 1)
	for x := range labels {
		if labels[x] == c && random.Uniform() < 0.5 {
			refined[x] = len(labels)
		}
	}
	return refined
}

// atMost returns the canonical clustering by labels, and if that has more than k
// clusters, one with the others dealt out to k.
func atMost(k int, labels []int) []int {
	p := partition.Canonical(labels)
	for x, c := range p {
		p[x] = c % k
	}
	return p
}
