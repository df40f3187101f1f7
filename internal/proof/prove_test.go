package proof

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/edge"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/verify"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustProve(tb testing.TB, j *joint.Joint, f *frontier.Frontier, opts method.Options) *frontier.Frontier {
	tb.Helper()
	r, err := Prove(context.Background(), j, f, opts)
	switch {
	case err != nil:
		tb.Fatal(err)
	case r.Status != frontier.StatusComplete || !r.Frontier.Certificate.Complete:
		tb.Fatalf("status %v, complete %t", r.Status, r.Frontier.Certificate.Complete)
	}
	return r.Frontier
}

// TestProveFindsAll begins with two points, so that the proof has to find all
// others: they are those of dynamic programming, and the certificate holds.
func TestProveFindsAll(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for n := 2; n <= 10; n++ {
			t.Run(fmt.Sprintf("%s/n=%d", kind.Name, n), func(t *testing.T) {
				j := drawn.Table(t, kind.Draw(uint64(n), n))
				want := drawn.Must(t)(program.Subsets(context.Background(), problem.DIB(j), method.Options{})).Frontier
				got := mustProve(t, j, drawn.Bare(t, j), method.Options{})
				drawn.SamePoints(t, got, want)
				if v := verified(t, j, got); !v.OK() {
					t.Errorf("rejected: %s", strings.Join(v.Failures, "; "))
				}
			})
		}
	}
}

// nasty are tables on which floating point has a hard time: rows without noise, many
// of them equal, and weights over many orders of magnitude.
var nasty = [][][]float64{
	{{1, 0}, {0, 1}, {0, 1}},
	{{1, 0}, {0, 1}, {1, 0}, {0, 1}},
	{{2, 0, 0}, {0, 1, 0}, {0, 0, 2}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}},
	{{2014736, 1133289}, {56979, 740727}, {11842400, 23684800}, {18, 6}, {2868342, 2530890}, {2354725, 470945}},
	{
		{3315438944, 621644802, 3522653878},
		{307340, 139700, 391160},
		{1344, 168, 672},
		{322, 391, 138},
		{45204900160, 31643430112, 4520490016},
	},
	drawn.Spread(1, 8), drawn.Spread(2, 7),
}

// TestProveFindsWhatIsTaken takes points out of exact frontiers, the ends too: the proof finds them again.
func TestProveFindsWhatIsTaken(t *testing.T) {
	tables := slices.Clone(nasty)
	for _, kind := range drawn.Kinds {
		tables = append(tables, kind.Draw(8, 8))
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for k, cells := range tables {
		j := drawn.Table(t, cells)
		want := drawn.NewSketch(t, j)
		for round := range 12 {
			some := drawn.Sketch{Problem: want.Problem}
			for at, e := range want.Entries {
				if keep := rng.IntN(3) > 0 && at != round; keep || at == len(want.Entries)-1 && len(some.Entries) == 0 {
					some.Entries = append(some.Entries, e)
				}
			}
			f := mustProve(t, j, some.Frontier(t), method.Options{})
			if f.Len() != len(want.Entries) {
				t.Fatalf("table %d: %d of %d points, begun with %d", k, f.Len(), len(want.Entries), len(some.Entries))
			}
			if v := verified(t, j, f); !v.OK() {
				t.Fatalf("table %d: rejected: %s", k, strings.Join(v.Failures, "; "))
			}
		}
		f := mustProve(t, j, drawn.Bare(t, j), method.Options{})
		if v := verified(t, j, f); f.Len() != len(want.Entries) || !v.OK() {
			t.Fatalf("table %d: %d of %d points; %s", k, f.Len(), len(want.Entries), strings.Join(v.Failures, "; "))
		}
	}
}

// TestProveIsSubsetDP compares with dynamic programming on larger tables.
func TestProveIsSubsetDP(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for seed, n := range []int{13, 14, 15} {
		for _, kind := range drawn.Kinds[:2] {
			t.Run(fmt.Sprintf("%s/n=%d/seed=%d", kind.Name, n, seed), func(t *testing.T) {
				t.Parallel()
				j := drawn.Table(t, kind.Draw(uint64(seed), n))
				want := drawn.Must(t)(program.Subsets(context.Background(), problem.DIB(j), method.Options{})).Frontier
				drawn.SamePoints(t, mustProve(t, j, drawn.Searched(t, j), method.Options{}), want)
			})
		}
	}
}

// TestProveGolden has frontiers that other programs computed or proved.
func TestProveGolden(t *testing.T) {
	proveGolden(t, "pxy_alpha10.npy", 94, 0)
	proveGolden(t, "pxy_rand16.npy", 159, 0)
}

// proveGolden proves the frontier of a reference table, which has so many points and
// this hypervolume in bit^2 (0 if it is not known).
func proveGolden(t *testing.T, name string, points int, volume float64) {
	t.Run(name, func(t *testing.T) {
		j := drawn.Table(t, reference.Matrix(t, name))
		f := mustProve(t, j, drawn.Searched(t, j), method.Options{})
		if f.Len() != points {
			t.Errorf("%d points, want %d", f.Len(), points)
		}
		if v := f.Hypervolume(); volume > 0 && math.Abs(v-volume) > 1e-9 {
			t.Errorf("hypervolume %.10f, want %.9f", v, volume)
		}
	})
}

// TestProveGap: duals are as good as they are meant to be, so that the hull of the
// frontier is that of the linear program on these tables.
func TestProveGap(t *testing.T) {
	const centreGap = 0.02 // what package edge allows
	for _, kind := range drawn.Kinds[:2] {
		j := drawn.Table(t, kind.Draw(5, 12))
		f := mustProve(t, j, drawn.Searched(t, j), method.Options{})
		for k, e := range f.Certificate.Edges {
			gap := math.Inf(1) // between the bound and the nearest point
			for p := range f.All() {
				if p.H >= e.HLo && p.H <= e.HHi {
					gap = min(gap, e.Bound(f.Problem.HY, p.H)-p.I)
				}
			}
			if gap < -1e-12 || gap > centreGap*e.Budget {
				t.Errorf("%s: the bound of edge %d is %g bits above the hull, with a budget of %g", kind.Name, k, gap, e.Budget)
			}
		}
	}
}

func TestProveDoesNotDependOnWorkers(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(3, 15, 8))
	f := drawn.Searched(t, j)
	want := mustProve(t, j, f, method.Options{Workers: 1})
	for _, workers := range []int{2, 3} {
		got := mustProve(t, j, f, method.Options{Workers: workers})
		drawn.SameFrontier(t, got, want)
		if diff := cmp.Diff(want.Certificate, got.Certificate); diff != "" {
			t.Errorf("%d workers (-1 worker +%d):\n%s", workers, workers, diff)
		}
	}
}

// TestProveDoesNotDependOnOrder: rows and columns in another order give the same
// certificate, with its duals in that order.
func TestProveDoesNotDependOnOrder(t *testing.T) {
	cells := drawn.Uniform(4, 12, 6)
	want := mustProve(t, drawn.Table(t, cells), drawn.Searched(t, drawn.Table(t, cells)), method.Options{})
	turned := make([][]float64, len(cells))
	for x := range cells {
		for y := range cells[x] {
			turned[(x+5)%len(cells)] = append(turned[(x+5)%len(cells)], cells[x][(y+2)%len(cells[x])])
		}
	}
	j := drawn.Table(t, turned)
	got := mustProve(t, j, drawn.Searched(t, j), method.Options{})
	drawn.SamePoints(t, got, want)
	for k, e := range got.Certificate.Edges {
		other := want.Certificate.Edges[k]
		for x, u := range other.Dual {
			if e.Dual[(x+5)%len(cells)] != u {
				t.Fatalf("edge %d: the dual of row %d is %g, and was %g", k, x, e.Dual[(x+5)%len(cells)], u)
			}
		}
		if e.Columns != other.Columns || e.Budget != other.Budget {
			t.Errorf("edge %d: %d columns within %g bits, were %d within %g", k, e.Columns, e.Budget, other.Columns, other.Budget)
		}
	}
}

// TestProvePartly interrupts a proof after every edge: what it says then is true.
func TestProvePartly(t *testing.T) {
	j := drawn.Table(t, drawn.Ordered(2, 13, 6))
	start := drawn.Searched(t, j)
	truth := mustProve(t, j, start, method.Options{})
	edges := len(truth.Certificate.Edges)
	for after := 1; after <= edges; after++ {
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		r, err := Prove(ctx, j, start, method.Options{Observe: func(search.Progress) {
			if seen++; seen == after {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		f := r.Frontier
		c := f.Certificate
		if r.Status != frontier.StatusInterrupted || c.Complete {
			t.Errorf("after %d edges: status %v, complete %t", after-1, r.Status, c.Complete)
		}
		for k, e := range c.Edges {
			if want := k > edges-after; e.Certified != want {
				t.Errorf("after %d edges: edge %d of %d: certified %t", after-1, k, edges, e.Certified)
			}
		}
		if want := c.Edges[edges-after].HHi; c.CompleteFromH != want {
			t.Errorf("after %d edges: complete from %g, want %g", after-1, c.CompleteFromH, want)
		}
		for p := range truth.All() {
			if p.I > f.Bound(p.H)+1e-12 {
				t.Errorf("after %d edges: a point (%g, %g) above the bound %g", after-1, p.H, p.I, f.Bound(p.H))
			}
		}
		if v := verified(t, j, f); !v.OK() {
			t.Errorf("after %d edges: rejected: %s", after-1, strings.Join(v.Failures, "; "))
		}
	}
}

// TestProveMemory: an edge whose clusters would take too much is left open, and
// what is said of it is true and more than what is known of all tables.
func TestProveMemory(t *testing.T) {
	// With 16 MiB, 262144 clusters may be listed, and 65536 may be left when clusterings are searched: the one
	// edge of a bare frontier of n rows has all 2^n.
	for n, workers := range map[int]int{17: 3, 19: 1, 20: 3} {
		j := drawn.Table(t, drawn.Uniform(1, n, 5))
		r := drawn.Must(t)(Prove(context.Background(), j, drawn.Bare(t, j), method.Options{MaxMemory: 16 << 20, Workers: workers}))
		c := r.Frontier.Certificate
		if r.Status != frontier.StatusMemory || c.Complete || len(c.Edges) != 1 || c.Edges[0].Certified {
			t.Errorf("%d rows: status %v, complete %t, edges %v", n, r.Status, c.Complete, c.Edges)
		}
		last := r.Frontier.At(r.Frontier.Len() - 1)
		if b := r.Frontier.Bound(last.H / 2); b > 0.9*min(last.H/2, last.I) {
			t.Errorf("%d rows: the bound at %g is %g", n, last.H/2, b)
		}
		for p := range drawn.Searched(t, j).All() {
			if p.I > r.Frontier.Bound(p.H)+1e-12 {
				t.Errorf("%d rows: a point (%g, %g) above the bound %g", n, p.H, p.I, r.Frontier.Bound(p.H))
			}
		}
	}
}

func TestProveRefuses(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(1, 5, 4))
	other := drawn.Table(t, drawn.Uniform(2, 5, 4))
	wide := drawn.Table(t, drawn.Uniform(1, edge.MaxRows+1, 3))
	f := drawn.Bare(t, j)
	points, err := frontier.New(f.Problem, f.Search, []frontier.Entry{{K: 1}, {H: 1, I: 1, K: 5}})
	if err != nil {
		t.Fatal(err)
	}
	dmc := drawn.Must(t)(search.Map(context.Background(), problem.DMC(j), search.Options{}))
	limited := drawn.Must(t)(search.Map(context.Background(), problem.DIB(j), search.Options{}))
	limited.Frontier.Problem.Constraints.MaxClusters = 5
	foreign := drawn.Must(t)(search.Map(context.Background(), drawn.Linked(problem.DIB(j), 0, 0, 1, 2, 3), search.Options{}))
	foreign.Frontier.Problem.Constraints.MustLink[0][1] = "nobody"
	const all = "a proof is about all clusterings: leave out the limits on clusters, or do without"
	for _, tt := range []struct {
		name string
		j    *joint.Joint
		f    *frontier.Frontier
		opts method.Options
		want string
	}{
		{"rows", wide, drawn.Bare(t, wide), method.Options{}, "up to 64 rows, and there are 65"},
		{"table", other, f, method.Options{}, "the frontier is not of this table"},
		{"points", j, points, method.Options{}, "the frontier has no assignments"},
		{"options", j, f, method.Options{Workers: -1}, "workers is -1"},
		{"least mass", j, f, method.Options{Limits: problem.Limits{MinMass: 0.1}}, all},
		{"few clusters", j, f, method.Options{Limits: problem.Limits{MaxClusters: 3}}, all},
		{"apart", j, f, method.Options{Limits: problem.Limits{CannotLink: [][2]int{{0, 1}}}}, all},
		{"frontier of few clusters", j, limited.Frontier, method.Options{}, all},
		{"linked rows of another table", j, foreign.Frontier, method.Options{}, `linked rows "x0" and "nobody", which the table does not have`},
		{"kind", j, dmc.Frontier, method.Options{}, "a proof is about H(Z) and I(Z;Y), kind dib, and the frontier is of kind dmc: do without"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Prove(context.Background(), tt.j, tt.f, tt.opts)
			if !errors.Is(err, problem.ErrOptions) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestProve64Rows: a set of 64 rows fills its word.
func TestProve64Rows(t *testing.T) {
	j := drawn.Table(t, drawn.Draw(6, edge.MaxRows, edge.MaxRows, func(rng *rand.Rand, x, y int) float64 {
		switch x {
		case y:
			return 200 + 10*float64(x)
		case y ^ 1:
			return 100 * rng.Float64()
		default:
			return 0
		}
	}))
	start := drawn.Must(t)(search.Map(context.Background(), problem.DIB(j), search.Options{Method: search.Local, Effort: 1e-4}))
	ctx, cancel := context.WithCancel(context.Background())
	edges := 0
	r, err := Prove(ctx, j, start.Frontier, method.Options{Observe: func(search.Progress) {
		if edges++; edges == 3 {
			cancel()
		}
	}})
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	c := r.Frontier.Certificate
	if last := c.Edges[len(c.Edges)-1]; !last.Certified || c.CompleteFromH >= last.HHi {
		t.Errorf("complete from %g, and the last edge ends at %g", c.CompleteFromH, last.HHi)
	}
}

// TestCertificateIsFrozen: certificates are the same bits on every machine.
func TestCertificateIsFrozen(t *testing.T) {
	j := drawn.Table(t, drawn.Draw(11, 12, 9, func(rng *rand.Rand, _, _ int) float64 { return float64(rng.IntN(1000)) / 7 }))
	digest := fnv.New64a()
	for _, e := range mustProve(t, j, drawn.Searched(t, j), method.Options{}).Certificate.Edges {
		fmt.Fprintf(digest, "%x %x %d", math.Float64bits(e.Slack), math.Float64bits(e.Budget), e.Columns)
		for _, u := range e.Dual {
			fmt.Fprintf(digest, " %x", math.Float64bits(u))
		}
	}
	const golden = 0xdee5cf93bc15695c
	if got := digest.Sum64(); got != golden {
		t.Errorf("digest %#x, want %#x", got, uint64(golden))
	}
}

// verified returns what the verification of a frontier says that needs no problem solved again.
func verified(tb testing.TB, j *joint.Joint, f *frontier.Frontier) *verify.Verification {
	tb.Helper()
	again := func(context.Context, problem.Problem, frontier.Search, problem.Limits, int) (*search.Result, error) {
		return nil, nil
	}
	v, err := verify.Verify(context.Background(), j, f, 2, again)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}
