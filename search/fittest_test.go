package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestFittest compares with all pairs, on a coarse grid of values so that equal
// ones are common.
func TestFittest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var r rivals
	dropped := 0
	for range 2000 {
		var all []neighbour
		levels := 1 + rng.IntN(3)
		for k := range rng.IntN(12) {
			all = append(all, neighbour{partition.Change{Row: int32(k), To: -1}, place{
				Point: problem.Point{H: float64(rng.IntN(8)) / 8, I: float64(rng.IntN(8)) / 8}, level: uint16(rng.IntN(levels)),
			}})
		}
		lift := float64(rng.IntN(3)) / 8
		var want []neighbour
		for _, n := range all {
			if !slices.ContainsFunc(all, func(a neighbour) bool {
				return a.level <= n.level && a.H <= n.H-lift && a.I > n.I+lift+2*pareto.Tolerance
			}) {
				want = append(want, n)
			}
		}
		dropped += len(all) - len(want)
		if got := r.fittest(slices.Clone(all), (&rule{lift: lift, drop: lift}).lifted, levels, 1); !slices.Equal(got, want) {
			t.Fatalf("lift %g: %v of %v, want %v", lift, got, all, want)
		}
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
}
