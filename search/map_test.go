package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func mustMap(tb testing.TB, tab table, opts Options) *Result {
	tb.Helper()
	r, err := Map(context.Background(), problem.DIB(tab.joint(tb)), opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func pairsOf(f *frontier.Frontier) []pair {
	var points []pair
	for p := range f.All() {
		points = append(points, pair{p.H, p.I})
	}
	return points
}

// sound fails unless every point of the frontier is what its clustering gives
// by definition.
func sound(tb testing.TB, tab table, f *frontier.Frontier) {
	tb.Helper()
	for p := range f.All() {
		h, i := tab.point(p.Assignment())
		if math.Abs(h-p.H) > 1e-9 || math.Abs(i-p.I) > 1e-9 {
			tb.Fatalf("%v is at (%.12f, %.12f), recomputed (%.12f, %.12f)", p.Assignment(), p.H, p.I, h, i)
		}
	}
}

func TestEnumerationEqualsBruteForce(t *testing.T) {
	for n := 2; n <= 8; n++ {
		for _, tt := range []struct {
			kind string
			tab  table
		}{
			{"simplex", simplex(rand.New(rand.NewPCG(uint64(n), 1)), n, 4)},
			{"counts with ties", sparseCounts(rand.New(rand.NewPCG(uint64(n), 2)), n, 3)},
			{"diagonal", tables.Diagonal(rand.New(rand.NewPCG(uint64(n), 3)), n)},
		} {
			t.Run(fmt.Sprintf("n=%d/%s", n, tt.kind), func(t *testing.T) {
				r := mustMap(t, tt.tab, Options{Epsilon: math.Inf(1)})
				samePoints(t, pairsOf(r.Frontier), tt.tab.bruteForce())
				sound(t, tt.tab, r.Frontier)
				if float64(r.Evaluated) != partition.Bell(n) || r.Status != frontier.StatusComplete {
					t.Errorf("%d evaluated, status %v", r.Evaluated, r.Status)
				}
			})
		}
	}
}

// TestLargeEpsilonReachesEverything: with epsilon far above all distances every
// draw but one in 10^9 survives, so the mapper itself must enumerate.
func TestLargeEpsilonReachesEverything(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(1, 1)), 7, 4)
	r := mustMap(t, tab, Options{Epsilon: 1e9})
	// One cluster has no merges.
	if r.Frontier.Search.Method != "mapper" || float64(r.Expanded) != partition.Bell(7)-1 {
		t.Errorf("%s expanded %d clusterings, want all of %g but one", r.Frontier.Search.Method, r.Expanded, partition.Bell(7))
	}
	samePoints(t, pairsOf(r.Frontier), tab.bruteForce())
}

// TestWorstCase: if every value of X has its own value of Y, then I = H and
// every clustering is Pareto-optimal.
func TestWorstCase(t *testing.T) {
	tab := tables.Diagonal(rand.New(rand.NewPCG(1, 1)), 8)
	for _, opts := range []Options{{}, {Method: Merge}, {Method: Local}, {Epsilon: math.Inf(1)}} {
		r := mustMap(t, tab, opts)
		if float64(r.Frontier.Len()) != partition.Bell(8) {
			t.Errorf("%+v: %d points, want %g", opts, r.Frontier.Len(), partition.Bell(8))
		}
	}
}

// TestGreedyIsSoundAndNearlyComplete compares the greedy search with all
// clusterings. It may miss points, but not many, and must not invent any.
func TestGreedyIsSoundAndNearlyComplete(t *testing.T) {
	for seed := range uint64(10) {
		tab := simplex(rand.New(rand.NewPCG(seed, 9)), 8, 5)
		r := mustMap(t, tab, Options{Method: Merge})
		sound(t, tab, r.Frontier)
		truth := tab.bruteForce()
		if got := r.Frontier.Len(); got < len(truth)*8/10 {
			t.Errorf("seed %d: %d points of %d", seed, got, len(truth))
		}
		truthAt := func(h float64) (best float64) {
			for _, p := range truth {
				if p.h <= h+1e-9 {
					best = p.i
				}
			}
			return best
		}
		for p := range r.Frontier.All() {
			if p.I > truthAt(p.H)+1e-9 {
				t.Errorf("seed %d: (%g, %g) is above the true frontier", seed, p.H, p.I)
			}
		}
	}
}

// TestResultDependsOnTheTableAlone runs the same table with several numbers of
// workers, again, and with its rows in other orders.
func TestResultDependsOnTheTableAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, tab := range []table{simplex(rng, 16, 6), sparseCounts(rng, 11, 4)} {
		for _, opts := range []Options{
			{Effort: 0.3},
			{Method: Local},
			{Method: Local, Epsilon: 0.001},
			{Method: Merge},
			{Method: Merge, Epsilon: 0.003},
		} {
			opts.Workers = 1
			want := mustMap(t, tab, opts)
			for _, opts.Workers = range []int{1, 2, 3, 8} {
				got := mustMap(t, tab, opts)
				if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, nil)); d != "" {
					t.Errorf("%+v: %s", opts, d)
				}
				if got.Stats != want.Stats || got.Status != want.Status {
					t.Errorf("%+v: %+v %v, want %+v %v", opts, got.Stats, got.Status, want.Stats, want.Status)
				}
			}
			for range 3 {
				order := rng.Perm(len(tab))
				shuffled := make(table, len(tab))
				for r, x := range order {
					shuffled[r] = tab[x]
				}
				got := mustMap(t, shuffled, opts)
				if d := gocmp.Diff(pairsOf(want.Frontier), pairsOf(got.Frontier), gocmp.AllowUnexported(pair{})); d != "" {
					t.Errorf("%+v, rows ordered %v: %s", opts, order, d)
				}
			}
		}
	}
}

// entriesOf returns everything about the points, with rows reordered.
func entriesOf(r *Result, order []int) []frontier.Entry {
	var entries []frontier.Entry
	for p := range r.Frontier.All() {
		a := p.Assignment()
		if order != nil {
			a = a.Reorder(order)
		}
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, K: p.K, Ties: p.Ties, Assignment: partition.Pack(a)})
	}
	return entries
}

// TestClusteringsFollowTheirRows: in a table whose rows all differ, shuffling
// the rows shuffles the clusterings and changes nothing else, not even which of
// several tied clusterings is kept.
func TestClusteringsFollowTheirRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	tab := table{{1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}, {1, 4}, {4, 1}}
	want := mustMap(t, tab, Options{Epsilon: math.Inf(1)})
	tied := 0
	for p := range want.Frontier.All() {
		tied += p.Ties
	}
	if tied == 0 {
		t.Error("no ties: this table shows nothing about them")
	}
	for range 5 {
		order := rng.Perm(len(tab))
		shuffled := make(table, len(tab))
		for r, x := range order {
			shuffled[r] = tab[x]
		}
		got := mustMap(t, shuffled, Options{Epsilon: math.Inf(1)})
		if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, order)); d != "" {
			t.Errorf("rows ordered %v: %s", order, d)
		}
	}
}

// TestTiesAreCounted: with equal rows x0 and x1, {x0 x2} and {x1 x2} tie.
func TestTiesAreCounted(t *testing.T) {
	tab := table{{3, 1}, {3, 1}, {1, 5}}
	r := mustMap(t, tab, Options{Epsilon: math.Inf(1)})
	for p := range r.Frontier.All() {
		want := 0
		if a := p.Assignment(); p.K == 2 && a[0] != a[1] {
			want = 1
		}
		if p.Ties != want {
			t.Errorf("%v has %d ties, want %d", p.Clusters(), p.Ties, want)
		}
	}
}

// TestEqualRowsStayCheap: 20 equal rows give 2^20 clusterings that tie, of
// which the search expands a few.
func TestEqualRowsStayCheap(t *testing.T) {
	tab := make(table, 22)
	for x := range tab {
		tab[x] = []float64{1, 2, 1}
	}
	tab[20], tab[21] = []float64{7, 1, 2}, []float64{1, 1, 9}
	for _, tt := range []struct {
		opts Options
		most int64
	}{
		{Options{Method: Merge}, 20_000},
		{Options{Epsilon: 0.001}, 1_000_000},
		{Options{Method: Local}, 200_000},
	} {
		r := mustMap(t, tab, tt.opts)
		if r.Evaluated > tt.most {
			t.Errorf("%+v: %d clusterings evaluated", tt.opts, r.Evaluated)
		}
		sound(t, tab, r.Frontier)
	}
}

// TestTiesAreThoseOfAllClusterings: with a depth that reaches everything the
// mapper finds ties in another order than the enumeration, which has them in
// the order of the strings. Both must keep the same one and count the others.
func TestTiesAreThoseOfAllClusterings(t *testing.T) {
	for _, tab := range []table{
		{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
		{{2, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 2}},
	} {
		want := mustMap(t, tab, Options{Epsilon: math.Inf(1)})
		most := 0
		for p := range want.Frontier.All() {
			most = max(most, p.Ties)
		}
		if most < 2 || most >= maxCrowd {
			t.Fatalf("up to %d ties: this table shows nothing", most)
		}
		for _, workers := range []int{1, 3} {
			got := mustMap(t, tab, Options{Epsilon: 1e9, Workers: workers})
			if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, nil)); d != "" {
				t.Errorf("%d workers: %s", workers, d)
			}
		}
	}
}

// TestTiesAreCountedOnce: rounds come across the same clusterings again.
func TestTiesAreCountedOnce(t *testing.T) {
	counted := 0
	for seed := range uint64(5) {
		tab := sparseCounts(rand.New(rand.NewPCG(seed, 12)), 9, 3)
		all := make(map[problem.Point]int)
		for p := range mustMap(t, tab, Options{Epsilon: math.Inf(1)}).Frontier.All() {
			all[problem.Point{H: p.H, I: p.I}] = p.Ties
		}
		r := mustMap(t, tab, Options{})
		for p := range r.Frontier.All() {
			most, ok := all[problem.Point{H: p.H, I: p.I}]
			if !ok || p.Ties > most {
				t.Errorf("seed %d: %d ties at (%g, %g), at most %d there are", seed, p.Ties, p.H, p.I, most)
			}
			counted += p.Ties
		}
		if r.Frontier.Search.Rounds < 2 {
			t.Errorf("seed %d: %d rounds show nothing", seed, r.Frontier.Search.Rounds)
		}
	}
	if counted == 0 {
		t.Error("no ties show nothing")
	}
}

// TestDescribe holds everything that a frontier says of its problem and search
// against the table and the options.
func TestDescribe(t *testing.T) {
	tab := table{{3, 1}, {2, 4}, {0, 0}, {1, 1}}
	j := tab.joint(t)
	r := mustMap(t, tab, Options{Epsilon: 0.25, Seed: 7})
	n := int64(12)
	wantProblem := frontier.Problem{
		Kind: "dib", N: 3, M: 2, XLabels: []string{"x00", "x01", "x03"}, YLabels: []string{"y00", "y01"},
		HX: j.HX(), HY: j.HY(), IXY: j.IXY(), Samples: &n, ZeroRows: []string{"x02"},
		XMass:  []float64{4. / 12, 6. / 12, 2. / 12},
		Cells:  &frontier.Cells{X: []int{0, 0, 1, 1, 2, 2}, Y: []int{0, 1, 0, 1, 0, 1}, Weight: []float64{3, 1, 2, 4, 1, 1}},
		Source: frontier.Source{SHA256: j.SHA256()},
	}
	if d := gocmp.Diff(wantProblem, r.Frontier.Problem); d != "" {
		t.Error(d)
	}
	wantSearch := frontier.Search{
		Method: "mapper", Epsilon: 0.25, Seed: 7, Status: "converged", Evaluated: r.Evaluated, Expanded: r.Expanded,
	}
	if d := gocmp.Diff(wantSearch, r.Frontier.Search); d != "" {
		t.Error(d)
	}
	// Of 3 rows: one cluster, the identity, its 3 merges, and the merge of each.
	if r.Evaluated != 8 || r.Expanded != 4 {
		t.Errorf("%d evaluated, %d expanded", r.Evaluated, r.Expanded)
	}
}

// TestWorkersAgreeWithinTheTolerance has points so close that the order of
// arrival decides which values a cell shows.
func TestWorkersAgreeWithinTheTolerance(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tab := make(table, 7)
		for x := range tab {
			tab[x] = make([]float64, 7)
			for y := range tab[x] {
				tab[x][y] = 1e-9 * rng.Float64() * float64(1+rng.IntN(9))
			}
			tab[x][x] = 1 + 1e-8*rng.Float64()
		}
		want := mustMap(t, tab, Options{Epsilon: 1e-9, Workers: 1})
		got := mustMap(t, tab, Options{Epsilon: 1e-9, Workers: 2})
		if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, nil)); d != "" || want.Stats != got.Stats {
			t.Fatalf("seed %d: %+v and %+v: %s", seed, want.Stats, got.Stats, d)
		}
	}
}

// TestSurvivalFollowsTheExponential counts survivors at given distances among
// all 115,975 clusterings of 10 rows; the tolerance is 5 standard deviations.
func TestSurvivalFollowsTheExponential(t *testing.T) {
	r := rule{epsilon: 0.01, seed: 3}
	keys := keyed.RowKeys(10)
	for _, d := range []float64{0, 0.001, 0.01, 0.03} {
		survivors, all := 0, 0
		for f := range partition.All(10) {
			clusters := make([]keyed.Key, f.K())
			for x, c := range f {
				clusters[c] = clusters[c].Xor(keys[x])
			}
			var hash keyed.Hash
			for _, k := range clusters {
				hash = hash.Add(k.Scramble())
			}
			all++
			if r.reach(hash) >= d {
				survivors++
			}
		}
		want := math.Exp(-d / 0.01)
		sd := math.Sqrt(want * (1 - want) / float64(all))
		if got := float64(survivors) / float64(all); math.Abs(got-want) > 5*sd {
			t.Errorf("distance %g: %.5f survive, want %.5f", d, got, want)
		}
	}
}

func TestSeedMattersOnlyWithEpsilon(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(6, 6)), 14, 6)
	evaluated := func(epsilon float64, seed uint64) int64 {
		return mustMap(t, tab, Options{Epsilon: epsilon, Seed: seed}).Evaluated
	}
	if evaluated(0, 1) != evaluated(0, 2) {
		t.Error("a greedy search depends on the seed")
	}
	if evaluated(0.003, 1) == evaluated(0.003, 2) {
		t.Error("the seed does not change the draws")
	}
}

// TestDroppingTheUnfitLosesNothing runs searches with the bound on neighbours low
// enough to work all the time.
func TestDroppingTheUnfitLosesNothing(t *testing.T) {
	for seed := range uint64(5) {
		for _, tab := range []table{
			simplex(rand.New(rand.NewPCG(seed, 7)), 15, 6),
			sparseCounts(rand.New(rand.NewPCG(seed, 7)), 10, 4),
		} {
			// Under a positive epsilon nothing must be dropped, and is not.
			for _, opts := range []Options{{Method: Merge}, {Method: Merge, Epsilon: 0.002}, {Method: Local}, {Effort: 0.02}} {
				p := problem.DIB(tab.joint(t))
				opts.Workers = 1
				var found [2][]frontier.Entry
				for k, limit := range []int{maxNeighbours, 3} {
					full, err := opts.withDefaults(p.Rows())
					if err != nil {
						t.Fatal(err)
					}
					pl := newPlan(p, full, nil)
					pl.maxNeighbours = limit
					pl.carryOut(context.Background())
					found[k] = pl.found.Entries(p.Place())
				}
				if d := gocmp.Diff(found[0], found[1]); d != "" {
					t.Errorf("seed %d, %+v: %s", seed, opts, d)
				}
			}
		}
	}
}

func TestInterruptedSearchKeepsWhatItFound(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 5)), 14, 6)
	for _, opts := range []Options{{}, {Method: Local}, {Method: Merge}, {Epsilon: 0.01}, {Epsilon: math.Inf(1)}} {
		for _, opts.Workers = range []int{1, 4} {
			ctx, cancel := context.WithCancel(context.Background())
			calls := 0
			r, err := Map(ctx, problem.DIB(tab.joint(t)), observed(opts, func(Progress) {
				if calls++; calls == 5 {
					cancel()
				}
			}))
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != frontier.StatusInterrupted || r.Frontier.Search.Status != "interrupted" {
				t.Errorf("%+v: status %v", opts, r.Status)
			}
			if r.Frontier.Len() < 2 {
				t.Errorf("%+v: %d points kept", opts, r.Frontier.Len())
			}
			last := r.Frontier.At(r.Frontier.Len() - 1)
			if last.K != 14 {
				t.Errorf("%+v: the last point has %d clusters, want the identity", opts, last.K)
			}
			sound(t, tab, r.Frontier)
		}
	}
}

// TestInterruptedSweepsLoseNothing: a search that is interrupted in the sweeps before a local search keeps all their
// points.
func TestInterruptedSweepsLoseNothing(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(7, 7)), 100, 6)
	for _, limits := range []problem.Limits{{}, {MaxClusters: 30}} {
		ctx, cancel := context.WithCancel(context.Background())
		found := 0
		r, err := Map(ctx, problem.DIB(tab.joint(t)), observed(Options{Limits: limits}, func(p Progress) {
			if p.Points > 4*lateStarts {
				found = max(found, len(slices.Collect(p.Staircase)))
				cancel()
			}
		}))
		cancel()
		if err != nil || r.Status != frontier.StatusInterrupted {
			t.Fatal(err, r)
		}
		if found < 2*lateStarts+1 || r.Frontier.Len() < found {
			t.Errorf("%+v: %d points kept of at least %d", limits, r.Frontier.Len(), found)
		}
		sound(t, tab, r.Frontier)
	}
}

// observed returns the options with an observer.
func observed(opts Options, observe func(Progress)) Options {
	opts.Observe = observe
	return opts
}

func TestDeadlineIsToldApart(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	for _, opts := range []Options{{}, {Method: Merge}, {Epsilon: math.Inf(1)}} {
		r, err := Map(ctx, problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 10, 6).joint(t)), opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != frontier.StatusDeadline {
			t.Errorf("status %v", r.Status)
		}
		// However early it ends, a frontier has both its ends.
		first, last := r.Frontier.At(0), r.Frontier.At(r.Frontier.Len()-1)
		if first.H != 0 || first.K != 1 || last.K != 10 {
			t.Errorf("from %d clusters at %g bits to %d", first.K, first.H, last.K)
		}
	}
}

func TestObserverSeesTheSearchGrow(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 5)), 12, 6)
	var seen []Progress
	r := mustMap(t, tab, Options{Workers: 1, Observe: func(p Progress) { seen = append(seen, p) }})
	if !slices.IsSortedFunc(seen, func(a, b Progress) int {
		return cmp.Or(cmp.Compare(a.Evaluated, b.Evaluated), cmp.Compare(a.Round, b.Round), cmp.Compare(a.Settled, b.Settled))
	}) {
		t.Error("the search does not grow")
	}
	last := seen[len(seen)-1]
	if last.Points == 0 || last.Expanded > r.Expanded || last.Round < 2 || last.Lift <= seen[0].Lift || last.Queued == 0 || last.Settled == 0 {
		t.Errorf("last %+v of %+v", last, r.Stats)
	}
	if first := seen[0]; first.Round != 0 || first.Settled != 0 || first.Queued == 0 || first.Budget != autoEffort {
		t.Errorf("first %+v", first)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 15, 6).joint(t))
	for _, tt := range []struct {
		opts Options
		want string
	}{
		{Options{Epsilon: -1}, "epsilon is -1"},
		{Options{Epsilon: math.NaN()}, "epsilon is NaN"},
		{Options{Epsilon: math.Inf(1)}, "1.38e+09 clusterings of 15 rows"},
		{Options{Workers: -2}, "workers is -2"},
		{Options{Effort: -1}, "effort is -1"},
		{Options{Effort: math.Inf(1)}, "effort is +Inf"},
		{Options{MaxMemory: 1000}, "max memory is 1000 bytes"},
		{Options{Method: 7}, "no method 7"},
	} {
		_, err := Map(context.Background(), p, tt.opts)
		if !errors.Is(err, problem.ErrOptions) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.opts, err, tt.want)
		}
	}
	if _, err := Map(context.Background(), nil, Options{}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("without a problem: %v", err)
	}
}

// TestBitsAreFrozen: the frontier of a fixed table, to the last bit. Machines
// whose logarithm or rounding differ would show here.
func TestBitsAreFrozen(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	tab := make(table, 18)
	for x := range tab {
		tab[x] = make([]float64, 12)
		for y := range tab[x] {
			tab[x][y] = float64(rng.IntN(1000)) / 7
		}
	}
	digest := fnv.New64a()
	for _, opts := range []Options{{Method: Merge}, {Epsilon: 0.002}, {}} {
		for _, e := range entriesOf(mustMap(t, tab, opts), nil) {
			fmt.Fprintf(digest, "%x %x %d %d %q\n", math.Float64bits(e.H), math.Float64bits(e.I), e.K, e.Ties, e.Assignment)
		}
	}
	const golden = 0x8d89f121e15fe980
	if got := digest.Sum64(); got != golden {
		t.Errorf("digest %#x, want %#x", got, uint64(golden))
	}
}
