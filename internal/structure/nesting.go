package structure

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Walk returns a chain of points that refine their predecessors: a way from coarse to fine through
// the corners of the frontier. It maximises the total prominence among all chains of candidates,
// then the number of points, and then minimises H, compared from the last point backwards. Points
// without clusterings and repetitions are left out. It panics if a candidate is not the index of a
// point, as [frontier.Frontier.At] does. O(c^2 n) for c candidates; a hundred or so of
// [frontier.Frontier.MostProminent] are a good choice.
func Walk(f *frontier.Frontier, candidates []int) []int {
	order := slices.Compact(slices.Sorted(slices.Values(candidates)))
	order = slices.DeleteFunc(order, func(i int) bool { return !f.At(i).Known() })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.At(a).K, f.At(b).K) })
	within := make([]int, f.Problem.N)
	clusterings := make([]partition.Partition, len(order))
	chains := make([]chain, len(order)) // the best one that ends at each candidate
	best := -1
	for k, i := range order {
		point := f.At(i)
		own := point.Prominence
		clusterings[k] = point.Assignment()
		chains[k] = chain{total: own, points: 1, end: i, from: -1, before: -1}
		for l, c := range chains[:k] {
			longer := chain{c.total + own, c.points + 1, i, c.end, l}
			if longer.better(&chains[k]) && f.At(c.end).K < point.K && refines(clusterings[k], clusterings[l], within) {
				chains[k] = longer
			}
		}
		if best < 0 || chains[k].better(&chains[best]) {
			best = k
		}
	}
	var walk []int
	for ; best >= 0; best = chains[best].before {
		walk = append(walk, chains[best].end)
	}
	slices.Reverse(walk)
	return walk
}

// chain is a sequence of points that refine each other.
type chain struct {
	total     float64
	points    int
	end, from int // its last point, and the one before, or -1
	before    int // the index of the chain without its last point, or -1
}

// better reports whether a chain is preferred to another.
func (c *chain) better(than *chain) bool {
	return cmp.Or(cmp.Compare(than.total, c.total), cmp.Compare(than.points, c.points),
		cmp.Compare(c.end, than.end), cmp.Compare(c.from, than.from)) < 0
}

// refines reports whether every cluster of a fine clustering is within a cluster of a coarse one;
// within is scratch space of one number for each cluster. O(n).
func refines(fine, coarse partition.Partition, within []int) bool {
	seen := 0 // labels come in order of first appearance
	for x, c := range fine {
		if c == seen {
			within[c] = coarse[x]
			seen++
		} else if within[c] != coarse[x] {
			return false
		}
	}
	return true
}
