package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// link is a merge of the clusters that hold two rows.
type link struct {
	a, b   int
	height float64
}

// spanningTree returns the links of single linkage, in any order: the edges of the
// minimum spanning tree (Prim 1957). They are fewer than n-1 if the context ends
// first. O(n^2).
func spanningTree(ctx context.Context, d *distances) []link {
	var links []link
	// least[k] is how far left[k] is from the tree, and nearest[k] from which row.
	left := partition.Identity(d.n)[1:]
	least := make([]float64, d.n-1)
	nearest := make([]int, d.n-1)
	for k := range least {
		least[k] = math.Inf(1)
	}
	last := 0
	for len(left) > 0 && ctx.Err() == nil {
		best := 0
		for k, x := range left {
			if apart := *d.at(last, x); apart < least[k] {
				least[k], nearest[k] = apart, last
			}
			if least[k] < least[best] {
				best = k
			}
		}
		last = left[best]
		links = append(links, link{nearest[best], last, least[best]})
		left, least, nearest = slices.Delete(left, best, best+1), slices.Delete(least, best, best+1), slices.Delete(nearest, best, best+1)
	}
	return links
}

// chains returns the links of another criterion, in any order, by nearest-neighbour
// chains (Benzecri 1982, Juan 1982): two clusters that are nearest to each other are
// merged in the end whatever else is, as a union is never nearer to others than both
// its parts. They are fewer than n-1 if the context ends first. It changes the
// distances. O(n^2).
func chains(ctx context.Context, d *distances, by Criterion) []link {
	var links []link
	alive := partition.Identity(d.n)
	size := make([]float64, d.n)
	for x := range size {
		size[x] = 1
	}
	var chain []int
	for len(alive) > 1 && ctx.Err() == nil {
		if len(chain) == 0 {
			chain = append(chain, alive[0])
		}
		top := chain[len(chain)-1]
		// If the one below in the chain is as near as any, it is the nearest.
		nearest, least := -1, math.Inf(1)
		if len(chain) > 1 {
			nearest = chain[len(chain)-2]
			least = *d.at(top, nearest)
		}
		back := nearest
		for _, x := range alive {
			if x == top {
				continue
			}
			if apart := *d.at(top, x); apart < least {
				nearest, least = x, apart
			}
		}
		if nearest != back {
			chain = append(chain, nearest)
			continue
		}
		a, b := min(top, nearest), max(top, nearest)
		links = append(links, link{a, b, least})
		k, _ := slices.BinarySearch(alive, b)
		alive = slices.Delete(alive, k, k+1)
		d.join(a, b, alive, size, by)
		// Rounding can bring a union nearer to a cluster below than that cluster's
		// neighbour, so that it comes up in the chain twice.
		chain = chain[:slices.IndexFunc(chain, func(x int) bool { return x == a || x == b })]
	}
	return links
}

// join sets the distances of a to those of the union of a and b, of so many rows,
// from other clusters (Lance and Williams 1967).
func (d *distances) join(a, b int, alive []int, size []float64, by Criterion) {
	apart := *d.at(a, b)
	for _, x := range alive {
		if x == a {
			continue
		}
		to, other := d.at(a, x), *d.at(b, x)
		switch by {
		case SingleLinkage:
			*to = min(*to, other)
		case CompleteLinkage:
			*to = max(*to, other)
		case AverageLinkage:
			*to = (float64(size[a]**to) + float64(size[b]*other)) / (size[a] + size[b])
		case WardLinkage:
			square := float64((size[a]+size[x])*float64(*to**to)) +
				float64((size[b]+size[x])*float64(other*other)) - float64(size[x]*float64(apart*apart))
			*to = math.Sqrt(max(0, square) / (size[a] + size[b] + size[x]))
		}
	}
	size[a] += size[b]
}

// treeOfLinks returns the tree of links between rows in the given order: the
// clusters that they connect, from the shortest link to the longest.
func treeOfLinks(order []int, links []link) *Dendrogram {
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(a.height, b.height) })
	g := newGrower(order)
	first := partition.Identity(len(order)) // leads to the first row of the cluster
	find := func(x int) int {
		for first[x] != x {
			first[x] = first[first[x]]
			x = first[x]
		}
		return x
	}
	for _, l := range links {
		a, b := find(l.a), find(l.b)
		a, b = min(a, b), max(a, b)
		first[b] = a
		g.merge(a, b, l.height)
	}
	return g.tree
}
