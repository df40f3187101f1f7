package main

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/performance"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/experiments/paper/copula"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// TestScalingLines: exponents of counts that are powers, and of others below ten rows.
func TestScalingLines(t *testing.T) {
	var all []searched
	for _, n := range []int{5, 8, 10, 20, 40} {
		for _, method := range []string{"mapper", stackName, "local search", "default"} {
			explored := int64(n * n * n)
			if n < fitFrom {
				explored = 1
			}
			for seed := range 2 {
				s := search.Stats{Expanded: explored * int64(1+3*seed), Evaluated: int64(n * n)}
				all = append(all, searched{method: method, n: n, seed: seed, points: n, Stats: s, seconds: float64(n)})
			}
		}
	}
	lines := scalingLines(all)
	for quantity, want := range map[string]string{
		"explored, mapper":         "n^3.0 n^5.75 ± 1.49 (n ≥ 5), n^3.00 ± 0.00 (n ≥ 10)",
		"evaluated, mapper":        " n^2.00 ± 0.00 (n ≥ 5), n^2.00 ± 0.00 (n ≥ 10)",
		"time, local search":       " n^1.00 ± 0.00 (n ≥ 5), n^1.00 ± 0.00 (n ≥ 10)",
		"time, mapper":             "n^5.0 n^1.00 ± 0.00 (n ≥ 5), n^1.00 ± 0.00 (n ≥ 10)",
		"time for n = 40, default": " 40 s",
	} {
		found := false
		for _, l := range lines {
			if l.quantity == quantity {
				found = true
				if got := l.published + " " + l.ours; got != want {
					t.Errorf("%s: %s, want %s", quantity, got, want)
				}
			}
		}
		if !found {
			t.Errorf("no line of %s", quantity)
		}
	}
	if _, ys := curve(all, "mapper", rowsOf, explored); math.Abs(ys[2]-2000) > 1e-9 {
		t.Errorf("the geometric mean of 1000 and 4000 is %g", ys[2])
	}
}

func TestEpsilonLines(t *testing.T) {
	var all []searched
	for k, epsilon := range []float64{0, 0.001, 0.005, 0.05, 1} {
		all = append(all, searched{method: "mapper", n: 8, epsilon: epsilon, points: 7 + k, Stats: search.Stats{Expanded: []int64{10, 19, 25, 414, 2070}[k]}})
	}
	lines := epsilonLines(all)
	if lines[0].ours != "2.5 times as many as at 0" || lines[1].ours != "10 % of all clusterings" || lines[2].ours != "7.0 and 11.0 points" ||
		lines[1].remark != "there are 4140; at epsilon = 1 it is 50 %" {
		t.Errorf("%+v", lines)
	}
}

// TestMeasure: what is counted is that of the search, and takes time.
func TestMeasure(t *testing.T) {
	for _, s := range searchers() {
		m, err := measure(t.Context(), s, 6, 1)
		if err != nil {
			t.Fatal(err)
		}
		if m.points < 6 || m.Evaluated < m.Expanded || m.Expanded == 0 || !(m.seconds > 0 && m.seconds < 60) || m.n != 6 || m.seed != 1 {
			t.Errorf("%+v", m)
		}
	}
}

// TestOptimalPoints: the mean number of optimal points is the harmonic number where the
// coordinates are independent, and that by quadrature elsewhere.
func TestOptimalPoints(t *testing.T) {
	const n, samples = 200, 600
	for _, rho := range correlations {
		var counts []float64
		for seed := range samples {
			counts = append(counts, float64(optimal(rho, n, uint64(seed))))
		}
		want := copula.Expected(n, step, copula.Kendall(copula.Gaussian{Rho: rho}, step, n))
		if rho == 0 && math.Abs(want-copula.Harmonic(n)) > 1e-5 {
			t.Errorf("H_200 is %g, by quadrature %g", copula.Harmonic(n), want)
		}
		mean, sd := powerlaw.Moments(counts)
		if math.Abs(mean-want) > 4*sd/math.Sqrt(samples) {
			t.Errorf("correlation %g: %g optimal points, expected %g", rho, mean, want)
		}
	}
}

// TestSimplex: tables are of their size and seed, and of a mean entropy that is known: that
// of the uniform distribution on the simplex of K cells is psi(K+1) - psi(2) nat, here
// H_180 - 1.
func TestSimplex(t *testing.T) {
	var sum float64
	const count = 50
	for seed := range uint64(count) {
		j, err := simplex(9, 20, seed)
		if err != nil {
			t.Fatal(err)
		}
		if j.Rows() != 9 || j.Cols() != 20 {
			t.Fatalf("%d x %d", j.Rows(), j.Cols())
		}
		sum += j.HXY() * math.Ln2
	}
	if want := copula.Harmonic(180) - 1; math.Abs(sum/count-want) > 0.02 {
		t.Errorf("a mean entropy of %g nat, want %g", sum/count, want)
	}
}

// TestPerformanceLines: the sample is the limit until the deeper search lacks less of all
// than the greedy one lacks of it.
func TestPerformanceLines(t *testing.T) {
	var scores []performance.Score
	for _, s := range performance.Grid(1) {
		right := 50 // of 100
		switch {
		case s.Size >= 3e5 || s.Size == performance.Exact:
			right = 80
			if s.Epsilon == 1e-2 {
				right = 95
			}
		case s.Size >= 1e5:
			right = 70
		}
		scores = append(scores, performance.Score{Setting: s, Found: 100, Right: right, Truth: 100})
	}
	lines := performanceLines(scores, 100)
	if l := lines[len(lines)-1]; l.ours != "between r = 1e+03 and 3e+03" {
		t.Errorf("%+v", l)
	}
	if l := lines[1]; l.quantity != "precision and recall, 100000 records, r = 1000" || l.ours != "0.700 and 0.700" {
		t.Errorf("%+v", l)
	}
}

// stairs returns a frontier through given places, whose clusterings are of four rows.
func stairs(t *testing.T, entries ...frontier.Entry) *frontier.Frontier {
	t.Helper()
	labels := []string{"_", "a", "q", "b"}
	f, err := frontier.New(frontier.Problem{Kind: "dib", N: 4, M: 2, XLabels: labels, YLabels: []string{"u", "v"}, HX: 2, HY: 1, IXY: 1}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func entry(h, i float64, f ...int) frontier.Entry {
	return frontier.Entry{H: h, I: i, Assignment: partition.Pack(f)}
}

func TestWidestHidden(t *testing.T) {
	// The third point lies below the line from the second to the fourth.
	f := stairs(t, entry(0, 0, 0, 0, 0, 0), entry(0.5, 0.4, 0, 1, 0, 0), entry(1, 0.5, 0, 1, 1, 0), entry(1.5, 0.85, 0, 1, 2, 0), entry(2, 1, 0, 1, 2, 3))
	if h, lost := widestHidden(f); h != 1.5 || math.Abs(lost-0.1) > 1e-12 {
		t.Errorf("%g lost at %g", lost, h)
	}
}

func TestWords(t *testing.T) {
	f := stairs(t, entry(0, 0, 0, 0, 0, 0), entry(0.5, 0.4, 0, 1, 0, 1), entry(1, 0.5, 0, 1, 1, 1), entry(1.5, 0.8, 0, 1, 2, 1))
	for k, want := range []struct {
		written string
		corners []string
		arcs    int
	}{{written: "_aqb"}, {written: "_q | ab"}, {"_ | aqb", []string{"the space alone"}, 0}, {"_ | ab | q", []string{"the space alone", "q"}, 0}} {
		p := f.At(k)
		if got := written(p); got != want.written {
			t.Errorf("%q, want %q", got, want.written)
		}
		if d := cmp.Diff(want.corners, corners(p)); d != "" {
			t.Errorf("%s (-want +got):\n%s", want.written, d)
		}
	}
	// One cluster is an arc, {_, q} is none, {a, q, b} is, and of {a, b} and {q} it is not.
	if got := arcs(f); got != 2 {
		t.Errorf("%d points of arcs", got)
	}
}

func TestLarger(t *testing.T) {
	for h, want := range map[float64]float64{1: 0.5, 0: 1, 0.8112781244591328: 0.75} {
		if got := larger(h); math.Abs(got-want) > 1e-6 {
			t.Errorf("entropy %g: %g, want %g", h, got, want)
		}
	}
}

// TestReadings: the filter that is named in the text comes first, and all are different.
func TestReadings(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range readings() {
		seen[fmt.Sprint(r)] = true
	}
	first, err := frontier.Filter{}.WithDefaults()
	if err != nil || readings()[0] != first || len(seen) != 12 {
		t.Errorf("%v of %d, the default is %v, %v", readings()[0], len(seen), first, err)
	}
}
