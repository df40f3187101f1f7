package program

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/problem"
)

// lineProblems are problems of every sort that has a line, with and without rows that are the same.
var lineProblems = map[string]func(tb testing.TB, rng *rand.Rand, n int) problem.Problem{
	"dmc": func(tb testing.TB, rng *rand.Rand, n int) problem.Problem {
		return problem.DMC(drawn.Table(tb, drawn.Draw(rng.Uint64(), n, 2, func(rng *rand.Rand, _, _ int) float64 { return math.Round(100 * rng.ExpFloat64()) })))
	},
	"dmc of probabilities": func(tb testing.TB, rng *rand.Rand, n int) problem.Problem {
		return problem.DMC(drawn.Table(tb, drawn.Draw(rng.Uint64(), n, 2, func(rng *rand.Rand, _, _ int) float64 { return rng.Float64() })))
	},
	"dmc with equal posteriors": func(tb testing.TB, rng *rand.Rand, n int) problem.Problem {
		return problem.DMC(drawn.Table(tb, drawn.Draw(rng.Uint64(), n, 2, func(_ *rand.Rand, x, y int) float64 {
			return float64((1 + x%3) * (1 + 3*y*(x%4)))
		})))
	},
	"kmeans": func(_ testing.TB, rng *rand.Rand, n int) problem.Problem {
		values, weights := drawn.DrawValues(rng, n, 100)
		return drawn.LineOfValues(values, weights, false)
	},
	"kmeans with equal values": func(_ testing.TB, rng *rand.Rand, n int) problem.Problem {
		values, weights := drawn.DrawValues(rng, n, 5)
		return drawn.LineOfValues(values, weights, false)
	},
	"kmeans of points": func(tb testing.TB, rng *rand.Rand, n int) problem.Problem {
		return problem.KMeans(drawn.Cloud(tb, drawn.RandomValues(rng, n), drawn.RandomValues(rng, n)))
	},
	"quantizer of points of equal weights": func(tb testing.TB, rng *rand.Rand, n int) problem.Problem {
		return problem.Quantizer(drawn.Cloud(tb, drawn.RandomValues(rng, n), nil))
	},
	"quantizer of equal weights": func(_ testing.TB, rng *rand.Rand, n int) problem.Problem {
		values, weights := drawn.DrawValues(rng, n, 30)
		for x := range weights {
			weights[x] = 1
		}
		return drawn.LineOfValues(values, weights, true)
	},
}

// TestLineIsEnumeration: the contiguous runs of a line are enough, with a largest number of clusters, too.
func TestLineIsEnumeration(t *testing.T) {
	for name, draw := range lineProblems {
		for n := 2; n <= 9; n++ {
			t.Run(fmt.Sprintf("%s/n=%d", name, n), func(t *testing.T) {
				p := draw(t, rand.New(rand.NewPCG(uint64(n), 5)), n)
				r := drawn.Must(t)(Line(context.Background(), p, method.Options{}))
				if s := r.Frontier.Search; r.Status != frontier.StatusComplete || s.Method != "line" || s.Order != "" || s.Resolution != 0 {
					t.Errorf("status %v, %+v", r.Status, s)
				}
				drawn.Sound(t, p, r.Frontier)
				drawn.SameStaircase(t, r.Frontier, drawn.Enumerated(t, p))
				for most := 1; most <= n; most += 2 {
					limits := problem.Limits{MaxClusters: most}
					r := drawn.Must(t)(Line(context.Background(), p, method.Options{Limits: limits}))
					drawn.Sound(t, p, r.Frontier)
					drawn.SameStaircase(t, r.Frontier, drawn.Allowed(t, p, limits).Frontier)
				}
			})
		}
	}
}

// TestWeightsMatterOffTheLine: why a quantiser of points whose weights differ has no
// line. Between the points of the hull, clusterings with a gap are optimal.
func TestWeightsMatterOffTheLine(t *testing.T) {
	missed := 0
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 12))
		values := drawn.RandomValues(rng, 12)
		slices.Sort(values)
		p := problem.Quantizer(drawn.Cloud(t, values, drawn.RandomValues(rng, 12)))
		if _, err := Line(context.Background(), p, method.Options{}); !errors.Is(err, problem.ErrOptions) {
			t.Errorf("a line: %v", err)
		}
		all, runs := drawn.Must(t)(Subsets(context.Background(), p, method.Options{})).Frontier, drawn.Must(t)(Intervals(context.Background(), p, method.Linear, method.Options{})).Frontier
		missed += all.Len() - runs.Len()
		t.Logf("%d points, %d of contiguous runs", all.Len(), runs.Len())
		for point := range all.All() {
			if at, ok := runs.Within(point.H); point.Hull && (!ok || at.I < point.I-1e-9) {
				t.Errorf("the hull point (%g, %g) is missing", point.H, point.I)
			}
		}
	}
	if missed == 0 {
		t.Error("the frontier is contiguous with any weights")
	}
}

// TestLineOfManyRows has the numbers of clusters that a program of a few lines finds the best runs for.
func TestLineOfManyRows(t *testing.T) {
	const n = 150
	p := lineProblems["dmc"](t, rand.New(rand.NewPCG(1, 1)), n)
	best := bestRuns(p, p.Traits().Line(), n)
	for _, most := range []int{0, 7} {
		f := drawn.Must(t)(Line(context.Background(), p, method.Options{Limits: problem.Limits{MaxClusters: most}})).Frontier
		drawn.Sound(t, p, f)
		for point := range f.All() {
			if want := best[point.K]; math.Abs(point.I-want) > 1e-12 || math.Abs(point.H-math.Log2(float64(point.K))) > 1e-12 {
				t.Errorf("%d clusters: (%v, %v), want %v", point.K, point.H, point.I, want)
			}
		}
		if most == 7 && f.Len() != 7 || most == 0 && f.Len() < n/2 {
			t.Errorf("%d points", f.Len())
		}
	}
}

// bestRuns returns the largest i of every number of runs up to most.
func bestRuns(p problem.Problem, order []int, most int) []float64 {
	n := len(order)
	cost := make([][]float64, n) // of the run from begin to end, both in
	for begin := range order {
		cost[begin] = make([]float64, n)
		cluster := p.Traits().Cluster()
		for end := begin; end < n; end++ {
			cluster.Add(order[end])
			cost[begin][end] = cluster.Cost().I
		}
	}
	best := []float64{math.NaN()}
	sums := slices.Clone(cost[0])
	for range most {
		best = append(best, p.Traits().Total(problem.Point{H: 1, I: sums[n-1]}).I)
		for end := n - 1; end >= 0; end-- {
			most := math.Inf(-1)
			for begin := 1; begin <= end; begin++ {
				most = max(most, sums[begin-1]+cost[begin][end])
			}
			sums[end] = most
		}
	}
	return best
}

// awgn returns the joint distribution of the outputs of a channel, uniformly quantised, and its binary input: normal
// noise of variance 1 is added to -1 or 1, each as likely as the other, and of n output values evenly spaced from -2
// to 2 the nearest is taken.
func awgn(n int) [][]float64 {
	below := func(t float64) float64 { return math.Erfc(-t/math.Sqrt2) / 2 }
	cells := make([][]float64, n)
	for x := range cells {
		// Cells meet half way between two values.
		lo := -2 + 4*(float64(x)-0.5)/float64(n-1)
		hi := lo + 4/float64(n-1)
		if x == 0 {
			lo = math.Inf(-1)
		}
		if x == n-1 {
			hi = math.Inf(1)
		}
		cells[x] = []float64{(below(hi+1) - below(lo+1)) / 2, (below(hi-1) - below(lo-1)) / 2}
	}
	return cells
}

// TestLineGolden has the numbers of QuantDMC 4 by Brian Kurkoski, from its file example/binaryDmcPerformance.mat:
// I(X;Y) less that of the optimal quantiser, in bits, for a channel of 128 outputs.
func TestLineGolden(t *testing.T) {
	p := problem.DMC(drawn.Table(t, awgn(128)))
	f := drawn.Must(t)(Line(context.Background(), p, method.Options{})).Frontier
	if got := fmt.Sprintf("%.10f", f.Problem.IXY); got != "0.4855064966" {
		t.Errorf("I(X;Y) = %s", got)
	}
	for k, want := range []string{
		2: "0.11658926", 3: "0.05298679", 4: "0.03028916", 5: "0.01957246", 6: "0.01364259",
		7: "0.01001538", 8: "0.00763192", 9: "0.00598777", 10: "0.00480790", 11: "0.00391622",
		12: "0.00323771", 13: "0.00270410", 14: "0.00228873", 15: "0.00194591", 16: "0.00167524",
		17: "0.00145817", 18: "0.00127745", 19: "0.00113133", 20: "0.00100501",
	} {
		if want == "" {
			continue
		}
		if point, ok := f.WithClusters(k); !ok || fmt.Sprintf("%.8f", f.Problem.IXY-point.I) != want {
			t.Errorf("%d clusters: %.8f bits are lost, want %s", k, f.Problem.IXY-point.I, want)
		}
	}
}

// TestLineThinned: with little memory, the result keeps the bound it tells of.
func TestLineThinned(t *testing.T) {
	p := problem.DMC(drawn.Table(t, awgn(60)))
	rows, err := orderBy(p.Traits().Line, p.Rows())
	if err != nil {
		t.Fatal(err)
	}
	c := newCircle(programOf(t, p, drawn.Defaults(t, 1)), rows)
	c.sharp, c.memory = true, int64(labelBytes*600)
	c.solve(context.Background(), method.Linear)
	r, err := c.result(context.Background(), frontier.Search{Method: "line"})
	if err != nil {
		t.Fatal(err)
	}
	drawn.Sound(t, p, r.Frontier)
	s := r.Frontier.Search
	within(t, "line", labelsOf(r), labelsOf(drawn.Must(t)(Line(context.Background(), p, method.Options{}))), s.Resolution)
	if s.Status != "memory" || s.Resolution == 0 || s.Resolution > math.Log2(60)+1e-12 {
		t.Errorf("%+v", s)
	}
}

// squared is a problem whose h grows faster than the sum.
type squared struct{ problem.Problem }

func (p squared) Traits() problem.Traits {
	t := p.Problem.Traits()
	t.Total = func(sum problem.Point) problem.Point { return problem.Point{H: sum.H * sum.H, I: sum.I} }
	return t
}

// TestGrown: what thinning costs in h, given what it costs in sums.
func TestGrown(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(1, 6, 3))
	for name, tt := range map[string]struct {
		p        problem.Problem
		by, want float64
	}{
		"nothing":    {problem.DMC(j), 0, 0},
		"the sum":    {problem.DIB(j), 0.25, 0.25},
		"logarithm":  {problem.DMC(j), 3, 2},
		"its square": {squared{problem.DMC(j)}, 1, 49 - 36},
	} {
		if got := grown(tt.p.Traits(), tt.p.Rows(), tt.by); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

func TestLineRefuses(t *testing.T) {
	counts := drawn.Table(t, drawn.Uniform(1, 5, 2))
	for want, tt := range map[string]struct {
		p    problem.Problem
		opts method.Options
	}{
		"no order of these rows is known in which contiguous runs are all that matters: choose another search": {
			p: problem.DMC(drawn.Table(t, drawn.Uniform(1, 5, 3))),
		},
		"the problem gives an order of 2 rows that is no permutation of its 5": {p: drawn.OnLine{Problem: problem.DMC(counts), Order: []int{0, 1}}},
		"the problem gives an order of 5 rows that is no permutation of its 5": {p: drawn.OnLine{Problem: problem.DMC(counts), Order: []int{0, 1, 2, 3, 3}}},
		"with a least mass or with rows kept apart, contiguous runs are not all that matters: leave those limits out, or choose another search": {
			p: problem.DMC(counts), opts: method.Options{Limits: problem.Limits{MinMass: 0.1}},
		},
		"the largest number of clusters is -1, want 1 or more, or 0 for any": {
			p: problem.DMC(counts), opts: method.Options{Limits: problem.Limits{MaxClusters: -1}},
		},
		"workers is -1, want 1 or more, or 0 for one per core": {p: problem.DMC(counts), opts: method.Options{Workers: -1}},
	} {
		if r, err := Line(context.Background(), tt.p, tt.opts); r != nil || !errors.Is(err, problem.ErrOptions) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	apart := method.Options{Limits: problem.Limits{CannotLink: [][2]int{{0, 1}}}}
	if _, err := Line(context.Background(), problem.DMC(counts), apart); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("rows apart: %v", err)
	}
}

// TestLimitsMatterOffTheLine: why [Line] refuses limits on single clusters. The
// best clustering that keeps to them has a gap.
func TestLimitsMatterOffTheLine(t *testing.T) {
	values, weights := []float64{0, 1, 20, 21}, []float64{1, 1, 1, 1}
	p := drawn.LineOfValues(values, weights, false)
	limits := problem.Limits{CannotLink: [][2]int{{0, 1}, {2, 3}}, MaxClusters: 2}
	all := drawn.Must(t)(Subsets(context.Background(), p, method.Options{Limits: limits})).Frontier
	best, _ := all.WithClusters(2)
	if got := best.Assignment(); !slices.Equal(got, []int{0, 1, 0, 1}) && !slices.Equal(got, []int{0, 1, 1, 0}) {
		t.Errorf("the best clustering is %v", got)
	}
}
