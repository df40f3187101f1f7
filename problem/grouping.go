package problem

import (
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// grouping is a clustering, with the rows and the key of every cluster.
type grouping struct {
	rowKeys []keyed.Key
	label   []int32 // of every row
	rows    []int32 // cluster by cluster, ascending in each
	start   []int32 // of every cluster in rows
	keys    []keyed.Key
}

func newGrouping(n int) grouping {
	return grouping{
		rowKeys: keyed.RowKeys(n), label: make([]int32, n), rows: make([]int32, n),
		start: make([]int32, n+1), keys: make([]keyed.Key, n),
	}
}

// k returns the number of clusters.
func (g *grouping) k() int { return len(g.keys) }

// of returns the rows of a cluster, in ascending order.
func (g *grouping) of(c int) []int32 { return g.rows[g.start[c]:g.start[c+1]] }

// group takes over a clustering. O(n).
func (g *grouping) group(f partition.Partition) {
	k := f.K()
	g.keys, g.start = g.keys[:k], g.start[:k+1]
	clear(g.keys)
	clear(g.start)
	for x, c := range f {
		g.label[x] = int32(c)
		g.start[c]++
		g.keys[c] = g.keys[c].Xor(g.rowKeys[x])
	}
	for c := range k {
		g.start[c+1] += g.start[c]
	}
	for x, c := range slices.Backward(f) {
		g.start[c]--
		g.rows[g.start[c]] = int32(x)
	}
}
