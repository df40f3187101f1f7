package performance

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
)

// The settings that the figure shows as lines.
var (
	shownEpsilons = []float64{0, 1e-3, 1e-1}
	shownSizes    = []int64{1e3, 1e5, 1e7, Exact}
)

// Chart returns the figure: precision above, recall below; against the size of the sample
// on the left, and against the search depth on the right. cells is 2^H(X,Y), to compare samples of
// different tables.
func Chart(scores []Score, cells float64) chart.Chart {
	c := chart.Chart{Columns: 2}
	size := chart.Axis{Name: fmt.Sprintf("sample size N (r = N/%.0f)", cells), Log: true}
	depth := chart.Axis{Name: "search depth ε [bits]", Log: true}
	for _, y := range []struct {
		name string
		of   func(Score) float64
	}{{"precision", Score.Precision}, {"recall", Score.Recall}} {
		// The bars of values near 0 and 1 may reach farther.
		axis := chart.Axis{Name: y.name, To: 1}
		c.Panels = append(
			c.Panels,
			chart.Panel{X: size, Y: axis, Series: bySize(scores, y.of)},
			chart.Panel{X: depth, Y: axis, Series: byEpsilon(scores, y.of)},
		)
	}
	for n := range c.Panels {
		c.Panels[n].Title = "(" + string(rune('a'+n)) + ")"
	}
	return c
}

// bySize returns a line for each search depth.
func bySize(scores []Score, of func(Score) float64) []chart.Series {
	var lines []chart.Series
	for _, epsilon := range shownEpsilons {
		name := fmt.Sprintf("ε = %g bit", epsilon)
		if epsilon == 0 {
			name = "ε = 0"
		}
		lines = append(lines, line(scores, name, func(s Score) (float64, bool) {
			return float64(s.Size), s.Epsilon == epsilon && s.Size != Exact
		}, of))
	}
	return lines
}

// byEpsilon returns a line for each size.
func byEpsilon(scores []Score, of func(Score) float64) []chart.Series {
	var lines []chart.Series
	for _, size := range shownSizes {
		lines = append(lines, line(scores, sizeName(size), func(s Score) (float64, bool) {
			return s.Epsilon, s.Size == size
		}, of))
	}
	return lines
}

// sizeName writes a power of ten.
func sizeName(size int64) string {
	if size == Exact {
		return "exact table"
	}
	power := int(math.Round(math.Log10(float64(size))))
	return "N = 10" + string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[power])
}

// line returns the means over seeds of the scores that x returns a coordinate for, in the order
// of the grid.
func line(scores []Score, name string, x func(Score) (float64, bool), of func(Score) float64) chart.Series {
	values := make(map[float64][]float64)
	var places []float64
	for _, s := range scores {
		at, ok := x(s)
		if !ok {
			continue
		}
		if values[at] == nil {
			places = append(places, at)
		}
		values[at] = append(values[at], of(s))
	}
	l := chart.Series{Name: name}
	for _, at := range places {
		mean, sd := powerlaw.Moments(values[at])
		l.Points = append(l.Points, chart.Point{X: at, Y: mean, SD: sd})
	}
	return l
}
