// Package tuning is the command tune-epsilon, which recommends a search depth for the Pareto Mapper.
package tuning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/robust"
)

// tuneFlags are the flags of the tune-epsilon command.
type tuneFlags struct {
	table    input.TableFlags
	splits   int
	epsilons string
	effort   float64
	limit    time.Duration
	seed     uint64
	workers  int
	asJSON   bool
	quiet    bool
}

// NewTune returns the tune-epsilon command.
func NewTune(s cli.Streams) *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune-epsilon [TABLE]",
		Short: "Choose the search depth epsilon of the Pareto Mapper for a table of counts",
		Long: `Tune-epsilon splits the records of a table of counts into two halves at random,
several times, maps each half by 'map --search merge' at several depths epsilon, and
compares the two frontiers. It recommends the smallest epsilon beyond which a deeper
search finds nothing in one half that holds in the other. The other searches of 'map'
need no depth.

For every epsilon it prints means over the halves of
  points      the size of the frontier
  transfer    the loss if the groupings found in one half are used in the other: the
              share of the area under the best known frontier of the other half that
              is not under theirs, with its standard error
  overlap     the share of the groupings that are on both frontiers
  gap         the loss of the search in its own half: the share of the area under the
              best known frontier that is not under the frontier found
  evaluated   the number of groupings evaluated by a search

and the natural scale: how well the sample determines the points of groupings. An epsilon
is too deep if its search takes more than 20 million evaluations, or 256 MiB.

--json prints name, sha256, samples, n (rows), splits, seed and budget; levels, a list
of objects with epsilon, points, transfer, transfer_se, gap, distance, overlap and
evaluated, where shares are of 1, and distance is how many bits a grouping found in one
half is below the frontier of the other; deeper, the epsilons without a result, and
status, which says why: converged, effort, deadline or interrupted; best, the epsilon of
least transfer; recommended; and scale, in bits.

` + input.TableHelp,
		Example: `  dibmap tune-epsilon @occupation
  dibmap tune-epsilon survey.csv --x city --y product --splits 10
  dibmap tune-epsilon matrix.npy --epsilons 0,0.001,0.002,0.005 --effort 10`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, s)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.splits, "splits", 5, "split the records `R` times")
	flags.StringVar(&f.epsilons, "epsilons", "0,0.0001,0.0003,0.001,0.003,0.01,0.03,0.1", "choose among the depths in this `LIST` of bits")
	flags.Float64Var(&f.effort, "effort", 1, "let a search evaluate `X` times as many groupings")
	flags.DurationVar(&f.limit, "time-limit", 0, "finish after this `TIME`, with the depths tried so far (default none)")
	flags.Uint64Var(&f.seed, "seed", 0, "split, and draw survivors, from seed `N`")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only the result and errors")
	f.table.Add(cmd)
	return cmd
}

// run chooses an epsilon. It checks the call before it reads the table.
func (f *tuneFlags) run(cmd *cobra.Command, args []string, s cli.Streams) error {
	clock := cli.StartClock(f.limit)
	opts, err := f.options()
	if err != nil {
		return err
	}
	reading, cancel := clock.Reading(cmd.Context())
	defer cancel()
	t, j, err := f.table.Read(reading, args, s, f.quiet || s.NotesLeftOut(f.asJSON))
	if err != nil {
		return input.OfTwoVariables(err, "epsilon is tuned for tables of two")
	}
	ctx, done := clock.Within(cmd.Context())
	defer done()
	r, err := f.tune(ctx, j, opts, s)
	if err != nil {
		return tuneError(ctx, t.Name, err)
	}
	out := describeTuning(r)
	out.Name, out.SHA256, out.Rows, out.columns = t.Name, j.SHA256(), j.Rows(), j.Cols()
	out.Samples, _ = j.Samples()
	out.next = fmt.Sprintf("dibmap map%s --epsilon %g -o frontier.json", f.table.Repeat(args), out.Recommended)
	if f.asJSON {
		return cli.WriteJSON(s.Out, out)
	}
	return out.print(s.Out)
}

// mostSplits is the largest number of splits that the command takes.
const mostSplits = 1000

// options checks the flags and returns the options of the comparison.
func (f *tuneFlags) options() (opts robust.TuneOptions, err error) {
	switch {
	case f.splits < 2 || f.splits > mostSplits:
		return opts, fmt.Errorf("--splits is %d: want 2 to %d", f.splits, mostSplits)
	case !(f.effort > 0) || math.IsInf(f.effort, 1):
		return opts, fmt.Errorf("--effort is %g: want a number above 0, such as 10 for ten times the default", f.effort)
	case f.limit < 0:
		return opts, fmt.Errorf("--time-limit is %v: want a time above zero, such as 30s", f.limit)
	case f.workers < 0:
		return opts, fmt.Errorf("--workers is %d: want 1 or more, or 0 for one a core", f.workers)
	}
	for _, text := range strings.Split(f.epsilons, ",") {
		e, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(e >= 0) || math.IsInf(e, 1) {
			return opts, fmt.Errorf("--epsilons has %q: want numbers of bits, 0 or more, separated by commas, such as 0,0.001,0.01", text)
		}
		opts.Epsilons = append(opts.Epsilons, e)
	}
	slices.Sort(opts.Epsilons)
	if opts.Epsilons = slices.Compact(opts.Epsilons); len(opts.Epsilons) < 2 {
		return opts, fmt.Errorf("--epsilons is %q: want at least two different ones to choose from", f.epsilons)
	}
	opts.Budget = int64(min(max(1, robust.DefaultBudget*f.effort), 1<<62))
	opts.Splits, opts.Seed, opts.Workers = f.splits, f.seed, f.workers
	return opts, nil
}

// tune compares the search depths, and shows the progress.
func (f *tuneFlags) tune(ctx context.Context, j *joint.Joint, opts robust.TuneOptions, s cli.Streams) (*robust.Tuning, error) {
	progress := progress.New(s, f.quiet, "")
	defer progress.Stop()
	progress.Within(ctx)
	opts.Observe = progress.Count("searches", true)
	return robust.TuneEpsilon(ctx, j, opts)
}

// tuneError adds advice to an error.
func tuneError(ctx context.Context, name string, err error) error {
	switch {
	case errors.Is(err, robust.ErrNoCounts):
		return fmt.Errorf("%s: the table holds probabilities, which have no sampling noise to tune against: draw counts with 'dibmap sample', or use map without --epsilon", name)
	case errors.Is(err, robust.ErrBudget):
		return fmt.Errorf("%s: %w: raise --effort, group rare values by --min-count, or use map without --epsilon, which needs no depth", name, err)
	case errors.Is(err, joint.ErrTooSmall):
		return fmt.Errorf("%s: %w; group rare values by --min-count, or collect more", name, err)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return cli.Failed(fmt.Errorf("%s: the time limit was over before two depths were tried: allow more time, or group rare values by --min-count", name))
	case ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%s: interrupted before two depths were tried", name))
	default:
		return fmt.Errorf("%s: %w", name, err)
	}
}
