package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// layers finds the layers again that the frontier calls exact. That no clustering of a layer dominates another was
// checked when the frontier was made, by the values that were computed anew.
func (f *findings) layers(ctx context.Context, p problem.Problem) error {
	l := f.frontier.Layers()
	if l == nil || !l.Exact || !f.says.OK() || f.limited() {
		return nil
	}
	p, limits, err := f.constrained(p)
	if err != nil {
		return fmt.Errorf("%w: its problem cannot be posed again: %w", ErrUnverifiable, err)
	}
	opts := method.Options{Workers: f.workers, Limits: limits, PerK: true}
	var r *search.Result
	switch order := method.Order(f.frontier.Search.Order); {
	case p.Traits().Cluster == nil:
	case order == method.Linear || order == method.Circular:
		r, err = program.Intervals(ctx, p, order, opts)
	case order == "" && p.Rows() <= subsetRows:
		r, err = program.Subsets(ctx, p, opts)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w: its problem cannot be solved again: %w", ErrUnverifiable, err)
	case r == nil || r.Frontier.Search.Status != frontier.StatusComplete:
		f.says.Unchecked = append(f.says.Unchecked, "that no grouping is missing of a number of groups: there are too many values to find them again")
	default:
		f.compareLayers(r.Frontier)
	}
	return nil
}

// compareLayers compares the layers with those found again, as compareSolved does the points.
func (f *findings) compareLayers(again *frontier.Frontier) {
	loose := len(f.frontier.Search.Runs) > 0
	for k := range again.Problem.N {
		given, is := slices.Collect(f.frontier.Layer(k+1)), slices.Collect(again.Layer(k+1))
		if len(given) != len(is) {
			f.fail("found again, %d groupings are Pareto-optimal within %d groups, and the file has %d", len(is), k+1, len(given))
			return
		}
		for n, p := range is {
			q := given[n]
			if (q.H != p.H || q.I != p.I) && !(loose && near(q.H, p.H) && near(q.I, p.I)) {
				f.fail("grouping %d into %d groups is at h %.12g, i %.12g, and found again, at h %.12g, i %.12g", n, k+1, q.H, q.I, p.H, p.I)
				return
			}
		}
	}
	f.says.PerKSolved = true
}
