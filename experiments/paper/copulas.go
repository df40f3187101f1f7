package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/dibmap/dibmap/experiments/paper/copula"
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
	}
}

// copulas computes, for some copulas, the expected number of optimal points, and N times the size
// of the region R_N, by which the theorem estimates it.
func copulas(_ context.Context, e *env) (outcome, error) {
	sizes := []float64{1e1, 1e2, 1e3, 1e4, 1e5, 1e6}
	var records [][]string
	var made outcome
	for _, c := range examples() {
		kendall := copula.Kendall(c, step, sizes[len(sizes)-1])
		var last [3]float64
		for _, n := range sizes {
			s := copula.Threshold(n)
			last = [3]float64{copula.Expected(n, step, kendall), n * c.Mass(s), n * c.Area(s)}
			records = append(records, []string{c.name, strconv.Itoa(int(n)), short(last[0]), short(last[1]), short(last[2])})
		}
		made.lines = append(made.lines, line{
			"E of 10^6 points, " + c.name, c.published, show(last[0]),
			fmt.Sprintf("N times the probability of R_N: %s; N times its area: %s", show(last[1]), show(last[2])),
		})
	}
	return made, e.numbers("copulas", []string{"copula", "points", "expected", "n_probability", "n_area"}, records)
}

// short writes a number with six digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }
