package structure

import (
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/pareto"
)

func TestCompareByHand(t *testing.T) {
	f := through(t, [2]float64{0, 0}, [2]float64{1, 2}, [2]float64{3, 3})
	g := through(t, [2]float64{0, 0}, [2]float64{2, 2.5}, [2]float64{3 + pareto.Tolerance/4, 3})
	f.Problem.HX = 4
	// f - g is 2 on [1,2] and -0.5 on [2,3].
	want := &Comparison{
		End: 4, Hypervolume: [2]float64{2*2 + 3, 2.5 + 3},
		Ahead:  [2]Lead{{Mean: 0.5, Largest: 2, At: 1}, {Mean: 0.125, Largest: 0.5, At: 2}},
		Common: [][2]int{{0, 0}, {2, 2}},
		Only:   [2][]int{{1}, {1}},
	}
	near := gocmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-8 })
	if d := gocmp.Diff(want, Compare(f, g), near); d != "" {
		t.Error(d)
	}
	if c := Compare(f, f); c.Ahead != [2]Lead{} || len(c.Common) != 3 || c.Only[0] != nil || c.Only[1] != nil {
		t.Errorf("%+v", c)
	}
	none := through(t)
	if d := gocmp.Diff(&Comparison{}, Compare(none, none)); d != "" {
		t.Error(d)
	}
	c := Compare(none, g)
	if c.Ahead[0] != (Lead{}) || c.Ahead[1].Largest != 3 || len(c.Only[1]) != 3 || math.Abs(c.Ahead[1].Mean*3-2.5) > 1e-8 {
		t.Errorf("%+v", c)
	}
}

// TestCompareTwoWays: both ways say the same, and the parts add up.
func TestCompareTwoWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := drawStairs(t, 1, 15)
		f, g := through(t, places...), through(t, drawStairs(t, 1, 15)...)
		if rapid.Bool().Draw(t, "common points") {
			g = through(t, slices.DeleteFunc(slices.Clone(places), func(p [2]float64) bool { return p[0] > 0 && int(p[0]*1e6)%2 == 0 })...)
		}
		c, d := Compare(f, g), Compare(g, f)
		if c.Hypervolume[0] != d.Hypervolume[1] || c.Ahead[0] != d.Ahead[1] || c.Ahead[1] != d.Ahead[0] || c.End != d.End ||
			len(c.Common) != len(d.Common) || !slices.Equal(c.Only[0], d.Only[1]) {
			t.Fatalf("%+v and %+v", c, d)
		}
		if math.Abs((c.Ahead[0].Mean-c.Ahead[1].Mean)*c.End-(c.Hypervolume[0]-c.Hypervolume[1])) > 1e-12 {
			t.Fatalf("%+v", c)
		}
		if len(c.Common)+len(c.Only[0]) != f.Len() || len(c.Common)+len(c.Only[1]) != g.Len() {
			t.Fatalf("%+v of %d and %d points", c, f.Len(), g.Len())
		}
		for _, p := range c.Common {
			a, b := f.At(p[0]), g.At(p[1])
			if math.Abs(a.H-b.H) > pareto.Tolerance || math.Abs(a.I-b.I) > pareto.Tolerance {
				t.Fatalf("%+v and %+v are not one", a, b)
			}
		}
	})
}
