package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// criterion is the distance of two clusters as a function of the distances of their rows.
type criterion int

const (
	single   criterion = iota // the least distance of two rows
	complete                  // the largest
	average                   // the mean over all pairs of rows
	ward                      // the root of twice the growth of the sum of squares around the means
)

var criterionNames = [...]string{"single", "complete", "average", "ward"}

// maxLinkageRows is the largest number of rows for linkage: it keeps 4 n^2 bytes of
// distances, which is 1 GB for that many.
const maxLinkageRows = 1 << 14

// linkage starts with one cluster per row and merges the two clusters with the least
// distance, until one is left. The distance of rows is the Jensen-Shannon distance: the
// square root of the divergence in bits of p(y|x), with the same weight for both; masses
// of rows have no influence. The method agrees with scipy.cluster.hierarchy.linkage on the
// distances of scipy.spatial.distance.jensenshannon with base 2. Equal distances are
// ordered by the first rows in canonical order.
//
// The parameter of a clustering is the height of its last merge, the distance of the two
// clusters merged, and 0 for one cluster per row. O(n^2 m) time and O(n^2) memory.
func linkage(by criterion) Method {
	return Method{Name: criterionNames[by], MostRows: maxLinkageRows, run: func(ctx context.Context, t *table, o Options) Result {
		d := linkageTree(ctx, t, by, o.Workers)
		return d.result(o.Clusters, func(merges int) float64 {
			if merges == 0 {
				return 0
			}
			return d.Merges[merges-1].Height
		})
	}}
}

// linkageTree returns the tree of a table, with distances as heights. If the context ends
// first, the tree has no merges, as they are not found in their order.
func linkageTree(ctx context.Context, t *table, by criterion, workers int) *Dendrogram {
	links := chains(ctx, rowDistances(ctx, t, workers), by)
	if len(links) < t.n-1 {
		links = nil
	}
	return treeOfLinks(t.order, links)
}

// link is a merge of the clusters of two rows.
type link struct {
	a, b   int
	height float64
}

// chains returns the links of a criterion, in any order, by nearest-neighbour chains
// (Benzecri 1982, Juan 1982; Murtagh 1983, doi:10.1093/comjnl/26.4.354). Two clusters that
// are nearest to each other are merged in the end whatever else is merged, because a
// union is never nearer to other clusters than both its parts. There are fewer than n-1
// links if the context ends first. It changes the distances. O(n^2).
func chains(ctx context.Context, d *distances, by criterion) []link {
	var links []link
	alive := partition.Identity(d.n)
	size := slices.Repeat([]float64{1}, d.n)
	var chain []int
	for len(alive) > 1 && ctx.Err() == nil {
		if len(chain) == 0 {
			chain = append(chain, alive[0])
		}
		top := chain[len(chain)-1]
		// If the previous one in the chain is as near as any, it counts as the nearest.
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
		// Rounding can bring a union nearer to a cluster further down than that cluster's
		// neighbour, so that one of the two is in the chain twice.
		chain = chain[:slices.IndexFunc(chain, func(x int) bool { return x == a || x == b })]
	}
	return links
}

// join replaces the distances of a from other clusters by those of the union of a and b,
// which have the given sizes (Lance and Williams 1967, doi:10.1093/comjnl/9.4.373).
func (d *distances) join(a, b int, alive []int, size []float64, by criterion) {
	apart := *d.at(a, b)
	for _, x := range alive {
		if x == a {
			continue
		}
		to, other := d.at(a, x), *d.at(b, x)
		switch by {
		case single:
			*to = min(*to, other)
		case complete:
			*to = max(*to, other)
		case average:
			*to = (float64(size[a]**to) + float64(size[b]*other)) / (size[a] + size[b])
		case ward:
			square := float64((size[a]+size[x])*float64(*to**to)) +
				float64((size[b]+size[x])*float64(other*other)) - float64(size[x]*float64(apart*apart))
			*to = math.Sqrt(max(0, square) / (size[a] + size[b] + size[x]))
		}
	}
	size[a] += size[b]
}

// treeOfLinks returns the tree of links between rows in the given order: the clusters
// that they connect, from the shortest link to the longest.
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
