// Package scanning holds the scan command, which maps every column of a file, and the folders that it
// writes.
package scanning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// scanFlags are the flags of the scan command.
type scanFlags struct {
	file     input.FileFlags
	output   string
	divide   string // the folder of a plan, if one is wanted
	version  string
	columns  mapping.ColumnOptions // of every column, unless a flag says otherwise
	order    input.PerColumn
	smooth   input.PerColumn
	monotone input.PerColumn
	purpose  string
	workers  int
	quiet    bool
	targets  []string // the columns of --y; several have a folder each
}

const (
	defaultFolds  = 5
	defaultEffort = 0.2
)

// The values of --for.
const (
	forExplanation = "explanation"
	forPrediction  = "prediction"
)

// NewScan returns the scan command. Units of a plan are for the same version of the program.
func NewScan(s cli.Streams, version string) *cobra.Command {
	f := scanFlags{version: version}
	cmd := &cobra.Command{
		Use:   "scan FILE --y COL -o FOLDER",
		Short: "Map every column of a file, and recommend a grouping of each",
		Long: `Scan maps every usable column of records as 'dibmap map FILE --x COL --y COL
--validate' does: numbers and times in ranges of neighbours, the hour, weekday and month
of times in their circle, categories in any groups, and missing values as --missing says
there. It lists the columns by what their recommended groupings tell of records that were
held out, and says of the others why they are of no use.

The folder gets one frontier file for each column, for 'dibmap select' and all other
commands; mapping.json, with the recommended groups of all columns; index.html, a page
with the same and with what each group says about Y; and for the 50 first columns that have
groups, a page to explore all groupings of the column. Ctrl-C keeps the columns that are done. The same command goes on with the
others, and maps only what has changed. 'dibmap encode FOLDER DATA' recodes all columns.

--for prediction recommends groups for a model that takes them in place of the column, often
more than a reader wants: of a category, the number with which held-out records are predicted
best, and of a column with an order, the smallest number within one standard error of that. The
test of dependence and the trade-offs of H(Z) and I(Z;Y) are left out, so that it is fast.

If --y names several columns, each gets a scan of the other columns, in a subfolder of FOLDER with
its name.

With --plan RUN, scan only reads the file and writes a plan of one unit of work for each
column, which 'dibmap work RUN' does on any machines; 'dibmap merge RUN -o FOLDER' writes the
folder then. See 'dibmap plan'.

FILE is CSV, TSV, JSON Lines or Parquet; a file, a folder of part files, or a glob.`,
		Example: `  dibmap scan survey.csv --y product -o survey
  dibmap encode survey new.csv -o grouped.csv
  dibmap scan sales.csv --y price --target mean -o sales
  dibmap scan survey.csv --y product,price -o survey`,
		Args: cli.Args(1, 1, "one file of records"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed); err != nil {
				return err
			}
			return f.runEach(cmd.Context(), args[0], s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.file.Add(cmd)
	flags.StringVar(&f.columns.Target, "target", "", "what groups tell about Y: `mean` for numbers without bins (default their distribution)")
	flags.StringVar(&f.purpose, "for", forExplanation, "recommend groups for this `PURPOSE`: explanation, to a person, or prediction, by a model")
	f.order.AddTo(flags, "order", "", "consider only groups of neighbours, in this `ORDER`: linear, circular or none; COL=ORDER is for one column (default the order of each column, if it has one)")
	f.smooth.AddTo(flags, "smooth", "", input.SmoothUsage+"; COL=A is for one column (default none, and auto for prediction)")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `FOLDER`, which is made if it is not there")
	flags.StringVar(&f.divide, "plan", "", "map nothing, and write a plan of the work to this folder, `RUN`")
	flags.IntVar(&f.columns.Folds, "validate", defaultFolds, "hold out each of `K` random parts of the records in turn; 0 holds out none")
	flags.Float64Var(&f.columns.Effort, "effort", defaultEffort, "search `X` times as long as map does")
	flags.Uint64Var(&f.columns.Seed, "seed", 0, "draw permutations and parts of the records from seed `N`")
	f.monotone.AddTo(flags, "monotone", "", "let the share of the last value of Y follow this `TREND` from range to range, as map does; COL=TREND is for one column (default none, and none for columns without an order)")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	return cmd
}

func (f *scanFlags) check(given func(flag string) bool) error {
	if err := f.file.CheckTarget(f.columns.Target, given("target")); err != nil {
		return err
	}
	var err error
	if f.targets, err = textfile.SplitNames(f.file.Y); err != nil {
		return fmt.Errorf("--y: %w", err)
	}
	for n, y := range f.targets {
		if slices.Contains(f.targets[:n], y) {
			return fmt.Errorf("--y names the column %s twice: leave one of them out", textfile.Shown(y))
		}
	}
	switch {
	case given("plan") && f.columns.Target != "":
		return errors.New("--plan divides the tables of distributions of Y, and not of --target mean: leave one of them out")
	case f.file.Y == "":
		return errors.New("scan needs --y: name the column that the others are to tell about")
	case given("plan") && len(f.targets) > 1:
		return errors.New("--plan is about one column of --y: make a plan for each of them")
	case given("plan") && given("output"):
		return errors.New("--plan maps nothing, and -o is for 'dibmap merge' then: leave one of them out")
	case given("plan"):
		if f.divide == "" || f.divide == "-" {
			return errors.New("--plan names the folder of the plan: give one that is new")
		}
		if err := workfolder.CheckNew(f.divide); err != nil {
			return fmt.Errorf("--plan: %w", err)
		}
	case f.output == "" && !given("output"):
		return errors.New("scan needs -o: name the folder to write to")
	case f.output == "" || f.output == "-":
		return errors.New("-o names the folder to write to")
	}
	if err := cmp.Or(f.order.Check("order", checkOrder), f.smooth.Check("smooth", input.CheckSmooth), f.monotone.Check("monotone", input.CheckTrend)); err != nil {
		return err
	}
	switch {
	case f.purpose != forExplanation && f.purpose != forPrediction:
		return fmt.Errorf("--for is %q: want %s or %s", f.purpose, forExplanation, forPrediction)
	case f.purpose == forPrediction && f.columns.Target != "":
		return errors.New("--for prediction predicts the distribution of Y, and --target mean its mean: leave one of them out")
	case f.purpose == forPrediction && f.columns.Folds == 0:
		return errors.New("--for prediction chooses groups by records that are held out, and --validate 0 holds out none: leave it out")
	case f.columns.Folds < 0 || f.columns.Folds == 1 || f.columns.Folds > 100:
		return fmt.Errorf("--validate is %d: want a number of parts from 2 to 100, or 0 for none", f.columns.Folds)
	case !(f.columns.Effort > 0 && f.columns.Effort <= 1e6):
		return fmt.Errorf("--effort is %g: want a number above 0", f.columns.Effort)
	}
	f.columns.Predict = f.purpose == forPrediction
	return nil
}

func checkOrder(order string) error {
	if order != "linear" && order != "circular" && order != "none" {
		return errors.New("want linear, circular or none")
	}
	return nil
}

// runEach scans a file for each of the columns of --y.
func (f *scanFlags) runEach(ctx context.Context, path string, s cli.Streams) error {
	if len(f.targets) == 1 {
		f.file.Y = f.targets[0]
		return f.run(ctx, path, s)
	}
	if path == source.Stdin {
		return errors.New("--y names several columns, and standard input can be read once only: name a file")
	}
	if input.IsScan(f.output) {
		return fmt.Errorf("-o: the folder %s is of a scan of one column: name another one", f.output)
	}
	taken := make(map[string]bool)
	for n, y := range f.targets {
		if n > 0 && !f.quiet {
			fmt.Fprintln(s.Out)
		}
		of := *f
		of.file.Y = y
		of.output = filepath.Join(f.output, strings.TrimSuffix(fileName(y, taken), ".json"))
		err := of.run(ctx, path, s)
		if err != nil || ctx.Err() != nil { // an interrupt keeps the columns that are done
			return err
		}
	}
	return nil
}

// run scans a file for one column of --y.
func (f *scanFlags) run(ctx context.Context, path string, s cli.Streams) error {
	opts, err := f.file.Options(s)
	if err != nil {
		return err
	}
	opts.NumericY = f.columns.Target == input.Mean
	opts.Workers, opts.Parts, opts.HoldOut = f.workers, scale.Parts(), f.columns.Folds > 0
	if f.columns.Predict {
		opts.MaxValues, opts.Parts = mostValues, nil
	}
	workers, err := pool.Workers(f.workers)
	if err != nil {
		return fmt.Errorf("--workers: %w", err)
	}
	var before map[string]string
	if f.divide == "" {
		if before, err = opened(f.output); err != nil {
			return err
		}
	}
	display := progress.New(s, f.quiet, "reading")
	defer display.Stop()
	all, err := survey.Read(ctx, path, opts)
	switch {
	case ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%s: interrupted while it was read", path))
	case err != nil:
		return input.Naming(err)
	}
	if err := f.checkColumns(all); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if !f.quiet {
		input.PrintNotes(s, all.Notes)
	}
	c := newCatalog(all, path, f, before)
	if f.divide != "" {
		display.Stop()
		folder, err := f.plan(c, all)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if !f.quiet {
			_, err = fmt.Fprintf(s.Out, "%s: %s of work, one for each column\n", folder.Path, wording.Plural(len(folder.Units()), "unit"))
		}
		return err
	}
	if err := begin(f.output); err != nil {
		return err
	}
	err = f.mapAll(ctx, c, all, workers, display)
	display.Stop()
	if err != nil {
		return err
	}
	return c.finish(f.output, f.quiet, ctx.Err() != nil, s)
}

// mapAll maps the columns that the folder does not have yet. An interrupt is not an error.
func (f *scanFlags) mapAll(ctx context.Context, c *catalog, all *survey.Survey, workers int, display *progress.Display) error {
	var left []*entry
	for _, e := range c.Columns {
		if e.Unusable == "" {
			left = append(left, e)
		}
	}
	step := display.Count("mapping columns", false)
	var mutex sync.Mutex
	done, saved := 0, 0 // columns, and how many of these are in the mapping that was written last
	err := pool.Each(ctx, workers, len(left), func(_, n int) error {
		e := left[n]
		fr, key, err := f.mapColumn(ctx, c, &mutex, e, all)
		none := errors.Is(err, points.ErrInput)
		if err != nil && !none {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		if none { // of different means
			e.Unusable, e.File = noMeans, ""
		} else {
			e.Key = key // others write it
			e.describe(fr, c.Rule)
		}
		done++
		step(done, len(left))
		if !due(done, saved) {
			return nil
		}
		saved = done
		return c.write(f.output)
	})
	select {
	case <-ctx.Done():
		return nil
	default:
		if err != nil && saved < done {
			_ = c.write(f.output) // the first error is the one to know
		}
		return err
	}
}

// noMeans is the reason why a column explains no variance at all.
const noMeans = "the mean of Y is the same for all of its values"

// due reports whether the mapping is to be written again. It holds all columns, so that writing it after each of
// thousands would take most of the time. A kill costs at most a sixteenth of the columns that are done.
func due(done, saved int) bool { return done-saved > saved/16 }

// mapColumn returns the frontier of a column, from the folder if that has it, and its key. It holds the mutex when it
// writes the mapping.
func (f *scanFlags) mapColumn(ctx context.Context, c *catalog, mutex *sync.Mutex, e *entry, all *survey.Survey) (fr *frontier.Frontier, key string, err error) {
	p, o, key, err := f.problemOf(e, c, all)
	if err != nil {
		return nil, "", err
	}
	if c.before[e.File] == key {
		if fr, err := input.ReadScanned(atomicfile.Folder(f.output), e.File); err == nil && fr.Problem.Source.SHA256 == p.Clustered().SHA256() {
			return fr, key, nil
		}
	}
	fr, err = mapping.Column(ctx, p, o)
	if err != nil {
		return nil, "", err
	}
	mutex.Lock()
	err = c.renew(f.output)
	mutex.Unlock()
	if err == nil {
		err = putFrontier(f.output, e, fr)
	}
	if err != nil {
		return nil, "", err
	}
	return fr, key, nil
}

// ranked returns the usable columns that are mapped, the most informative first.
func (c *catalog) ranked() []*entry {
	var list []*entry
	for _, e := range c.Columns {
		if e.Key != "" {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b *entry) int { return compareTold(b, a) })
	return list
}
