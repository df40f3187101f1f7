package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func trendTable(t *testing.T, n, m int) *joint.Joint {
	t.Helper()
	return drawn.Table(t, drawn.Draw(uint64(n), n, m, func(rng *rand.Rand, x, y int) float64 {
		return float64(1 + rng.IntN(6) + x*y/2)
	}))
}

// TestTrendIsVerified: a frontier of runs with a trend, the largest i of each number of runs, and what is wrong.
func TestTrendIsVerified(t *testing.T) {
	for n := 3; n <= 8; n++ {
		for m := 2; m <= 3; m++ {
			for _, shape := range frontier.Trends() {
				for _, limits := range []problem.Limits{{Monotone: shape}, {Monotone: shape, MinMass: 0.2, MaxClusters: 4}} {
					t.Run(fmt.Sprintf("n=%d/m=%d/%+v", n, m, limits), func(t *testing.T) { againstRuns(t, trendTable(t, n, m), limits) })
				}
			}
		}
	}
}

func againstRuns(t *testing.T, j *joint.Joint, limits problem.Limits) {
	t.Helper()
	p := problem.DIB(j)
	n := p.Rows()
	f := drawn.Must(t)(program.Intervals(t.Context(), p, method.Linear, method.Options{Limits: limits})).Frontier
	if v, err := Verify(t.Context(), j, f, 1, solve.Again); err != nil || !v.OK() || !v.Subsets {
		t.Fatalf("%+v, %v", v, err)
	}
	rows, err := program.Neighbours(p, method.Linear, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := largestOfRuns(t.Context(), p, limits, rows, false, n)
	if err != nil {
		t.Fatal(err)
	}
	e, want := p.Evaluators(1, 0)[0], make([]float64, n+1)
	for k := range want {
		want[k] = math.Inf(-1)
	}
	for cuts := range 1 << (n - 1) {
		runs := drawn.RunsOf(n, cuts<<1, method.Linear)
		if !drawn.Keeps(p, limits, runs) {
			continue
		}
		of := make(partition.Partition, n)
		for x, row := range p.Place() {
			of[row] = runs[x]
		}
		want[runs.K()] = max(want[runs.K()], e.Load(partition.Canonical(of)).I)
	}
	for k := range want {
		if limits.MaxClusters == 0 || k <= limits.MaxClusters {
			if got[k] != want[k] && !(math.Abs(got[k]-want[k]) < 1e-9) {
				t.Errorf("%d runs: %g, want %g", k, got[k], want[k])
			}
		}
	}
}

// TestWrongTrend: clusters without the trend that the file says, runs that it does not say, and missing points.
func TestWrongTrend(t *testing.T) {
	j := trendTable(t, 8, 2)
	p := problem.DIB(j)
	found := func(l problem.Limits) *frontier.Frontier {
		return drawn.Must(t)(program.Intervals(t.Context(), p, method.Linear, method.Options{Limits: l})).Frontier
	}
	free := found(problem.Limits{})
	free.Problem.Constraints.Monotone = "down"
	unordered := found(problem.Limits{Monotone: "up"})
	unordered.Search.Order = ""
	fewer := found(problem.Limits{Monotone: "down"})
	fewer.Problem.Constraints.Monotone = "peak"
	for want, f := range map[string]*frontier.Frontier{
		"clusters along which the shares of y do not have the trend": free,
		"not to be runs in linear order":                             unordered,
		"solved again, has":                                          fewer,
	} {
		v, err := Verify(t.Context(), j, f, 1, solve.Again)
		if err != nil || v.OK() || !strings.Contains(v.Failures[0], want) {
			t.Errorf("%s: %+v, %v", want, v, err)
		}
	}
}
