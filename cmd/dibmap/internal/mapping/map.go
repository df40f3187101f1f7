// Package mapping holds the commands map and merge, and lets other commands do the work of map in pieces.
package mapping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/pairing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/search"
)

// mapFlags are the flags of the map command.
type mapFlags struct {
	problem     input.ProblemFlags
	name        string
	output      string
	assignments Assignments
	search      searchFlags
	robust      robustFlags
	validate    validateFlags
	dependence  dependence
	checkpoint  string
	resume      bool
	quiet       bool
	ascii       bool
	verbose     bool
	soft        bool
}

// maxName is the largest length of the name of a table in bytes: a title has room for as long a name.
const maxName = 200

// NewMap returns the map command.
func NewMap(s cli.Streams) *cobra.Command {
	var f mapFlags
	cmd := &cobra.Command{
		Use:   "map [TABLE]",
		Short: "Find the Pareto-optimal groupings of a table",
		Long: `Map finds the Pareto-optimal groupings Z = f(X) of the values of X, and writes them to the
file named with -o. It prints the grouping that it recommends, as 'dibmap select' does, the
most informative one for each number of groups, a drawing of the frontier, and how all
this was found. On a terminal, the frontier found so far is drawn after a second.

` + input.TableHelp + "\n" + input.OtherHelp + `

` + input.ProblemHelp + `

` + input.MissingHelp + `

` + input.SmoothHelp + `

` + searchHelp + `

` + ceilingHelp + `

` + softHelp + `

` + pairing.Help + `

` + bestHelp + `

` + evidenceHelp + `

` + validateHelp + `

` + robustHelp + `

` + lastHelp + `

A call with --checkpoint FILE --resume can be stopped in any way, whatever it is doing,
and started again with the same command: it continues where it was and finds the same.
With a larger --effort, a finished search continues, and the steps after it are repeated.`,
		Example: `  dibmap map                                        the built-in alphabet
  dibmap map survey.csv --x city --y product -o frontier.json
  dibmap map matrix.npy --effort 10 -o frontier.parquet
  dibmap map --prove -o proved.json
  dibmap map matrix.npy --checkpoint search.state --resume -o frontier.json
  dibmap map book.txt --text letters
  dibmap map survey.csv --x age --y product --order linear
  dibmap map survey.csv --x city --y product --min-mass 0.05 --max-clusters 6
  dibmap map survey.csv --x city --y product --validate -o frontier.json
  dibmap map survey.csv --x city --y product --robust -o robust.json
  dibmap map survey.csv --x city --y product --leak sex --validate -o frontier.json
  dibmap map survey.csv --x city --y product --estimator nsb
  dibmap map sales.csv --x city --y price --target mean
  dibmap map --symmetric @group:Z2xZ4
  dibmap map iris.csv --problem kmeans --columns length,width`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false // the flags that a newcomer needs come first
	f.problem.Add(cmd)
	f.problem.AddTarget(cmd)
	f.problem.AddSecond(cmd)
	flags.StringVar(&f.name, "name", "", "`NAME` of the table in the summary and in figures (default the name of the file)")
	flags.StringVarP(&f.output, "output", "o", "", "write the frontier to this `FILE`: "+outputHelp)
	f.assignments.add(flags)
	f.problem.Limits.Add(cmd)
	f.addSteering(cmd)
	flags.BoolVar(&f.soft, "soft", false, "compute what soft encoders of the same rate can keep, too")
	flags.StringVar(&f.search.from, "from", "", "search around the groupings of this earlier `FRONTIER` of the same table, too, and keep those that are better; last is the last result")
	flags.StringVar(&f.checkpoint, "checkpoint", "", "keep the state of the call in this `FILE`, every 30 seconds and at the end")
	flags.BoolVar(&f.resume, "resume", false, "continue from the checkpoint, if there is one")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print all details of the search, and the upper bound")
	flags.BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	return cmd
}

// run maps a table. It checks the call and opens the outputs before it searches, so that
// mistakes are reported before any work is done.
func (f *mapFlags) run(cmd *cobra.Command, args []string, s cli.Streams) error {
	clock := cli.StartClock(f.search.timeLimit)
	opts, err := f.options(cmd.Flags().Changed)
	if err != nil {
		return err
	}
	var state *checkpoint
	var fr *frontier.Frontier
	err = writeFrontier(s, f.output, f.assignments, append(f.problem.Reads(args), f.validate.test), func() (*frontier.Frontier, error) {
		var err error
		if state, err = f.openState(args, s); err == nil {
			defer state.release()
			fr, err = f.find(cmd.Context(), args, opts, state, clock, s)
		}
		return fr, err
	})
	if err != nil {
		return err
	}
	memory.Written(cmd.Context(), f.output, fr)
	keep := keepLast(fr, f.output) // before anything is printed, which may fail
	if err := f.tell(fr, keep, s); err != nil {
		return err
	}
	if state != nil && state.err != nil {
		// The frontier was written, but the checkpoint was not.
		return cli.Failed(fmt.Errorf("--checkpoint: %w", state.err))
	}
	return nil
}

// steering checks the flags that choose the problem and the search, and returns the options of the search.
func (f *mapFlags) steering(given func(flag string) bool) (search.Options, error) {
	opts, err := f.search.options(given)
	if err == nil {
		err = f.problem.Check(given)
	}
	if err == nil {
		err = f.robust.check(given, opts.Seed, opts.Workers)
	}
	if err == nil {
		err = f.validate.check(given, &f.problem, opts.Seed)
	}
	switch {
	case err != nil:
		return opts, err
	case given("name") && (strings.TrimSpace(f.name) == "" || len(f.name) > maxName || strings.ContainsFunc(f.name, unicode.IsControl)):
		return opts, fmt.Errorf("--name is %q: want a line of 1 to %d bytes", f.name, maxName)
	}
	return opts, nil
}

// options checks all flags, and returns the options of the search.
func (f *mapFlags) options(given func(flag string) bool) (search.Options, error) {
	opts, err := f.steering(given)
	switch {
	case err != nil:
		return opts, err
	case f.output == "" && given("output"):
		return opts, cli.ErrNoOutput
	case f.checkpoint == "" && given("checkpoint"):
		return opts, errors.New("--checkpoint is empty: name a file")
	case f.checkpoint == "" && f.resume:
		return opts, errors.New("--resume continues from the file named with --checkpoint: name it")
	case cli.SamePath(f.checkpoint, f.output):
		return opts, fmt.Errorf("-o and --checkpoint both name %s: name two files", f.output)
	case f.checkpoint != "" && math.IsInf(opts.Epsilon, 1):
		return opts, errors.New("--epsilon inf keeps no checkpoints: leave --checkpoint out")
	}
	return opts, nil
}

// openState opens the checkpoint, if one is asked for.
func (f *mapFlags) openState(args []string, s cli.Streams) (*checkpoint, error) {
	if f.checkpoint == "" {
		return nil, nil
	}
	if err := s.Refuse("--checkpoint", f.checkpoint, append(f.problem.Reads(args), f.validate.test)...); err != nil {
		return nil, err
	}
	release, err := takeCheckpoint(f.checkpoint)
	if err != nil {
		return nil, err
	}
	c, err := openCheckpoint(atomicfile.Anywhere, f.checkpoint, f.resume)
	if err != nil {
		release()
		return nil, err
	}
	c.lock = release
	if f.resume && !c.same && !f.quiet {
		s.Note("%s does not exist yet: the search starts from the beginning", f.checkpoint)
	}
	f.search.state = &stages{checkpoint: c}
	f.dependence.state = f.search.state
	return c, nil
}

// find reads the table and searches within the allowed memory and time, and shows the
// progress.
func (f *mapFlags) find(ctx context.Context, args []string, opts search.Options, state *checkpoint, clock cli.Clock, s cli.Streams) (*frontier.Frontier, error) {
	begun := time.Now()
	earlier, err := f.search.readEarlier(s)
	if err != nil {
		return nil, err
	}
	p, held, err := f.read(ctx, args, opts.MaxMemory, clock, s)
	if err != nil {
		return nil, err
	}
	if clock, err = f.search.afterReading(clock, p, time.Since(begun)); err != nil {
		return nil, err
	}
	cells := p.Cells() + held.cells()
	defer cli.LimitMemory(opts.MaxMemory, cells)()
	opts.MaxMemory = cli.SearchMemory(opts.MaxMemory, cells)
	progress := progress.New(s, f.quiet, f.search.firstStage(opts))
	defer progress.Stop()
	described := p.Problem.Describe()
	f.problem.Complete(&described, p)
	progress.Draw(described, f.ascii)
	if f.search.timeLimit == 0 {
		progress.Advise()
	}
	opts.Observe = progress.Observe
	if state != nil {
		state.warn = progress.Warn
	}
	if err := f.dependence.test(ctx, p, &f.search, opts, clock, progress); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	if f.shorten(p, &opts); f.dependence.brief {
		held = heldOut{}
	}
	if f.search.bounds(p) {
		progress.Enter("upper bound")
	}
	bound, err := f.search.ceiling(ctx, p, clock)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	progress.Enter(f.search.firstStage(opts))
	all := clock
	if f.soft {
		clock = clock.Share(1 - softShare)
	}
	after := clock
	if pairing.Maps(p, f.search.order) {
		clock = clock.Share(1 - pairing.Share)
	}
	own := opts
	own.From = earlier
	fr, err := f.search.within(ctx, p, own, clock.Share(1-f.robust.share()-f.validate.share()), progress)
	stage := pairing.Stage{Problem: p, Search: opts, Order: f.search.order, Prove: f.search.prove == cli.ProveYes, Fold: held.folds, FoldOf: held.second, Found: held.found}
	if err == nil {
		fr, err = stage.Within(ctx, fr, clock, progress)
	}
	if err == nil {
		fr, err = f.robust.measure(ctx, p.Joint, fr, f.search.state, clock.Share(f.robust.shareBefore(f.validate.share())), progress)
	}
	if err == nil {
		fr, err = f.completed(ctx, p, held, fr, opts, clock, progress)
	}
	if err == nil && p.Limits.Second == nil {
		fr.Second, err = stage.Run(ctx, fr, after, progress)
	}
	switch {
	case errors.Is(err, search.ErrCheckpoint):
		return nil, refused(f.checkpoint, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	state.flush()
	fr.Ceiling = bound
	if f.soft {
		progress.Enter("soft encoders")
	}
	if fr.Soft, err = f.softCurve(ctx, p, fr, all); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return fr, nil
}

// completed adds to a frontier the evidence, the scores of held-out records, and the description of its problem.
func (f *mapFlags) completed(ctx context.Context, p *input.Problem, held heldOut, fr *frontier.Frontier, opts search.Options, clock cli.Clock, d *progress.Display) (*frontier.Frontier, error) {
	fr.Evidence = f.dependence.evidence // without dependence, held-out records support one group
	fr.Problem.Smooth = p.Smooth        // also of groups, when records are scored
	fr, err := f.validated(ctx, p, held, fr, opts, clock, d)
	if err != nil {
		return nil, err
	}
	if f.dependence.linked { // by map, not by a flag
		fr.Problem.Constraints.MustLink = nil
	}
	f.problem.Complete(&fr.Problem, p)
	return fr, nil
}

// read reads the table and the records that are held out.
func (f *mapFlags) read(ctx context.Context, args []string, memory int64, clock cli.Clock, s cli.Streams) (p *input.Problem, held heldOut, err error) {
	defer cli.LimitMemory(memory, 0)() // the table may take more, but garbage of reading is collected soon
	ctx, cancel := clock.Reading(ctx)
	defer cancel()
	if p, err = f.problem.Pose(ctx, args, s, true); err != nil {
		return nil, held, err
	}
	p.Source.Name = cmp.Or(f.name, p.Source.Name)
	if err = f.search.settle(ctx, p, memory); err == nil {
		err = cmp.Or(f.robust.refuse(p), f.refuseSoft(p), pairing.Refuse(p, f.search.order))
	}
	if err == nil {
		if !f.quiet {
			p.Tell(s)
		}
		held, err = f.validate.divide(ctx, p, &f.problem.Table, s, f.quiet)
	}
	return p, held, err
}

// tell prints the summary.
func (f *mapFlags) tell(fr *frontier.Frontier, k keeping, s cli.Streams) error {
	if f.quiet {
		return k.tell(fr, true, s)
	}
	if remark := f.dependence.remark; remark != "" && s.ForPrograms() { // programs do not read the summary
		s.Note("%s", remark)
	}
	summary := summaryStream(f.output, s)
	if err := listing.Summarise(summary, fr, f.ascii, f.verbose, f.dependence.remark, f.search.remark); err != nil {
		return err
	}
	switch {
	case f.dependence.brief:
		fmt.Fprintln(summary, "The search was short, because there is nothing to group: --effort 1 searches longer.")
	case fr.Search.Status == frontier.StatusEffort:
		from, begins := "", ""
		if name := k.name(); name != "" && f.search.from == "" {
			from, begins = " --from "+wording.ShellWord(name), ", and begins with these groupings"
		}
		fmt.Fprintf(summary, "The same call with --effort %g%s takes ten times as many steps%s.\n", 10*f.search.effort, from, begins)
	}
	return k.tell(fr, false, s)
}
