package robust

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/partition"
)

// chain returns clusterings, most of which are a neighbour of the one before.
func chain(r *random.Stream, rows, points int) (list []partition.Partition) {
	below := func(n int) int { return int(float64(n) * r.Uniform()) }
	labels := make([]int, rows)
	for p := range points {
		switch { // one cluster now and then, the same once more, and others
		case p%50 == 0:
			for x := range labels {
				labels[x] = below(1 + p/50)
			}
		case p%7 > 0:
			labels[below(rows)] = below(rows)
		}
		of := slices.Clone(labels)
		if p%97 == 96 {
			clear(of)
		}
		list = append(list, partition.Canonical(of))
	}
	return list
}

// TestLists: the clusters of points are those that were added, in whatever order they are asked for, and the
// changes lead from one point to the next.
func TestLists(t *testing.T) {
	const rows, points = 40, 3 * block
	r := random.New(3)
	set, c := newClusterSet(rows), &clusterings{}
	var want [][]int32
	for _, p := range chain(r, rows, points) {
		point := set.add(p)
		want = append(want, slices.Clone(point))
		c.points.add(point)
	}
	c.clusters = set.clusters
	c.points.end()
	if all := c.points.len(); all != points {
		t.Fatalf("there are %d points, want %d", all, points)
	}
	l := c.lister()
	order := partition.Identity(points)
	for range points {
		order = append(order, int(points*r.Uniform()))
	}
	for _, p := range order {
		if got := l.of(p); !slices.Equal(got, want[p]) || int(c.points.sizes[p]) != len(want[p]) {
			t.Fatalf("point %d: %d clusters %v, want %v", p, c.points.sizes[p], got, want[p])
		}
	}
	now := make(map[int32]bool)
	for p := range points {
		changes, anew := c.points.changesOf(p)
		if p%block == 0 && !anew || len(changes) > len(want[p]) {
			t.Errorf("point %d: %d changes, anew is %v", p, len(changes), anew)
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

// TestManyPointsAreMeasuredLikeOne: a point has the spreads, to the last bit, that it has alone.
func TestManyPointsAreMeasuredLikeOne(t *testing.T) {
	j := tableOf(t, randomTable(5, 10, 6, 40))
	list := chain(random.New(4), 10, 2*block+40)
	for _, m := range allMethods {
		o := Options{Method: m, Resamples: 10, Seed: 3}
		for p, got := range measured(t, j, frontierOf(t, j, list...), o) {
			if m == NSB && p%block > 3 { // which takes its time
				continue
			}
			if want := measured(t, j, frontierOf(t, j, list[p]), o)[0]; got != want {
				t.Fatalf("%s, point %d: %+v, alone %+v", m, p, got, want)
			}
		}
	}
}
