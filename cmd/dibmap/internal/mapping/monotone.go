package mapping

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/scale"
)

// direct checks that groups can have the trend that --monotone names, and takes up or down for auto: the direction in
// which some grouping of up to 20 groups tells more, and up if neither does. The folds of the records have the direction
// of all of them.
func (f *searchFlags) direct(ctx context.Context, p *input.Problem, memory int64) error {
	if p.Limits.Monotone == "" {
		return nil
	}
	if err := trendless(p, f.order); err != nil {
		return fmt.Errorf("--monotone: %w", err)
	}
	if p.Limits.Monotone != input.AutoTrend {
		return nil
	}
	tells := make(map[string]float64)
	for _, trend := range []string{"up", "down"} {
		limits := p.Limits
		limits.Monotone = trend
		most, err := mostTold(ctx, p.Problem, limits, memory)
		if err != nil {
			return err
		}
		tells[trend] = most
	}
	p.Limits.Monotone = "up"
	if tells["down"] > tells["up"] {
		p.Limits.Monotone = "down"
	}
	f.remark = fmt.Sprintf("--monotone auto takes %s: groups tell up to %s bits if the trend is up, and %s if it is down.", p.Limits.Monotone, wording.Bits(tells["up"]), wording.Bits(tells["down"]))
	return nil
}

// mostTold returns the largest i of up to 20 groups of neighbours under limits, or 0 if they allow none.
func mostTold(ctx context.Context, p problem.Problem, limits problem.Limits, memory int64) (most float64, err error) {
	fs, _, err := program.Informative(ctx, p, exact.Linear, min(p.Rows(), defaultUpTo), exact.Options{MaxMemory: memory, Workers: 1, Limits: limits})
	if err != nil {
		return 0, err
	}
	e := p.Evaluators(1, 0)[0]
	for _, f := range fs {
		most = max(most, e.Load(f).I)
	}
	return most, nil
}

// trendless says why groups cannot have a trend, in an order of X; it is nil if they can.
func trendless(p *input.Problem, order string) error {
	switch {
	case p.Joint == nil:
		return fmt.Errorf("a trend is for tables of X and Y, and this is %s: leave it out", posedBy(p.Problem))
	case order == string(exact.Circular):
		return errors.New("a trend has a beginning and an end, and the order of X is a circle: add --order linear, or leave it out")
	case order == "":
		return errors.New("a trend needs an order of X, and there is none: add --order linear, or leave it out")
	case p.Problem.Rows() > program.MaxTrendRows:
		return fmt.Errorf("a trend is for up to %d values of X, and there are %s: choose fewer bins, or leave it out", program.MaxTrendRows, wording.Number(p.Problem.Rows()))
	case p.Joint.Cols() == 2:
		return nil
	case len(p.YScales) > 0 && p.YScales.Order() != scale.Linear:
		return fmt.Errorf("a trend is for Y of two values or with an order, and %s has %s values without one: leave it out", p.YScales[0].Column, wording.Number(p.Joint.Cols()))
	case slices.Contains(p.Joint.YLabels(), scale.MissingLabel):
		return fmt.Errorf("records without a value of %s have no place in its order: remove them, or leave it out", p.YScales[0].Column)
	}
	return nil
}
