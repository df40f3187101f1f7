package baseline

import (
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// Dendrogram is the tree of a method that merges two clusters at a time. It can be cut
// into one clustering for every number of clusters.
type Dendrogram struct {
	// Rows is the number n of leaves, the rows of the joint.
	Rows int
	// Merges has the n - 1 merges in their order, or fewer if the context ended first.
	Merges []Merge
}

// Merge is a step of a [Dendrogram]. Clusters 0 to n-1 are the rows of the joint in their
// given order, and merge number s makes cluster n + s.
type Merge struct {
	A, B int // A < B
	// Height is the distance of A and B, or the cost of merging them, depending on the
	// method. It may be less than the height of an earlier merge.
	Height float64
}

// Cut returns the clustering into k clusters, or false if k is not from 1 to n or the tree
// is not finished. O(n).
func (d *Dendrogram) Cut(k int) (partition.Partition, bool) {
	merges := d.Rows - k
	if k < 1 || merges < 0 || merges > len(d.Merges) {
		return nil, false
	}
	// From the last merge to the first, both parts take the number of their union.
	cluster := partition.Identity(d.Rows + merges)
	for s := merges - 1; s >= 0; s-- {
		cluster[d.Merges[s].A] = cluster[d.Rows+s]
		cluster[d.Merges[s].B] = cluster[d.Rows+s]
	}
	return partition.Canonical(cluster[:d.Rows]), true
}

// result returns the clusterings of the tree into the given numbers of clusters that it
// has, with a parameter that is a function of the number of merges.
func (d *Dendrogram) result(clusters []int, parameter func(merges int) float64) Result {
	r := Result{Status: statusOf(len(d.Merges) == d.Rows-1)}
	done := make(map[int]bool)
	for _, k := range clusters {
		if p, ok := d.Cut(k); ok && !done[k] {
			done[k] = true
			r.Clusterings = append(r.Clusterings, Clustering{p, parameter(d.Rows - k)})
		}
	}
	return r
}

// grower builds a tree from merges of clusters, which are named by their first row in
// canonical order.
type grower struct {
	tree *Dendrogram
	name []int // of the cluster whose first row is at that position
}

// newGrower returns a tree without merges over rows in the given order.
func newGrower(order []int) *grower {
	return &grower{&Dendrogram{Rows: len(order), Merges: make([]Merge, 0, len(order)-1)}, slices.Clone(order)}
}

// merge merges the clusters whose first rows are at positions a < b.
func (g *grower) merge(a, b int, height float64) {
	t := g.tree
	x, y := g.name[a], g.name[b]
	t.Merges = append(t.Merges, Merge{min(x, y), max(x, y), height})
	g.name[a] = t.Rows + len(t.Merges) - 1
}
