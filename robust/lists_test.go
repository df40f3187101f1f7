package robust

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
)

// TestLists: the clusters of points are those that were added, in whatever order they are asked for, and the
// changes lead from one point to the next.
func TestLists(t *testing.T) {
	const rows, points = 40, 3 * block
	r := random.New(3)
	below := func(n int) int { return int(float64(n) * r.Uniform()) }
	set := newClusterSet(rows)
	c := &clusterings{}
	labels := make(partition.Partition, rows)
	var want [][]int32
	for p := range points {
		switch { // neighbours, the same once more, and others
		case p%50 == 0:
			for x := range labels {
				labels[x] = below(1 + p/50)
			}
		case p%7 > 0:
			labels[below(rows)] = below(rows)
		}
		point := set.add(partition.Canonical(labels))
		want = append(want, slices.Clone(point))
		c.points.add(point)
	}
	c.clusters = set.clusters
	if all := c.points.len(); all != points {
		t.Fatalf("there are %d points, want %d", all, points)
	}
	l := c.lister()
	order := partition.Identity(points)
	for range points {
		order = append(order, below(points))
	}
	for _, p := range order {
		if got := l.of(p); !slices.Equal(got, want[p]) || int(c.points.sizes[p]) != len(want[p]) {
			t.Fatalf("point %d: %d clusters %v, want %v", p, c.points.sizes[p], got, want[p])
		}
	}
	now := make(map[int32]bool)
	for p := range points {
		changes, anew := c.points.changesOf(p)
		if anew != (p%block == 0) {
			t.Errorf("point %d: anew is %v", p, anew)
		}
		if anew {
			clear(now)
		}
		for _, z := range changes {
			if z < 0 {
				if !now[^z] {
					t.Fatalf("point %d: cluster %d goes, which was not there", p, ^z)
				}
				delete(now, ^z)
			} else {
				now[z] = true
			}
		}
		if len(now) != len(want[p]) {
			t.Fatalf("point %d: %d clusters, want %d", p, len(now), len(want[p]))
		}
	}
}
