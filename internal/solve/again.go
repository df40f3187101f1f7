package solve

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

const (
	// againRows is the number of rows up to which a dynamic program over all sets of rows solves a problem again.
	againRows = 16
	// enumeratedRows is the number of rows up to which all clusterings are gone through if
	// the problem is not additive.
	enumeratedRows = 10
	// againEffort is the effort in steps to solve a problem again. It is at least the default effort of every
	// version.
	againEffort = 3_000_000_000
)

// Again finds a frontier again by the method that its search names. The result is nil if that is not possible or too
// much work.
func Again(ctx context.Context, p problem.Problem, claim frontier.Search, limits problem.Limits, workers int) (*search.Result, error) {
	opts := method.Options{Workers: workers, Limits: limits}
	additive, ok := p.(problem.Additive)
	switch lined, isLined := p.(problem.Lined); {
	case ok && claim.Order != "":
		return program.Intervals(ctx, additive, method.Order(claim.Order), opts)
	case ok && claim.Method == "line" && isLined && lined.Line() != nil:
		return program.Line(ctx, additive, opts)
	case ok && p.Rows() <= againRows:
		return program.Subsets(ctx, additive, opts)
	case !ok && claim.Order == "" && p.Rows() <= enumeratedRows:
		return search.Map(ctx, p, search.Options{Epsilon: math.Inf(1), Workers: workers, Limits: limits})
	case claim.Order == "" && p.Rows() <= Rows(p, limits): // within an effort
		found, err := search.Map(ctx, p, search.Options{Workers: workers, Limits: limits})
		if err != nil {
			return nil, err
		}
		opts.Effort = againEffort
		return Solve(ctx, p, found, opts)
	}
	return nil, nil
}
