package program

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// trendTables are tables of n rows and m columns with a trend and without, with equal shares, and with columns that
// have no mass in many rows.
var trendTables = map[string]func(rng *rand.Rand, x, y, n int) float64{
	"null":    func(rng *rand.Rand, _, _, _ int) float64 { return float64(1 + rng.IntN(20)) },
	"planted": func(rng *rand.Rand, x, y, n int) float64 { return float64(1 + rng.IntN(4) + 9*x*y/n) },
	"bent":    func(rng *rand.Rand, x, y, n int) float64 { return float64(1 + rng.IntN(4) + 9*min(x, n-x)*y/n) },
	"ties":    func(rng *rand.Rand, x, y, _ int) float64 { return float64((1 + x%3) * (1 + y*((x+rng.IntN(2))/2%3))) },
	"zeros":   func(rng *rand.Rand, x, y, _ int) float64 { return float64(rng.IntN(2) * (1 + (x+y)%2)) },
}

func trendTable(tb testing.TB, name string, n, m int, seed uint64) problem.Problem {
	tb.Helper()
	return problem.DIB(drawn.Table(tb, drawn.Draw(seed, n, m, func(rng *rand.Rand, x, y int) float64 {
		if x == 0 || y == 0 && x%4 == 1 {
			return 1 // so that every column has mass, and some row
		}
		return trendTables[name](rng, x, y, n)
	})))
}

// TestTrendIsBruteForce: the points, clusterings and ties of all runs with a trend, alone and with other limits, and the
// most informative of each number of clusters.
func TestTrendIsBruteForce(t *testing.T) {
	cut := 0
	for name := range trendTables {
		for n := 2; n <= 7; n++ {
			for m := 2; m <= 3; m++ {
				p := trendTable(t, name, n, m, uint64(n))
				free := runsAllowed(t, p, method.Linear, problem.Limits{}).Frontier.Len()
				for _, shape := range frontier.Trends() {
					for _, l := range []problem.Limits{{}, {MinMass: 0.15}, {MaxClusters: 3}, {CannotLink: [][2]int{{0, 1}}}} {
						l.Monotone = shape
						where := fmt.Sprintf("%s/n=%d/m=%d/%+v", name, n, m, l)
						want := runsAllowed(t, p, method.Linear, l).Frontier
						r, err := Intervals(context.Background(), p, method.Linear, method.Options{Limits: l})
						sameOrInfeasible(t, r, err, want, l)
						if want.Len() < free {
							cut++
						}
						fs, complete, err := Informative(context.Background(), p, method.Linear, p.Rows(), method.Options{Limits: l})
						if err != nil || complete != (want.Len() > 0) {
							t.Fatalf("%s: %v, %v", where, complete, err)
						}
						sameBest(t, where, p, l, fs)
						if t.Failed() {
							t.Fatal(where)
						}
					}
				}
			}
		}
	}
	if cut < 250 {
		t.Errorf("the trend leaves points out in %d cases", cut)
	}
}

// sameBest compares clusterings with the most informative runs of each number of clusters that limits allow.
func sameBest(tb testing.TB, where string, p problem.Problem, l problem.Limits, fs []partition.Partition) {
	tb.Helper()
	e := p.Evaluators(1, 0)[0]
	most := make([]float64, p.Rows()+1)
	for cuts := range 1 << (p.Rows() - 1) {
		if f := drawn.RunsOf(p.Rows(), cuts<<1, method.Linear); drawn.Keeps(p, l, f) {
			most[f.K()] = max(most[f.K()], e.Load(inProblem(p, f)).I)
		}
	}
	got := make([]float64, len(most))
	for _, f := range fs {
		got[f.K()] = e.Load(f).I
	}
	best := 0.0
	for k, want := range most {
		if want > best+1e-8 {
			if math.Abs(got[k]-want) > 1e-8 {
				tb.Errorf("%s: %d clusters tell %g, want %g", where, k, got[k], want)
			}
			best = want
		}
	}
}

// inProblem returns a clustering of the table's rows as one of the problem's.
func inProblem(p problem.Problem, f partition.Partition) partition.Partition {
	rows := make(partition.Partition, p.Rows())
	for x, row := range p.Place() {
		rows[row] = f[x]
	}
	rows.Renumber(make([]int, len(rows)))
	return rows
}

// TestTrendThinned: as TestSubsetsThinned, and all clusterings keep to the trend, whatever the memory.
func TestTrendThinned(t *testing.T) {
	thinned := 0
	for name := range trendTables {
		for _, shape := range frontier.Trends() {
			p := trendTable(t, name, 13, 3, 4)
			l := problem.Limits{Monotone: shape}
			opts := drawn.Defaults(t, 1)
			opts.Limits = l
			all := drawn.Must(t)(Intervals(context.Background(), p, method.Linear, opts))
			limits, err := limiter.Ordered(p, l)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := Neighbours(p, method.Linear, nil)
			if err != nil {
				t.Fatal(err)
			}
			c := newCircle(limited(p, limits, opts), rows)
			c.memory = 2000
			c.solve(context.Background(), method.Linear)
			r := drawn.Must(t)(method.ResultOf(p, c.found, frontier.Search{Status: frontier.StatusMemory}))
			if c.bound > 0 {
				thinned++
				within(t, name+" "+shape, labelsOf(r), labelsOf(all), c.bound)
			}
			for point := range r.Frontier.All() {
				if !drawn.Keeps(p, l, point.Assignment()) {
					t.Errorf("%s, %s: %v", name, shape, point.Assignment())
				}
			}
		}
	}
	if thinned < 10 {
		t.Errorf("%d were thinned", thinned)
	}
}

// TestTrendRefuses: a trend without a linear order, of an unknown shape, without columns, and of too many rows.
func TestTrendRefuses(t *testing.T) {
	p, ctx := trendTable(t, "null", 6, 2, 1), context.Background()
	up := method.Options{Limits: problem.Limits{Monotone: "up"}}
	for name, do := range map[string]func() error{
		"subsets":  func() error { _, err := Subsets(ctx, p, up); return err },
		"circular": func() error { _, err := Intervals(ctx, p, method.Circular, up); return err },
		"line":     func() error { _, err := Line(ctx, problem.DMC(drawn.Table(t, drawn.Uniform(1, 5, 2))), up); return err },
		"shape": func() error {
			_, err := Intervals(ctx, p, method.Linear, method.Options{Limits: problem.Limits{Monotone: "flat"}})
			return err
		},
		"points": func() error {
			_, err := Intervals(ctx, problem.KMeans(drawn.Cloud(t, []float64{1, 2, 3}, nil)), method.Linear, up)
			return err
		},
		"rows": func() error {
			_, err := Intervals(ctx, trendTable(t, "null", MaxTrendRows+1, 2, 1), method.Linear, up)
			return err
		},
	} {
		if err := do(); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
