package search

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// massless hides the traits of a problem.
type massless struct{ problem.Problem }

func (massless) Traits() (none problem.Traits) { return none }

// tied is a problem in which the first two rows of the table share a place.
type tied struct{ problem.Problem }

func (p tied) Place() []int {
	place := slices.Clone(p.Problem.Place())
	place[1] = place[0]
	return place
}

// cycle returns the pairs of neighbours of n rows in a circle.
func cycle(n int) (pairs [][2]int) {
	for x := range n {
		pairs = append(pairs, [2]int{x, (x + 1) % n})
	}
	return pairs
}

// complete returns all pairs of n rows.
func complete(n int) (pairs [][2]int) {
	for x := range n {
		for y := range x {
			pairs = append(pairs, [2]int{x, y})
		}
	}
	return pairs
}

func TestLimitsAreChecked(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 12, 6).joint(t))
	for _, tt := range []struct {
		problem problem.Problem
		limits  problem.Limits
		is      error
		want    string
	}{
		{p, problem.Limits{MinMass: -0.1}, problem.ErrOptions, "least mass of a cluster is -0.1"},
		{p, problem.Limits{MinMass: 1.5}, problem.ErrOptions, "least mass of a cluster is 1.5"},
		{p, problem.Limits{MinMass: math.NaN()}, problem.ErrOptions, "least mass of a cluster is NaN"},
		{p, problem.Limits{MaxClusters: -1}, problem.ErrOptions, "largest number of clusters is -1"},
		{massless{p}, problem.Limits{MinMass: 0.1}, problem.ErrOptions, "the rows of this problem have none"},
		{p, problem.Limits{CannotLink: [][2]int{{0, 12}}}, problem.ErrOptions, "rows 0 and 12 are to be apart, and the rows of the table are 0 to 11"},
		{p, problem.Limits{CannotLink: [][2]int{{-1, 2}}}, problem.ErrOptions, "rows -1 and 2"},
		{p, problem.Limits{CannotLink: [][2]int{{3, 3}}}, problem.ErrOptions, `row 3, "x03", is to be apart from itself`},
		{tied{p}, problem.Limits{CannotLink: [][2]int{{2, 3}, {0, 1}}}, problem.ErrInfeasible, `"x00" and "x01" must share a cluster and may not`},
		{p, problem.Limits{MaxClusters: 1, CannotLink: [][2]int{{7, 4}}}, problem.ErrInfeasible, `"x04" and "x07" may not share clusters, so there are at least 2, and at most 1 are allowed`},
		{p, problem.Limits{MaxClusters: 4, CannotLink: append(complete(5), cycle(12)...)}, problem.ErrInfeasible, `"x00", "x01", "x02", "x03" and "x04" may not share clusters`},
		{p, problem.Limits{MaxClusters: 3, CannotLink: complete(12)}, problem.ErrInfeasible, `"x07" and 4 more may not share clusters, so there are at least 12`},
		{p, problem.Limits{MaxClusters: 2, CannotLink: [][2]int{{7, 4}}, Alone: []int{2}}, problem.ErrInfeasible, `"x02", "x04" and "x07" may not share clusters`},
		{p, problem.Limits{MinMass: 0.4, CannotLink: complete(3)}, problem.ErrInfeasible, "so there are at least 3, and 3 of a mass of at least 0.4 are more than there is"},
	} {
		_, err := limiter.New(tt.problem, tt.limits)
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.limits, err, tt.want)
		}
		if _, again := Map(t.Context(), tt.problem, Options{Limits: tt.limits}); again == nil || again.Error() != err.Error() {
			t.Errorf("%+v: Map says %v", tt.limits, again)
		}
	}
}

func TestNoLimitsAllowEverything(t *testing.T) {
	l, err := limiter.New(massless{problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 4, 6).joint(t))}, problem.Limits{})
	if l != nil || err != nil || !l.Allows([]int{0}) || l.MaxClusters() != math.MaxInt {
		t.Errorf("%v, %v", l, err)
	}
}

// TestLimiterAllows holds single clusters against the definitions.
func TestLimiterAllows(t *testing.T) {
	for kind, draw := range kinds {
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, 5))
			n := 2 + rng.IntN(8)
			tab := draw(rng, n, 4)
			limits := drawLimits(rng, n, "all")
			limits.MaxClusters = 0
			p := problem.DIB(tab.joint(t))
			l, err := limiter.New(p, limits)
			if errors.Is(err, problem.ErrInfeasible) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			inTable := partition.Ranks(p.Place())
			for set := 1; set < 1<<n; set++ {
				f, rows := make(partition.Partition, n), []int(nil)
				for x := range n {
					if set>>x&1 == 0 {
						f[inTable[x]] = 1
					} else {
						rows = append(rows, x)
					}
				}
				// Only what is asked of this cluster: the other may be as it likes.
				want := tab.keepsCluster(limits, f, 0)
				rng.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
				if got := l.Allows(rows); got != want {
					t.Fatalf("%s %d: %v of %+v: %t, want %t", kind, seed, rows, limits, got, want)
				}
			}
		}
	}
}

// keepsCluster reports whether a cluster is heavy enough and has no rows that must be
// apart.
func (t table) keepsCluster(l problem.Limits, f partition.Partition, c int) bool {
	var total, mass float64
	for x := range t {
		for _, v := range t[x] {
			total += v
			if f[x] == c {
				mass += v
			}
		}
	}
	for _, pair := range l.CannotLink {
		if f[pair[0]] == c && f[pair[1]] == c {
			return false
		}
	}
	return mass >= l.MinMass*total*(1-1e-9)
}

// TestMassesAreRounded: shares that are not exact in binary are reached by clusters
// that have them.
func TestMassesAreRounded(t *testing.T) {
	for _, n := range []int{3, 4, 7, 10, 12} {
		counts, weights := make(table, n), make(table, n)
		for x := range n {
			counts[x], weights[x] = []float64{3, 1}, []float64{0.75 / float64(n), 0.25 / float64(n)}
		}
		for k := 1; k <= n; k++ {
			for _, tab := range []table{counts, weights} {
				l, err := limiter.New(problem.DIB(tab.joint(t)), problem.Limits{MinMass: float64(k) / float64(n)})
				if err != nil {
					t.Fatal(err)
				}
				rows := partition.Identity(n)
				if !l.Allows(rows[:k]) || l.Allows(rows[:k-1]) {
					t.Errorf("%d of %d rows: %t, and one fewer %t", k, n, l.Allows(rows[:k]), l.Allows(rows[:k-1]))
				}
			}
		}
	}
}

// TestCliqueIsFound plants one among other pairs.
func TestCliqueIsFound(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 6))
		const n = 40
		p := problem.DIB(simplex(rng, n, 3).joint(t))
		members := rng.Perm(n)[:9]
		limits := drawLimits(rng, n, "apart")
		for a, x := range members {
			for _, y := range members[:a] {
				limits.CannotLink = append(limits.CannotLink, [2]int{x, y})
			}
		}
		l, err := limiter.New(p, limits)
		if err != nil {
			t.Fatal(err)
		}
		clique := l.Clique()
		for k, x := range clique {
			for _, y := range clique[:k] {
				if l.Allows([]int{x, y}) || x == y {
					t.Fatalf("seed %d: %v is no clique", seed, clique)
				}
			}
		}
		if len(clique) < 7 {
			t.Errorf("seed %d: %d rows, want about 9", seed, len(clique))
		}
		// A colouring parts them all.
		f := l.Colouring()
		if err := f.Check(); err != nil || limiter.NewGauge(l, 1).Load(f) != 0 || f.K() < len(clique) {
			t.Errorf("seed %d: %v, %d clusters: %v", seed, f, f.K(), err)
		}
	}
}

func TestColouringOfCirclesIsBest(t *testing.T) {
	for n := 3; n < 12; n++ {
		l, err := limiter.New(problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), n, 3).joint(t)), problem.Limits{CannotLink: cycle(n)})
		if err != nil {
			t.Fatal(err)
		}
		if f := l.Colouring(); f.K() != 2+n%2 {
			t.Errorf("a circle of %d has %d colours", n, f.K())
		}
	}
}

// TestGaugeOfNeighbours holds what a gauge says of neighbours against what it says
// of them when they are loaded, and that against the definitions.
func TestGaugeOfNeighbours(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 8))
		n := 2 + rng.IntN(8)
		tab := simplex(rng, n, 3)
		limits := drawLimits(rng, n, []string{"mass", "clusters", "apart", "all"}[seed%4])
		p := problem.DIB(tab.joint(t))
		l, err := limiter.New(p, limits)
		if err != nil {
			continue
		}
		g := limiter.NewGauge(l, 1)
		check := func(what string, got int64, labels []int) {
			f := partition.Canonical(labels)
			if want := limiter.NewGauge(l, 1).Load(f); got != want {
				t.Fatalf("seed %d, %+v, %s to %v: %d, loaded %d", seed, limits, what, f, got, want)
			}
			if got, want := got == 0, tab.keeps(limits, f.Reorder(partition.Ranks(p.Place()))); got != want {
				t.Fatalf("seed %d, %+v: %v keeps limits: %t, by definition %t", seed, limits, f, got, want)
			}
		}
		for range 3 {
			f := randomClustering(rng, n, 1+rng.IntN(n))
			check("load", g.Load(f), f)
			sizes := make([]int, f.K())
			for _, c := range f {
				sizes[c]++
			}
			for a := range f.K() {
				for b := range a {
					check("merge", g.Merged(a, b), f.Merge(a, b))
				}
			}
			for x := range f {
				for b := 0; b < f.K() && sizes[f[x]] > 1; b++ {
					labels := slices.Clone(f)
					if labels[x] = b; f[x] == b {
						labels[x] = n
					}
					check("move", g.Moved(x, b), labels)
				}
			}
		}
	}
}

func TestLimitsAreDescribed(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 5)), 6, 4)
	limits := problem.Limits{MinMass: 0.01, MaxClusters: 4, CannotLink: [][2]int{{5, 0}, {1, 2}}}
	for _, opts := range []Options{{}, {Epsilon: math.Inf(1)}, {Method: Merge}} {
		opts.Limits = limits
		r := mustMap(t, tab, opts)
		want := frontier.Constraints{MinMass: 0.01, MaxClusters: 4, CannotLink: [][2]string{{"x05", "x00"}, {"x01", "x02"}}}
		if d := gocmp.Diff(want, r.Frontier.Problem.Constraints); d != "" {
			t.Error(d)
		}
	}
}
