package program

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustCounted(tb testing.TB, p problem.Problem, found *search.Result, opts method.Options) *search.Result {
	tb.Helper()
	opts, err := method.WithDefaults(opts)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := countedSubsets(context.Background(), p, found, opts)
	if err != nil {
		tb.Fatal(err)
	}
	if r.Status != frontier.StatusComplete || r.Frontier.Search.Status != frontier.StatusComplete {
		tb.Fatalf("status %s", r.Status)
	}
	return r
}

// TestCountedIsSubsets: the best clustering for every number of clusters is that of the program over
// lists, also for linked rows, whatever the search has found.
func TestCountedIsSubsets(t *testing.T) {
	for _, kind := range drawn.Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			for n := 2; n <= 10; n += 2 {
				j := drawn.Table(t, kind.Draw(uint64(n), n))
				dmc := problem.DMC(j)
				together := tables.Clustering(rand.New(rand.NewPCG(uint64(n), 1)), j.Rows(), j.Rows())
				for _, p := range []problem.Problem{dmc, drawn.Linked(dmc, together...)} {
					if p.Rows() < 2 {
						continue
					}
					countedIsSubsets(t, p)
				}
			}
		})
	}
}

// TestCountedPoints does the same for points in space.
func TestCountedPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	var at [][]float64
	var weights []float64
	for range 9 {
		at = append(at, []float64{rng.Float64(), rng.Float64()})
		weights = append(weights, float64(1+rng.IntN(5)))
	}
	c, err := points.New([]string{"a", "b"}, tables.Names("p", 9), at, weights)
	if err != nil {
		t.Fatal(err)
	}
	countedIsSubsets(t, problem.KMeans(c))
}

func countedIsSubsets(t *testing.T, p problem.Problem) {
	t.Helper()
	want := drawn.Must(t)(Subsets(context.Background(), p, method.Options{})).Frontier
	for _, found := range []*search.Result{drawn.Poor(t, p, problem.Limits{}), drawn.Must(t)(Subsets(context.Background(), p, method.Options{}))} {
		got := mustCounted(t, p, found, method.Options{}).Frontier
		drawn.SamePoints(t, got, want)
		e := p.Evaluators(1, 0)[0]
		for point := range got.All() {
			if at := e.Load(archive.Placed(p, point.Assignment())); at != (problem.Point{H: point.H, I: point.I}) {
				t.Errorf("the clustering of %v is at %v", point, at)
			}
		}
	}
}

// TestCountedLimits: limits leave the best of what they allow.
func TestCountedLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, kind := range drawn.Kinds {
		p := problem.DMC(drawn.Table(t, kind.Draw(3, 7)))
		for name, l := range drawn.Limits(rng, p.Rows()) {
			want := drawn.Allowed(t, p, l)
			found := &search.Result{Frontier: want.Frontier}
			if want.Frontier.Len() > 0 {
				found = &search.Result{Frontier: drawn.Allowed(t, p, problem.Limits{}).Frontier} // whose points are not all allowed
			}
			opts, err := method.WithDefaults(method.Options{Limits: l})
			if err != nil {
				t.Fatal(err)
			}
			got, err := countedSubsets(context.Background(), p, found, opts)
			if want.Frontier.Len() == 0 && errors.Is(err, problem.ErrInfeasible) {
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", kind.Name, name, err)
			}
			drawn.SamePoints(t, got.Frontier, want.Frontier)
			for point := range got.Frontier.All() {
				if !drawn.Keeps(p, l, point.Assignment()) {
					t.Errorf("%s, %s: %v is not allowed", kind.Name, name, point)
				}
			}
		}
	}
}

// BenchmarkCounted quantises channels.
func BenchmarkCounted(b *testing.B) {
	for _, n := range []int{16, 18} {
		p := problem.DMC(drawn.Table(b, drawn.Uniform(1, n, 30)))
		found := drawn.Poor(b, p, problem.Limits{})
		b.Run("n="+tables.Names("", n)[n-1], func(b *testing.B) {
			for b.Loop() {
				mustCounted(b, p, found, method.Options{Workers: 1})
			}
		})
	}
}
