package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/paper/copula"
	"github.com/dibmap/dibmap/internal/draw"
)

// example is a copula that the theorem is tried on.
type example struct {
	name, published string
	copula.Copula
}

func examples() []example {
	return []example{
		{"independent", "Θ(log N)", copula.Independent{}},
		{"lower bound", "Θ(N)", copula.Lower{}},
		{"upper bound", "Θ(1)", copula.Upper{}},
		{"normal, correlation -0.5", "", copula.Gaussian{Rho: -0.5}},
		{"normal, correlation 0.5", "", copula.Gaussian{Rho: 0.5}},
		{"falling", "", copula.Falling{}},
		{"rising", "", copula.Rising{}},
		{"checkerboard", "", copula.Checkerboard{}},
	}
}

// copulas computes, for some copulas, the expected number of optimal points, its bounds for all
// copulas, and its estimate by the theorem, N times the size of the region R_N.
func copulas(_ context.Context, e *env) (outcome, error) {
	sizes := []float64{1e1, 1e2, 1e3, 1e4, 1e5, 1e6}
	var records [][]string
	var made outcome
	var panels []chart.Panel
	record := func(name string, c copula.Copula, n, expected float64) (remark string) {
		s := copula.Threshold(n)
		probability, area := n*c.Mass(s), n*c.Area(s)
		below, above := copula.Bounds(c, n)
		records = append(records, []string{name, strconv.Itoa(int(n)), short(expected), short(probability), short(area), short(below), short(above)})
		return fmt.Sprintf("N times the probability of R_N: %s; N times its area: %s; bounds: %s and %s", show(probability), show(area), show(below), show(above))
	}
	for _, c := range examples() {
		kendall := copula.Kendall(c, step, sizes[len(sizes)-1])
		panel := copulaPanel(c.name)
		for _, n := range sizes {
			expected := copula.Expected(n, step, kendall)
			s := copula.Threshold(n)
			for k, y := range []float64{expected, n * c.Mass(s), n * c.Area(s)} {
				panel.Series[k].Points = append(panel.Series[k].Points, chart.Point{X: n, Y: y})
			}
			remark := record(c.name, c, n, expected)
			if n == sizes[len(sizes)-1] {
				made.lines = append(made.lines, line{"E of 10^6 points, " + c.name, c.published, show(expected), remark})
			}
		}
		if c.name == "falling" || c.name == "rising" {
			panels = append(panels, panel)
		}
	}
	exact := copula.Checkerboard{}.Expected(1e5)
	made.lines = append(made.lines, line{"E of 10^5 points, checkerboard", "", show(exact), "2 E[H(M)] for M of the binomial distribution (N, 1/2)"})
	for _, n := range []float64{16, 256, 65536} {
		expected := copula.Blocks{}.Expected(n)
		made.lines = append(made.lines, line{fmt.Sprintf("E of %g points, blocks", n), "", show(expected), record("blocks", copula.Blocks{}, n, expected)})
	}
	page := draw.Page{Title: "Two copulas for which the area of R_N has another order than E", Height: 85}
	if err := e.drawn("copulas", page, chart.Chart{Panels: panels}.Draw); err != nil {
		return made, err
	}
	return made, e.numbers("copulas", []string{"copula", "points", "expected", "n_probability", "n_area", "lower_bound", "upper_bound"}, records)
}

// copulaPanel returns a panel of what is compared, without points.
func copulaPanel(title string) chart.Panel {
	return chart.Panel{
		Title: title, X: chart.Axis{Name: "points N", Log: true}, Y: chart.Axis{Name: "number of points", Log: true},
		Series: []chart.Series{{Name: "E(N), optimal points expected"}, {Name: "N times the probability of R_N"}, {Name: "N times the area of R_N"}},
	}
}

// short writes a number with six digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
