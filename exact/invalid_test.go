package exact

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
)

// TestInvalidCosts: costs, or sums of them, that are NaN or too large are an error of the
// dynamic programs.
func TestInvalidCosts(t *testing.T) {
	of := func(rows int, cost problem.Point) problem.Additive {
		p, err := problem.Sum(frontier.Problem{XLabels: strings.Split("abcdefgh", "")}, func(cluster []int) problem.Point {
			if len(cluster) == rows {
				return cost
			}
			return problem.Point{H: 1 / float64(len(cluster)), I: -float64(len(cluster) * len(cluster))}
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, p := range map[string]problem.Additive{
		"NaN":       of(3, problem.Point{H: 1, I: math.NaN()}),
		"Inf":       of(3, problem.Point{H: math.Inf(1), I: 1}),
		"large":     of(3, problem.Point{H: 1, I: 5000}),
		"large sum": of(3, problem.Point{H: 1, I: 3000}),
	} {
		for program, run := range map[string]func() error{
			"subsets":  func() error { _, err := Subsets(context.Background(), p, Options{}); return err },
			"linear":   func() error { _, err := Intervals(context.Background(), p, Linear, Options{}); return err },
			"circular": func() error { _, err := Intervals(context.Background(), p, Circular, Options{Workers: 3}); return err },
		} {
			if err := run(); err == nil || !strings.Contains(err.Error(), "below 4096") {
				t.Errorf("%s, %s: %v", name, program, err)
			}
		}
	}
}
