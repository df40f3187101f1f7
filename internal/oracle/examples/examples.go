// Package examples has frontiers for the tests of several packages.
package examples

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// Tiny returns a frontier of every feature a file can have, small enough to
// read.
func Tiny(t testing.TB) *frontier.Frontier {
	t.Helper()
	samples := int64(1000)
	f, err := frontier.New(frontier.Problem{
		Kind: "dib", N: 3, M: 2, XLabels: []string{"a", `b "é"`, "<c>"}, YLabels: []string{"yes", "no"},
		HX: 1.5, HY: 1, IXY: 0.75, Samples: &samples, ZeroRows: []string{"never"},
		XMass:  []float64{0.5, 0.25, 0.25},
		Cells:  &frontier.Cells{X: []int{0, 0, 1, 2}, Y: []int{0, 1, 1, 0}, Weight: []float64{400, 100, 250, 250}},
		Source: frontier.Source{Name: "table.csv", SHA256: "00ff"},
	}, frontier.Search{
		Method: "mapper", Epsilon: math.Inf(1), Seed: 1<<64 - 1, Status: "converged",
		Evaluated: 1 << 62, Expanded: 2, Seconds: 0.25,
	}, []frontier.Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.8112781244591328, I: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 1, I: 0.30000000000000004, K: 2, Ties: 3, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
		{H: 1.5, I: 0.75, Assignment: partition.Pack(partition.Identity(3))},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Certificate = &frontier.Certificate{
		Complete: false, Tolerance: 1e-8, CompleteFromH: 1,
		Edges: []frontier.Edge{{
			HLo: 0, HHi: 1.5, Certified: true, Slope: 0.5, Dual: []float64{-0.5, 0.25, -0.75},
			Slack: -1e-12, Budget: 0.65, Columns: 1 << 53,
		}},
	}
	return f
}

// Uncertain returns the tiny frontier with all that there can be of uncertainty:
// the first and the third point are robust.
func Uncertain(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := Tiny(t).WithUncertainty(frontier.Uncertainty{
		Method: "bootstrap", Resamples: 200, Seed: 1<<64 - 1,
		Filter: frontier.Filter{Apart: "either", Overlap: "difference", Sigma: 1.5},
	}, []frontier.Spread{{}, {DH: 0.5, DI: 0.25, Cov: -0.125}, {DH: 0.1, DI: 0.05, Cov: 0.0049}, {DH: 1, DI: 0.75, Cov: 1e-300}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Constrained returns a frontier of one point under constraints that it keeps.
func Constrained(t testing.TB) *frontier.Frontier {
	t.Helper()
	f := Tiny(t)
	kept, err := frontier.New(f.Problem, f.Search, []frontier.Entry{{
		H: 1, I: 0.30000000000000004, K: 2, Ties: 3, Assignment: partition.Pack(partition.Partition{0, 1, 1}),
	}})
	if err != nil {
		t.Fatal(err)
	}
	kept.Problem.Constraints = frontier.Constraints{
		MinMass: 0.125, MaxClusters: 2,
		MustLink: [][2]string{{"<c>", `b "é"`}}, CannotLink: [][2]string{{"a", "<c>"}, {"a", `b "é"`}},
	}
	return kept
}

// Large returns a frontier of random clusterings of n rows.
func Large(t testing.TB, points, n int) *frontier.Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(points), uint64(n)))
	p := frontier.Problem{Kind: "dib", N: n, M: 1, XLabels: Numbered(n), YLabels: []string{"y"}, HX: 10, HY: 1, IXY: 1}
	entries := make([]frontier.Entry, points)
	labels := make([]int, n)
	h, i := 0.0, 0.0
	for e := range entries {
		for x := range labels {
			labels[x] = rng.IntN(1 + e*n/points)
		}
		h += rng.Float64() / float64(points)
		i += rng.Float64() / float64(points)
		entries[e] = frontier.Entry{H: h, I: i, Ties: rng.IntN(3) / 2, Assignment: partition.Pack(partition.Canonical(labels))}
	}
	f, err := frontier.New(p, frontier.Search{Method: "mapper", Status: "converged"}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Grouped returns the point of a frontier with n values in k clusters. The masses of value00000, value00001,
// ... grow, so that the heaviest is the last one, unless they are not known.
func Grouped(t testing.TB, n, k int, masses bool) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: n, M: 2, HX: math.Log2(float64(n))}
	if masses {
		p.XMass = make([]float64, n)
	}
	a := make(partition.Partition, n)
	for x := range n {
		p.XLabels = append(p.XLabels, fmt.Sprintf("value%05d", x))
		if a[x] = x % k; masses {
			p.XMass[x] = float64(x+1) * 2 / float64(n*(n+1))
		}
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{H: 1, I: 1, K: k, Assignment: partition.Pack(a)}})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.At(0)
}

// Numbered returns n different labels.
func Numbered(n int) []string {
	return lists.Make(n, func(x int) string { return fmt.Sprint("row ", x) })
}
