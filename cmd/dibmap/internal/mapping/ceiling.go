package mapping

import (
	"context"
	"errors"
	"time"

	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
)

// ceilingHelp explains the upper bound.
const ceilingHelp = `For tables of more values of X than a proof takes, map computes what no grouping can
tell, found or not: an upper bound on I(Z;Y) for every H(Z), which 'dibmap plot' draws. The
summary says how far above the frontier it is. --prove=no and --fast leave it out.`

const (
	// ceilingShare is the part of a time limit that the upper bound should take, of a core that
	// takes ceilingRate steps a second. It is left out if it takes ceilingPatience times that.
	ceilingShare    = 0.1
	ceilingRate     = 1 << 29
	ceilingPatience = 3
)

// bounds tells whether a search looks for an upper bound on all groupings: where no proof is
// possible, and unless none is wanted.
func (f *searchFlags) bounds(p *input.Problem) bool {
	if p.Joint == nil || f.prove == cli.ProveNo || f.order != "" || f.method == dynamic {
		return false
	}
	d := p.Problem.Describe()
	return d.Kind == "dib" && d.Estimator == "" && p.Problem.Rows() > exact.MaxProvedRows
}

// ceiling computes the upper bound on all groupings of a table, and takes its time from the limit
// of the search. It is nil if the search does not look for it, or if the time is over or the user
// ends it before it is there.
func (f *searchFlags) ceiling(ctx context.Context, p *input.Problem) (*frontier.Ceiling, error) {
	if !f.bounds(p) {
		return nil, nil
	}
	start := time.Now()
	o := ceiling.Options{Steps: max(int64(min(f.effort, mostEffort)*ceiling.DefaultSteps), 1), Workers: f.workers}
	share := time.Duration(float64(f.timeLimit) * ceilingShare)
	if f.timeLimit > 0 {
		o.Steps = max(min(o.Steps, int64(share.Seconds()*ceilingRate)), 1)
	}
	within, cancel := cli.Limited(ctx, share*ceilingPatience)
	defer cancel()
	c, err := known(f.state, "ceiling", keyOf(p.Joint.SHA256(), o.Steps), func() (*frontier.Ceiling, error) {
		return ceiling.Of(within, p.Joint, o)
	})
	if f.timeLimit > 0 {
		f.timeLimit = max(f.timeLimit-time.Since(start), 1)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return c, err
}
