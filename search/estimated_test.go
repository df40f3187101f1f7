package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func mustEstimated(tb testing.TB, j *joint.Joint, e info.Estimator) problem.Problem {
	tb.Helper()
	p, err := problem.Estimated(j, e)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// closeness is how far a value of the search may be from the estimate.
func closeness(e info.Estimator) float64 {
	if e == info.NSB() {
		return 1e-10
	}
	return 2e-12
}

// samplings are kinds of tables of counts in which all rows and columns have some.
var samplings = map[string]func(rng *rand.Rand, n, m int) table{
	"few":        func(rng *rand.Rand, n, m int) table { return drawnCounts(rng, n, m, 0.7) },
	"some":       func(rng *rand.Rand, n, m int) table { return drawnCounts(rng, n, m, 12) },
	"many":       func(rng *rand.Rand, n, m int) table { return drawnCounts(rng, n, m, 4000) },
	"very many":  func(rng *rand.Rand, n, m int) table { return drawnCounts(rng, n, m, 3e6) },
	"singletons": func(rng *rand.Rand, n, m int) table { return drawnCounts(rng, n, m, 0) },
	"one dominates": func(rng *rand.Rand, n, m int) table {
		t := drawnCounts(rng, n, m, 1)
		t[rng.IntN(n)][rng.IntN(m)] += 3000
		return t
	},
	"equal": func(rng *rand.Rand, n, m int) table {
		t, v := make(table, n), math.Trunc(math.Pow(10, 4*rng.Float64()))
		for x := range t {
			t[x] = slices.Repeat([]float64{v}, m)
		}
		return t
	},
	"diagonal": func(rng *rand.Rand, n, _ int) table {
		t := diagonal(rng, n)
		for x := range t {
			t[x][x] = 1 + math.Trunc(9*t[x][x])
		}
		return t
	},
}

// drawnCounts draws counts of about a mean, and one more in every row and column.
func drawnCounts(rng *rand.Rand, n, m int, mean float64) table {
	t := make(table, n)
	for x := range t {
		t[x] = make([]float64, m)
		for y := range t[x] {
			t[x][y] = math.Trunc(4 * mean * rng.Float64() * rng.Float64())
		}
	}
	for k := range max(n, m) {
		t[k%n][k%m]++
	}
	return t
}

// estimate is the point of a clustering of the rows of a table of counts, by definition.
func (t table) estimate(tb testing.TB, e info.Estimator, f partition.Partition) problem.Point {
	tb.Helper()
	if f.K() == 1 {
		return problem.Point{}
	}
	merged := make([][]float64, f.K())
	for c := range merged {
		merged[c] = make([]float64, len(t[0]))
	}
	for x, c := range f {
		for y, n := range t[x] {
			merged[c][y] += n
		}
	}
	h, err := info.EntropiesOf(e, merged)
	if err != nil {
		tb.Fatal(err)
	}
	return problem.Point{H: h.X.Value, I: h.X.Value + h.Y.Value - h.XY.Value}
}

// TestEstimatedEqualsBruteForce: enumeration finds the frontier of all clusterings, by
// the definition, and the default search next to all of it.
func TestEstimatedEqualsBruteForce(t *testing.T) {
	for kind, draw := range samplings {
		t.Run(kind, func(t *testing.T) {
			sizes := []int{3, 5}
			if !testing.Short() && kind == "some" {
				sizes = append(sizes, 7)
			}
			for _, n := range sizes {
				rng := rand.New(rand.NewPCG(uint64(n), 2))
				tab := draw(rng, n, 2+rng.IntN(4))
				for _, e := range info.Estimators() {
					var all []pair
					for f := range partition.All(n) {
						q := tab.estimate(t, e, f)
						all = append(all, pair{q.H, q.I})
					}
					want, p := nonDominated(all), mustEstimated(t, tab.joint(t), e)
					samePoints(t, pairsOf(mustMapProblem(t, p, Options{Epsilon: math.Inf(1)})), want)
					found := mustMapProblem(t, p, Options{})
					if found.Len() < len(want)*9/10 {
						t.Errorf("%s: %d points of %d", e.Name(), found.Len(), len(want))
					}
					for q := range found.All() {
						want := tab.estimate(t, e, q.Assignment())
						if max(math.Abs(q.H-want.H), math.Abs(q.I-want.I)) > closeness(e) {
							t.Fatalf("%s: %v is at (%g, %g), want (%g, %g)", e.Name(), q.Assignment(), q.H, q.I, want.H, want.I)
						}
					}
				}
			}
		})
	}
}

// TestEstimatedDependsOnTheTableAlone runs the same table with several numbers of
// workers and with its rows in another order.
func TestEstimatedDependsOnTheTableAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	tab := drawnCounts(rng, 12, 6, 8)
	order := rng.Perm(len(tab))
	shuffled := make(table, len(tab))
	for r, x := range order {
		shuffled[r] = tab[x]
	}
	for _, e := range info.Estimators() {
		var want *Result
		for _, workers := range []int{1, 2, 5} {
			got, err := Map(context.Background(), mustEstimated(t, tab.joint(t), e), Options{Workers: workers, Effort: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = got
			}
			if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, nil)); d != "" || got.Stats != want.Stats {
				t.Errorf("%s, %d workers: %+v, want %+v: %s", e.Name(), workers, got.Stats, want.Stats, d)
			}
		}
		got := mustMapProblem(t, mustEstimated(t, shuffled.joint(t), e), Options{Effort: 0.1})
		if d := gocmp.Diff(pairsOf(want.Frontier), pairsOf(got), gocmp.AllowUnexported(pair{})); d != "" {
			t.Errorf("%s, rows ordered %v: %s", e.Name(), order, d)
		}
	}
}

// TestEstimatedBitsAreFrozen: the frontiers of fixed tables, to the last bit. Machines
// whose logarithm or rounding differ would show here.
func TestEstimatedBitsAreFrozen(t *testing.T) {
	for name, want := range map[string]uint64{
		"miller-madow": 0x9370b4243e2e1055,
		"grassberger":  0xaaddc95794a6e30,
		"jackknife":    0x547a2e1d1e3e0238,
		"chao-shen":    0x7276ede8dfdf46d,
		"shrinkage":    0xc870cb64ee9f781c,
		"dirichlet":    0x34024aa0a7e1a6d3,
		"nsb":          0x7e2dacc9cb6afc99,
	} {
		e, err := info.EstimatorNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		digest := fnv.New64a()
		for _, mean := range []float64{1, 30, 1e6} {
			tab := drawnCounts(rand.New(rand.NewPCG(11, 12)), 13, 9, mean)
			r, err := Map(context.Background(), mustEstimated(t, tab.joint(t), e), Options{Method: Local})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entriesOf(r, nil) {
				fmt.Fprintf(digest, "%x %x %d %d %q\n", math.Float64bits(e.H), math.Float64bits(e.I), e.K, e.Ties, e.Assignment)
			}
		}
		if got := digest.Sum64(); got != want {
			t.Errorf("%s: digest %#x, want %#x", name, got, want)
		}
	}
}
