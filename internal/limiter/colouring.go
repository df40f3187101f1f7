package limiter

import (
	"cmp"

	"github.com/dibmap/dibmap/partition"
)

// Colouring returns a clustering of n rows in which none share a cluster that are
// to be apart, with few clusters: one row after the other joins the lightest
// cluster that it may join. The row comes first whose partners fill most clusters
// (Brélaz 1979, doi:10.1145/359094.359101). O(n^2 + pairs).
func (l *Limiter) Colouring(n int) partition.Partition {
	order := l.byPartners()
	rank := partition.Ranks(order)
	f := make(partition.Partition, n)
	taken := make([]map[int]bool, n) // clusters of the row's partners
	for x := range f {
		f[x], taken[x] = -1, make(map[int]bool)
	}
	var mass []float64
	for range f {
		x := -1
		for y := range f {
			if f[y] < 0 && (x < 0 || cmp.Or(cmp.Compare(len(taken[y]), len(taken[x])), cmp.Compare(rank[x], rank[y])) > 0) {
				x = y
			}
		}
		into := len(mass)
		for c := range mass {
			if !taken[x][c] && (into == len(mass) || mass[c] < mass[into]) {
				into = c
			}
		}
		if into == len(mass) {
			mass = append(mass, 0)
		}
		f[x] = into
		if l.Masses != nil {
			mass[into] += l.Masses[x]
		}
		for _, y := range l.Apart[x] {
			taken[y][into] = true
		}
	}
	return partition.Canonical(f)
}
