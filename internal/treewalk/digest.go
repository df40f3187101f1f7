package treewalk

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Digest returns a digest of the clusterings of n rows of some points, which must be known, and the number of points.
// The digest does not depend on whether a clustering is in a tree. O(points), and O(points x rows) for clusterings
// outside of trees.
func Digest(points iter.Seq[frontier.Point], n int) (digest [sha256.Size]byte, count int) {
	h := sha256.New()
	for p := range points {
		d := clusteringOf(p, n)
		h.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, d[0]), d[1]))
		count++
	}
	h.Sum(digest[:0])
	return digest, count
}

// clusteringOf returns a digest of the clustering of a point of n rows.
func clusteringOf(p frontier.Point, n int) [2]uint64 {
	e := p.Entry()
	tree, member := e.Tree, e.Member
	if tree == nil {
		b := partition.NewTreeBuilder(n)
		member, _ = b.AddPartition(p.Assignment()) // of n rows, so there is no error
		tree = b.Tree()
	}
	return tree.Digest(member)
}
