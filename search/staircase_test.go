package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// TestObserverSeesTheStaircase: by every method, it grows in h and i, is never below what was found before, and
// ends below the frontier that is returned.
func TestObserverSeesTheStaircase(t *testing.T) {
	for name, opts := range map[string]Options{"rounds": {}, "merge": {Method: Merge, Epsilon: 1e-3}, "all": {Epsilon: math.Inf(1)}, "sweeps": {}} {
		rows, find := 9, Map
		if name == "sweeps" {
			find = func(ctx context.Context, p problem.Problem, opts Options) (*Result, error) {
				var err error
				if opts, err = opts.withDefaults(p.Rows()); err != nil {
					return nil, err
				}
				return searchSwept(ctx, p, nil, opts)
			}
			rows, opts.Effort = 60, 1e-3
		}
		p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), rows, 6).joint(t))
		calls := 0
		var last []problem.Point
		opts.Workers = 1
		opts.Observe = func(now Progress) {
			calls++
			points := slices.Collect(now.Staircase)
			if len(points) > now.Points || (len(points) == 0) != (now.Points == 0) {
				t.Fatalf("%s: a staircase of %d points, of %d that were found", name, len(points), now.Points)
			}
			for k := 1; k < len(points); k++ {
				if points[k].H <= points[k-1].H || points[k].I <= points[k-1].I {
					t.Fatalf("%s: from %v, the staircase goes to %v", name, points[k-1], points[k])
				}
			}
			below(t, name, last, points)
			last = points
		}
		r, err := find(context.Background(), p, opts)
		if err != nil || calls == 0 {
			t.Fatalf("%s: observed %d times (%v)", name, calls, err)
		}
		var found []problem.Point
		for point := range r.Frontier.All() {
			found = append(found, problem.Point{H: point.H, I: point.I})
		}
		below(t, name, last, found)
	}
}

// below checks that points are at or below a staircase.
func below(t *testing.T, name string, points, staircase []problem.Point) {
	t.Helper()
	for _, p := range points {
		reached := 0.0
		for _, s := range staircase {
			if s.H <= p.H+pareto.Tolerance {
				reached = s.I
			}
		}
		if reached < p.I-pareto.Tolerance {
			t.Fatalf("%s: %v was found, and is above the staircase, %g", name, p, reached)
		}
	}
}
