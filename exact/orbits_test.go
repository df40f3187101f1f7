package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// circulant returns a table whose rows are the first one moved along.
func circulant(seed uint64, n int) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	first := make([]float64, n)
	for y := range first {
		first[y] = float64(1 + rng.IntN(1000))
	}
	t := make([][]float64, n)
	for x := range t {
		t[x] = append(append(t[x], first[n-x:]...), first[:n-x]...)
	}
	return t
}

// TestOrbitsAreSubsets: the dynamic program over orbits finds the points and counts of that over
// all sets, whatever the symmetry, with and without the points that a search found, and its
// clusterings are at their points.
func TestOrbitsAreSubsets(t *testing.T) {
	for _, kind := range append(kinds, struct {
		name string
		draw func(seed uint64, n int) [][]float64
	}{"circulant", circulant}) {
		t.Run(kind.name, func(t *testing.T) {
			for n := 4; n <= 10; n += 2 {
				j := tableOf(t, kind.draw(uint64(n), n))
				dib := problem.DIB(j)
				together := drawLinks(rand.New(rand.NewPCG(uint64(n), 1)), j.Rows())
				for _, p := range []problem.Additive{dib, problem.DMC(j), linked(dib, together...)} {
					if p.Rows() < 2 {
						continue
					}
					orbitsAreSubsets(t, p)
				}
			}
		})
	}
}

func orbitsAreSubsets(t *testing.T, p problem.Additive) {
	t.Helper()
	g := symmetries(p, problem.Limits{})
	want, err := Subsets(context.Background(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := search.Map(context.Background(), p, search.Options{Method: search.Merge})
	if err != nil {
		t.Fatal(err)
	}
	opts, err := Options{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	got, err := orbitSubsets(context.Background(), p, g, found, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != frontier.StatusComplete || got.Frontier.Search.Status != frontier.StatusComplete {
		t.Fatalf("status %s", got.Status)
	}
	samePoints(t, got.Frontier, want.Frontier)
	e := p.Evaluators(1, 0)[0]
	for k := range want.Frontier.Len() {
		a, b := got.Frontier.At(k), want.Frontier.At(k)
		if a.Ties != b.Ties {
			t.Errorf("point %d has %d ties, want %d", k, a.Ties, b.Ties)
		}
		if at := e.Load(archive.Placed(p, a.Assignment())); at != (problem.Point{H: a.H, I: a.I}) {
			t.Errorf("point %d is at %v, and its clustering at %v", k, a, at)
		}
	}
}

// BenchmarkOrbits proves circulant tables.
func BenchmarkOrbits(b *testing.B) {
	for _, n := range []int{14, 18, 20, 22} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p := problem.DIB(tableOf(b, circulant(1, n)))
			found, err := search.Map(context.Background(), p, search.Options{})
			if err != nil {
				b.Fatal(err)
			}
			opts, _ := Options{}.withDefaults()
			for b.Loop() {
				g := symmetries(p, problem.Limits{})
				r, err := orbitSubsets(context.Background(), p, g, found, opts)
				if err != nil {
					b.Fatal(err)
				}
				b.Logf("%d permutations, %d points found, %d proved, %s", int(g.Order()), found.Frontier.Len(), r.Frontier.Len(), r.Status)
			}
		})
	}
}
