package performance

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/chart"
)

// TestChart compares the means and deviations of a few scores with those by hand.
func TestChart(t *testing.T) {
	var scores []Score
	for _, s := range grid([]int64{1e3, 1e5, Exact}, []float64{0, 1e-3, 0.1}, 2) {
		// Precision is 0.2 and 0.6 for the two seeds, recall half of that, and both are
		// twice as much for the exact table.
		right := 2 + 4*int(s.Seed)
		if s.Size == Exact {
			right *= 2
		}
		scores = append(scores, Score{s, 4, 10, right, 20})
	}
	c := Chart(scores, 90.4)
	point := func(x, y float64) chart.Point { return chart.Point{X: x, Y: y, SD: y / 2 * math.Sqrt2} }
	var want chart.Chart
	want.Columns = 2
	for n, name := range []string{"precision", "recall"} {
		y, scale := chart.Axis{Name: name, To: 1}, 0.4/float64(1+n)
		sizes := []chart.Point{point(1e3, scale), point(1e5, scale)}
		depths := []chart.Point{point(0, scale), point(1e-3, scale), point(0.1, scale)}
		full := []chart.Point{point(0, 2*scale), point(1e-3, 2*scale), point(0.1, 2*scale)}
		want.Panels = append(want.Panels, chart.Panel{
			Title: []string{"(a)", "(c)"}[n], X: chart.Axis{Name: "sample size N (r = N/90)", Log: true}, Y: y,
			Series: []chart.Series{{Name: "ε = 0", Points: sizes}, {Name: "ε = 0.001 bit", Points: sizes}, {Name: "ε = 0.1 bit", Points: sizes}},
		}, chart.Panel{
			Title: []string{"(b)", "(d)"}[n], X: chart.Axis{Name: "search depth ε [bits]", Log: true}, Y: y,
			Series: []chart.Series{
				{Name: "N = 10³", Points: depths},
				{Name: "N = 10⁵", Points: depths},
				{Name: "N = 10⁷"},
				{Name: "exact table", Points: full},
			},
		})
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	if d := cmp.Diff(want, c, near); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
