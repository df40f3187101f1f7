package main

import (
	"context"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/partition"
)

// sizes are numbers of optimal groupings that are counted for each random table.
var sizes = []struct {
	name, like string
	of         func(o []optima) int
}{
	{"two objectives", "", func(o []optima) int { return len(o[0].whole) }},
	{"also", "", func(o []optima) int { return len(o[1].whole) }},
	{"leak", "", func(o []optima) int { return len(o[2].whole) }},
	{"two objectives, within each k", "two objectives", func(o []optima) int { return o[0].within() }},
	{"also, within each k", "also", func(o []optima) int { return o[1].within() }},
	{"leak, within each k", "leak", func(o []optima) int { return o[2].within() }},
}

// sweep counts the first of the sizes for each x, as geometric means over the tables of seeds, and notes them in lines.
func (s *section) sweep(ctx context.Context, name string, first int, xs []float64, seeds int, table func(x float64, seed uint64) counts) (means [][]float64, err error) {
	s.lines, means = [][]string{{name}}, make([][]float64, first)
	for _, size := range sizes[:first] {
		s.lines = append(s.lines, []string{size.name})
	}
	for _, x := range xs {
		counted := make([][]float64, first)
		for seed := range seeds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			found := newGroupings(table(x, uint64(seed))).best(two, also, leak)
			for k := range counted {
				counted[k] = append(counted[k], float64(sizes[k].of(found)))
			}
		}
		s.lines[0] = append(s.lines[0], strconv.FormatFloat(x, 'g', -1, 64))
		for k := range counted {
			means[k] = append(means[k], powerlaw.Geometric(counted[k]))
			s.lines[k+1] = append(s.lines[k+1], decimals(means[k][len(means[k])-1], 0))
		}
	}
	return means, nil
}

// panel draws the lines of sweep.
func (s section) panel(title string) chart.Panel {
	p := chart.Panel{Title: title, X: chart.Axis{Name: s.lines[0][0]}, Y: chart.Axis{Name: "optimal groupings", Log: true}}
	for k, line := range s.lines[1:] {
		series := chart.Series{Name: line[0], Like: sizes[k].like}
		for at := 1; at < len(line); at++ {
			x, err := strconv.ParseFloat(s.lines[0][at], 64)
			y, err2 := strconv.ParseFloat(line[at], 64)
			if err == nil && err2 == nil { // the last column of one table is a fit
				series.Points = append(series.Points, chart.Point{X: x, Y: y})
			}
		}
		p.Series = append(p.Series, series)
	}
	return p
}

// bySize counts the optimal groupings of random tables, against the number of values of X.
func bySize(ctx context.Context, o options) (section, error) {
	ns, seeds := pick(o, []float64{5, 6, 7}, []float64{6, 7, 8, 9, 10, 11, 12, 13}), pick(o, 2, 5)
	last := ns[len(ns)-1]
	made := section{id: "sizes"}
	means, err := made.sweep(ctx, "values n", len(sizes), ns, seeds, func(x float64, seed uint64) counts { return drawn(int(x), 0, seed) })
	if err != nil {
		return made, err
	}
	made.lines[0] = append(made.lines[0], "fit")
	fits := make([]powerlaw.Fit, len(sizes))
	for k, y := range means {
		fits[k] = powerlaw.Of(ns, y)
		made.lines[k+1] = append(made.lines[k+1], fits[k].String())
	}
	bell := partition.Bell(int(last))
	made.numbers = map[string]string{
		"tables": strconv.Itoa(seeds), "largest": strconv.Itoa(int(last)), "groupings": decimals(bell, 0),
		"also over two": decimals(fits[1].Exponent-fits[0].Exponent, 1), "leak over two": decimals(fits[2].Exponent-fits[0].Exponent, 1),
		"independent 2": decimals(expected(int(bell), 2), 0), "independent 3": decimals(expected(int(bell), 3), 0),
	}
	return made, nil
}

// byDependence counts the optimal groupings of random tables, against the share of S that is Y.
func byDependence(ctx context.Context, o options) (section, error) {
	n, seeds := pick(o, 6, 10), pick(o, 2, 5)
	made := section{id: "dependence", numbers: map[string]string{
		"rows": strconv.Itoa(n), "tables": strconv.Itoa(seeds), "groupings": decimals(partition.Bell(n), 0),
	}}
	shares := pick(o, []float64{0, 0.5, 1}, []float64{0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1})
	_, err := made.sweep(ctx, "share of S that is Y", 3, shares, seeds, func(x float64, seed uint64) counts { return drawn(n, x, seed) })
	return made, err
}
