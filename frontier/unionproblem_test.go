package frontier

import (
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestUnionOfProblems(t *testing.T) {
	a, b := tiny(t), tiny(t)
	a.Problem.Source.Name, b.Problem.Source.Name = "", "other.csv"
	a.Problem.ZeroRows, b.Problem.ZeroRows = []string{"never", "ever"}, []string{"ever", "never"}
	a.Problem.YLabels, b.Problem.YLabels = []string{"no", "yes"}, []string{"yes", "no"}
	a.Problem.Cells = &Cells{X: []int{0, 0, 1, 2}, Y: []int{0, 1, 0, 1}, Weight: []float64{100, 400, 250, 250}}
	b.Problem.HX, a.Problem.HY = math.Nextafter(b.Problem.HX, 0), math.Nextafter(a.Problem.HY, 0)
	want := tiny(t).Problem
	want.Source.Name = "other.csv"
	want.ZeroRows, want.YLabels = []string{"ever", "never"}, []string{"no", "yes"}
	want.HX, want.HY = b.Problem.HX, a.Problem.HY
	want.Cells = a.Problem.Cells
	if diff := gocmp.Diff(want, united(t, a, b).Problem); diff != "" {
		t.Error(diff)
	}
	a.Problem.ZeroRows = []string{"never"}
	if diff := gocmp.Diff(want, united(t, b, a).Problem); diff != "" {
		t.Error(diff)
	}
}
