package program

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestIntervalsIsBruteForce: the same points, clusterings and ties, bit for bit.
func TestIntervalsIsBruteForce(t *testing.T) {
	most := 12
	if testing.Short() { // under the race detector
		most = 9
	}
	for _, kind := range drawn.Kinds {
		for _, order := range []method.Order{method.Linear, method.Circular} {
			for n := 2; n <= most; n++ {
				t.Run(fmt.Sprintf("%s/%v/n=%d", kind.Name, order, n), func(t *testing.T) {
					p := drawn.Problem(t, kind.Draw(uint64(n), n))
					r := drawn.Must(t)(Intervals(context.Background(), p, order, method.Options{Workers: 1 + n%3}))
					if s := r.Frontier.Search; r.Status != frontier.StatusComplete || s.Method != "intervals" || s.Order != string(order) || s.Resolution != 0 {
						t.Errorf("status %v, %+v", r.Status, s)
					}
					drawn.SameFrontier(t, r.Frontier, runsAllowed(t, p, order, problem.Limits{}).Frontier)
				})
			}
		}
	}
}

// TestColors: the numbers of the design notes, whose exact frontier of all groupings has 321 points.
func TestColors(t *testing.T) {
	p := drawn.Problem(t, reference.Matrix(t, "pxy_colors.npy"))
	for order, want := range map[method.Order]struct {
		points int
		area   string
	}{method.Linear: {305, ""}, method.Circular: {318, "2.076107823"}} {
		r := drawn.Must(t)(Intervals(context.Background(), p, order, method.Options{}))
		area := fmt.Sprintf("%.9f", r.Frontier.Hypervolume())
		if r.Frontier.Len() != want.points || want.area != "" && area != want.area {
			t.Errorf("%v: %d points, area %s", order, r.Frontier.Len(), area)
		}
	}
}

// TestIntervalsThinned: as TestSubsetsThinned.
func TestIntervalsThinned(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for _, order := range []method.Order{method.Linear, method.Circular} {
			p := drawn.Problem(t, kind.Draw(4, 12))
			want := labelsOf(drawn.Must(t)(Intervals(context.Background(), p, order, method.Options{})))
			var got []list
			for workers := 1; workers <= 3; workers++ {
				c := circleOf(t, p, order, drawn.Defaults(t, workers))
				c.memory = int64(labelBytes * 40)
				c.solve(context.Background(), order)
				r := drawn.Must(t)(method.ResultOf(p, c.found, frontier.Search{Status: frontier.StatusMemory}))
				if c.bound == 0 {
					t.Fatalf("%s, %v: nothing was thinned", kind.Name, order)
				}
				drawn.Sound(t, p, r.Frontier)
				got = append(got, labelsOf(r))
				within(t, kind.Name, got[workers-1], want, c.bound)
			}
			for _, l := range got[1:] {
				if d := cmp.Diff(got[0].points, l.points); d != "" {
					t.Errorf("%s, %v: %s", kind.Name, order, d)
				}
			}
		}
	}
}

// programOf returns what the dynamic programs share.
func programOf(tb testing.TB, p problem.Problem, opts method.Options) *program {
	tb.Helper()
	made, err := newProgram(p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

func circleOf(tb testing.TB, p problem.Problem, order method.Order, opts method.Options) *circle {
	tb.Helper()
	rows, err := Neighbours(p, order, nil)
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

// TestIntervalsMemory: every one of the 2^18 groupings into runs of a diagonal table is on the frontier.
func TestIntervalsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 19
	p := drawn.Problem(t, drawn.Draw(1, n, n, func(rng *rand.Rand, x, y int) float64 {
		if x == y {
			return rng.ExpFloat64()
		}
		return 0
	}))
	r := drawn.Must(t)(Intervals(context.Background(), p, method.Linear, method.Options{MaxMemory: 16 << 20}))
	s := r.Frontier.Search
	if r.Status != frontier.StatusMemory || s.Status != "memory" || s.Resolution == 0 || s.Resolution > 0.01 {
		t.Errorf("status %v, resolution %g", r.Status, s.Resolution)
	}
	if r.Frontier.Len() < 5000 {
		t.Errorf("%d points", r.Frontier.Len())
	}
	drawn.Sound(t, p, r.Frontier)
}

// TestBoundIsNoFartherThanTheIdentity: of many rows, a bound that grows with them would say nothing.
func TestBoundIsNoFartherThanTheIdentity(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(1, 5, 3))
	r, err := programOf(t, p, method.Options{}).finish(context.Background(), frontier.Search{Resolution: 99})
	if err != nil {
		t.Fatal(err)
	}
	if hx := r.Frontier.At(r.Frontier.Len() - 1).H; r.Status != frontier.StatusMemory || r.Frontier.Search.Resolution != hx || r.Frontier.Len() != 2 {
		t.Errorf("%+v, H(X) %g", r.Frontier.Search, hx)
	}
	// Of a problem in which the identity is not the best in i, that says nothing.
	own, err := problem.Sum(frontier.Problem{XLabels: []string{"a", "b", "c"}}, func([]int) problem.Point { return problem.Point{H: 1, I: -1} }, problem.Traits{})
	if err != nil {
		t.Fatal(err)
	}
	r, err = programOf(t, own, method.Options{}).finish(context.Background(), frontier.Search{Resolution: 99})
	if err != nil {
		t.Fatal(err)
	}
	if r.Frontier.Search.Resolution != 99 {
		t.Errorf("%+v", r.Frontier.Search)
	}
}

// TestTheorem: with two columns and equal weights, an optimal clustering has contiguous runs in the order of the
// rows' posteriors. With other weights that holds for the hull alone.
func TestTheorem(t *testing.T) {
	const n = 12
	sorted := func(seed uint64, weight func(rng *rand.Rand) float64) problem.Problem {
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
		return drawn.Problem(t, table)
	}
	for seed := range uint64(5) {
		p := sorted(seed, func(*rand.Rand) float64 { return 1e6 })
		want, got := drawn.Must(t)(Subsets(context.Background(), p, method.Options{})), drawn.Must(t)(Intervals(context.Background(), p, method.Linear, method.Options{}))
		if d := cmp.Diff(labelsOf(want).points, labelsOf(got).points); d != "" {
			t.Errorf("equal weights: %s", d)
		}
	}
	missed := 0
	for seed := range uint64(5) {
		p := sorted(seed, func(rng *rand.Rand) float64 { return math.Round(1e6 * rng.ExpFloat64()) })
		want, got := drawn.Must(t)(Subsets(context.Background(), p, method.Options{})).Frontier, drawn.Must(t)(Intervals(context.Background(), p, method.Linear, method.Options{})).Frontier
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
	p := drawn.Problem(t, reference.Matrix(t, "pxy_colors.npy"))
	all := drawn.Must(t)(search.Map(context.Background(), p, search.Options{}))
	for order, want := range map[method.Order]int{method.Linear: 283, method.Circular: 317} {
		reached := 0
		runs := drawn.Must(t)(Intervals(context.Background(), p, order, method.Options{})).Frontier
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
