package search

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// missing returns how many points of one frontier are better than all of another.
func missing(of, in *frontier.Frontier) (n int) {
	var set pareto.Set[struct{}]
	for p := range in.All() {
		set.Add(p.H, p.I, struct{}{}, nil)
	}
	for p := range of.All() {
		if set.Compare(p.H, p.I) == pareto.Optimal {
			n++
		}
	}
	return n
}

// A search from an earlier result has all of its points, even if its own effort is small.
func TestEarlierPointsStay(t *testing.T) {
	for _, n := range []int{12, 70, 401} {
		p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 1)), n, 3).joint(t))
		whole, err := Map(t.Context(), p, Options{Method: Local, Effort: 3e-4})
		if err != nil {
			t.Fatal(err)
		}
		little := Options{Method: Local, Effort: 1e-9}
		alone, err := Map(t.Context(), p, little)
		if err != nil {
			t.Fatal(err)
		}
		if missing(whole.Frontier, alone.Frontier) == 0 {
			t.Fatalf("%d rows: a search of no effort misses nothing, so this shows nothing", n)
		}
		for _, method := range []Method{Local, Auto} {
			little.Method, little.From = method, whole.Frontier
			r, err := Map(t.Context(), p, little)
			if err != nil {
				t.Fatal(err)
			}
			if k := missing(whole.Frontier, r.Frontier); k > 0 {
				t.Errorf("%d rows, method %d: %d of %d points are lost", n, method, k, whole.Frontier.Len())
			}
		}
	}
}

func TestEarlierPointsKeepTheLimits(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(1, 1)), 12, 4).joint(t))
	whole, err := Map(t.Context(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Map(t.Context(), p, Options{Effort: 1e-9, From: whole.Frontier, Limits: problem.Limits{MaxClusters: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for point := range r.Frontier.All() {
		if point.K > 3 {
			t.Errorf("a point has %d clusters", point.K)
		}
	}
}

func TestEarlierResultOfAnotherTable(t *testing.T) {
	other, err := Map(t.Context(), problem.DIB(simplex(rand.New(rand.NewPCG(1, 1)), 12, 4).joint(t)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Map(t.Context(), problem.DIB(simplex(rand.New(rand.NewPCG(2, 1)), 12, 4).joint(t)), Options{From: other.Frontier}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("the error is %v", err)
	}
}
