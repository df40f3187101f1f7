package exact_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// cloudOf returns the cloud of some points, labelled by number.
func cloudOf(tb testing.TB, rows [][]float64, weights []float64) *points.Cloud {
	tb.Helper()
	var axes, labels []string
	for y := range rows[0] {
		axes = append(axes, fmt.Sprint("c", y))
	}
	for x := range rows {
		labels = append(labels, fmt.Sprint("p", x))
	}
	c, err := points.New(axes, labels, rows, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// problems are those of points.
var problems = map[string]func(c *points.Cloud) problem.Problem{"quantizer": problem.Quantizer, "kmeans": problem.KMeans}

// frontierOf takes what a solver returns.
func frontierOf(tb testing.TB) func(r *search.Result, err error) *frontier.Frontier {
	return func(r *search.Result, err error) *frontier.Frontier {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		if r.Status != frontier.StatusComplete && r.Status != frontier.StatusConverged && r.Status != frontier.StatusEffort {
			tb.Errorf("%v", r.Status)
		}
		return r.Frontier
	}
}

// samePlaces tells in what the points of two frontiers differ, if in anything.
func samePlaces(a, b *frontier.Frontier) string {
	if a.Len() != b.Len() {
		return fmt.Sprintf("%d and %d points", a.Len(), b.Len())
	}
	for k := range a.Len() {
		if p, q := a.At(k), b.At(k); math.Abs(p.H-q.H) > 1e-9 || math.Abs(p.I-q.I) > 1e-9 {
			return fmt.Sprintf("point %d is (%g, %g) and (%g, %g)", k, p.H, p.I, q.H, q.I)
		}
	}
	return ""
}

// numbers draws n points of one coordinate, a few of which are the same, ascending.
func numbers(rng *rand.Rand, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = []float64{math.Round(rng.NormFloat64()*1000) / 1000}
		if x > 0 && rng.IntN(8) == 0 {
			rows[x] = rows[x-1]
		}
	}
	slices.SortFunc(rows, slices.Compare)
	return rows
}

func weightsOf(rng *rand.Rand, n int) []float64 {
	weights := make([]float64, n)
	for x := range weights {
		weights[x] = rng.ExpFloat64()
	}
	return weights
}

// TestPointsBySubsets: the dynamic program over all sets of points and the search
// agree, in any number of dimensions.
func TestPointsBySubsets(t *testing.T) {
	for kind, of := range problems {
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 30))
			n, d := 8+int(seed)/2, 1+int(seed)%3
			var rows [][]float64
			for range n {
				row := make([]float64, d)
				for y := range row {
					row[y] = rng.NormFloat64()
				}
				rows = append(rows, row)
			}
			p := of(cloudOf(t, rows, weightsOf(rng, n)))
			ctx := context.Background()
			want := frontierOf(t)(exact.Subsets(ctx, p, exact.Options{}))
			got := frontierOf(t)(search.Map(ctx, p, search.Options{}))
			if d := samePlaces(want, got); d != "" {
				t.Errorf("%s %d: %s", kind, seed, d)
			}
		}
	}
}

// TestPointsOnALine: in one dimension contiguous clusters are as good as any, for
// k-means with any weights and for entropies with equal ones, and with points that are
// always together. All the solvers agree there.
func TestPointsOnALine(t *testing.T) {
	for kind, of := range problems {
		for seed := range uint64(12) {
			rng := rand.New(rand.NewPCG(seed, 31))
			n := 5 + int(seed)*9/11
			var weights []float64
			if kind == "kmeans" {
				weights = weightsOf(rng, n)
			}
			rows := numbers(rng, n)
			rng.Shuffle(n, func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
			p := of(cloudOf(t, rows, weights))
			if kind == "kmeans" && seed%2 == 1 {
				together := make([]int, n)
				for x := range together {
					together[x] = max(0, x-2)
				}
				p = p.Traits().Link(together)
			}
			ctx := context.Background()
			want := frontierOf(t)(exact.Subsets(ctx, p, exact.Options{}))
			if d := samePlaces(want, frontierOf(t)(exact.Line(ctx, p, exact.Options{}))); d != "" {
				t.Errorf("%s %d, line: %s", kind, seed, d)
			}
			if d := samePlaces(want, frontierOf(t)(search.Map(ctx, p, search.Options{}))); d != "" {
				t.Errorf("%s %d, search: %s", kind, seed, d)
			}
		}
	}
}

// hullOf returns the points of the convex hull.
func hullOf(f *frontier.Frontier) (hull []frontier.Point) {
	for _, k := range pareto.Hull(f.Len(), func(k int) (h, i float64) { return f.At(k).H, f.At(k).I }) {
		hull = append(hull, f.At(k))
	}
	return hull
}

// TestUnequalWeightsOnALine: with weights that differ, clusterings that are not
// contiguous are on the frontier of entropies, but not on its convex hull, where every
// point goes to the cluster of least (x - m)^2 - lambda log2 w: functions of x whose
// differences are linear, so that the least is on intervals.
func TestUnequalWeightsOnALine(t *testing.T) {
	ctx := context.Background()
	// The example of the documentation: the runs have 0, 0.65, 1 and 1.46 bits.
	p := problem.Quantizer(cloudOf(t, [][]float64{{0}, {1}, {5}}, []float64{1, 2, 3}))
	all := frontierOf(t)(exact.Subsets(ctx, p, exact.Options{}))
	runs := frontierOf(t)(exact.Intervals(ctx, p, exact.Linear, exact.Options{}))
	if all.Len() != 5 || runs.Len() != 4 || !slices.Equal(all.At(2).Assignment(), []int{0, 1, 0}) {
		t.Errorf("%d points, %d of runs, with %v", all.Len(), runs.Len(), all.At(2).Assignment())
	}
	if _, err := exact.Line(ctx, p, exact.Options{}); err == nil {
		t.Error("there is a line")
	}
	fewer := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 32))
		n := 4 + int(seed)/3
		p := problem.Quantizer(cloudOf(t, numbers(rng, n), weightsOf(rng, n)))
		all := frontierOf(t)(exact.Subsets(ctx, p, exact.Options{}))
		runs := frontierOf(t)(exact.Intervals(ctx, p, exact.Linear, exact.Options{}))
		if runs.Len() < all.Len() {
			fewer++
		}
		want, got := hullOf(all), hullOf(runs)
		if len(want) != len(got) {
			t.Fatalf("seed %d: hulls of %d and %d points", seed, len(want), len(got))
		}
		for k := range want {
			if math.Abs(want[k].H-got[k].H) > 1e-9 || math.Abs(want[k].I-got[k].I) > 1e-9 {
				t.Errorf("seed %d: point %d of the hull is %v and %v", seed, k, want[k], got[k])
			}
		}
	}
	if fewer < 15 {
		t.Errorf("%d of 20 frontiers have clusterings that are not contiguous", fewer)
	}
}

// TestNoLineInThePlane: nothing is known of more dimensions.
func TestNoLineInThePlane(t *testing.T) {
	c := cloudOf(t, [][]float64{{0, 0}, {1, 2}, {5, 1}}, nil)
	for kind, of := range problems {
		if of(c).Traits().Line != nil {
			t.Errorf("%s has a line", kind)
		}
	}
}
