package main

import (
	"context"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/internal/random"
)

// expected returns the expected number of optimal points among n with d independent coordinates: 1 for d = 1, and the
// sum of expected(k, d-1)/k over k = 1, ..., n otherwise. O(n d).
func expected(n, d int) float64 {
	e := make([]float64, n+1)
	for k := range e {
		e[k] = 1
	}
	for range d - 1 {
		e[0] = 0
		for k := 1; k <= n; k++ {
			e[k] = e[k-1] + e[k]/float64(k)
		}
	}
	return e[n]
}

// bounds returns the bounds 2 and 4 of the theorem of pareto-size.md for d independent coordinates. The product of d
// uniform numbers is at most s with probability s times the sum of (-ln s)^j/j! over j < d, which falls if it is divided
// by s, so that c is 1.
func bounds(n, d int) (below, above float64) {
	s := -math.Expm1(-1 / float64(n))
	term, l := float64(n)*s, 0.0
	for j := range d {
		l += term
		term *= -math.Log(s) / float64(j+1)
	}
	q := math.Exp(-float64(n-1) / float64(n))
	return l / math.E, l / (1 - q)
}

// simulated returns the mean number of optimal points in samples of n points with three independent coordinates, and
// its standard error.
func simulated(n, samples int) (mean, se float64) {
	var sizes []float64
	for k := range samples {
		stream := random.New(uint64(k), uint64(n))
		var f front
		for range n {
			var p point
			for c := range p {
				p[c] = int64(stream.Next() >> 2)
			}
			f.add(p)
		}
		sizes = append(sizes, float64(len(f.done())))
	}
	mean, sd := powerlaw.Moments(sizes)
	return mean, sd / math.Sqrt(float64(samples))
}

// independent compares expected numbers of optimal points with samples, bounds and the leading term.
func independent(_ context.Context, o options) (section, error) {
	made := section{id: "independent", lines: [][]string{
		{"points N", "E(N), d = 2", "E(N), d = 3", "in samples, d = 3", "(ln N)^2 / 2", "bounds 2 and 4, d = 3"},
	}}
	for _, n := range pick(o, []int{100}, []int{100, 10_000, 1_000_000}) {
		mean, se := simulated(n, pick(o, 200, max(50, 1_000_000/n)))
		below, above := bounds(n, 3)
		made.lines = append(made.lines, []string{
			strconv.Itoa(n), decimals(expected(n, 2), 2), decimals(expected(n, 3), 1), decimals(mean, 1) + " ± " + decimals(se, 2),
			decimals(math.Pow(math.Log(float64(n)), 2)/2, 1), decimals(below, 1) + " and " + decimals(above, 1),
		})
	}
	return made, nil
}
