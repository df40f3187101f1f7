package mapping

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/robust"
)

// robustHelp explains the flags for small samples.
const robustHelp = `The counts of a table are a finite sample. --estimator replaces the plug-in values of
H(Z) and I(Z;Y) by those of an estimator for small samples; see 'dibmap info', which
prints all of them. --robust computes how far each point may be off by chance, dh and
di, and marks points that are apart, by the filter of the Robust Pareto Mapper: in
ascending order of dh times di, it keeps each point that does not overlap with a point
kept before. Points that are apart can still be wrong: where X and Y are independent,
some are apart, too. --uncertainty chooses the source of dh and di:
  bootstrap  multinomial resamples of the table, which keep H and I together
  posterior  draws of the distribution, under the prior of nsb
  delta      formulas for large samples: the fastest
  nsb        posterior deviations of three entropies as if independent: wide
If --time-limit or Ctrl-C ends it, the resamples so far are used if there are at least
20; otherwise no uncertainty is kept. A fifth of a time limit is reserved for it.
By default kept points are apart in both H and I (--apart either: in one is enough),
and two values overlap if intervals of --sigma standard deviations do (--overlap
value: if the later is in the interval of the one kept; difference: if their
difference is not significant).`

// robustFlags are the flags that ask for the uncertainty of points.
type robustFlags struct {
	on        bool
	method    string
	resamples int
	filter    frontier.Filter
	opts      robust.Options // set by check
}

// defaultResamples give standard deviations with an error of about a twentieth.
const defaultResamples = 200

// enoughResamples give standard deviations with an error of a sixth. If there is no time for all resamples, fewer than
// these are not used.
const enoughResamples = 20

func (f *robustFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.on, "robust", false, "compute the uncertainty of every point, and mark those that are apart by resampling")
	flags.StringVar(&f.method, "uncertainty", string(robust.Bootstrap), "with --robust, by this `METHOD`: bootstrap, posterior, delta or nsb")
	flags.IntVar(&f.resamples, "resamples", defaultResamples, "with --robust, make `B` resamples or draws")
	flags.StringVar(&f.filter.Apart, "apart", "both", "with --robust, keep points apart in `WHAT`: both H and I, or either")
	flags.StringVar(&f.filter.Overlap, "overlap", "intervals", "with --robust, `WHAT` overlaps: intervals, value or difference")
	flags.Float64Var(&f.filter.Sigma, "sigma", 1, "with --robust, the half width of intervals in `SD`, standard deviations")
}

// check returns an error if a flag is wrong. The seed is the seed of the search.
func (f *robustFlags) check(given func(flag string) bool, seed uint64, workers int) (err error) {
	for _, flag := range []string{"uncertainty", "resamples", "apart", "overlap", "sigma"} {
		if given(flag) && !f.on {
			return fmt.Errorf("--%s goes with --robust: add it", flag)
		}
	}
	opts := &f.opts
	if opts.Method, err = robust.MethodNamed(f.method); err != nil {
		return fmt.Errorf("--uncertainty: %w", err)
	}
	switch {
	case given("resamples") && !opts.Method.Drawn():
		return fmt.Errorf("--uncertainty %s draws nothing: leave --resamples out", f.method)
	case given("resamples") && f.resamples < 2:
		return fmt.Errorf("--resamples is %d: want 2 or more, such as 200", f.resamples)
	}
	if f.filter.Sigma == 0 {
		return errors.New("--sigma is 0: want a number above 0, such as 1 or 2")
	}
	if opts.Filter, err = f.filter.WithDefaults(); err != nil {
		return fmt.Errorf("--%w", err)
	}
	opts.Resamples, opts.Seed, opts.Workers = f.resamples, seed, workers
	return nil
}

// refuse returns an error if the points of a problem have no uncertainty.
func (f *robustFlags) refuse(p *input.Problem) error {
	if !f.on {
		return nil
	}
	if p.Joint == nil {
		return fmt.Errorf("--robust is for tables of X and Y, and this is --problem %s: leave it out", p.Problem.Describe().Kind)
	}
	if p.Smooth > 0 {
		return errors.New("--robust draws samples from the counts, and --smooth clusters a smoothed table: leave one of them out")
	}
	if _, ok := p.Joint.Samples(); !ok {
		return fmt.Errorf("%s: --robust needs counts, and the table holds probabilities, which have no sampling noise: leave it out; 'dibmap sample' draws counts from them", p.Name)
	}
	return nil
}

// uncertainty names the stage that computes the uncertainty of points.
const uncertainty = "uncertainty"

// measure adds the uncertainty of the points to a frontier. If the time or an interrupt ends it, measure uses the
// resamples so far, or returns the frontier unchanged if there are too few.
func (f *robustFlags) measure(ctx context.Context, j *joint.Joint, fr *frontier.Frontier, state *stages, clock cli.Clock, p *progress.Display) (*frontier.Frontier, error) {
	if !f.on {
		return fr, nil
	}
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	p.Within(ctx)
	f.opts.Enough = enoughResamples
	var with *frontier.Frontier
	err := state.goOn(ctx, "draws", func(keep func(func() []byte, bool), resume []byte) (err error) {
		if f.opts.Observe = p.Count(uncertainty, false); resume != nil {
			f.opts.Observe = p.CountOn(uncertainty)
		}
		f.opts.Checkpoint, f.opts.Resume = keep, resume
		with, err = robust.Measure(ctx, j, fr, f.opts)
		return err
	})
	why := "interrupted"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = "the time limit was over"
	}
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		p.Warn(fmt.Errorf("%s before the uncertainty of the points was known: it is left out", why))
		return fr, nil
	case err != nil:
		return nil, fmt.Errorf("--robust: %w", err)
	}
	if made := with.Uncertainty.Resamples; f.opts.Method.Drawn() && made < f.opts.Resamples {
		p.Warn(fmt.Errorf("%s after %s of %s resamples: the uncertainty of the points is computed from these", why, wording.Number(made), wording.Number(f.opts.Resamples)))
	}
	return with, nil
}
