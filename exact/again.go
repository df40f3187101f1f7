package exact

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

const (
	// againRows is the number of rows up to which a dynamic program over all sets of rows solves a problem again.
	againRows = 16
	// enumeratedRows is the number of rows up to which all clusterings are gone through if
	// the problem is not additive.
	enumeratedRows = 10
	// againEffort is the effort in steps to solve a problem again: what searches of any version took by default.
	againEffort = 3_000_000_000
)

// again finds a frontier again by the method that its search names. The result is nil if that is not possible or too
// much work.
func again(ctx context.Context, p problem.Problem, claim frontier.Search, limits problem.Limits, workers int) (*search.Result, error) {
	opts := Options{Workers: workers, Limits: limits}
	additive, ok := p.(problem.Additive)
	switch lined, isLined := p.(problem.Lined); {
	case ok && claim.Order != "":
		return Intervals(ctx, additive, Order(claim.Order), opts)
	case ok && claim.Method == "line" && isLined && lined.Line() != nil:
		return Line(ctx, additive, opts)
	case ok && p.Rows() <= againRows:
		return Subsets(ctx, additive, opts)
	case !ok && claim.Order == "" && p.Rows() <= enumeratedRows:
		return search.Map(ctx, p, search.Options{Epsilon: math.Inf(1), Workers: workers, Limits: limits})
	case claim.Order == "" && p.Rows() <= SolvedRows(p, limits): // within an effort
		found, err := search.Map(ctx, p, search.Options{Workers: workers, Limits: limits})
		if err != nil {
			return nil, err
		}
		opts.Effort = againEffort
		return Solve(ctx, p, found, opts)
	}
	return nil, nil
}
