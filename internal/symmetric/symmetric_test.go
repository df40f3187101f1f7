package symmetric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// tripleKinds are tables of two inputs of every sort.
var tripleKinds = map[string]func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple{
	"probabilities": func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple {
		return drawn.Cube(tb, n, 3, func(int, int, int) float64 { return rng.ExpFloat64() })
	},
	"few counts": func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple {
		return drawn.Cube(tb, n, 4, func(int, int, int) float64 { return math.Trunc(rng.ExpFloat64() / 2) })
	},
	"equal inputs": func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple {
		return drawn.Cube(tb, n, 3, func(a, b, _ int) float64 {
			if a != b {
				return 0
			}
			return float64(rng.IntN(9))
		})
	},
	"on a circle": func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple {
		mass := make([]float64, 3*n)
		for k := range mass {
			mass[k] = float64(rng.IntN(4))
		}
		return drawn.Cube(tb, n, 3, func(a, b, y int) float64 { return mass[(a-b+n)%n*3+y] })
	},
	"a sum": func(tb testing.TB, rng *rand.Rand, n int) *joint.Triple {
		mass := make([]float64, n)
		for k := range mass {
			mass[k] = rng.ExpFloat64()
		}
		return drawn.Cube(tb, n, n, func(a, b, y int) float64 {
			if (a+b)%n != y {
				return 0
			}
			return mass[a] * mass[b]
		})
	},
}

func mustProveSymmetric(tb testing.TB, p problem.Problem, f *frontier.Frontier, opts method.Options) *frontier.Frontier {
	tb.Helper()
	r, err := prove(context.Background(), p, f, opts)
	if err != nil {
		tb.Fatal(err)
	}
	if r.Status != frontier.StatusComplete || r.Frontier.Search.Status != frontier.StatusComplete {
		tb.Fatalf("status %s, and %s in the frontier", r.Status, r.Frontier.Search.Status)
	}
	return r.Frontier
}

// TestSymmetricIsEnumeration: the result has the bits, clusterings and ties of an enumeration,
// with and without a frontier to begin with.
func TestSymmetricIsEnumeration(t *testing.T) {
	for name, draw := range tripleKinds {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for round := range 31 {
				n := 2 + round%5 // and once up to 8
				if round >= 25 {
					n = 3 + round%6
				}
				p := problem.Symmetric(draw(t, rng, n))
				want := drawn.Enumerated(t, p)
				drawn.SameFrontier(t, mustProveSymmetric(t, p, nil, method.Options{}), want)
				found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{Method: search.Merge}))
				drawn.SameFrontier(t, mustProveSymmetric(t, p, found.Frontier, method.Options{}), want)
			}
		})
	}
}

// groupNames are all groups of two to eight elements.
var groupNames = []string{"Z2", "Z3", "Z4", "Z2xZ2", "Z5", "Z6", "S3", "Z7", "Z8", "Z2xZ4", "Z2xZ2xZ2", "D4", "Q8"}

// TestSymmetricGroups does the same for groups.
func TestSymmetricGroups(t *testing.T) {
	for _, name := range groupNames {
		p := drawn.Group(t, "@group:"+name)
		want := drawn.Enumerated(t, p)
		got, err := prove(context.Background(), p, nil, method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		drawn.SameFrontier(t, got.Frontier, want)
		if n := p.Rows(); n >= 7 && got.Evaluated > int64(partition.Bell(n)/3) {
			t.Errorf("%s: %d nodes, want fewer than a third of the clusterings", name, got.Evaluated)
		}
	}
}

// TestSymmetricBounds: a table without symmetry takes few nodes if the frontier is known:
// there are 26,442 clusterings of the first one to nine rows.
func TestSymmetricBounds(t *testing.T) {
	for name, most := range map[string]int64{"probabilities": 8500, "few counts": 11000, "equal inputs": 6000} {
		p := problem.Symmetric(tripleKinds[name](t, rand.New(rand.NewPCG(9, 10)), 9))
		known := mustProveSymmetric(t, p, nil, method.Options{})
		if got := mustProveSymmetric(t, p, known, method.Options{}).Search.Evaluated; got > most {
			t.Errorf("%s: %d nodes, want at most %d", name, got, most)
		}
	}
}

// TestSymmetricLimits: limits, and rows that are linked, lead to the frontier of all clusterings that keep to them.
func TestSymmetricLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tables := map[string]problem.Problem{"Z6": drawn.Group(t, "@group:Z6"), "S3": drawn.Group(t, "@group:S3")}
	for name, draw := range tripleKinds {
		tables[name] = problem.Symmetric(draw(t, rng, 6))
	}
	for name, p := range tables {
		linked := p.Traits().Link(partition.Partition{0, 1, 2, 0, 3, 4})
		for _, p := range []problem.Problem{p, linked} {
			for kind, l := range drawn.Limits(rng, p.Rows()) {
				want := drawn.Allowed(t, p, l)
				got, err := prove(context.Background(), p, nil, method.Options{Limits: l})
				if want.Frontier.Len() == 0 && errors.Is(err, problem.ErrInfeasible) {
					continue
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", name, kind, err)
				}
				drawn.SameFrontier(t, got.Frontier, want.Frontier)
			}
		}
	}
}

// TestSymmetricDoesNotDependOnWorkers: neither the result nor its effort does, whether the effort suffices or not.
func TestSymmetricDoesNotDependOnWorkers(t *testing.T) {
	p := problem.Symmetric(tripleKinds["few counts"](t, rand.New(rand.NewPCG(7, 8)), 9))
	for _, effort := range []int64{0, 3e5, 3e6} {
		var first *search.Result
		for _, workers := range []int{1, 2, 5} {
			r, err := prove(context.Background(), p, nil, method.Options{Workers: workers, Effort: effort})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = r
			}
			drawn.SameFrontier(t, r.Frontier, first.Frontier)
			if r.Status != first.Status || r.Evaluated != first.Evaluated {
				t.Errorf("%d workers: %s after %d nodes, want %s after %d", workers, r.Status, r.Evaluated, first.Status, first.Evaluated)
			}
		}
		if cut := first.Status == frontier.StatusEffort; cut != (effort > 0) {
			t.Errorf("effort %d: status %s", effort, first.Status)
		}
	}
}

// TestSymmetricStopped: when the context has ended, the frontier of the search remains.
func TestSymmetricStopped(t *testing.T) {
	p := drawn.Group(t, "@pauli")
	found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{Method: search.Merge}))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := prove(ctx, p, found.Frontier, method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != frontier.StatusInterrupted || r.Frontier.Search.Method != found.Frontier.Search.Method {
		t.Errorf("status %s of %s, want that of the search, interrupted", r.Status, r.Frontier.Search.Method)
	}
	drawn.SameFrontier(t, r.Frontier, found.Frontier)
}

// TestSymmetricRefuses checks the errors.
func TestSymmetricRefuses(t *testing.T) {
	p := drawn.Group(t, "@group:Z4")
	other := mustProveSymmetric(t, drawn.Group(t, "@group:Z5"), nil, method.Options{})
	for name, call := range map[string]func() error{
		"another problem": func() error {
			_, err := prove(context.Background(), drawn.Problem(t, drawn.Uniform(1, 4, 4)), nil, method.Options{})
			return err
		},
		"another table": func() error {
			_, err := prove(context.Background(), p, other, method.Options{})
			return err
		},
		"too many rows": func() error {
			_, err := prove(context.Background(), drawn.Group(t, "@group:Z17"), nil, method.Options{})
			return err
		},
		"bad options": func() error {
			_, err := prove(context.Background(), p, nil, method.Options{Workers: -1})
			return err
		},
	} {
		if err := call(); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("%s: error %v, want one of options", name, err)
		}
	}
}
