package program

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestSubsetsIsEnumeration: the same points, clusterings and ties, bit for bit, whatever the number of workers.
func TestSubsetsIsEnumeration(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for n := 2; n <= 9; n++ {
			t.Run(fmt.Sprintf("%s/n=%d", kind.Name, n), func(t *testing.T) {
				p := drawn.Problem(t, kind.Draw(uint64(n), n))
				r := drawn.Must(t)(Subsets(context.Background(), p, method.Options{Workers: 1 + n%3}))
				if r.Status != frontier.StatusComplete || r.Frontier.Search.Method != "dp" || r.Frontier.Search.Resolution != 0 {
					t.Errorf("status %v, %+v", r.Status, r.Frontier.Search)
				}
				drawn.SameFrontier(t, r.Frontier, drawn.Enumerated(t, p))
			})
		}
	}
}

// TestSubsetsGolden has the exact frontiers of other programs.
func TestSubsetsGolden(t *testing.T) {
	for name, points := range map[string]int{"alpha10": 94, "rand16": 159} {
		if name == "rand16" && testing.Short() {
			continue
		}
		r := drawn.Must(t)(Subsets(context.Background(), drawn.Problem(t, reference.Matrix(t, "pxy_"+name+".npy")), method.Options{}))
		if r.Frontier.Len() != points {
			t.Errorf("%s: %d points, want %d", name, r.Frontier.Len(), points)
		}
	}
}

// TestUnionsSaturate: counts stop at what a file can hold, less one for the clustering kept.
func TestUnionsSaturate(t *testing.T) {
	g := &gatherer{lower: func(a, b uint64) bool { return a < b }, limit: 9}
	g.reset(0, 1, 1)
	for origin := range uint64(3) {
		g.add(label{origin: 2 - origin, count: maxCount - 1})
	}
	if l := listWith(g.keep()); len(l.count) != 1 || l.count[0] != maxCount || l.origin[0] != 0 {
		t.Errorf("%+v", l)
	}
}

// TestOptions: what does not suit is refused in a line.
func TestOptions(t *testing.T) {
	small, large := drawn.Problem(t, drawn.Uniform(1, 4, 3)), drawn.Problem(t, drawn.Uniform(1, 21, 3))
	for want, do := range map[string]func() (*search.Result, error){
		"dynamic programming over subsets takes tables of up to 20 rows, and this one has 21: choose another search, or group rare values": func() (*search.Result, error) {
			return Subsets(context.Background(), large, method.Options{})
		},
		"max memory is 3 bytes, want at least 16777216, or 0 for 2 GiB": func() (*search.Result, error) {
			return Subsets(context.Background(), small, method.Options{MaxMemory: 3})
		},
		"workers is -1, want 1 or more, or 0 for one per core": func() (*search.Result, error) {
			return Intervals(context.Background(), small, method.Linear, method.Options{Workers: -1})
		},
		"there is no order \"spiral\"": func() (*search.Result, error) {
			return Intervals(context.Background(), small, "spiral", method.Options{})
		},
	} {
		if r, err := do(); r != nil || !errors.Is(err, problem.ErrOptions) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestCut: when the context ends, at whatever moment, one cluster and the identity
// are there, and all that is there is sound.
func TestCut(t *testing.T) {
	for _, kind := range drawn.Kinds {
		p := drawn.Problem(t, kind.Draw(5, 9))
		all := drawn.Enumerated(t, p)
		for name, do := range map[string]func(context.Context, method.Options) (*search.Result, error){
			"subsets": func(ctx context.Context, o method.Options) (*search.Result, error) { return Subsets(ctx, p, o) },
			"linear": func(ctx context.Context, o method.Options) (*search.Result, error) {
				return Intervals(ctx, p, method.Linear, o)
			},
			"circular": func(ctx context.Context, o method.Options) (*search.Result, error) {
				return Intervals(ctx, p, method.Circular, o)
			},
		} {
			for steps := range 4 {
				ctx, cancel := context.WithCancel(context.Background())
				looks := 0
				opts := method.Options{Workers: 1, Observe: func(search.Progress) {
					if looks++; looks == steps {
						cancel()
					}
				}}
				if steps == 0 {
					cancel()
				}
				r, err := do(ctx, opts)
				cancel()
				if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Search.Status != "interrupted" {
					t.Fatalf("%s: %s after %d steps: %v, %v", kind.Name, name, steps, r, err)
				}
				drawn.Sound(t, p, r.Frontier)
				if first, last := r.Frontier.At(0), r.Frontier.At(r.Frontier.Len()-1); first.K != 1 || last.I < all.At(all.Len()-1).I-pareto.Tolerance {
					t.Errorf("%s: %s after %d steps goes from %+v to %+v", kind.Name, name, steps, first, last)
				}
			}
		}
	}
}

// TestSubsetsThinned: with little memory, the result keeps the bound it tells of and does not depend on the workers.
func TestSubsetsThinned(t *testing.T) {
	for _, kind := range drawn.Kinds {
		p := drawn.Problem(t, kind.Draw(3, 10))
		exact := newSubsets(programOf(t, p, drawn.Defaults(t, 1)))
		want, _ := exact.run(context.Background())
		var lists []list
		for workers := 1; workers <= 3; workers++ {
			opts := drawn.Defaults(t, workers)
			opts.MaxMemory = exact.bytes
			s := newSubsets(programOf(t, p, opts))
			got, ok := s.run(context.Background())
			if !ok || s.pitch == 0 || s.bytes > exact.bytes/4*3 && s.pitch <= coarsest {
				t.Fatalf("%s: ok %v, pitch %g, %d of %d bytes", kind.Name, ok, s.pitch, s.bytes, exact.bytes)
			}
			within(t, kind.Name, got, want, s.bound())
			lists = append(lists, got)
		}
		for _, l := range lists[1:] {
			if d := cmp.Diff(lists[0].points, l.points); d != "" {
				t.Errorf("%s: %s", kind.Name, d)
			}
		}
	}
}

// within wants for every label one with at least its i and an h that is larger by less than a bound.
func within(tb testing.TB, name string, got, want list, bound float64) {
	tb.Helper()
	for _, w := range want.points {
		if !slices.ContainsFunc(got.points, func(g problem.Point) bool { return g.I >= w.I && g.H < w.H+bound }) {
			tb.Errorf("%s: nothing within %g of %v", name, bound, w)
		}
	}
}
