package baseline

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/joint"
)

// Criterion is how far two clusters are apart, by how far their rows are.
type Criterion int

const (
	// SingleLinkage is the least distance of two rows.
	SingleLinkage Criterion = iota
	// CompleteLinkage is the largest.
	CompleteLinkage
	// AverageLinkage is the mean over all pairs of rows.
	AverageLinkage
	// WardLinkage is the square root of twice the growth of the sum of squares
	// around the means, if distances were those of points.
	WardLinkage
)

var criterionNames = [...]string{"single", "complete", "average", "ward"}

// Linkage merges the two clusters of rows that are least apart, from the rows on,
// until one is left. Rows are apart by their Jensen-Shannon distance: the square root
// of the divergence in bits of p(y|x), with the same weight for both. Masses of rows
// play no part. It agrees with scipy.cluster.hierarchy.linkage on the distances of
// scipy.spatial.distance.jensenshannon with base 2.
//
// The parameter of a clustering is the height of the merge that made it: how far its
// two clusters were apart, and 0 for one cluster a row.
//
// Time O(n^2) beside the O(n^2 m) for distances, and memory O(n^2): 4 n^2 bytes, so
// tables have 16,384 rows at most, for which that is 1 GB. Of equal distances that of
// the first rows in canonical order counts.
type Linkage struct{ Criterion Criterion }

// MaxLinkageRows is the number of rows that linkage takes.
const MaxLinkageRows = 1 << 14

// Name implements [Method].
func (l Linkage) Name() string {
	if l.Criterion < 0 || int(l.Criterion) >= len(criterionNames) {
		return fmt.Sprintf("linkage criterion %d", int(l.Criterion))
	}
	return criterionNames[l.Criterion]
}

// Run implements [Method]. The error wraps [ErrOptions], too, if there are too many
// rows. If the context ends first, only the clustering of one cluster a row is
// returned.
func (l Linkage) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), 0)
	if err != nil {
		return Result{}, err
	}
	tree, err := l.Tree(ctx, j, o)
	if err != nil {
		return Result{}, err
	}
	return tree.result(o.Clusters, func(merges int) float64 {
		if merges == 0 {
			return 0
		}
		return tree.Merges[merges-1].Height
	}), nil
}

// Tree returns the tree that Run cuts, with heights as distances. If the context ends
// first, the tree has no merges: they are not found in their order.
func (l Linkage) Tree(ctx context.Context, j *joint.Joint, o Options) (*Dendrogram, error) {
	o, err := o.withDefaults(j.Rows(), 0)
	if err != nil {
		return nil, err
	}
	if l.Criterion < 0 || int(l.Criterion) >= len(criterionNames) {
		return nil, fmt.Errorf("%w: there is no %s, want 0 to %d", ErrOptions, l.Name(), len(criterionNames)-1)
	}
	if j.Rows() > MaxLinkageRows {
		return nil, fmt.Errorf("%w: linkage takes %d rows at most, and the table has %d; use agglomerative-ib, which keeps no distances",
			ErrOptions, MaxLinkageRows, j.Rows())
	}
	t := newTable(j)
	d, complete := rowDistances(ctx, t, o.Workers)
	var links []link
	switch {
	case !complete:
	case l.Criterion == SingleLinkage:
		links = spanningTree(ctx, d)
	default:
		links = chains(ctx, d, l.Criterion)
	}
	if len(links) < t.n-1 {
		return newGrower(t.order).tree, nil
	}
	return treeOfLinks(t.order, links), nil
}
