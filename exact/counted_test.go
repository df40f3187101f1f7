package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustCounted(tb testing.TB, p problem.Additive, found *search.Result, opts Options) *search.Result {
	tb.Helper()
	opts, err := opts.withDefaults()
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
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			for n := 2; n <= 10; n += 2 {
				j := tableOf(t, kind.draw(uint64(n), n))
				dmc := problem.DMC(j)
				together := drawLinks(rand.New(rand.NewPCG(uint64(n), 1)), j.Rows())
				for _, p := range []problem.Additive{dmc, linked(dmc, together...)} {
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
	c, err := points.New([]string{"a", "b"}, labels("p", 9), at, weights)
	if err != nil {
		t.Fatal(err)
	}
	countedIsSubsets(t, problem.KMeans(c))
}

func countedIsSubsets(t *testing.T, p problem.Additive) {
	t.Helper()
	want := mustSubsets(t, p, Options{}).Frontier
	for _, found := range []*search.Result{poor(t, p, problem.Limits{}), mustSubsets(t, p, Options{})} {
		got := mustCounted(t, p, found, Options{}).Frontier
		samePoints(t, got, want)
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
	for _, kind := range kinds {
		p := problem.DMC(tableOf(t, kind.draw(3, 7)))
		for name, l := range limitsOf(rng, p.Rows()) {
			want := allowed(t, p, l)
			found := &search.Result{Frontier: want.Frontier}
			if want.Frontier.Len() > 0 {
				found = &search.Result{Frontier: allowed(t, p, problem.Limits{}).Frontier} // whose points are not all allowed
			}
			opts, err := Options{Limits: l}.withDefaults()
			if err != nil {
				t.Fatal(err)
			}
			got, err := countedSubsets(context.Background(), p, found, opts)
			if want.Frontier.Len() == 0 && errors.Is(err, problem.ErrInfeasible) {
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", kind.name, name, err)
			}
			samePoints(t, got.Frontier, want.Frontier)
			for point := range got.Frontier.All() {
				if !keeps(p, l, point.Assignment()) {
					t.Errorf("%s, %s: %v is not allowed", kind.name, name, point)
				}
			}
		}
	}
}

// BenchmarkCounted quantises channels.
func BenchmarkCounted(b *testing.B) {
	for _, n := range []int{16, 18} {
		p := problem.DMC(tableOf(b, uniformTable(1, n, 30)))
		found := poor(b, p, problem.Limits{})
		b.Run("n="+labels("", n)[n-1], func(b *testing.B) {
			for b.Loop() {
				mustCounted(b, p, found, Options{Workers: 1})
			}
		})
	}
}

// TestVerifyCounted: a claim of this program is checked by solving the problem again, from a search
// of its own, whose ties may be others.
func TestVerifyCounted(t *testing.T) {
	p := problem.DMC(tableOf(t, uniformTable(2, 17, 3)))
	r, err := Solve(context.Background(), p, poor(t, p, problem.Limits{}), Options{Effort: DefaultEffort})
	if err != nil || r.Frontier.Search.Method != "counted" {
		t.Fatal(err, r.Frontier.Search.Method)
	}
	s := &sketch{problem: r.Frontier.Problem, search: r.Frontier.Search}
	for q := range r.Frontier.All() {
		s.entries = append(s.entries, frontier.Entry{H: q.H, I: q.I, Ties: q.Ties, Assignment: partition.Pack(q.Assignment())})
	}
	for _, missing := range []bool{false, true} {
		if missing {
			s.entries = slices.Delete(s.entries, 3, 4)
		}
		v, err := Recompute(context.Background(), p, s.frontier(t), 2)
		if err != nil {
			t.Fatal(err)
		}
		if v.OK() == missing || len(v.Unchecked) > 0 {
			t.Errorf("missing: %t, accepted: %t, unchecked %v", missing, v.OK(), v.Unchecked)
		}
	}
}
