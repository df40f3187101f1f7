package frontier

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// TestThin thins a frontier to fewer and fewer points. The corners of the hull and the best of each number of
// clusters stay, and each point has one that stays with at least its I and an H larger by less than the resolution.
func TestThin(t *testing.T) {
	f := scattered(t, 5000)
	f.Search.Status = StatusComplete
	if f.Thin(5000) != f {
		t.Error("few enough points are thinned")
	}
	for _, most := range []int{4999, 1000, 400} {
		g := f.Thin(most)
		if g.Len() > most || g.Len() < most/3 {
			t.Errorf("%d points of at most %d", g.Len(), most)
		}
		if g.Search.Status != StatusMemory || !(g.Search.Resolution > 0) {
			t.Errorf("status %q and resolution %g", g.Search.Status, g.Search.Resolution)
		}
		if exponent := math.Log2(g.Search.Resolution); exponent != math.Round(exponent) {
			t.Errorf("the resolution %g is no power of two", g.Search.Resolution)
		}
		best := make(map[int]float64)
		for p := range f.All() {
			best[p.K] = p.I
			stays, ok := g.Within(p.H + g.Search.Resolution)
			if !ok || stays.I < p.I {
				t.Fatalf("%d points: nothing that stays tells %g within %g bits of %g", most, p.I, g.Search.Resolution, p.H)
			}
			if at, _ := g.Within(p.H); p.Hull && at.H != p.H {
				t.Errorf("%d points: the corner at %g is left out", most, p.H)
			}
		}
		for k, i := range best {
			if p, ok := g.onFrontier(k, nil); !ok || p.I != i {
				t.Errorf("%d points: the best of %d clusters tells %g, and %g stays", most, k, i, p.I)
			}
		}
	}
}

// scattered returns a frontier of points along a concave curve, a little below it at random, in up to 10 clusters.
func scattered(t *testing.T, points int) *Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	entries := []Entry{{Assignment: partition.Pack(make(partition.Partition, 10))}}
	for len(entries) < points {
		last := entries[len(entries)-1]
		labels := make(partition.Partition, 10)
		for x := range labels {
			labels[x] = min(x, rng.IntN(10))
		}
		h := last.H + rng.Float64()*1e-3
		entries = append(entries, Entry{H: h, I: max(math.Sqrt(h)-rng.Float64()*1e-3, last.I+1e-9), Assignment: partition.Pack(partition.Canonical(labels))})
	}
	f, err := New(Problem{N: 10}, Search{Method: "dp"}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
