package mapping

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/soft"
)

// softHelp explains the curve of soft encoders.
const softHelp = `--soft also computes what soft encoders p(z|x) of the same rate I(X;Z) can keep, the
curve of the information bottleneck, for up to 1,000 values of X. 'dibmap select' compares
groupings with it, and 'dibmap plot --plane ib' draws it.`

// refuseSoft returns an error for a problem without a curve of soft encoders.
func (f *mapFlags) refuseSoft(p *input.Problem) error {
	switch {
	case !f.soft:
	case p.Joint == nil || p.Means || p.Problem.Describe().Kind != "dib":
		return fmt.Errorf("--soft is for tables of X and Y, and this is --problem %s: leave it out", p.Problem.Describe().Kind)
	case f.problem.Estimates():
		return errors.New("--soft is about the table itself, and --estimator about a larger population: leave one of them out")
	case p.Problem.Rows() > soft.MostRows:
		return fmt.Errorf("--soft is for up to %d values of X, and %s has %d: --top-x or --min-count keeps the frequent ones", soft.MostRows, p.Name, p.Problem.Rows())
	}
	return nil
}

// softCurve computes the curve of soft encoders, not below any grouping of a frontier. It returns nil if the call does
// not ask for it, or if the time or an interrupt ends it.
func (f *mapFlags) softCurve(ctx context.Context, p *input.Problem, fr *frontier.Frontier, clock cli.Clock) (*frontier.SoftCurve, error) {
	if !f.soft {
		return nil, nil
	}
	o := soft.Options{Steps: max(int64(min(f.search.effort, mostEffort)*soft.DefaultSteps), 1), Workers: f.search.workers}
	for p := range fr.All() {
		o.Hard = append(o.Hard, frontier.Corner{H: p.H, I: p.I})
	}
	for p := range fr.Best() {
		o.Hard = append(o.Hard, frontier.Corner{H: p.H, I: p.I})
	}
	within, cancel := clock.Within(ctx)
	defer cancel()
	s, err := soft.Of(within, p.Clustered(), o)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return s, err
}
