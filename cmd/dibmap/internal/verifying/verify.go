// Package verifying is the command verify, which checks a frontier file against its table.
package verifying

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
)

// verifyFlags are the flags of the verify command.
type verifyFlags struct {
	table     input.TableFlags
	timeLimit time.Duration
	workers   int
	quiet     bool
	once      bool // the table cannot be read twice
}

// NewVerify returns the verify command.
func NewVerify(s cli.Streams) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify FRONTIER [TABLE]",
		Short: "Check a frontier, and its proof, against the table",
		Long: `Verify computes every point of a frontier file from the table again, to the last bit, and
every grouping of the best of k, and everything else in the file that follows from the
table: its uncertainty and its test of dependence, if it has them, labels, counts, cells,
and the record of a union. A certified curve of soft encoders is checked as well, and what
groupings tell about a second variable, with its table if it is a column of the records. If the file has a certificate, which says that no grouping
beats the frontier, verify repeats the proof from the numbers in the certificate, with
code that is independent of the search: for up to 26 values of X it goes over all 2^n
clusters. A file that claims to be complete without a certificate is solved again, and so
are groupings of the best of k that the file calls exact. A claim whose check would take
too much work or memory is reported as not verified.

A file of thousands of points of a large table stores groupings as changes to each other.
Their points are computed by following these changes, in exact sums, and 100 of them,
evenly spread, also independently: both ways must give the bits in the file.

Without TABLE, verify reads the table that the file names, at the path that was given to
map. The columns, their bins and types, the text, --min-count, --top-x and --top-y are
also taken from the file, unless a flag sets them.

Verify derives the labels of values from the table again, which it reads twice for this:
bins and their ends, types and orders. It accepts a type, a time zone, a format of dates
and an order of values that a flag may have set if the table can be read with them.

It does not check the names of the table and of its columns, the seed, the time, the
numbers of rounds and evaluations, the scores of held-out records, and, unless the table
is solved again, the number of ties. Marks of points, such as hull, are compared in JSON
files; other commands never read them from a file.

The exit code is 0 if nothing is wrong, also with claims that are not verified. It is 1
after an error, each of which is printed on a line, or if --time-limit or Ctrl-C came first.

` + input.TableHelp + "\n" + input.OtherHelp,
		Example: `  dibmap verify frontier.json
  dibmap verify frontier.json survey.csv --x city --y product
  dibmap verify frontier.parquet matrix.npy --time-limit 10m`,
		Args: cli.Args(1, 2, "a frontier file, and its table unless the file names it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), args, cmd.Flags().Changed, s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.table.Add(cmd)
	f.table.AddOther(cmd)
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "give up after this time, such as 10m (default no limit)")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads (default one a core)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only errors")
	return cmd
}

// run checks the frontier of the first argument against the table of the second, or against the
// table that the file names.
func (f *verifyFlags) run(ctx context.Context, args []string, given func(flag string) bool, s cli.Streams) error {
	path, clock := args[0], cli.StartClock(f.timeLimit)
	switch {
	case f.timeLimit < 0:
		return fmt.Errorf("--time-limit is %v: want a time above 0, such as 10m", f.timeLimit)
	case f.workers < 0:
		return fmt.Errorf("--workers is %d: want 1 or more, or 0 for one a core", f.workers)
	case path == "-" && slices.Equal(args[1:], []string{"-"}):
		return errors.New("frontier and table cannot both be standard input")
	}
	fr, err := input.ReadFrontier(path, s)
	if err != nil {
		return err
	}
	if path == "-" {
		path = "stdin"
	}
	table, err := f.tableOf(fr, path, args[1:], given, s)
	if err != nil {
		return err
	}
	// A file that does not name its problem is refused below.
	problem := input.ProblemFlags{Table: f.table, Kind: cmp.Or(fr.Problem.Kind, "dib"), Estimator: fr.Problem.Estimator, Smooth: input.SmoothOf(fr)}
	if !input.Known(problem.Kind) {
		return fmt.Errorf("%s has a problem that this program does not know: %q", path, problem.Kind)
	}
	if problem.Estimates() {
		if _, err := info.EstimatorNamed(problem.Estimator); err != nil {
			return fmt.Errorf("%s has an estimator that this program does not know: %w", path, err)
		}
	}
	problem.RecallSecond(fr)
	reading, stop := clock.Reading(ctx)
	defer stop()
	p, err := problem.Pose(reading, []string{table}, s, f.quiet)
	switch {
	case errors.Is(err, fs.ErrNotExist) && len(args) == 1:
		return fmt.Errorf("%w: %s names this table; if it is elsewhere now, give it after the frontier", err, path)
	case err != nil:
		return err
	}
	within, cancel := clock.Within(ctx)
	defer cancel()
	v, err := f.verify(within, problem.Kind, p, fr)
	if err == nil {
		v.Failures = append(v.Failures, verifyMarks(path, fr)...)
		err = f.verifyScales(within, table, p, fr, v, s)
	}
	switch {
	case errors.Is(err, exact.ErrUnverifiable):
		return fmt.Errorf("%s %w", path, err)
	case err != nil && ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%s: interrupted, without a result", path))
	case errors.Is(err, context.DeadlineExceeded):
		return cli.Failed(fmt.Errorf("%s: not finished within %v, without a result: allow more time", path, f.timeLimit))
	case err != nil:
		return cli.Failed(err)
	}
	if err := f.report(s.Out, fr, v); err != nil {
		return err
	}
	if !v.OK() {
		return cli.Failed(fmt.Errorf("%s is rejected", path))
	}
	return nil
}

// tableOf returns the table to check a frontier against, and takes the flags that read it from the
// file, unless the call gives them. A path in a file is opened only for a call without a table.
func (f *verifyFlags) tableOf(fr *frontier.Frontier, path string, named []string, given func(flag string) bool, s cli.Streams) (string, error) {
	source := fr.Problem.Source
	table := source.Path
	if len(named) > 0 {
		table = named[0]
	} else if !openable(table) {
		return "", fmt.Errorf("%s does not name its table, as a file, folder or data set: give it after the frontier", path)
	}
	f.table.Recall(fr, table, given)
	if len(named) == 0 && !f.quiet {
		s.Note("the table is%s, as %s says", f.table.Repeat([]string{table}), path)
	}
	return table, nil
}

// openable reports whether a path in a file may be opened without being given in the call: it must not be
// standard input, a device or a pipe, because reading these may never end.
func openable(path string) bool {
	info, err := os.Stat(path)
	there := err == nil
	return path != "" && path != "-" && (!there || info.IsDir() || info.Mode().IsRegular())
}

// verify checks a frontier against its problem of the given kind.
func (f *verifyFlags) verify(ctx context.Context, kind string, p *input.Problem, fr *frontier.Frontier) (*exact.Verification, error) {
	var v *exact.Verification
	var err error
	if kind == "dib" && fr.Problem.Estimator == "" {
		v, err = exact.Verify(ctx, p.Clustered(), fr, f.workers)
	} else {
		v, err = exact.Recompute(ctx, p.Problem, fr, f.workers)
	}
	if err != nil || !v.OK() || p.Joint == nil {
		return v, err
	}
	for _, count := range []struct {
		key, flag   string
		given, read float64
	}{
		{"min_count", "min-count", fr.Problem.MinCount, f.table.MinCount},
		{"top_x", "top-x", float64(fr.Problem.TopX), float64(f.table.TopX)},
		{"top_y", "top-y", float64(fr.Problem.TopY), float64(f.table.TopY)},
	} {
		if count.given != count.read {
			v.Failures = append(v.Failures, fmt.Sprintf("%s is given as %g, and the table is read with --%s %g", count.key, count.given, count.flag, count.read))
		}
	}
	if !reflect.DeepEqual(fr.Problem.Missing, p.Missing) {
		v.Failures = append(v.Failures, "missing, about the records without X, differs from the table")
	}
	for _, check := range []struct {
		on *joint.Joint
		of func(context.Context, *joint.Joint, *frontier.Frontier, int) ([]string, error)
	}{{p.Joint, verifyUncertainty}, {p.Joint, verifyEvidence}, {p.Clustered(), verifyCeiling}} {
		wrong, err := check.of(ctx, check.on, fr, f.workers)
		if v.Failures = append(v.Failures, wrong...); err != nil {
			return nil, err
		}
	}
	return v, verifySecond(ctx, p, fr, v, f.workers)
}

// verifyScales checks the labels of values, if everything else is right and the table can be read again.
func (f *verifyFlags) verifyScales(ctx context.Context, table string, p *input.Problem, fr *frontier.Frontier, v *exact.Verification, s cli.Streams) error {
	if !v.OK() || len(p.XScales)+len(p.YScales) == 0 {
		return nil
	}
	if !openable(table) {
		f.once = true
		return nil
	}
	wrong, err := f.table.VerifyScales(ctx, fr, table, s)
	v.Failures = append(v.Failures, wrong...)
	return err
}

// report prints the checks and the errors.
func (f *verifyFlags) report(w io.Writer, fr *frontier.Frontier, v *exact.Verification) error {
	var b strings.Builder
	for _, line := range v.Failures {
		fmt.Fprintf(&b, "wrong: %s\n", cli.OneLine(line))
	}
	if !f.quiet && v.OK() {
		with := ""
		if fr.Uncertainty != nil {
			with = " with uncertainty"
		}
		fmt.Fprintf(&b, "%s computed%s from the table: all as the file says\n", wording.Plural(v.Points, "point"), with)
		if v.Followed > 0 {
			fmt.Fprintf(&b, "%s computed from one to the next by their changes, in exact sums; %s of them also independently, with the same bits\n",
				wording.Plural(v.Followed, "grouping"), wording.Number(v.Sampled))
		}
		if v.Best > 0 {
			fmt.Fprintf(&b, "best of k: %s computed, all as the file says%s\n", wording.Plural(v.Best, "grouping"), solvedOf(v))
		}
		if fr.Layers() != nil {
			found := ""
			if v.PerKSolved {
				found = "; found again, none is missing"
			}
			fmt.Fprintf(&b, "per k: %s computed, all as the file says, and no other one with the same number of groups dominates them%s\n",
				wording.Plural(v.PerK, "more grouping"), found)
		}
		b.WriteString(describeSecond(fr, v))
		if fr.Evidence != nil {
			fmt.Fprintf(&b, "the test of dependence repeated, with %s: as the file says\n", wording.Plural(fr.Evidence.Permutations, "permutation"))
		}
		if fr.Ceiling != nil {
			b.WriteString("the upper bound computed again: as the file says\n")
		}
		switch {
		case v.Soft > 0:
			fmt.Fprintf(&b, "the curve of soft encoders: %s computed from their groups, and by a branch and bound no encoder keeps more than %.1g bit above the curve\n", wording.Plural(v.Soft, "point"), fr.Soft.Gap)
		case fr.Soft != nil:
			b.WriteString("the curve of soft encoders is achieved, not certified, and is not computed again\n")
		}
		b.WriteString(describeProof(fr, v))
		if f.once {
			b.WriteString("the labels of values are not checked, because the table cannot be read twice\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// solvedOf says how many of the best groupings are proved to be the best for their number of groups.
func solvedOf(v *exact.Verification) string {
	if v.Solved == 0 {
		return ""
	}
	return fmt.Sprintf("; %s of them proved to be the best for their number of groups", wording.Number(v.Solved))
}

// describeProof describes the check of the claim of a frontier to be complete.
func describeProof(fr *frontier.Frontier, v *exact.Verification) string {
	var b strings.Builder
	switch {
	case v.Certified && v.Clusters == 0 && v.Columns == 0 && len(v.Unchecked) > 0:
		fmt.Fprintf(&b, "the certificate says: %s\n", listing.Proof(fr))
	case v.Certified:
		how := "by a branch and bound over all clusters"
		if v.Clusters > 0 {
			how = fmt.Sprintf("over all %s clusters", wording.Number(v.Clusters))
		}
		fmt.Fprintf(&b, "%s\nchecked %s: a better grouping could only have %s of them, and no grouping of these is better\n",
			listing.Proof(fr), how, wording.Number(v.Columns))
	}
	switch {
	case v.Certified && v.Subsets:
		b.WriteString("dynamic programming finds no better grouping there either\n")
	case v.Subsets:
		b.WriteString("solved again, independently of the file: it has exactly the points of the frontier\n")
	}
	for _, claim := range v.Unchecked {
		fmt.Fprintf(&b, "not verified: %s\n", cli.OneLine(claim))
	}
	switch {
	case len(v.Unchecked) > 0:
	case v.Certified || v.Subsets || v.SecondSolved && fr.Second.Limit != nil:
		b.WriteString("verified\n")
	default:
		b.WriteString("no certificate: the file makes no claim about missing groupings\n")
	}
	if fr.Validation != nil {
		b.WriteString("the scores of held-out records are not computed again\n")
	}
	return b.String()
}
