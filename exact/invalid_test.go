package exact

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// lossy is a problem of a user in which clusters of three rows cost too much to be on the
// frontier, and more than is allowed.
type lossy struct{ problem.Problem }

func (p lossy) Traits() problem.Traits {
	t := p.Problem.Traits()
	cluster := t.Cluster
	t.Cluster = func() problem.Cluster { return &lossyCluster{Cluster: cluster()} }
	return t
}

type lossyCluster struct {
	problem.Cluster
	rows int
}

func (c *lossyCluster) Add(row int) { c.Cluster.Add(row); c.rows++ }

func (c *lossyCluster) Remove(row int) { c.Cluster.Remove(row); c.rows-- }

func (c *lossyCluster) Cost() problem.Point {
	if c.rows == 3 {
		return problem.Point{H: 1, I: -5000}
	}
	return c.Cluster.Cost()
}

// TestInvalidCosts: costs, or sums of them, that are NaN or too large are an error of the dynamic programs.
func TestInvalidCosts(t *testing.T) {
	of := func(rows int, cost problem.Point) problem.Problem {
		p, err := problem.Sum(frontier.Problem{XLabels: strings.Split("abcdefgh", "")}, func(cluster []int) problem.Point {
			if len(cluster) == rows {
				return cost
			}
			return problem.Point{H: 1 / float64(len(cluster)), I: -float64(len(cluster) * len(cluster))}
		}, problem.Traits{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, p := range map[string]problem.Problem{
		"NaN":       of(3, problem.Point{H: 1, I: math.NaN()}),
		"Inf":       of(3, problem.Point{H: math.Inf(1), I: 1}),
		"large":     of(3, problem.Point{H: 1, I: 5000}),
		"dominated": lossy{of(0, problem.Point{})},
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

// TestNothingToSolve: a problem, table, result or frontier that is nil is an error, not a panic.
func TestNothingToSolve(t *testing.T) {
	ctx, j := t.Context(), drawn.Table(t, drawn.Uniform(1, 4, 3))
	p, f := problem.DIB(j), drawn.Bare(t, j)
	for name, run := range map[string]func() error{
		"Solve":        func() error { _, err := Solve(ctx, nil, drawn.ResultFrom(f), Options{}); return err },
		"no result":    func() error { _, err := Solve(ctx, p, nil, Options{}); return err },
		"no frontier":  func() error { _, err := Solve(ctx, p, &search.Result{}, Options{}); return err },
		"Subsets":      func() error { _, err := Subsets(ctx, nil, Options{}); return err },
		"Intervals":    func() error { _, err := Intervals(ctx, nil, Linear, Options{}); return err },
		"Line":         func() error { _, err := Line(ctx, nil, Options{}); return err },
		"Find":         func() error { _, err := Find(ctx, nil, search.Options{}, Options{}); return err },
		"Recompute":    func() error { _, err := Recompute(ctx, nil, f, 0); return err },
		"Prove":        func() error { _, err := Prove(ctx, nil, f, Options{}); return err },
		"Prove of nil": func() error { _, err := Prove(ctx, j, nil, Options{}); return err },
	} {
		if err := run(); !errors.Is(err, problem.ErrOptions) || !strings.HasSuffix(err.Error(), "is nil") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := SolvedRows(nil, problem.Limits{}); n != 0 {
		t.Errorf("nothing is solved with %d rows", n)
	}
}
