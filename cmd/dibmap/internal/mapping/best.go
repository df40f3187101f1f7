package mapping

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/best"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/search"
)

// bestHelp explains the flag for the best of each k.
const bestHelp = `In addition to the frontier, map finds the most informative grouping of each number of
groups, for any H(Z): the best of k, which 'dibmap select --clusters' picks. The file says
for each whether it is proved; the others are the best that a search finds. --best-up-to
sets the largest number of groups, and 0 leaves them out. With --time-limit they get the
last fifth of the time, or half of it if --best-up-to is given.

--per-k adds the groupings that are Pareto-optimal for their number of groups: 'dibmap select
--clusters 4 --budget 1.8' then chooses among all groupings into 4 groups. None is missing for
up to 16 values of X and with --order, and few are for up to 400.`

// bestFlags are the flags of the best of each k.
type bestFlags struct {
	upTo  int
	given bool
}

const (
	bestUpTo    = "best-up-to"
	defaultUpTo = 20 // for more than 50 values
)

func (f *bestFlags) add(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.upTo, bestUpTo, defaultUpTo, "find the most informative groupings of up to `N` groups; 0 for none (default 20, and any number of groups of up to 50 values)")
	cmd.Flags().Lookup(bestUpTo).DefValue = "0" // the text says it
}

func (f *bestFlags) check(given func(flag string) bool) error {
	f.given = given(bestUpTo)
	if f.upTo < 0 {
		return fmt.Errorf("--%s is %d: want 1 or more, or 0 for none", bestUpTo, f.upTo)
	}
	return nil
}

// off reports whether the best groupings are left out.
func (f *bestFlags) off() bool { return f.given && f.upTo == 0 }

const (
	// mostEffort is more than any search uses, and the limit of package best.
	mostEffort = 1e8
	// fastShare is the part of the effort of the search for the best of k with --fast, and
	// fastExact the number of steps of the dynamic program, enough for 15 values.
	fastShare = 0.25
	fastExact = 20_000_000
)

// bestOf adds the most informative groupings of each number of groups to a frontier. If the
// context has ended, it takes them from the frontier.
func (f *searchFlags) bestOf(ctx context.Context, p *input.Problem, fr *frontier.Frontier, opts search.Options, stage func(string)) (with *frontier.Frontier, err error) {
	if f.best.off() {
		return fr, nil
	}
	stage("the best of each number of groups")
	o := best.Options{
		Effort: min(f.effort, mostEffort), ExactEffort: int64(min(float64(best.DefaultExactEffort)*f.effort, math.MaxInt64/2)),
		Order: exact.Order(f.order), Limits: p.Limits, From: opts.From, MaxMemory: opts.MaxMemory, Workers: opts.Workers,
		Observe: func(done, all int64) {
			opts.Observe(search.Progress{Points: fr.Len(), Settled: done, Queued: max(0, all-done)})
		},
	}
	if f.best.given {
		o.UpTo = f.best.upTo
	}
	all := fr.Search.Status == frontier.StatusComplete && f.order == ""
	switch {
	case f.prove == cli.ProveYes, f.prove == cli.ProveNo && all: // all groupings took far longer than these
		o.ExactEffort = math.MaxInt64
	case f.prove == cli.ProveNo:
		o.Effort, o.ExactEffort = o.Effort*fastShare, fastExact
	}
	err = f.state.goOn(ctx, "best", func(keep func(func() []byte, bool), resume []byte) (err error) {
		o.Checkpoint, o.Resume = keep, resume
		with, err = best.Find(ctx, p.Problem, fr, o)
		return err
	})
	return with, err
}
