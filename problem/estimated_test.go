package problem

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

func mustEstimated(tb testing.TB, j *joint.Joint, e info.Estimator) Problem {
	tb.Helper()
	p, err := Estimated(j, e)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// hidden is an estimator of which the search knows nothing but what it estimates.
type hidden struct{ info.Estimator }

// estimators are all, with two more Dirichlet priors and one that is not known.
func estimators() []info.Estimator {
	return append(info.Estimators(), info.Dirichlet(1e-3), info.Dirichlet(300), hidden{info.NSB()})
}

// seeds returns the number of seeds to try: a third if tests are to be short.
func seeds(most uint64) uint64 {
	if testing.Short() {
		return most / 3
	}
	return most
}

// TestEstimatedPointsAreEstimates holds points against the definition, of tables with
// 2 observations and with 10^8.
func TestEstimatedPointsAreEstimates(t *testing.T) {
	for kind, draw := range samplings {
		t.Run(kind, func(t *testing.T) {
			for seed := range seeds(5) {
				rng := rand.New(rand.NewPCG(seed, 1))
				n := 2 + rng.IntN(9)
				tab := draw(rng, n, 2+rng.IntN(7))
				for _, e := range estimators() {
					p := mustEstimated(t, tab.joint(t), e)
					evaluator, ranks := p.Evaluators(1, plenty)[0], partition.Ranks(p.Place())
					for range 4 {
						f := randomClustering(rng, n, 1+rng.IntN(n))
						got, want := evaluator.Load(f), tab.estimate(t, e, f.Reorder(ranks))
						if d := max(math.Abs(got.H-want.H), math.Abs(got.I-want.I)); !(d <= tables.Closeness(e)) {
							t.Errorf("%s of %v, seed %d: (%.17g, %.17g), want (%.17g, %.17g): off by %.2g", e.Name(), f, seed, got.H, got.I, want.H, want.I, d)
						}
					}
				}
			}
		})
	}
}

// TestEstimatedNeighboursEqualLoadBitForBit is the contract of evaluators. One goes from
// clustering to clustering, with much memory or with next to none.
func TestEstimatedNeighboursEqualLoadBitForBit(t *testing.T) {
	for kind, draw := range samplings {
		t.Run(kind, func(t *testing.T) {
			for seed := range seeds(3) {
				rng := rand.New(rand.NewPCG(seed, 1))
				n := 2 + rng.IntN(7)
				tab := draw(rng, n, 2+rng.IntN(7))
				for _, e := range estimators() {
					p := mustEstimated(t, tab.joint(t), e)
					r := newReferee(p, nil)
					evaluator := p.Evaluators(1, []int64{1, 20_000, plenty}[rng.IntN(3)])[0]
					for range 2 {
						r.neighbours(t, evaluator, randomClustering(rng, n, 1+rng.IntN(n)))
					}
				}
			}
		})
	}
}

// TestEstimatedOneClusterIsNothing: a constant has no entropy, whatever the estimator,
// and tells nothing.
func TestEstimatedOneClusterIsNothing(t *testing.T) {
	tab := table{{5, 5}, {3, 2}, {0, 1}}
	for _, e := range estimators() {
		evaluator := mustEstimated(t, tab.joint(t), e).Evaluators(1, plenty)[0]
		if p := evaluator.Load(partition.Partition{0, 0, 0}); !samePoint(p, Point{}) {
			t.Errorf("%s: one cluster is at (%g, %g)", e.Name(), p.H, p.I)
		}
		to := make([]Point, 3)
		evaluator.Load(partition.Partition{0, 0, 1})
		if evaluator.Merges(1, []int32{0}, to); !samePoint(to[0], Point{}) {
			t.Errorf("%s: merged, one cluster is at (%g, %g)", e.Name(), to[0].H, to[0].I)
		}
		if evaluator.Moves(0, to); !samePoint(to[2], Point{}) {
			t.Errorf("%s: by a move, one cluster is at (%g, %g)", e.Name(), to[2].H, to[2].I)
		}
	}
}

// TestGrassbergerIsPositive: two clusters have an entropy by every estimator, so that
// h is never below that of one.
func TestGrassbergerIsPositive(t *testing.T) {
	for n := 2.0; n <= 400; n++ {
		for a := 1.0; a <= n/2; a++ {
			h, err := info.Grassberger().Entropy([]float64{a, n - a}, 2)
			if err != nil || h.Value <= 0 {
				t.Errorf("%g and %g observations: %v, %v", a, n-a, h.Value, err)
			}
		}
	}
}

// TestEstimatedLinks: rows that are always together are one row, and clusters are
// counted as they are.
func TestEstimatedLinks(t *testing.T) {
	tab := drawnCounts(rand.New(rand.NewPCG(5, 5)), 6, 4, 5)
	together := partition.Partition{0, 1, 0, 2, 1, 3}
	for _, e := range estimators() {
		p := mustEstimated(t, tab.joint(t), e).Traits().Link(together)
		if d := p.Describe(); p.Rows() != 4 || d.N != 6 || len(d.Constraints.MustLink) != 2 {
			t.Errorf("%s: %d rows, described as %+v", e.Name(), p.Rows(), d)
		}
		evaluator := p.Evaluators(1, plenty)[0]
		for f := range partition.All(4) {
			rows := make([]int, 6)
			for x := range rows {
				rows[x] = f[p.Place()[x]]
			}
			got, want := evaluator.Load(f), tab.estimate(t, e, partition.Canonical(rows))
			if max(math.Abs(got.H-want.H), math.Abs(got.I-want.I)) > tables.Closeness(e) {
				t.Errorf("%s of %v: (%g, %g), want (%g, %g)", e.Name(), rows, got.H, got.I, want.H, want.I)
			}
		}
		if masses := p.Traits().Masses; len(masses) != 4 || sum(masses) != tab.joint(t).Total() {
			t.Errorf("%s: masses %v", e.Name(), masses)
		}
	}
}

// TestEstimatedDescribes: what a file says of a table is by the estimator, too.
func TestEstimatedDescribes(t *testing.T) {
	tab := table{{5, 0, 2}, {1, 1, 0}, {0, 0, 0}, {3, 0, 9}}
	for _, e := range estimators() {
		d := mustEstimated(t, tab.joint(t), e).Describe()
		h, err := info.EntropiesOf(e, [][]float64{tab[0], tab[1], tab[3]})
		if err != nil {
			t.Fatal(err)
		}
		want := e.Name()
		if want == "plugin" {
			want = ""
		}
		i := h.X.Value + h.Y.Value - h.XY.Value
		if d.Estimator != want || d.Kind != "dib" || *d.Samples != 21 || !slices.Equal(d.ZeroRows, []string{"x02"}) ||
			math.Abs(d.HX-h.X.Value) > 1e-12 || math.Abs(d.HY-h.Y.Value) > 1e-12 || math.Abs(d.IXY-i) > 1e-12 {
			t.Errorf("%s: described as %+v", e.Name(), d)
		}
		// The error is that of the estimator, or that of chance: 2 x 2 degrees of freedom.
		sd := math.Sqrt(2*4) / (2 * 21 * math.Ln2)
		if own := h.MutualInformation(); own.HasSD {
			sd = own.SD
		}
		if e == info.Plugin() {
			sd = 0
		}
		if math.Abs(d.IXYSD-sd) > 1e-12 {
			t.Errorf("%s: I(X;Y) is off by %g, want %g", e.Name(), d.IXYSD, sd)
		}
	}
}

// TestEstimatedMemoryIsBounded walks over many clusterings with little memory.
func TestEstimatedMemoryIsBounded(t *testing.T) {
	const n, memory = 30, 1 << 20
	rng := rand.New(rand.NewPCG(1, 1))
	p := mustEstimated(t, drawnCounts(rng, n, 6, 50).joint(t), info.NSB())
	e := p.Evaluators(1, memory)[0].(*estimateEvaluator)
	to := make([]Point, n)
	forgotten, last := 0, 0
	for range 60 {
		e.Load(randomClustering(rng, n, 5))
		e.Moves(0, to)
		var bytes int64
		e.pools.pools.All(func(_ keyed.Key, p *pool) bool {
			bytes += poolBytes + sumsBytes*int64(len(p.sums[0])+len(p.sums[1]))
			return true
		})
		if bytes > memory*3/4 {
			t.Fatalf("%d bytes remembered", bytes)
		}
		if e.pools.pools.Len() < last {
			forgotten++
		}
		last = e.pools.pools.Len()
	}
	if forgotten == 0 {
		t.Error("nothing was forgotten: this test shows nothing")
	}
}

func TestEstimatedErrors(t *testing.T) {
	counts := table{{1, 2}, {2, 1}}
	for _, tt := range []struct {
		tab  table
		e    info.Estimator
		want string
	}{
		{table{{0.5, 0.2}, {0.2, 0.1}}, info.NSB(), "the table holds probabilities, and nsb estimates from counts: give the counts, or take the plug-in values"},
		{counts, info.Dirichlet(-1), "dirichlet: a concentration of -1: give a number from 1e-100 to 1e100"},
	} {
		_, err := Estimated(tt.tab.joint(t), tt.e)
		if !errors.Is(err, ErrOptions) || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	if p := mustEstimated(t, table{{0.5, 0.2}, {0.2, 0.1}}.joint(t), info.Plugin()); p.Describe().Estimator != "" {
		t.Error("the plug-in problem of probabilities is that of DIB")
	}
}

// fickle fails on tables of 2 clusters.
type fickle struct{ info.Estimator }

func (fickle) Entropy(_ []float64, cells int) (info.Estimate, error) {
	if cells == 2 {
		return info.Estimate{}, errors.New("two cells")
	}
	return info.Estimate{}, nil
}

// TestEstimatedFailingEstimator: an error of the estimator is that of loading a clustering.
func TestEstimatedFailingEstimator(t *testing.T) {
	tab := drawnCounts(rand.New(rand.NewPCG(1, 1)), 3, 3, 2)
	p := mustEstimated(t, tab.joint(t), fickle{info.NSB()})
	e := p.Evaluators(1, plenty)[0]
	if _, err := Load(p, e, partition.Partition{0, 0, 1}); err == nil || !strings.Contains(err.Error(), "[0 0 1] of 2 clusters: two cells") {
		t.Errorf("got %v", err)
	}
	if at, err := Load(p, e, partition.Partition{0, 0, 0}); err != nil || at != (Point{}) {
		t.Errorf("after it: %v, %v", at, err)
	}
}

func drawnCounts(rng *rand.Rand, n, m int, mean float64) table { return tables.Counts(rng, n, m, mean) }

var samplings = tables.Samplings[table]()

// estimate is the point of a clustering of the rows of a table of counts, by definition.
func (t table) estimate(tb testing.TB, e info.Estimator, f partition.Partition) Point {
	tb.Helper()
	h, i := tables.Estimate(tb, t, e, f)
	return Point{h, i}
}
