package edge

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/problem"
)

// TestNearbyIsViolated: clusters found by descent matter to the edge, have a negative reduced cost, and no row can be
// added or removed to make it smaller. Where there are violated clusters, some are known in the end.
func TestNearbyIsViolated(t *testing.T) {
	missed, found := 0, 0
	for _, kind := range drawn.Kinds {
		r := NewTable(drawn.Table(t, kind.Draw(3, 9)))
		for _, slope := range []float64{0.1, 0.4, 0.9} {
			p := Problem{Edge: Edge{[]problem.Point{{H: 0, I: 0}, {H: 0.9, I: 0.9 * slope}}}, Meter: Unlimited()}
			dual := r.TrivialDual(slope)
			for x := range dual {
				dual[x] -= 0.03
			}
			k := &Known{}
			for set := uint64(1); set < 1<<r.N; set++ {
				if set%5 == 1 {
					k.Add(r, set)
				}
			}
			before := len(k.clusters)
			some, err := r.nearby(p, dual, k)
			if err != nil || some != (len(k.clusters) > before) {
				t.Fatalf("some %t, %d clusters more, error %v", some, len(k.clusters)-before, err)
			}
			matters := func(set uint64) bool { return set != 0 && r.twoClusters(over(r.weight, set)) < 0.9 }
			rc := func(set uint64) float64 {
				c := r.cluster(set)
				return over(dual, set) - c.at(slope)
			}
			violations := 0
			for set := uint64(1); set < 1<<r.N; set++ {
				if matters(set) && rc(set) < violated {
					violations++
				}
			}
			for _, c := range k.clusters[before:] {
				found++
				if cost := rc(c.set); !matters(c.set) || !(cost < violated) {
					t.Errorf("%s, slope %g: cluster %b matters: %t, reduced cost %g", kind.Name, slope, c.set, matters(c.set), cost)
				}
				for x := range r.N {
					if next := c.set ^ 1<<x; matters(next) && rc(next) < rc(c.set)-2*leastStep {
						t.Errorf("%s, slope %g: the descent ends at %b, and row %d gains %g", kind.Name, slope, c.set, x, math.Abs(rc(next)-rc(c.set)))
					}
				}
			}
			shown := slices.ContainsFunc(k.clusters, func(c cluster) bool { return matters(c.set) && rc(c.set) < violated })
			if violations > 0 && !shown {
				missed++
			}
		}
	}
	if missed > 0 || found < 30 {
		t.Errorf("%d clusters found, and none in %d cases where there are some", found, missed)
	}
}
