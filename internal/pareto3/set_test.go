package pareto3

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
)

// TestSetEqualsPairs compares a set with a comparison of all pairs, and the screen with the set, on points of few
// values, so that many tie.
func TestSetEqualsPairs(t *testing.T) {
	rejected := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		values := 2 + rng.IntN(40)*rng.IntN(40)
		draw := func() Vector {
			v := func() float64 { return float64(rng.IntN(values)) / 64 }
			return Vector{v(), v(), v() - 2}
		}
		all := make([]Vector, 400)
		var set Set[int]
		for k := range all {
			all[k] = draw()
			set.Add(all[k], k, func(old, _ Member[int]) Member[int] { return old })
		}
		covers := func(p, q Vector) bool { return p.H <= q.H && p.I >= q.I && p.S >= q.S }
		want := make(map[Vector]bool)
		for _, q := range all {
			dominated := false
			for _, p := range all {
				dominated = dominated || p != q && covers(p, q)
			}
			if !dominated {
				want[q] = true
			}
		}
		for m := range set.All() {
			if !want[m.Vector] {
				t.Fatalf("seed %d: %v is dominated", seed, m.Vector)
			}
			delete(want, m.Vector)
		}
		if len(want) > 0 {
			t.Fatalf("seed %d: %v are missing", seed, want)
		}
		screen := set.Screen()
		for range 400 {
			v := draw()
			relation := set.Compare(v)
			if screen.Dominates(v) {
				rejected++
				if relation != pareto.Dominated {
					t.Fatalf("seed %d: the screen rejects %v, which is %d", seed, v, relation)
				}
			}
		}
		for shift := range uint8(37) { // to cells of 64 bits, which divide space at 0 only
			set.Coarsen(Grid{shift, shift, shift}, nil)
		}
		if n := set.Len(); n < 1 || n > 2 {
			t.Fatalf("seed %d: %d points are left", seed, n)
		}
	}
	if rejected < 60*400/4 {
		t.Errorf("the screen rejects %d of %d points", rejected, 60*400)
	}
}
