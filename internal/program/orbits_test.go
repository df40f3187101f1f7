package program

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestOrbitsAreSubsets: the dynamic program over orbits finds the points and counts of that over all sets, whatever
// the symmetry, with and without the points that a search found, and its clusterings are at their points.
func TestOrbitsAreSubsets(t *testing.T) {
	for _, kind := range append(drawn.Kinds, drawn.Kind{Name: "circulant", Draw: drawn.Circulant}) {
		t.Run(kind.Name, func(t *testing.T) {
			for n := 4; n <= 10; n += 2 {
				j := drawn.Table(t, kind.Draw(uint64(n), n))
				dib := problem.DIB(j)
				together := tables.Clustering(rand.New(rand.NewPCG(uint64(n), 1)), j.Rows(), j.Rows())
				for _, p := range []problem.Problem{dib, problem.DMC(j), drawn.Linked(dib, together...)} {
					if p.Rows() < 2 {
						continue
					}
					orbitsAreSubsets(t, p)
				}
			}
		})
	}
}

func orbitsAreSubsets(t *testing.T, p problem.Problem) {
	t.Helper()
	g := symmetries(p, problem.Limits{})
	want := drawn.Must(t)(Subsets(context.Background(), p, method.Options{}))
	found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{Method: search.Merge}))
	opts, err := method.WithDefaults(method.Options{})
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
	drawn.SamePoints(t, got.Frontier, want.Frontier)
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
			p := problem.DIB(drawn.Table(b, drawn.Circulant(1, n)))
			found := drawn.Must(b)(search.Map(context.Background(), p, search.Options{}))
			opts, _ := method.WithDefaults(method.Options{})
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
