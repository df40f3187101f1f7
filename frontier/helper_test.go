package frontier

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// difference returns how two frontiers differ in anything at all.
func difference(want, got *Frontier) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(Frontier{}, bestList{}), cmpopts.IgnoreTypes(&orders{}), cmpopts.EquateEmpty())
}

// image returns all that a frontier holds, as text.
func image(t rapid.TB, f *Frontier) string {
	t.Helper()
	var best []string
	for p := range f.Best() {
		best = append(best, fmt.Sprintf("%+v", []any{p.Index, p.H, p.I, p.K, p.Ties, p.Exact, p.Spread, p.Robust, p.HeldOut, p.Assignment()}))
	}
	text, err := json.Marshal(map[string]any{
		"best": best, "up to": f.BestUpTo(), "evidence": f.Evidence, "validation": f.Validation, "held out": f.heldOut,
		"problem": f.Problem, "search": fmt.Sprintf("%+v", f.Search), "certificate": f.Certificate, "uncertainty": f.Uncertainty,
		"entries": f.entries, "spreads": f.spreads, "robust": f.robust,
	}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// tiny returns a frontier of every feature a file can have, small enough to
// read.
func tiny(t testing.TB) *Frontier {
	t.Helper()
	samples := int64(1000)
	f, err := New(Problem{
		Kind: "dib", N: 3, M: 2, XLabels: []string{"a", `b "é"`, "<c>"}, YLabels: []string{"yes", "no"},
		HX: 1.5, HY: 1, IXY: 0.75, Samples: &samples, ZeroRows: []string{"never"},
		XMass:  []float64{0.5, 0.25, 0.25},
		Cells:  &Cells{X: []int{0, 0, 1, 2}, Y: []int{0, 1, 1, 0}, Weight: []float64{400, 100, 250, 250}},
		Source: Source{Name: "table.csv", SHA256: "00ff"},
	}, Search{
		Method: "mapper", Epsilon: math.Inf(1), Seed: 1<<64 - 1, Status: "converged",
		Evaluated: 1 << 62, Expanded: 2, Seconds: 0.25,
	}, []Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.8112781244591328, I: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 1, I: 0.30000000000000004, K: 2, Ties: 3, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
		{H: 1.5, I: 0.75, Assignment: partition.Pack(partition.Identity(3))},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Certificate = &Certificate{
		Complete: false, Tolerance: 1e-8, CompleteFromH: 1,
		Edges: []Edge{{
			HLo: 0, HHi: 1.5, Certified: true, Slope: 0.5, Dual: []float64{-0.5, 0.25, -0.75},
			Slack: -1e-12, Budget: 0.65, Columns: 1 << 53,
		}},
	}
	return f
}

// uncertain returns the tiny frontier with all that there can be of uncertainty:
// the first and the third point are robust.
func uncertain(t testing.TB) *Frontier {
	t.Helper()
	f, err := tiny(t).WithUncertainty(Uncertainty{
		Method: "bootstrap", Resamples: 200, Seed: 1<<64 - 1,
		Filter: Filter{Apart: "either", Overlap: "difference", Sigma: 1.5},
	}, []Spread{{0, 0, 0}, {0.5, 0.25, -0.125}, {0.1, 0.05, 0.0049}, {1, 0.75, 1e-300}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// numbered returns n different labels.
func numbered(n int) []string {
	labels := make([]string, n)
	for x := range labels {
		labels[x] = fmt.Sprint("row ", x)
	}
	return labels
}

// large returns a frontier of random clusterings of n rows.
func large(t testing.TB, points, n int) *Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(points), uint64(n)))
	p := Problem{Kind: "dib", N: n, M: 1, XLabels: numbered(n), YLabels: []string{"y"}, HX: 10, HY: 1, IXY: 1}
	entries := make([]Entry, points)
	labels := make([]int, n)
	h, i := 0.0, 0.0
	for e := range entries {
		for x := range labels {
			labels[x] = rng.IntN(1 + e*n/points)
		}
		h += rng.Float64() / float64(points)
		i += rng.Float64() / float64(points)
		entries[e] = Entry{H: h, I: i, Ties: rng.IntN(3) / 2, Assignment: partition.Pack(partition.Canonical(labels))}
	}
	f, err := New(p, Search{Method: "mapper", Status: "converged"}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func drawFilter(t *rapid.T) Filter {
	return Filter{
		rapid.SampledFrom([]string{"both", "either"}).Draw(t, "apart"),
		rapid.SampledFrom([]string{"intervals", "value", "difference"}).Draw(t, "overlap"),
		rapid.SampledFrom([]float64{1e-300, 1, 2, 1e300}).Draw(t, "sigma"),
	}
}
