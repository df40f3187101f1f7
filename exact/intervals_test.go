package exact

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustIntervals(tb testing.TB, p problem.Additive, order Order, opts Options) *search.Result {
	tb.Helper()
	r, err := Intervals(context.Background(), p, order, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// runsOf returns the grouping of the table's rows with cuts before the rows of a
// mask: in circular order the last run goes on to the rows before the first cut.
func runsOf(n, cuts int, order Order) partition.Partition {
	f := make(partition.Partition, n)
	run := 0
	for x := range n {
		if cuts>>x&1 == 1 {
			run++
		}
		f[x] = run
	}
	if order == Circular {
		for x := range f {
			f[x] %= max(run, 1)
		}
	}
	f.Renumber(make([]int, n+1))
	return f
}

// bruteForce offers every contiguous grouping to an archive.
func bruteForce(tb testing.TB, p problem.Additive, order Order) *search.Result {
	tb.Helper()
	n := p.Rows()
	found := archive.New(n)
	e := p.Evaluators(1, 0)[0]
	for cuts := range 1 << n {
		// A cut before row 0 is one of a circle, where a single cut cuts nothing.
		if order == Linear && cuts&1 == 1 || order == Circular && bits.OnesCount(uint(cuts)) == 1 {
			continue
		}
		inTable := runsOf(n, cuts, order)
		f := make([]int, n)
		for x, r := range p.Place() {
			f[r] = inTable[x]
		}
		inOrder := partition.Canonical(f)
		found.Offer(e.Load(inOrder), partition.Pack(inOrder), 0)
	}
	r, err := resultOf(p, found, frontier.Search{Status: frontier.StatusComplete})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// TestIntervalsIsBruteForce: the same points, clusterings and ties, bit for bit.
func TestIntervalsIsBruteForce(t *testing.T) {
	for _, kind := range kinds {
		for _, order := range []Order{Linear, Circular} {
			for n := 2; n <= 12; n++ {
				t.Run(fmt.Sprintf("%s/%v/n=%d", kind.name, order, n), func(t *testing.T) {
					p := problemOf(t, kind.draw(uint64(n), n))
					r := mustIntervals(t, p, order, Options{Workers: 1 + n%3})
					if s := r.Frontier.Search; r.Status != frontier.StatusComplete || s.Method != "intervals" || s.Order != string(order) || s.Resolution != 0 {
						t.Errorf("status %v, %+v", r.Status, s)
					}
					sameFrontier(t, r.Frontier, bruteForce(t, p, order).Frontier)
				})
			}
		}
	}
}

// TestColors: the numbers of the design notes, whose exact frontier of all
// groupings has 321 points.
func TestColors(t *testing.T) {
	p := problemOf(t, reference.Matrix(t, "pxy_colors.npy"))
	for order, want := range map[Order]struct {
		points int
		area   string
	}{Linear: {305, ""}, Circular: {318, "2.076107823"}} {
		r := mustIntervals(t, p, order, Options{})
		area := fmt.Sprintf("%.9f", r.Frontier.Hypervolume())
		if r.Frontier.Len() != want.points || want.area != "" && area != want.area {
			t.Errorf("%v: %d points, area %s", order, r.Frontier.Len(), area)
		}
	}
}

// TestIntervalsThinned: as TestSubsetsThinned.
func TestIntervalsThinned(t *testing.T) {
	for _, kind := range kinds {
		for _, order := range []Order{Linear, Circular} {
			p := problemOf(t, kind.draw(4, 12))
			want := labelsOf(mustIntervals(t, p, order, Options{}))
			var got []list
			for workers := 1; workers <= 3; workers++ {
				c := circleOf(t, p, order, defaults(t, workers))
				c.memory = int64(labelBytes * 40)
				c.solve(context.Background(), order)
				r, err := resultOf(p, c.found, frontier.Search{Status: frontier.StatusMemory})
				if err != nil {
					t.Fatal(err)
				}
				if c.bound == 0 {
					t.Fatalf("%s, %v: nothing was thinned", kind.name, order)
				}
				sound(t, p, r.Frontier)
				got = append(got, labelsOf(r))
				within(t, kind.name, got[workers-1], want, c.bound)
			}
			for _, l := range got[1:] {
				if d := cmp.Diff(got[0].points, l.points); d != "" {
					t.Errorf("%s, %v: %s", kind.name, order, d)
				}
			}
		}
	}
}

// programOf returns what the dynamic programs share.
func programOf(tb testing.TB, p problem.Additive, opts Options) *program {
	tb.Helper()
	made, err := newProgram(p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

func circleOf(tb testing.TB, p problem.Additive, order Order, opts Options) *circle {
	tb.Helper()
	rows, err := neighbours(p, order, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return newCircle(programOf(tb, p, opts), rows)
}

// labelsOf returns the points of a result.
func labelsOf(r *search.Result) (l list) {
	for p := range r.Frontier.All() {
		l.points = append(l.points, problem.Point{H: p.H, I: p.I})
	}
	return l
}

// TestIntervalsMemory: every one of the 2^18 groupings into runs of a diagonal
// table is on the frontier.
func TestIntervalsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 19
	p := problemOf(t, drawTable(1, n, n, func(rng *rand.Rand, x, y int) float64 {
		if x == y {
			return rng.ExpFloat64()
		}
		return 0
	}))
	r := mustIntervals(t, p, Linear, Options{MaxMemory: 16 << 20})
	s := r.Frontier.Search
	if r.Status != frontier.StatusMemory || s.Status != "memory" || s.Resolution == 0 || s.Resolution > 0.01 {
		t.Errorf("status %v, resolution %g", r.Status, s.Resolution)
	}
	if r.Frontier.Len() < 5000 {
		t.Errorf("%d points", r.Frontier.Len())
	}
	sound(t, p, r.Frontier)
}

// TestBoundIsNoFartherThanTheIdentity: of many rows, a bound that grows with them
// would say nothing.
func TestBoundIsNoFartherThanTheIdentity(t *testing.T) {
	p := problemOf(t, uniformTable(1, 5, 3))
	r, err := programOf(t, p, Options{}).finish(context.Background(), frontier.Search{Resolution: 99})
	if err != nil {
		t.Fatal(err)
	}
	if hx := r.Frontier.At(r.Frontier.Len() - 1).H; r.Status != frontier.StatusMemory || r.Frontier.Search.Resolution != hx || r.Frontier.Len() != 2 {
		t.Errorf("%+v, H(X) %g", r.Frontier.Search, hx)
	}
	// Of a problem in which the identity is not the best in i, that says nothing.
	own, err := problem.Sum(frontier.Problem{XLabels: []string{"a", "b", "c"}}, func([]int) problem.Point { return problem.Point{H: 1, I: -1} })
	if err != nil {
		t.Fatal(err)
	}
	r, err = programOf(t, own, Options{}).finish(context.Background(), frontier.Search{Resolution: 99})
	if err != nil {
		t.Fatal(err)
	}
	if r.Frontier.Search.Resolution != 99 {
		t.Errorf("%+v", r.Frontier.Search)
	}
}

// TestTheorem: with two columns and equal weights, an optimal clustering has
// contiguous runs in the order of the rows' posteriors. With other weights that
// holds for the hull alone.
func TestTheorem(t *testing.T) {
	const n = 12
	sorted := func(seed uint64, weight func(rng *rand.Rand) float64) problem.Additive {
		rng := rand.New(rand.NewPCG(seed, n))
		share := make([]float64, n)
		for x := range share {
			share[x] = rng.Float64()
		}
		slices.Sort(share)
		table := make([][]float64, n)
		for x, s := range share {
			w := weight(rng)
			yes := math.Round(s * w)
			table[x] = []float64{yes, w - yes}
		}
		return problemOf(t, table)
	}
	for seed := range uint64(5) {
		p := sorted(seed, func(*rand.Rand) float64 { return 1e6 })
		want, got := mustSubsets(t, p, Options{}), mustIntervals(t, p, Linear, Options{})
		if d := cmp.Diff(labelsOf(want).points, labelsOf(got).points); d != "" {
			t.Errorf("equal weights: %s", d)
		}
	}
	missed := 0
	for seed := range uint64(5) {
		p := sorted(seed, func(rng *rand.Rand) float64 { return math.Round(1e6 * rng.ExpFloat64()) })
		want, got := mustSubsets(t, p, Options{}).Frontier, mustIntervals(t, p, Linear, Options{}).Frontier
		missed += want.Len() - got.Len()
		for point := range want.All() {
			at, ok := got.Within(point.H)
			if point.Hull && (!ok || at.I < point.I-pareto.Tolerance) {
				t.Errorf("the hull point (%g, %g) is missing", point.H, point.I)
			}
		}
		t.Logf("%d points, %d of contiguous runs", want.Len(), got.Len())
	}
	if missed == 0 {
		t.Error("the frontier is contiguous with any weights")
	}
}

// TestColorsAreContiguous counts the points of the frontier of all groupings, 321
// with the default search, that runs of neighbouring hues reach.
func TestColorsAreContiguous(t *testing.T) {
	p := problemOf(t, reference.Matrix(t, "pxy_colors.npy"))
	all, err := search.Map(context.Background(), p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for order, want := range map[Order]int{Linear: 283, Circular: 317} {
		reached := 0
		runs := mustIntervals(t, p, order, Options{}).Frontier
		for point := range all.Frontier.All() {
			if at, ok := runs.Within(point.H); ok && at.I >= point.I-pareto.Tolerance {
				reached++
			}
		}
		if all.Frontier.Len() != 321 || reached != want {
			t.Errorf("%v: %d of %d points, want %d of 321", order, reached, all.Frontier.Len(), want)
		}
	}
}
