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
const ceilingHelp = `For tables of more values of X than a proof takes, map computes what no grouping can
tell, found or not: an upper bound on I(Z;Y) for every H(Z), which 'dibmap plot' draws. The
summary says how far above the frontier it is. --prove=no and --fast leave it out, and
more than 100,000 values have none.`

const (
	// ceilingRate is the number of steps that a core takes a second, and ceilingPatience how many times
	// its share of a time limit the upper bound may take before it is left out.
	ceilingRate     = 1 << 29
	ceilingPatience = 3
	// mostBounded is the largest number of rows with an upper bound. Of more, the bound says next to nothing, as
	// the steps are enough for few of the rows.
	mostBounded = 100_000
	// boundBytes is the memory that the bound takes for each cell.
	boundBytes = 12
)

// bounds tells whether a search looks for an upper bound on all groupings: where no proof is
// possible, unless none is wanted or it would take more memory than the search may.
func (f *searchFlags) bounds(p *input.Problem) bool {
	if p.Joint == nil || f.prove == cli.ProveNo || f.order != "" || f.method == dynamic {
		return false
	}
	d := p.Problem.Describe()
	n := p.Problem.Rows()
	if memory, err := parseSize(f.memory); err == nil && boundBytes*int64(p.Joint.NonZero()) > memory {
		return false
	}
	return d.Kind == "dib" && d.Estimator == "" && n > exact.MaxProvedRows && p.Joint.Rows() <= mostBounded
}

// ceiling computes the upper bound on all groupings of a table, in a part of the time that is left. It is nil if
// the search does not look for it, or if the time is over or the user ends it before it is there.
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
	c, err := known(f.state, "ceiling", keyOf(p.Joint.SHA256(), o.Steps), func() (*frontier.Ceiling, error) {
		return ceiling.Of(within, p.Joint, o)
	})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return c, err
}
