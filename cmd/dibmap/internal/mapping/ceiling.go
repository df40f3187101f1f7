package mapping

import (
	"context"
	"errors"

	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
)

// ceilingHelp explains the upper bound.
const ceilingHelp = `For tables with too many values of X for a proof, map computes an upper bound on the
I(Z;Y) of all groupings, found or not, for every H(Z), which 'dibmap plot' draws. The
summary says how far above the frontier it is. --prove=no and --fast leave it out, and
it is not computed for more than 100,000 values.`

const (
	// ceilingRate is the number of steps of a core per second. The upper bound may take ceilingPatience times its
	// share of a time limit before it is left out.
	ceilingRate     = 1 << 29
	ceilingPatience = 3
	// mostBounded is the largest number of rows with an upper bound. For more rows, the steps are enough for only a
	// few of them, and the bound is too loose to be useful.
	mostBounded = 100_000
	// boundBytes is the memory of the bound for each cell.
	boundBytes = 12
)

// bounds reports whether the call computes an upper bound on all groupings: for tables too large for a proof, unless
// proofs are off or the bound would take more memory than the search may.
func (f *searchFlags) bounds(p *input.Problem) bool {
	if p.Joint == nil || f.prove == cli.ProveNo || f.order != "" || f.method == dynamic {
		return false
	}
	d := p.Problem.Describe()
	n := p.Problem.Rows()
	if memory, err := parseSize(f.memory); err == nil && boundBytes*int64(p.Clustered().NonZero()) > memory {
		return false
	}
	return d.Kind == "dib" && d.Estimator == "" && n > exact.MaxProvedRows && p.Joint.Rows() <= mostBounded
}

// ceiling computes the upper bound on all groupings of a table in a part of the time that is left. It returns nil if
// the call does not ask for it, or if the time or an interrupt ends it.
func (f *searchFlags) ceiling(ctx context.Context, p *input.Problem, clock cli.Clock) (*frontier.Ceiling, error) {
	if !f.bounds(p) {
		return nil, nil
	}
	o := ceiling.Options{Steps: max(int64(min(f.effort, mostEffort)*ceiling.DefaultSteps), 1), Workers: f.workers}
	if left, limited := clock.Left(); limited {
		o.Steps = max(min(o.Steps, int64(left.Seconds()*ceilingShare*ceilingRate)), 1)
	}
	within, cancel := clock.Share(ceilingShare * ceilingPatience).Within(ctx)
	defer cancel()
	c, err := known(f.state, "ceiling", keyOf(p.Clustered().SHA256(), o.Steps), func() (*frontier.Ceiling, error) {
		return ceiling.Of(within, p.Clustered(), o)
	})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return c, err
}
