// Package comparing holds the compare command, which runs the search and other clustering methods
// and judges all of them by one frontier.
package comparing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/fonts"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/scatter"
	"github.com/dibmap/dibmap/problem"
)

// compareFlags are the flags of the compare command.
type compareFlags struct {
	table     input.TableFlags
	methods   []string
	external  string
	prove     cli.Proving
	timeLimit time.Duration
	clusters  string
	opts      baseline.Options
	noTimes   bool
	asJSON    bool
	csv       string
	labels    string
	output    string
	panels    bool
	paper     bool
	figure    draw.Page
	quiet     bool
}

// NewCompare returns the compare command.
func NewCompare(s cli.Streams) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare [TABLE]",
		Short: "Compare dibmap with other clustering methods, in one table and on one plane",
		Long: `Compare runs dibmap and other clustering methods on a table, computes H(Z) and
I(Z;Y) of every grouping that they find in one and the same way, and says which are
on the Pareto frontier. The truth is exact if a proof takes a few seconds, as 'dibmap
map' proves; --prove takes any time for it, for up to 64 values of X. Otherwise it is the
best that all of them found together. It prints for every method

  points     the different points of its groupings
  TP, FP     how many of these are on the true frontier, and how many are not
  FN         how many points of the true frontier it lacks
  precision  TP of its points, and recall, TP of the truth
  area       the area under its staircase, of that under the truth, up to H(X)
  mean, max  how many bits of I(Z;Y) its best grouping within a budget of H(Z) is
             short of the truth: in the mean over all budgets, and at most
  status     finished, or why not; a method that is stopped counts as far as it came.
             What a method leaves of its share of --time-limit is for those after it
  seconds    the time that it took

--methods chooses some of
` + methodHelp + `  mapper               the Pareto Mapper of Tan, Tegmark and Chuang (2022), greedy
  mapper-EPSILON       the same with a search depth in bits, such as mapper-0.01
  all                  all of these but the last; the default
  none                 dibmap alone, or with --external

--external reads the groupings of other programs: a CSV file, or - for standard input,
with a header and the columns method, row (a value of X) and label, and, if a method
has several groupings, k or clustering, which tells them apart.

--labels writes the groupings of the other methods to a file of that form, with the columns
method, clustering, k, row and label.

--json prints name, sha256, samples, n, m, hx, ixy, seed, restarts, clusters and
time_limit; truth, with points, proved, seconds (of the proof) and clusterings; methods,
a list of objects with the columns of the table, where shares are of 1, mean_deficit and
largest_deficit are in bits, largest_deficit_h is where the largest is, and clusterings
are the points with h, i, k, parameter (what the method was asked for: k, beta or a
height) and tp; soft, of ib alone, is the curve of soft groupings; and not_run.

` + input.TableHelp,
		Example: `  dibmap compare @occupation
  dibmap compare survey.csv --x city --y product -o compare.pdf
  dibmap compare matrix.npy --methods ward,kmeans,dib --clusters 2-10
  dibmap compare matrix.npy --methods all,mapper-0.01 --time-limit 10m
  dibmap compare survey.csv --x city --y product --external labels.csv --csv compare.csv`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, s)
		},
	}
	f.add(cmd)
	return cmd
}

// completeMethods completes a list of methods.
func completeMethods(_ *cobra.Command, _ []string, begun string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
	there := begun[:strings.LastIndex(begun, ",")+1]
	for _, m := range baseline.Methods() {
		names = append(names, there+m.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (f *compareFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false // the flags that a newcomer needs come first
	f.table.Add(cmd)
	flags.StringSliceVar(&f.methods, "methods", nil, "compare with these `METHODS`, separated by commas (default all)")
	_ = cmd.RegisterFlagCompletionFunc("methods", completeMethods) // fails only for a flag that is not there
	flags.StringVar(&f.external, "external", "", "compare with the labels in this `CSV` too: method, row, label")
	f.prove.Add(cmd)
	flags.DurationVar(&f.timeLimit, "time-limit", 5*time.Minute, "be done after this `TIME`, which the methods and the proof share; 0 for no limit")
	flags.StringVarP(&f.output, "output", "o", "", "draw the points to this `FIGURE`: .svg, .png or .pdf")
	flags.BoolVar(&f.panels, "panels", false, "draw every method in a frame of its own (default if there are more than 7)")
	flags.BoolVar(&f.paper, "paper", false, "draw axes as in the paper, with symbols: H(Z) growing to the left")
	flags.StringVar(&f.figure.Title, "title", "", "title of the figure (default: the table)")
	flags.Float64Var(&f.figure.Width, "width", 0, "width of the figure in mm (default 160)")
	flags.Float64Var(&f.figure.Height, "height", 0, "height of the figure in mm (default 110, and what the frames take)")
	flags.StringVar(&f.figure.Theme, "theme", "", "`THEME` of the figure: light or dark (default light)")
	flags.IntVar(&f.figure.DPI, "dpi", 0, "resolution of a .png (default 300)")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON, at full precision, with all points")
	flags.StringVar(&f.csv, "csv", "", "write the table to this `FILE` too; - for CSV on standard output in its place")
	flags.StringVar(&f.labels, "labels", "", "write the groupings of the other methods to this `CSV`, as --external reads them")
	flags.BoolVar(&f.noTimes, "no-times", false, "leave the times out, so that another run prints the same")
	flags.StringVar(&f.clusters, "clusters", "", "numbers of groups for methods that take one, a `LIST` such as 2-10,20 (default all up to 64)")
	flags.IntVar(&f.opts.Restarts, "restarts", 0, "random starts of methods that have some (default what each says: mostly 10)")
	flags.Uint64Var(&f.opts.Seed, "seed", 0, "draw starts from seed `N`")
	flags.IntVar(&f.opts.Workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the result and errors only")
}

// run compares. It checks the call before it reads the table, and all files before it runs
// a method.
func (f *compareFlags) run(cmd *cobra.Command, args []string, s cli.Streams) error {
	clock := cli.StartClock(f.timeLimit)
	contenders, err := f.contenders(cmd.Flags().Changed)
	if err != nil {
		return err
	}
	if f.external == "-" && slices.Contains(args, "-") {
		return errors.New("the table and --external cannot both be standard input")
	}
	format := ""
	if f.output != "" {
		if format, err = draw.FormatOf(f.output); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
		if _, err := f.figure.Checked(format); err != nil {
			return err
		}
	}
	var r *comparison
	return f.writeTo(s, "-o", f.output, args, func(figure io.Writer) error {
		err := f.writeTo(s, "--csv", f.csv, args, func(table io.Writer) error {
			err := f.writeTo(s, "--labels", f.labels, args, func(labels io.Writer) (err error) {
				if r, err = f.compare(cmd.Context(), contenders, args, clock, s); err != nil || labels == nil {
					return err
				}
				return r.writeLabels(labels)
			})
			if err != nil || table == nil {
				return err
			}
			return r.encodeCSV(table)
		})
		switch {
		case err != nil:
			return err
		case f.asJSON:
			err = r.encode(s.Out)
		case f.csv != "-":
			err = r.print(s.Out)
		}
		if err != nil || figure == nil {
			return err
		}
		finder := fonts.NewFinder()
		f.figure.Fonts = finder.Find
		defer finder.Warn(s)
		return scatter.Draw(figure, r.drawing(), format, f.figure) // last, as it may not fit
	})
}

// writeTo writes a file that must not be one of the input files. If it has no name, the writer is
// nil.
func (f *compareFlags) writeTo(s cli.Streams, flag, path string, args []string, write func(w io.Writer) error) error {
	if path == "" {
		return write(nil)
	}
	return s.WriteTo(flag, path, append([]string{f.external}, args...), write)
}

// compare reads the table and the external groupings, and runs the methods.
func (f *compareFlags) compare(ctx context.Context, contenders []contender, args []string, clock cli.Clock, s cli.Streams) (*comparison, error) {
	reading, cancel := clock.Reading(ctx)
	defer cancel()
	t, j, err := f.table.Read(reading, args, s, f.quiet || s.NotesLeftOut(f.asJSON))
	if err != nil {
		return nil, input.OfTwoVariables(err, "compare is for tables of two")
	}
	r := &comparison{joint: j, flags: f, problem: problem.DIB(j).Describe()}
	r.problem.Source.Name = t.Name
	if err := r.check(contenders); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	others, err := f.readExternal(j, contenders, s)
	if err != nil {
		return nil, err
	}
	return r, r.run(ctx, append(contenders, others...), clock, s)
}

// contenders checks the flags, and returns the methods to be run; dibmap is the first.
func (f *compareFlags) contenders(given func(flag string) bool) ([]contender, error) {
	if err := f.prove.Check(); err != nil {
		return nil, err
	}
	switch {
	case f.timeLimit < 0:
		return nil, fmt.Errorf("--time-limit is %v: want a time above zero, such as 30s, or 0 for none", f.timeLimit)
	case f.opts.Restarts < 0:
		return nil, fmt.Errorf("--restarts is %d: want 1 or more, or 0 for the defaults", f.opts.Restarts)
	case f.opts.Restarts > baseline.MaxRestarts:
		return nil, fmt.Errorf("--restarts is %d: want at most %s", f.opts.Restarts, wording.Number(baseline.MaxRestarts))
	case f.opts.Workers < 0:
		return nil, fmt.Errorf("--workers is %d: want 1 or more, or 0 for one a core", f.opts.Workers)
	}
	for _, flag := range []struct{ name, value string }{{"output", f.output}, {"csv", f.csv}, {"labels", f.labels}, {"external", f.external}, {"clusters", f.clusters}} {
		if flag.value == "" && given(flag.name) {
			return nil, fmt.Errorf("--%s is empty: say what it is, or leave it out", flag.name)
		}
	}
	switch {
	case f.csv == "-" && f.asJSON:
		return nil, errors.New("--json and --csv - both take standard output: name a file for one of them")
	case f.labels == "-":
		return nil, errors.New("--labels is for a file: name one")
	case f.csv != "" && cli.SamePath(f.csv, f.output):
		return nil, fmt.Errorf("-o and --csv both name %s: name two files", f.output)
	case f.labels != "" && (cli.SamePath(f.labels, f.output) || cli.SamePath(f.labels, f.csv)):
		return nil, fmt.Errorf("--labels names %s, which is to hold something else: name another file", f.labels)
	}
	for _, name := range []string{"panels", "paper", "title", "width", "height", "dpi", "theme"} {
		if given(name) && f.output == "" {
			return nil, fmt.Errorf("--%s is for the figure: name its file with -o", name)
		}
	}
	var err error
	if f.opts.Clusters, err = parseClusters(f.clusters); err != nil {
		return nil, err
	}
	if !given("methods") {
		f.methods = []string{"all"}
	}
	return f.chosen()
}

// parseClusters reads a list of numbers and ranges.
func parseClusters(list string) (ks []int, err error) {
	if list == "" {
		return nil, nil
	}
	bad := fmt.Errorf("--clusters is %q: want numbers of groups and ranges, separated by commas, such as 2-10,20", list)
	seen := map[int]bool{}
	for _, part := range strings.Split(list, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		lo, err := strconv.Atoi(from)
		hi := lo
		if err == nil && isRange {
			hi, err = strconv.Atoi(to)
		}
		const most = 1 << 20
		if err != nil || lo < 1 || hi < lo || hi > most {
			return nil, bad
		}
		for k := lo; k <= hi; k++ {
			if !seen[k] {
				seen[k] = true
				ks = append(ks, k)
			}
		}
	}
	return ks, nil
}
