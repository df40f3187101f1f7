package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
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

// linkage starts with one cluster per row and repeatedly merges the two clusters with the
// least distance. The distance of rows is the Jensen-Shannon distance: the
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
// first, the tree has no merges, because they are not found in the order of their heights.
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
// are each other's nearest neighbours can be merged at once: later merges do not separate
// them, because a union is never nearer to another cluster than both its parts. There are
// fewer than n-1 links if the context ends first. chains changes the distances. O(n^2).
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
		// Among equally near clusters, the previous cluster of the chain counts as the nearest.
		nearest, least := -1, math.Inf(1)
		if len(chain) > 1 {
			nearest = chain[len(chain)-2]
			least = *d.at(top, nearest)
		}
		back := nearest
		for _, x := range alive {
			if x != top && *d.at(top, x) < least {
				nearest, least = x, *d.at(top, x)
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
		// Because of rounding, a union can be nearer to a cluster further down the chain than
		// that cluster's neighbour. Then a or b is in the chain twice.
		chain = chain[:slices.IndexFunc(chain, func(x int) bool { return x == a || x == b })]
	}
	return links
}

// join replaces the distances from cluster a by the distances from the union of a and b
// (Lance and Williams 1967, doi:10.1093/comjnl/9.4.373).
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

// treeOfLinks returns the tree that joins the clusters at the ends of each link, from the
// shortest link to the longest.
func treeOfLinks(order []int, links []link) *Dendrogram {
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(a.height, b.height) })
	g := newGrower(order)
	earlier := partition.Identity(len(order))
	for _, l := range links {
		a, b := firstRow(earlier, l.a), firstRow(earlier, l.b)
		a, b = min(a, b), max(a, b)
		earlier[b] = a
		g.merge(a, b, l.height)
	}
	return g.tree
}

// distances holds the distances of all pairs of n rows or clusters: the upper triangle of
// a matrix, row by row.
type distances struct {
	n     int
	apart []float64
}

// at returns the address of the distance of a and b, which must differ.
func (d *distances) at(a, b int) *float64 {
	if a > b {
		a, b = b, a
	}
	return &d.apart[a*(2*d.n-a-1)/2+b-a-1]
}

// rowDistances returns the Jensen-Shannon distances of the rows of a table, not all of them
// if the context ends first: the square root of
//
//	sum over y of (phi(p_y) + phi(q_y)) / 2 - phi((p_y + q_y) / 2),
//
// which is 0 to the last bit for equal rows. Sums of phi are exact, so it does not
// depend on the order of columns. O(n^2 m).
func rowDistances(ctx context.Context, t *table, workers int) *distances {
	d := &distances{t.n, make([]float64, t.n*(t.n-1)/2)}
	// Probabilities are masses of a total of 2, so that the sum of two is their average.
	phi := plogp.NewPhi(2, false)
	half := make([][]float64, t.n)                               // phi(p/2) of every cell
	halves, wholes := make([]float64, t.n), make([]float64, t.n) // sums of phi(p/2) and phi(p)
	for i, r := range t.rows {
		for _, p := range r.conditional {
			v := phi.At(p)
			half[i] = append(half[i], v)
			halves[i] += v
			wholes[i] += phi.At(2 * p)
		}
	}
	type scratch struct{ p, half, sums []float64 } // row i over all columns, and sums p + q
	spread := make([]scratch, workers)
	_ = pool.Each(ctx, workers, t.n-1, func(worker, i int) error {
		s := &spread[worker]
		if s.p == nil {
			s.p, s.half = make([]float64, t.m), make([]float64, t.m)
		}
		for k, y := range t.rows[i].columns {
			s.p[y], s.half[y] = t.rows[i].conditional[k], half[i][k]
		}
		for j := i + 1; j < t.n; j++ {
			sum := halves[i] + halves[j]
			s.sums = s.sums[:0]
			for k, y := range t.rows[j].columns {
				if p := s.p[y]; p > 0 {
					s.sums = append(s.sums, p+t.rows[j].conditional[k])
					sum -= s.half[y] + half[j][k]
				}
			}
			sum += phi.Sum(s.sums)
			*d.at(i, j) = math.Sqrt(max(0, float64((wholes[i]+wholes[j])/2)-sum))
		}
		for _, y := range t.rows[i].columns {
			s.p[y] = 0
		}
		return nil
	})
	return d
}
