package search

import "github.com/dibmap/dibmap/partition"

// clustering is a clustering in one of the shapes in which a search keeps it.
type clustering interface {
	// write writes the canonical labels, one a row.
	write(labels partition.Partition)
}

// packed is a clustering as a string.
type packed partition.Packed

func (p packed) write(labels partition.Partition) { partition.Packed(p).Unpack(labels) }

// trail is a clustering as the merges that lead to it from the identity, which
// is the nil trail: the clusters of rows a and b of another trail are joined.
// It takes 16 bytes where a string takes one or two a row, and the queue of a
// search holds many more clusterings than its frontier.
type trail struct {
	from *trail
	a, b int32
}

// oneCluster returns the trail that joins all n rows.
func oneCluster(n int) *trail {
	var t *trail
	for x := 1; x < n; x++ {
		t = &trail{t, 0, int32(x)}
	}
	return t
}

// write implements [clustering]. O(n + merges), but for logarithms.
func (t *trail) write(labels partition.Partition) {
	// Union-find: labels[x] is a row of the same cluster, x itself for a
	// cluster's smallest row.
	for x := range labels {
		labels[x] = x
	}
	find := func(x int) int {
		for labels[x] != x {
			labels[x] = labels[labels[x]]
			x = labels[x]
		}
		return x
	}
	for ; t != nil; t = t.from {
		a, b := find(int(t.a)), find(int(t.b))
		labels[max(a, b)] = min(a, b)
	}
	// From the first row on, the row that labels[x] names has its label already.
	k := 0
	for x, same := range labels {
		if same == x {
			labels[x] = k
			k++
		} else {
			labels[x] = labels[same]
		}
	}
}
