package search

import (
	"context"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// expander computes the merges of clusterings, for one goroutine.
type expander struct {
	mapper    *mapper
	evaluator Evaluator
	rowKeys   []partition.Key

	// The loaded clustering: its labels, where it is, and of every cluster the
	// key, the hash and a row.
	labels partition.Partition
	at     place
	keys   []partition.Key
	hashes []partition.Hash
	row    []int32
}

// expansion is what an expander hands over: the children that survive, in the
// order of the merges, and how many were evaluated.
type expansion struct {
	children  []child
	evaluated int64
}

// child is the clustering that results when the clusters of rows a and b of
// another merge.
type child struct {
	a, b int32
	place
}

// maxChildren is the number of children at which a greedy expansion drops those
// that their siblings dominate. It bounds the memory of tables with thousands
// of rows.
const maxChildren = 1 << 16

func newExpander(m *mapper, p Problem, rowKeys []partition.Key) *expander {
	return &expander{mapper: m, evaluator: p.Evaluator(), rowKeys: rowKeys, labels: make(partition.Partition, p.Rows())}
}

// load makes a clustering the one to be expanded.
func (x *expander) load(t *trail) place {
	t.write(x.labels)
	x.keys, x.row, x.hashes = x.keys[:0], x.row[:0], x.hashes[:0]
	for r, c := range x.labels {
		if c == len(x.keys) {
			x.keys = append(x.keys, partition.Key{})
			x.row = append(x.row, int32(r))
		}
		x.keys[c] = x.keys[c].Xor(x.rowKeys[r])
	}
	x.at = place{}
	for _, key := range x.keys {
		hash := key.Scramble()
		x.hashes = append(x.hashes, hash)
		x.at.hash = x.at.hash.Add(hash)
	}
	x.at.h, x.at.i = x.evaluator.Load(x.labels)
	return x.at
}

// expand computes the merges of a clustering and returns those that survive
// against the frontier as it stands; nothing if the clustering itself does not.
// O(k^2) evaluations for k clusters. When the context ends it returns what it
// has.
func (x *expander) expand(ctx context.Context, n node) (e expansion) {
	m := x.mapper
	if !m.survives(n.hash, m.found.set.Distance(n.h, n.i)) {
		return e
	}
	x.load(n.trail)
	compressAt := m.maxChildren
	for a := range x.keys {
		if ctx.Err() != nil {
			return e
		}
		for b := a + 1; b < len(x.keys); b++ {
			h, i := x.evaluator.Merge(a, b)
			e.evaluated++
			relation := m.found.set.Compare(h, i)
			if relation == pareto.Dominated && m.epsilon == 0 {
				continue
			}
			hash := x.mergedHash(a, b)
			if relation == pareto.Dominated && !m.survives(hash, m.found.set.Distance(h, i)) {
				continue
			}
			e.children = append(e.children, child{x.row[a], x.row[b], place{h, i, hash}})
		}
		if m.epsilon == 0 && len(e.children) > compressAt {
			e.children = undominated(e.children)
			compressAt = max(m.maxChildren, 2*len(e.children))
		}
	}
	return e
}

// mergedHash returns the hash of the loaded clustering with a and b merged.
func (x *expander) mergedHash(a, b int) partition.Hash {
	union := x.keys[a].Xor(x.keys[b]).Scramble()
	return x.at.hash.Sub(x.hashes[a]).Sub(x.hashes[b]).Add(union)
}

// undominated returns the children that no other of them dominates, in order.
// A greedy search loses nothing by it: a child dominated by a sibling would not
// survive until it is taken up.
func undominated(children []child) []child {
	var best pareto.Set[struct{}]
	for _, c := range children {
		best.Add(c.h, c.i, struct{}{}, nil)
	}
	kept := children[:0]
	for _, c := range children {
		if best.Compare(c.h, c.i) != pareto.Dominated {
			kept = append(kept, c)
		}
	}
	return kept
}
