package tables

import (
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
)

func countsOf(t *testing.T, table [][]float64) *joint.Joint {
	t.Helper()
	names := func(n int) (list []string) {
		for k := range n {
			list = append(list, string(rune('a'+k)))
		}
		return list
	}
	j, err := joint.Dense(names(len(table)), names(len(table[0])), table)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestEstimatesAreThoseOfTheTable: those of the sparse table are those of all its
// cells, in the order of the list, and the plug-in one has the delta method's standard
// deviation of the information itself.
func TestEstimatesAreThoseOfTheTable(t *testing.T) {
	table := [][]float64{{4, 0, 1}, {0, 7, 2}, {3, 3, 0}, {1, 0, 9}}
	list, err := estimatesOf(countsOf(t, table))
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range info.Estimators() {
		h, err := info.EntropiesOf(e, table)
		if err != nil {
			t.Fatal(err)
		}
		want := h.MutualInformation()
		if e == info.Plugin() {
			if want, err = info.Plugin().MutualInformation(table); err != nil {
				t.Fatal(err)
			}
		}
		got := list[k]
		if got.Estimator != e.Name() || math.Abs(float64(got.HXY)-h.XY.Value) > 1e-12 || math.Abs(float64(got.IXY)-want.Value) > 1e-12 {
			t.Errorf("%s: H(X,Y) %g, I %g, want %g and %g", got.Estimator, float64(got.HXY), float64(got.IXY), h.XY.Value, want.Value)
		}
		if !math.IsNaN(float64(got.IXYSD)) != want.HasSD || want.HasSD && math.Abs(float64(got.IXYSD)-want.SD) > 1e-12 {
			t.Errorf("%s: standard deviation %v, want %+v", got.Estimator, got.IXYSD, want)
		}
	}
	probabilities, err := estimatesOf(countsOf(t, [][]float64{{0.25, 0.25}, {0.5, 0}}))
	if err != nil || len(probabilities) != 1 || !math.IsNaN(float64(probabilities[0].IXYSD)) {
		t.Errorf("of probabilities: %+v, %v", probabilities, err)
	}
}

// TestUndefinedEstimates: what an estimator does not say is left blank.
func TestUndefinedEstimates(t *testing.T) {
	if e := undefined(info.Jackknife().Name()); withSD(e.HX, e.HXSD) != "-" || withSD(e.IXY, e.IXYSD) != "-" {
		t.Errorf("%+v", e)
	}
}

// TestSmallSamplesAreCalledSo: by coverage or by bias, and large ones are not.
func TestSmallSamplesAreCalledSo(t *testing.T) {
	for _, tt := range []struct {
		name  string
		table [][]float64
		want  string
	}{
		{"seen once", [][]float64{{1, 0, 50}, {0, 1, 50}, {1, 1, 50}}, "about 2.6 % of the probability"},
		{"biased", [][]float64{{10, 4}, {5, 10}}, "too large by about 0.025 bits"},
		// Miller's 0.017 bits are more than the 0.0016 there are.
		{"nearly independent", [][]float64{{10, 11}, {11, 10}}, "too large by about 0.002 bits"},
		{"independent", [][]float64{{5, 5}, {5, 5}}, ""},
		// His estimate is negative.
		{"diagonal", [][]float64{{1, 0}, {0, 1}}, "of the probability. Trust nsb"},
		{"large", [][]float64{{1000, 10}, {10, 1000}}, ""},
		{"probabilities", [][]float64{{0.25, 0.25}, {0.5, 0}}, ""},
	} {
		if got := strings.Join(smallSample(countsOf(t, tt.table)), " "); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
