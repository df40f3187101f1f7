// Package trace tells by a digest whether two frontiers have the same clusterings.
package trace

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Of returns a digest of the clusterings of some points, which must be known, of n rows: the same whether they are
// in a tree or not. It also returns their number. O(points), and O(points x rows) if they are in no tree.
func Of(points iter.Seq[frontier.Point], n int) (digest [sha256.Size]byte, count int) {
	h := sha256.New()
	for p := range points {
		d := clusteringOf(p, n)
		h.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, d.Hi), d.Lo))
		count++
	}
	h.Sum(digest[:0])
	return digest, count
}

// clusteringOf returns a digest of the clustering of a point of n rows.
func clusteringOf(p frontier.Point, n int) partition.Digest {
	tree, member := p.Tree()
	if tree == nil {
		b := partition.NewTreeBuilder(n)
		member, _ = b.AddPartition(p.Assignment()) // of n rows, so there is no error
		tree = b.Tree()
	}
	return tree.Digest(member)
}
