package search

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// keeps tells, from the definitions, whether a clustering of the table's rows keeps
// limits.
func (t table) keeps(l problem.Limits, f partition.Partition) bool {
	var total float64
	mass := make([]float64, f.K())
	for x, c := range f {
		for _, v := range t[x] {
			mass[c] += v
			total += v
		}
	}
	for _, m := range mass {
		if m < l.MinMass*total*(1-1e-9) {
			return false
		}
	}
	for _, pair := range l.CannotLink {
		if f[pair[0]] == f[pair[1]] {
			return false
		}
	}
	return l.MaxClusters == 0 || f.K() <= l.MaxClusters
}

// bruteForceUnder returns the frontier of all clusterings that keep limits.
func (t table) bruteForceUnder(l problem.Limits) []pair {
	var all []pair
	for f := range partition.All(len(t)) {
		if t.keeps(l, f) {
			h, i := t.point(f)
			all = append(all, pair{h, i})
		}
	}
	return staircase(all)
}

// staircase returns the non-dominated points in one pass, because there are thousands.
// Points closer than 1e-9 in both coordinates count once.
func staircase(all []pair) (kept []pair) {
	slices.SortFunc(all, func(a, b pair) int { return cmp.Or(cmp.Compare(a.h, b.h), cmp.Compare(b.i, a.i)) })
	for _, p := range all {
		if len(kept) > 0 && p.i <= kept[len(kept)-1].i+1e-9 {
			continue
		}
		for len(kept) > 0 && kept[len(kept)-1].h > p.h-1e-9 { // the same h, except for rounding
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, p)
	}
	return kept
}

// drawLimits draws limits for n rows: of masses, of numbers, of pairs, or of all.
func drawLimits(rng *rand.Rand, n int, kind string) (l problem.Limits) {
	all := kind == "all"
	if kind == "mass" || all {
		l.MinMass = []float64{0.5 / float64(n), 1 / float64(n), 2 / float64(n), 0.3}[rng.IntN(4)]
	}
	if kind == "clusters" || all {
		l.MaxClusters = 1 + rng.IntN(n)
	}
	if kind == "apart" || all {
		density := []float64{0.1, 0.3, 0.6}[rng.IntN(3)]
		for a := range n {
			for b := range a {
				if rng.Float64() < density {
					l.CannotLink = append(l.CannotLink, [2]int{a, b})
				}
			}
		}
	}
	return l
}

// recall returns how many of some points are among others, both by increasing h.
func recall(got, want []pair) (found int) {
	for _, w := range want {
		for len(got) > 0 && got[0].h < w.h-1e-9 {
			got = got[1:]
		}
		if len(got) > 0 && got[0].h < w.h+1e-9 && math.Abs(got[0].i-w.i) < 1e-9 {
			found++
		}
	}
	return found
}

// TestLimitsAgainstBruteForce holds searches under limits against all clusterings
// that keep them: what is found keeps them and is where it should be, and the
// default search finds all there is except for one point in 500 at most, and
// enumeration all.
func TestLimitsAgainstBruteForce(t *testing.T) { compareLimited(t, 3) }

// compareLimited is TestLimitsAgainstBruteForce on a number of tables of each kind.
func compareLimited(t *testing.T, tables uint64) {
	t.Helper()
	for _, limits := range []string{"mass", "clusters", "apart", "all"} {
		for kind, draw := range kinds {
			t.Run(limits+"/"+kind, func(t *testing.T) {
				var points, found, listed int
				for seed := range tables {
					rng := rand.New(rand.NewPCG(seed, 77))
					n := 2 + rng.IntN(7)
					tab := draw(rng, n, 2+rng.IntN(4))
					l := drawLimits(rng, n, limits)
					want := tab.bruteForceUnder(l)
					points += len(want)
					found += recall(foundUnder(t, tab, Options{Limits: l, Workers: 1}, len(want)), want)
					listed += recall(foundUnder(t, tab, Options{Limits: l, Epsilon: math.Inf(1)}, len(want)), want)
				}
				if found < points-points/500 || listed < points {
					t.Errorf("%d of %d points found, %d by enumeration", found, points, listed)
				}
				if points == 0 {
					t.Error("no points show nothing")
				}
			})
		}
	}
}

// foundUnder returns what a search finds, and fails if some of it does not keep the
// limits or is not where it should be; nothing, if there is nothing to be found.
func foundUnder(t *testing.T, tab table, opts Options, there int) []pair {
	t.Helper()
	r, err := Map(context.Background(), problem.DIB(tab.joint(t)), opts)
	if there == 0 {
		if !errors.Is(err, problem.ErrInfeasible) {
			t.Fatalf("%+v: %v, where nothing keeps them", opts.Limits, err)
		}
		return nil
	}
	if err != nil {
		t.Fatalf("%+v: %v, and %d points there are", opts.Limits, err, there)
	}
	keepsAll(t, tab, opts.Limits, r)
	return pairsOf(r.Frontier)
}

func keepsAll(t *testing.T, tab table, l problem.Limits, r *Result) {
	t.Helper()
	sound(t, tab, r.Frontier)
	for p := range r.Frontier.All() {
		if !tab.keeps(l, p.Assignment()) {
			t.Fatalf("%v does not keep %+v", p.Assignment(), l)
		}
	}
}

// TestMergesUnderLimits: the Pareto Mapper begins with a clustering that no limit
// but pairs allows, and has to get to those that are.
func TestMergesUnderLimits(t *testing.T) {
	for _, limits := range []string{"mass", "clusters", "apart", "all"} {
		var points, found int
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, 78))
			n := 2 + rng.IntN(7)
			tab := simplex(rng, n, 2+rng.IntN(4))
			l := drawLimits(rng, n, limits)
			want := tab.bruteForceUnder(l)
			r, err := Map(context.Background(), problem.DIB(tab.joint(t)), Options{Method: Merge, Limits: l})
			if points += len(want); errors.Is(err, problem.ErrInfeasible) {
				continue // merges that are best at first may lead nowhere
			} else if err != nil {
				t.Fatal(err)
			}
			keepsAll(t, tab, l, r)
			found += recall(pairsOf(r.Frontier), want)
		}
		if found < points*6/10 {
			t.Errorf("%s: %d of %d points", limits, found, points)
		}
		t.Logf("%s: %d of %d points", limits, found, points)
		// With a depth that reaches everything, all are found.
		tab := simplex(rand.New(rand.NewPCG(3, 78)), 7, 4)
		l := drawLimits(rand.New(rand.NewPCG(3, 79)), 7, limits)
		want := tab.bruteForceUnder(l)
		if got := foundUnder(t, tab, Options{Method: Merge, Epsilon: 1e9, Limits: l}, len(want)); recall(got, want) < len(want) {
			t.Errorf("%s: %d of %d points by a deep search", limits, recall(got, want), len(want))
		}
	}
}

// TestClusteringsWithoutNeighbours: of 12 rows of equal mass, no two clusterings into
// clusters of 3 are neighbours, and no two into clusters of 4. With at most 4 clusters of
// at least 3 rows there are few others.
func TestClusteringsWithoutNeighbours(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	compareWithoutNeighbours(t, 1)
}

// compareWithoutNeighbours is TestClusteringsWithoutNeighbours on a number of tables.
func compareWithoutNeighbours(t *testing.T, tables uint64) {
	t.Helper()
	for seed := range tables {
		tab := make(table, 12)
		rng := rand.New(rand.NewPCG(seed, 12))
		for x := range tab {
			tab[x] = make([]float64, 5)
			for range 100 {
				tab[x][rng.IntN(5)]++
			}
		}
		l := problem.Limits{MinMass: 3. / 12}
		want := foundUnder(t, tab, Options{Limits: l, Epsilon: math.Inf(1)}, 1)
		got := foundUnder(t, tab, Options{Limits: l}, 1)
		if recall(got, want) < len(want) {
			t.Errorf("seed %d: %d of %d points", seed, recall(got, want), len(want))
		}
		for x := range tab {
			tab[x] = tab[0]
		}
		samePoints(t, foundUnder(t, tab, Options{Limits: l}, 1), []pair{{}}) // one cluster beats all
	}
}

// TestSearchBeginsFarFromWhatIsAllowed: a ring of rows that must be apart from their
// neighbours, and clusters of a third of the mass at least.
func TestSearchBeginsFarFromWhatIsAllowed(t *testing.T) {
	for _, n := range []int{12, 30} {
		tab := simplex(rand.New(rand.NewPCG(1, uint64(n))), n, 4)
		for _, l := range []problem.Limits{
			{MinMass: 0.3, CannotLink: cycle(n)},
			{MaxClusters: 2, CannotLink: cycle(n)},
			{MinMass: 0.3, MaxClusters: 3, CannotLink: cycle(n)},
			{MinMass: 0.9},
			{MaxClusters: 1},
		} {
			keepsAll(t, tab, l, mustMap(t, tab, Options{Method: Local, Limits: l}))
		}
	}
}

// TestNothingKeepsLimits: a circle of odd length has no two colours, though no
// three rows of it are all apart; and what is heavy is alone.
func TestNothingKeepsLimits(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(1, 9)), 9, 4)
	l := problem.Limits{MaxClusters: 2, CannotLink: cycle(9)}
	for _, tt := range []struct {
		opts Options
		want string
	}{
		{Options{Limits: l}, "infeasible limits: no clustering that keeps them was found: allow lighter or more clusters, or leave a pair out"},
		{Options{Limits: l, Method: Merge}, "infeasible limits: no clustering that keeps them was found: allow lighter or more clusters, or leave a pair out"},
		{Options{Limits: l, Epsilon: math.Inf(1)}, "infeasible limits: no clustering keeps them"},
	} {
		if _, err := Map(context.Background(), problem.DIB(tab.joint(t)), tt.opts); !errors.Is(err, problem.ErrInfeasible) || err.Error() != tt.want {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, epsilon := range []float64{0, math.Inf(1)} {
		_, err := Map(ctx, problem.DIB(tab.joint(t)), Options{Limits: problem.Limits{MinMass: 0.33, CannotLink: cycle(9)}, Epsilon: epsilon})
		if !errors.Is(err, problem.ErrInfeasible) || err.Error() != "infeasible limits: no clustering that keeps them was found until the search was stopped" {
			t.Errorf("%v", err)
		}
	}
}

// TestLimitsFollowTheirRows: the result does not depend on the order of the rows.
func TestLimitsFollowTheirRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, tab := range []table{simplex(rng, 12, 5), sparseCounts(rng, 10, 4)} {
		n := len(tab)
		l := problem.Limits{MinMass: 0.08, MaxClusters: 6, CannotLink: [][2]int{{0, 1}, {3, 2}, {2, 5}, {7, 1}}}
		want := mustMap(t, tab, Options{Limits: l})
		for range 2 {
			order := rng.Perm(n)
			shuffled, moved := make(table, n), problem.Limits{MinMass: l.MinMass, MaxClusters: l.MaxClusters}
			for r, x := range order {
				shuffled[r] = tab[x]
			}
			at := partition.Ranks(order)
			for _, pair := range l.CannotLink {
				moved.CannotLink = append(moved.CannotLink, [2]int{at[pair[1]], at[pair[0]]})
			}
			rng.Shuffle(len(moved.CannotLink), func(a, b int) { moved.CannotLink[a], moved.CannotLink[b] = moved.CannotLink[b], moved.CannotLink[a] })
			got := mustMap(t, shuffled, Options{Limits: moved})
			if d := gocmp.Diff(pairsOf(want.Frontier), pairsOf(got.Frontier), gocmp.AllowUnexported(pair{})); d != "" {
				t.Errorf("rows ordered %v: %s", order, d)
			}
		}
	}
}

// TestLimitsThatAllowAll: limits that every clustering keeps change nothing.
func TestLimitsThatAllowAll(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(8, 10)), 9, 5)
	want := mustMap(t, tab, Options{Effort: 100})
	got := mustMap(t, tab, Options{Effort: 100, Limits: problem.Limits{MinMass: 1e-9, MaxClusters: 9}})
	if d := gocmp.Diff(entriesOf(want, nil), entriesOf(got, nil)); d != "" {
		t.Error(d)
	}
}

// TestThinnedUnderLimits gives a search a small part of the memory that it wants.
func TestThinnedUnderLimits(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 40)), 30, 8)
	l := problem.Limits{MinMass: 0.02, MaxClusters: 20, CannotLink: cycle(30)}
	small := func(p *plan) { p.memory = 60_000 }
	opts := Options{Method: Local, Effort: 1e-3, Workers: 1, Limits: l}
	r := planned(t, tab, opts, small, nil)
	if keepsAll(t, tab, l, r); r.Frontier.Search.Resolution == 0 || r.Frontier.Len() == 0 {
		t.Errorf("%d points, resolution %g", r.Frontier.Len(), r.Frontier.Search.Resolution)
	}
	opts.Workers = 3
	again := planned(t, tab, opts, func(p *plan) { small(p); parallel(p) }, nil)
	if d := gocmp.Diff(outcome(r), outcome(again)); d != "" {
		t.Error(d)
	}
}
