package main

import (
	"fmt"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/partition"
)

// The quantities that are drawn and fitted.
func seconds(m searched) float64   { return m.seconds }
func explored(m searched) float64  { return float64(m.Expanded) }
func evaluated(m searched) float64 { return float64(m.Evaluated) }
func onFrontier(m searched) float64 {
	return float64(m.points)
}

// curve returns the geometric means over seeds of a quantity of a method, by x.
func curve(all []searched, method string, x func(searched) float64, y func(searched) float64) (xs, ys []float64) {
	values := make(map[float64][]float64)
	for _, m := range all {
		if m.method != method {
			continue
		}
		if values[x(m)] == nil {
			xs = append(xs, x(m))
		}
		values[x(m)] = append(values[x(m)], y(m))
	}
	for _, at := range xs {
		ys = append(ys, powerlaw.Geometric(values[at]))
	}
	return xs, ys
}

func rowsOf(m searched) float64    { return float64(m.n) }
func epsilonOf(m searched) float64 { return m.epsilon }

// fitRows fits a power of the number of rows, to tables of at least the given number.
func fitRows(all []searched, method string, from float64, y func(searched) float64) powerlaw.Fit {
	return powerlaw.Of(beginning(from)(curve(all, method, rowsOf, y)))
}

// beginning leaves out points below a number of rows, but keeps at least three.
func beginning(from float64) func(xs, ys []float64) ([]float64, []float64) {
	return func(xs, ys []float64) ([]float64, []float64) {
		for len(xs) > 3 && xs[0] < from {
			xs, ys = xs[1:], ys[1:]
		}
		return xs, ys
	}
}

// series returns a line of a chart.
func series(name string, xs, ys []float64) chart.Series {
	s := chart.Series{Name: name}
	for k := range xs {
		s.Points = append(s.Points, chart.Point{X: xs[k], Y: ys[k]})
	}
	return s
}

// scalingChart draws time above and clusterings below, against rows on the left and against
// epsilon on the right.
func scalingChart(bySize, byEpsilon []searched) chart.Chart {
	c := chart.Chart{Columns: 2}
	for _, q := range []struct {
		name string
		of   func(searched) float64
	}{{"time [s]", seconds}, {"clusterings explored", explored}} {
		axis := chart.Axis{Name: q.name, Log: true}
		left := chart.Panel{X: chart.Axis{Name: "rows n", Log: true}, Y: axis}
		for _, s := range searchers() {
			xs, ys := curve(bySize, s.name, rowsOf, q.of)
			left.Series = append(left.Series, series(s.name, xs, ys))
		}
		if len(c.Panels) > 0 {
			xs, ys := curve(bySize, stackName, rowsOf, q.of)
			left.Series = append(left.Series, series(stackName, xs, ys))
		}
		xs, ys := curve(byEpsilon, "mapper", epsilonOf, q.of)
		right := chart.Panel{X: chart.Axis{Name: "search depth ε [bits]", Log: true}, Y: axis, Series: []chart.Series{series("mapper", xs, ys)}}
		left.Title = fmt.Sprintf("(%c) ε = 0; mapper: %s", 'a'+rune(len(c.Panels)), fitRows(bySize, "mapper", fitFrom, q.of))
		right.Title = fmt.Sprintf("(%c) n = %d", 'b'+rune(len(c.Panels)), byEpsilon[0].n)
		c.Panels = append(c.Panels, left, right)
	}
	return c
}

// scalingLines compares the exponents with the published ones.
func scalingLines(all []searched) []line {
	var lines []line
	add := func(quantity, published, method string, of func(searched) float64, remark string) {
		lines = append(lines, line{quantity + ", " + method, published, powers(func(from float64) powerlaw.Fit { return fitRows(all, method, from, of) }), remark})
	}
	const explains, computes, timed = "clusterings whose neighbours were evaluated", "points computed", "one core, on the machine that made this page"
	add("explored", "n^3.0", "mapper", explored, explains)
	add("explored", "n^3.0", stackName, explored, "the order of the published program")
	add("explored", "", "local search", explored, explains)
	add("evaluated", "", "mapper", evaluated, computes)
	add("evaluated", "", stackName, evaluated, computes)
	add("evaluated", "", "local search", evaluated, computes)
	add("frontier", "n^2.1", stackName, onFrontier, "the points that it returns")
	add("time", "n^5.0", "mapper", seconds, timed)
	add("time", "", "local search", seconds, timed)
	most := all[len(all)-1].n
	for _, s := range searchers() {
		_, ys := curve(all, s.name, rowsOf, seconds)
		lines = append(lines, line{fmt.Sprintf("time for n = %d, %s", most, s.name), "", show(ys[len(ys)-1]) + " s", "the practical limit is published as n of about 50"})
	}
	return lines
}

// powers writes the exponents for two ranges of rows.
func powers(from func(from float64) powerlaw.Fit) string {
	return fmt.Sprintf("%s (n ≥ %d), %s (n ≥ %d)", from(fitAll), fitAll, from(fitFrom), fitFrom)
}

// epsilonLines says how much is explored at both ends of the published range of epsilon.
func epsilonLines(all []searched) []line {
	const lower, upper = 5e-3, 5e-2
	xs, ys := curve(all, "mapper", epsilonOf, explored)
	_, points := curve(all, "mapper", epsilonOf, onFrontier)
	at := make(map[float64]float64)
	for k, x := range xs {
		at[x] = ys[k]
	}
	total := partition.Bell(all[0].n)
	return []line{
		{fmt.Sprintf("explored at epsilon = %g", lower), "from here on epsilon matters", fmt.Sprintf("%.1f times as many as at 0", at[lower]/at[0]), ""},
		{fmt.Sprintf("explored at epsilon = %g", upper), "up to here epsilon matters", fmt.Sprintf("%.0f %% of all clusterings", 100*at[upper]/total), fmt.Sprintf("there are %.0f; at epsilon = 1 it is %.0f %%", total, 100*at[1]/total)},
		{"frontier at epsilon = 0 and at 1", "", fmt.Sprintf("%.1f and %.1f points", points[0], points[len(points)-1]), "geometric means over seeds"},
	}
}
