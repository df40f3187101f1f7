package frontier

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// difference returns how two frontiers differ in anything at all.
func difference(want, got *Frontier) string {
	return cmp.Diff(want, got, cmp.AllowUnexported(Frontier{}, bestList{}), cmpopts.IgnoreTypes(&orders{}), cmpopts.EquateEmpty())
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

func drawFilter(t *rapid.T) Filter {
	return Filter{
		rapid.SampledFrom([]string{"both", "either"}).Draw(t, "apart"),
		rapid.SampledFrom([]string{"intervals", "value", "difference"}).Draw(t, "overlap"),
		rapid.SampledFrom([]float64{1e-300, 1, 2, 1e300}).Draw(t, "sigma"),
	}
}
