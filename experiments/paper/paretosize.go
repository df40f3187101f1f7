package main

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/experiments/paper/copula"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/search"
)

// correlations are the correlations of the Gaussian points.
var correlations = []float64{-0.9, -0.5, 0, 0.5, 0.9}

// step is the step of tables of Kendall distributions.
const step = 0.25

// cloudSize is the mean number of optimal points among a number of random points.
type cloudSize struct {
	rho             float64
	n               int
	mean, deviation float64 // the deviation of one sample
	expected        float64
}

// paretoSize counts Pareto-optimal points: of random ones, and of clusterings of random tables.
func paretoSize(ctx context.Context, e *env) (outcome, error) {
	clouds, err := cloudSizes(ctx, pick(e, []int{10, 100, 1000}, []int{10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5}), pick(e, 5, 40))
	if err != nil {
		return outcome{}, err
	}
	var records [][]string
	for _, c := range clouds {
		records = append(records, []string{number(c.rho), strconv.Itoa(c.n), number(c.mean), number(c.deviation), number(c.expected)})
	}
	if err := e.numbers("fig-pareto-size-gaussian", []string{"correlation", "points", "optimal_mean", "optimal_sd", "optimal_expected"}, records); err != nil {
		return outcome{}, err
	}
	fronts, err := frontierSizes(ctx, e)
	if err != nil {
		return outcome{}, err
	}
	if err := e.drawn("fig-pareto-size", draw.Page{Height: 85}, paretoChart(clouds, fronts).Draw); err != nil {
		return outcome{}, err
	}
	return outcome{lines: append(cloudLines(clouds), frontLines(fronts)...)}, nil
}

// cloudSizes draws samples of each size and correlation.
func cloudSizes(ctx context.Context, sizes []int, samples int) ([]cloudSize, error) {
	var all []cloudSize
	for _, rho := range correlations {
		kendall := copula.Kendall(copula.Gaussian{Rho: rho}, step, float64(sizes[len(sizes)-1]))
		for _, n := range sizes {
			var counts []float64
			for seed := range samples {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				counts = append(counts, float64(optimal(rho, n, uint64(seed))))
			}
			c := cloudSize{rho: rho, n: n, expected: copula.Expected(float64(n), step, kendall)}
			c.mean, c.deviation = powerlaw.Moments(counts)
			all = append(all, c)
		}
	}
	return all, nil
}

// optimal returns how many of n normal points of a correlation are Pareto-optimal.
func optimal(rho float64, n int, seed uint64) int {
	stream := random.New(seed, uint64(n), math.Float64bits(rho))
	var set pareto.Set[struct{}]
	for range n {
		// Box and Muller 1958.
		length := math.Sqrt(-2 * math.Log(stream.Uniform()))
		sin, cos := math.Sincos(2 * math.Pi * stream.Uniform())
		x, y := length*cos, length*sin
		set.Add(-x, rho*x+math.Sqrt(1-rho*rho)*y, struct{}{}, nil)
	}
	return set.Len()
}

// frontSize is the size of the frontier of a random table, as searches find it.
type frontSize struct {
	n, seed              int
	mapper, local, known int
	proved               bool
}

// provedTo is the largest number of rows of random tables with proved frontiers. For more rows,
// each proof takes seconds.
const provedTo = 25

// frontierSizes maps random tables, and writes the sizes.
func frontierSizes(ctx context.Context, e *env) ([]frontSize, error) {
	var all []frontSize
	var records [][]string
	for _, n := range pick(e, []int{5, 7, 10, 12}, []int{5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 64}) {
		for seed := range pick(e, 2, 5) {
			s, err := frontierSize(ctx, n, seed)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
			records = append(records, []string{
				strconv.Itoa(s.n), strconv.Itoa(s.seed), strconv.Itoa(s.mapper), strconv.Itoa(s.local), strconv.Itoa(s.known), strconv.FormatBool(s.proved),
			})
		}
	}
	return all, e.numbers("fig-pareto-size-dib", []string{"n", "seed", "mapper", "local", "frontier", "proved"}, records)
}

func frontierSize(ctx context.Context, n, seed int) (frontSize, error) {
	s := frontSize{n: n, seed: seed}
	j, err := simplex(n, columns, uint64(seed))
	if err != nil {
		return s, err
	}
	for _, way := range []struct {
		method search.Method
		size   *int
	}{{search.Merge, &s.mapper}, {search.Local, &s.local}, {search.Auto, &s.known}} {
		r, err := mapped(ctx, j, search.Options{Method: way.method})
		if err != nil {
			return s, err
		}
		*way.size = r.Frontier.Len()
		if way.method != search.Auto || n > provedTo {
			continue
		}
		if r, err = exact.Prove(ctx, j, r.Frontier, exact.Options{}); err != nil {
			return s, err
		}
		s.known, s.proved = r.Frontier.Len(), r.Frontier.Certificate.Complete
	}
	return s, ctx.Err()
}

// sizesOf returns the geometric means of a size over seeds, by the number of rows.
func sizesOf(all []frontSize, of func(frontSize) int) (xs, ys []float64) {
	values := make(map[int][]float64)
	for _, s := range all {
		if values[s.n] == nil {
			xs = append(xs, float64(s.n))
		}
		values[s.n] = append(values[s.n], float64(of(s)))
	}
	for _, x := range xs {
		ys = append(ys, powerlaw.Geometric(values[int(x)]))
	}
	return xs, ys
}

func knownSize(s frontSize) int  { return s.known }
func mapperSize(s frontSize) int { return s.mapper }

// fitFront fits a power of the number of rows, to tables of at least the given number.
func fitFront(all []frontSize, from float64, of func(frontSize) int) powerlaw.Fit {
	return powerlaw.Of(beginning(from)(sizesOf(all, of)))
}

// paretoChart draws both counts.
func paretoChart(clouds []cloudSize, fronts []frontSize) chart.Chart {
	left := chart.Panel{
		Title: "(a) points of two normal coordinates",
		X:     chart.Axis{Name: "points N", Log: true}, Y: chart.Axis{Name: "optimal points", To: 60},
	}
	for _, c := range clouds {
		if k := len(left.Series); k == 0 || left.Series[k-1].Name != correlationName(c.rho) {
			left.Series = append(left.Series, chart.Series{Name: correlationName(c.rho)})
		}
		s := &left.Series[len(left.Series)-1]
		s.Points = append(s.Points, chart.Point{X: float64(c.n), Y: c.mean, SD: c.deviation})
	}
	xs, ys := sizesOf(fronts, knownSize)
	f := fitFront(fronts, fitFrom, knownSize)
	first, last := math.Max(xs[0], fitFrom), xs[len(xs)-1]
	right := chart.Panel{
		Title: fmt.Sprintf("(b) clusterings; fit %s", f),
		X:     chart.Axis{Name: "rows n", Log: true}, Y: chart.Axis{Name: "points on the frontier", Log: true},
		Series: []chart.Series{series("frontier", xs, ys), series("fit", []float64{first, last}, []float64{f.At(first), f.At(last)})},
	}
	return chart.Chart{Columns: 2, Panels: []chart.Panel{left, right}}
}

func correlationName(rho float64) string { return fmt.Sprintf("correlation %g", rho) }

// cloudLines compares the largest samples with the expected numbers.
func cloudLines(clouds []cloudSize) []line {
	var lines []line
	largest := clouds[len(clouds)-1].n
	for _, c := range clouds {
		if c.n != largest {
			continue
		}
		l := line{
			fmt.Sprintf("optimal of %d points, correlation %g", c.n, c.rho), "",
			fmt.Sprintf("%.2f ± %.2f", c.mean, c.deviation), fmt.Sprintf("expected: %.4g, by quadrature", c.expected),
		}
		if c.rho == 0 {
			l.published = fmt.Sprintf("Θ(log N); ln N = %.4g", math.Log(float64(c.n)))
			l.remark = fmt.Sprintf("expected: H_N = %.4g exactly", copula.Harmonic(c.n))
		}
		lines = append(lines, l)
	}
	return lines
}

// frontLines compares how frontiers grow.
func frontLines(fronts []frontSize) []line {
	var proved, missed, all int
	for _, s := range fronts {
		if s.proved {
			proved = max(proved, s.n)
			missed += s.known - s.mapper
			all += s.known
		}
	}
	return []line{
		{
			"frontier", "n^2.1", powers(func(from float64) powerlaw.Fit { return fitFront(fronts, from, knownSize) }),
			fmt.Sprintf("what the default search finds, proved complete up to n = %d", proved),
		},
		{
			"frontier as the mapper finds it, epsilon 0", "n^2.1", powers(func(from float64) powerlaw.Fit { return fitFront(fronts, from, mapperSize) }),
			fmt.Sprintf("of the %d points of the proved frontiers it has %d fewer", all, missed),
		},
	}
}
