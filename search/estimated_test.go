package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/tables"
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
						if max(math.Abs(q.H-want.H), math.Abs(q.I-want.I)) > tables.Closeness(e) {
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

func drawnCounts(rng *rand.Rand, n, m int, mean float64) table { return tables.Counts(rng, n, m, mean) }

var samplings = tables.Samplings[table]()

// estimate is the point of a clustering of the rows of a table of counts, by definition.
func (t table) estimate(tb testing.TB, e info.Estimator, f partition.Partition) problem.Point {
	tb.Helper()
	h, i := tables.Estimate(tb, t, e, f)
	return problem.Point{H: h, I: i}
}
