package tables

import (
	"math"
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
