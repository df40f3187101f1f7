package recoding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/recode"
	"github.com/dibmap/dibmap/scale"
)

// driftFlags are the flags of the drift command.
type driftFlags struct {
	choice    choosing.Flags
	x, count  string
	format    string
	dialect   input.DialectFlags
	failAbove float64
	asJSON    bool
	assumed   []string // the flags among x and count whose value is the name in the frontier
}

// NewDrift returns the drift command.
func NewDrift(s cli.Streams) *cobra.Command {
	var f driftFlags
	cmd := &cobra.Command{
		Use:   "drift FRONTIER DATA",
		Short: "Compare new records with the table that was mapped, group by group",
		Long: `Drift puts new records into the groups of a frontier, as encode does, and compares the
shares of the groups with their shares in the table that was mapped: the population
stability index (PSI) with the part of each group, and the p-value of a permutation
test. It counts values that the table did not have, missing values, and numbers beyond
those of the table.

DATA is as for encode. The grouping is the recommended one, or another:
` + choosing.Help + `

FRONTIER may be a folder that 'dibmap scan' wrote. Then all of its columns with more than
one recommended group are compared, the largest PSI first.

PSI = sum (now - then) ln(now/then) of the shares, in nats; an empty cell counts as half
a record. With --fail-above PSI, the exit code is 3 if the PSI of a column is larger.`,
		Example: `  dibmap drift frontier.json new.csv
  dibmap drift frontier.json new.csv --clusters 5 --json
  dibmap drift columns new.csv --fail-above 0.2`,
		Args: cli.Args(2, 2, "a frontier file, or the folder of a scan, and new records"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args, cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd.Context(), args, cmd.Flags().Changed, s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	cli.StringLetter(flags, &f.x, "x", "`COL` of the records that holds X (default as the frontier has it)")
	f.choice.Add(cmd, "the `N`-th of the points that stand out most from the frontier around them")
	flags.StringVar(&f.count, "count", "", "`COL` that holds how often a record counts (default as the frontier has it)")
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the records: csv, tsv, jsonl, parquet or arrow (default by name, then by content)")
	f.dialect.Add(cmd)
	flags.Float64Var(&f.failAbove, "fail-above", 0, "end with exit code 3 if a PSI is larger than this `PSI`, such as 0.2")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

// check returns an error if the call is wrong for any files.
func (f *driftFlags) check(args []string, given func(flag string) bool) error {
	switch {
	case args[0] == "-" && args[1] == "-":
		return errors.New("the frontier and the records cannot both be standard input")
	case given("fail-above") && !(f.failAbove >= 0):
		return fmt.Errorf("--fail-above is %g: want a PSI of 0 or more, such as 0.2", f.failAbove)
	}
	if err := cmp.Or(f.dialect.Check(), source.CheckFormat(f.format)); err != nil {
		return err
	}
	if !input.IsScan(args[0]) {
		return f.choice.Check("drift", given)
	}
	for _, flag := range []string{"x", "clusters", "budget", "keep", "prominent"} {
		if given(flag) {
			return aboutOne(args[0], flag)
		}
	}
	return nil
}

// subject is a column whose groups are compared.
type subject struct {
	title  string
	fr     *frontier.Frontier
	p      frontier.Point
	coding encode.Coding
}

// compared is what the comparison of a column found.
type compared struct {
	subject
	binning.Drift
	met                     recode.ColumnStats
	unknown                 float64 // the share of the records with an unknown value
	missingThen, missingNow float64 // shares of the records without a value
}

func (f *driftFlags) run(ctx context.Context, args []string, given func(flag string) bool, s cli.Streams) error {
	subjects, whole, err := f.subjects(args[0], s)
	if err != nil {
		return err
	}
	from := subjects[0].fr.Problem.Source
	if !given("count") {
		f.count, f.assumed = from.Count, append(f.assumed, "count")
	}
	f.dialect.Recall(from, args[1])
	opts := recode.Options{Stdin: s.In, Format: f.format, Dialect: f.dialect.Dialect, Count: f.count}
	for _, one := range subjects {
		opts.Codings = append(opts.Codings, one.coding)
	}
	stats, err := recode.Count(ctx, args[1], opts)
	switch {
	case ctx.Err() != nil:
		return cli.Failed(fmt.Errorf("%s: interrupted while it was read", args[1]))
	case err != nil:
		return naming(input.Naming(err), f.assumed, map[string]string{"x": f.x, "count": f.count})
	}
	var list []compared
	for n, one := range subjects {
		d, err := compare(ctx, one, stats.Columns[n])
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b compared) int { return cmp.Compare(b.PSI, a.PSI) })
	if !s.NotesLeftOut(f.asJSON) {
		input.PrintNotes(s, stats.Notes)
		if len(whole) > 0 {
			s.Note("one group is recommended, and nothing compared, for %s", wording.SomeLabels(whole))
		}
	}
	if err := f.print(list, input.IsScan(args[0]), s); err != nil {
		return err
	}
	if worst := list[0]; given("fail-above") && worst.PSI > f.failAbove {
		return cli.Beyond(fmt.Errorf("%s: the PSI of %s is %.4g, above %g", args[1], wording.Label(worst.title), worst.PSI, f.failAbove))
	}
	return nil
}

// print prints the comparisons, a line for each if they are of a scan.
func (f *driftFlags) print(list []compared, scan bool, s cli.Streams) error {
	switch {
	case f.asJSON:
		return printDriftJSON(s.Out, list)
	case scan:
		return printDrifts(s.Out, list)
	}
	return printDrift(s, &list[0])
}

// subjects returns the columns that are compared, and the titles of those that have one group.
func (f *driftFlags) subjects(path string, s cli.Streams) (list []subject, whole []string, err error) {
	if !input.IsScan(path) {
		fr, err := input.ReadFrontier(path, s)
		if err != nil {
			return nil, nil, err
		}
		p, err := f.choice.PointOrRecommended(path, fr)
		if err != nil {
			return nil, nil, err
		}
		if !f.asJSON {
			f.choice.Warn(s, fr, p)
		}
		if f.x == "" {
			f.x, f.assumed = fr.Problem.Source.X, append(f.assumed, "x")
		}
		if f.x == "" {
			return nil, nil, fmt.Errorf("%s does not name the column of X: name the column of the records with --x", path)
		}
		one, err := subjectOf(path, f.x, f.x, fr, p)
		return []subject{one}, nil, err
	}
	columns, err := input.ReadScan(path)
	if err != nil {
		return nil, nil, err
	}
	columns, points, whole := grouped(columns)
	if len(columns) == 0 {
		return nil, nil, fmt.Errorf("%s: no column has more than one recommended group, so there is nothing to compare", path)
	}
	for n := range columns {
		c := &columns[n]
		one, err := subjectOf(path, input.Title(c.Column, c.Part), textfile.JoinNames([]string{c.Column}), c.Frontier, points[n])
		if err != nil {
			return nil, nil, err
		}
		one.coding.As = newColumn(c)
		list = append(list, one)
	}
	return list, whole, nil
}

// subjectOf returns the subject of a grouping of a column. Unknown values are counted as such, unless the table
// has a group for the rest of the values.
func subjectOf(path, title, x string, fr *frontier.Frontier, p frontier.Point) (subject, error) {
	e, err := input.Encoder(fr, p)
	switch {
	case err != nil:
		return subject{}, fmt.Errorf("%s: %w", title, err)
	case fr.Problem.Masses() == nil:
		return subject{}, fmt.Errorf("%s does not hold the shares of the values of %s: map the table again", path, title)
	}
	style := encode.Style{Numbers: true, Unknown: cmp.Or(restOf(fr), "label")}
	return subject{title, fr, p, encode.Coding{X: x, As: "cluster", Style: style, Encoder: e}}, nil
}

// compare compares the groups of a column with new records, given the statistics of the records.
func compare(ctx context.Context, of subject, met recode.ColumnStats) (compared, error) {
	c := compared{subject: of, met: met}
	problem := &of.fr.Problem
	now := met.Weights // of groups, unknown values, missing values without a group
	unknown, missing := len(now)-2, len(now)-1
	total := lists.Sum(now)
	if !(total > 0) {
		return c, errors.New("there are no records to compare")
	}
	then, whole := make([]float64, len(now)), math.NaN()
	if problem.Samples != nil {
		whole = float64(*problem.Samples)
	}
	masses := problem.Masses()
	known := 1.0
	if m := problem.Missing; m != nil {
		known, c.missingThen = 1-m.Share, m.Share
		whole /= known
		if group, ok := of.coding.Encoder.Cluster(scale.MissingLabel); ok {
			then[group] += m.Share
		} else {
			then[missing] += m.Share
		}
	}
	for x, group := range of.p.Assignment() {
		then[group] += float64(known * masses[x])
		if problem.XLabels[x] == scale.MissingLabel {
			c.missingThen += float64(known * masses[x])
		}
	}
	names := make([]string, len(now))
	for group := range unknown {
		names[group] = of.coding.Encoder.Name(group)
	}
	names[unknown], names[missing] = encode.DefaultUnknownLabel, scale.MissingLabel
	c.unknown, c.missingNow = now[unknown]/total, met.Missing/total
	d, err := binning.Compare(ctx, names, then, now, whole)
	if err == nil {
		c.Drift = *d
	}
	return c, err
}
