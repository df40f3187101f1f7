package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/problem"
)

// sweptUnder searches a small table by sweeps.
func sweptUnder(t *testing.T, tab table, l problem.Limits, opts Options) (*Result, error) {
	t.Helper()
	p := problem.DIB(tab.joint(t))
	opts.Limits = l
	opts, err := opts.withDefaults(p.Rows())
	if err != nil {
		t.Fatal(err)
	}
	limits, err := limiter.New(p, l)
	if err != nil {
		return nil, err
	}
	return searchSwept(context.Background(), p, limits, opts)
}

// TestSweepsUnderLimits holds sweeps of small tables against all clusterings that keep limits.
// What is found keeps them and is where it should be, and few points are missed.
func TestSweepsUnderLimits(t *testing.T) {
	for limits, share := range map[string]float64{"mass": 0.9, "clusters": 0.95, "apart": 0.95, "all": 0.85} {
		t.Run(limits, func(t *testing.T) {
			points, found := 0, 0
			for seed := range uint64(16) {
				rng := rand.New(rand.NewPCG(seed, 77))
				n := 2 + rng.IntN(7)
				tab := kinds[[]string{"weights", "counts"}[seed%2]](rng, n, 2+rng.IntN(4))
				l := drawLimits(rng, n, limits)
				want := tab.bruteForceUnder(l)
				points += len(want)
				r, err := sweptUnder(t, tab, l, Options{Workers: 1, Effort: 1e-4})
				switch {
				case errors.Is(err, problem.ErrInfeasible):
				case err != nil:
					t.Fatal(err)
				default:
					keepsAll(t, tab, l, r)
					found += recall(pairsOf(r.Frontier), want)
				}
			}
			if t.Logf("%d of %d points", found, points); float64(found) < share*float64(points) {
				t.Errorf("%d of %d points found", found, points)
			}
		})
	}
}
