package groupchart

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
)

func TestNumbers(t *testing.T) {
	o := Options{X: "job", Y: "paid", Records: 20, Page: draw.Page{Title: "T"}}
	n := NumbersOf(viewOf(t, true, []float64{1, 3}, []float64{8, 8}), o)
	if n.Kind != groupview.Rate || n.Axis != "rate of paid = yes, in %" || n.Dots != "rate of paid = yes, with 95 % interval" || math.Abs(n.Whole-55) > 1e-9 {
		t.Errorf("%+v, of all %g", n, n.Whole)
	}
	if g := n.Groups[0]; g.Value != 75 || g.Share != 0.2 || g.Records != 4 || !(30 < g.Low && g.Low < 31) || g.High > 100 || !slices.Equal(g.Values, []string{"group 000"}) {
		t.Errorf("%+v: %g, %g to %g", g, g.Value, g.Low, g.High)
	}
	n = NumbersOf(viewOf(t, false, []float64{1, 2, 1}, []float64{2, 2, 0}), Options{X: "job", Y: "paid"})
	if n.Axis != "paid in the group, in %" || n.Dots != "" || !math.IsNaN(n.Whole) || !math.IsNaN(n.Groups[0].Records) {
		t.Errorf("%+v", n)
	}
	if d := cmp.Diff([][]float64{{50, 37.5, 12.5}, {50, 25, 25}}, [][]float64{n.Mix, n.Groups[0].Mix}); d != "" {
		t.Error(d)
	}
	many := make([]float64, 9)
	many[3] = 5
	n = NumbersOf(viewOf(t, true, many, []float64{1, 1, 1, 1, 1, 1, 1, 1, 2}), Options{X: "job", Y: "paid"})
	if got := n.Groups[1].Apart; n.Kind != groupview.Apart || !slices.Contains(got, Apart{"never", 100, 40}) {
		t.Errorf("%s: %+v", n.Kind, got)
	}
}

func TestKeptNumbers(t *testing.T) {
	f := climbing(t)
	c, err := KeptNumbers(f, "")
	if err != nil {
		t.Fatal(err)
	}
	if c.Y != "share of the information kept" || !c.Percent || c.Clusters != 2 || c.Recommended != "recommended: 2 groups" || c.Points[1].I != 60 || c.Most != nil || c.HeldOut != "" {
		t.Errorf("%+v", c)
	}
	held := slices.Repeat([]frontier.HeldOut{{I: 0}, {I: 0.25, SE: 0.01}, {I: 0.2}, {I: -3}}, 2)
	if f, err = f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 2, H: 1}, held); err != nil {
		t.Fatal(err)
	}
	c, err = KeptNumbers(f, "Kept")
	if err != nil {
		t.Fatal(err)
	}
	if c.Title != "Kept" || *c.Most != 2 || c.Supported == "" || c.Points[1].HeldOut != 50 || c.Points[1].HeldOutSE != 2 || c.Points[3].HeldOut != -600 {
		t.Errorf("%+v", c)
	}
	if _, err := json.Marshal(c); err != nil {
		t.Error(err)
	}
}
