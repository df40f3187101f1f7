package scanning

import "testing"

func TestDiscount(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	c := &catalog{Columns: []*entry{
		{Key: "a", P: p(0.001), Clusters: 3, I: 1, Groups: make([]group, 3)},
		{Key: "b", P: p(0.04), Clusters: 9, I: 0.1, HeldOut: p(0.1), Groups: make([]group, 9)},
		{Key: "c", P: p(0.6), Clusters: 1},
		{Key: "d", Clusters: 4, Groups: make([]group, 4)}, // without a test
		{Clusters: 2}, // not mapped
		{Key: "e", P: p(0.02), Clusters: 2, Groups: make([]group, 2)},
		{Key: "f", P: p(0.005), least: true, Clusters: 2, Groups: make([]group, 2)}, // of few permutations
	}}
	c.discount()
	for n, want := range []int{3, 1, 1, 4, 2, 1, 2} {
		if e := c.Columns[n]; e.Clusters != want || (e.Clusters == 1) != (e.Groups == nil) && e.Key != "" {
			t.Errorf("column %d has %d groups, want %d", n, e.Clusters, want)
		}
	}
}
