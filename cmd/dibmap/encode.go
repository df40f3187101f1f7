package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/table"
)

// encodeFlags are the flags of the encode command.
type encodeFlags struct {
	choice  choiceFlags
	x, y    string
	format  string
	column  string
	output  string
	names   string
	unknown string
	label   string
	export  string
	quiet   bool
}

// nearest is the one rule for unknown values that is no matter of what is written: it
// gives them clusters before anything is.
const nearest = "nearest"

func newEncode(s streams) *cobra.Command {
	var f encodeFlags
	cmd := &cobra.Command{
		Use:   "encode FRONTIER {DATA --x COL | --export FORM} " + choiceUsage,
		Short: "Add the chosen cluster to records, or export the mapping",
		Long: `Encode applies a grouping of a frontier. With DATA, it adds a column with the
cluster of each record's X to records of any size: CSV, TSV, JSON Lines or Parquet; a
file, a folder of part files, a glob, or - for standard input; .gz and .zst decoded,
and compressed where -o ends so. All else stays as it is, in the format it had.

With --export, it writes the mapping for other programs: json and csv list the values of
each cluster, sql is a CASE for the list of a SELECT, and python a module with a dict
and a function.

` + choiceHelp + ` --prominent N is the N-th of
the list that 'dibmap select --prominent N' prints.

A value that the table did not have ends the work, with the place where it stands
(--unknown error). --unknown label writes a label for it, --unknown nearest gives it
the cluster that takes it in at the least loss of information about Y, for which DATA
is read twice, with --y. Where --min-count put rare values together as (rare), values
that are not known belong there.

Clusters are called by their heaviest values (--names labels), by their numbers
(--names numbers), or as a CSV file says, one a line: a cluster's number or any of its
values, then its name (--names FILE).`,
		Example: `  dibmap encode frontier.json survey.csv --x city --clusters 5 -o grouped.csv
  dibmap encode frontier.json 'part-*.parquet' --x city --keep 0.95 -o grouped.parquet
  dibmap encode frontier.json new.csv --x city --y product --unknown nearest --budget 2
  dibmap encode frontier.json --clusters 5 --export sql --x city
  dibmap encode frontier.json --prominent 1 --export python -o groups.py`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("encode needs a frontier file, and records to encode; see 'dibmap encode --help'")
			case len(args) > 2:
				return fmt.Errorf("encode takes a frontier file and records, but %q stands there too; quote a glob; see 'dibmap encode --help'", args[2])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args, cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd.Context(), args, s)
		},
	}
	f.add(cmd)
	return cmd
}

func (f *encodeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false // but what a newcomer needs first
	flags.StringVar(&f.x, "x", "", "`COL` of the records that holds X")
	f.choice.add(cmd, "the `N`-th of the points that stand out most from the frontier around them")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `FILE` (default standard output)")
	flags.StringVar(&f.column, "column", "cluster", "`NAME` of the new column")
	flags.StringVar(&f.names, "names", "labels", "what clusters are called: labels, numbers, or a `FILE` of names")
	flags.StringVar(&f.unknown, "unknown", "", "values that are not known: error, label, nearest, or rare (default error; rare if the table was mapped with --min-count)")
	flags.StringVar(&f.label, "unknown-label", "", "the `LABEL` of --unknown label (default \""+encode.DefaultUnknownLabel+"\")")
	flags.StringVar(&f.y, "y", "", "`COL` that holds Y, for --unknown nearest")
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the records: csv, tsv, jsonl or parquet (default by name, then by content)")
	flags.StringVar(&f.export, "export", "", "write the mapping in this `FORM`: json, csv, sql or python")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
}

// check finds what is wrong with the call before any file is read.
func (f *encodeFlags) check(args []string, given func(flag string) bool) error {
	exporting := given("export")
	switch {
	case !exporting && len(args) < 2:
		return errors.New("encode needs records to encode after the frontier, or --export json, csv, sql or python to write the mapping")
	case exporting && len(args) > 1:
		return fmt.Errorf("--export writes the mapping alone: leave %s out, or leave --export out to encode it", args[1])
	case !exporting && f.x == "":
		return fmt.Errorf("--x is missing: name the column of %s that holds X", args[1])
	case f.output == "" && given("output"):
		return errNoOutput
	case f.column == "":
		return errors.New("--column is empty: give the new column a name")
	case len(args) > 1 && args[0] == "-" && args[1] == "-":
		return errors.New("the frontier and the records cannot both be standard input")
	}
	if err := f.choice.check("encode", given); err != nil {
		return err
	}
	return f.checkUnknown(args, given)
}

func (f *encodeFlags) checkUnknown(args []string, given func(flag string) bool) error {
	if given("unknown") && f.unknown != nearest {
		if _, err := encode.ParseUnknown(f.unknown); err != nil {
			return fmt.Errorf("--unknown is %q: want error, label, nearest or rare", f.unknown)
		}
	}
	switch {
	case f.label != "" && f.unknown != encode.UnknownLabel.String():
		return errors.New("--unknown-label goes with --unknown label: add that, or leave it out")
	case f.unknown != nearest && given("y"):
		return errors.New("--y is for --unknown nearest: add that, or leave it out")
	case f.unknown != nearest:
		return nil
	case given("export"):
		return errors.New("--unknown nearest places the values of records: leave --export out")
	case f.y == "":
		return errors.New("--unknown nearest needs --y, the column that holds Y, to see what a new value is like")
	case args[1] == "-":
		return errors.New("--unknown nearest reads the records twice, which standard input does not allow: give it a file")
	}
	return nil
}

func (f *encodeFlags) run(ctx context.Context, args []string, s streams) error {
	out, err := createOutput(f.output, s.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	fr, err := readFrontier(args[0], s.in)
	if err != nil {
		return err
	}
	p, err := f.choice.point(args[0], fr)
	if err != nil {
		return err
	}
	e, style, err := f.encoder(fr, p)
	if err != nil {
		return err
	}
	if f.export != "" {
		err = f.write(out, e, style)
	} else {
		err = f.encode(ctx, out, args, e, style, fr, s)
	}
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return failure{err}
	}
	return nil
}

// encoder returns the encoder of a point, with the names that are wanted.
func (f *encodeFlags) encoder(fr *frontier.Frontier, p frontier.Point) (*encode.Encoder, encode.Style, error) {
	style := encode.Style{Numbers: f.names == "numbers", Label: f.label}
	if f.unknown != "" && f.unknown != nearest {
		style.Unknown, _ = encode.ParseUnknown(f.unknown) // checked before
	}
	e, err := encode.New(fr.Problem.XLabels, p.Assignment(), p.Names())
	if err != nil || f.names == "labels" || f.names == "numbers" {
		return e, style, err
	}
	text, err := os.ReadFile(f.names)
	if err != nil {
		return nil, style, fmt.Errorf("--names: want labels, numbers or a file of names: %w", err)
	}
	e, err = e.ReadNames(bytes.NewReader(text), f.names)
	return e, style, err
}

// write exports the mapping.
func (f *encodeFlags) write(w io.Writer, e *encode.Encoder, style encode.Style) error {
	form, err := encode.ParseExportFormat(f.export)
	if err != nil {
		return fmt.Errorf("--export is %q: want json, csv, sql or python", f.export)
	}
	return writing(e.Export(w, form, encode.ExportOptions{Style: style, Column: f.x, As: f.column}))
}

// encode streams the records.
func (f *encodeFlags) encode(ctx context.Context, out *output, args []string, e *encode.Encoder, style encode.Style, fr *frontier.Frontier, s streams) error {
	opts := table.EncodeOptions{
		X: f.x, Column: f.column, Style: style, Encoder: e, Stdin: s.in, Compression: table.CompressionOfName(f.output),
	}
	var err error
	if f.format != "" {
		if opts.Format, err = table.ParseFormat(f.format); err != nil {
			return fmt.Errorf("--format: %w", err)
		}
	}
	if err := f.keepFormat(args[1], &opts); err != nil {
		return err
	}
	if f.unknown == nearest {
		if opts.Encoder, err = f.nearest(ctx, args, opts, fr, s); err != nil {
			return err
		}
	}
	stats, err := table.Encode(ctx, out, args[1], opts)
	switch {
	case ctx.Err() != nil:
		return failure{fmt.Errorf("%s: interrupted while it was encoded: nothing was written", args[1])}
	case err != nil:
		return writing(err)
	}
	if !f.quiet {
		f.tell(stats, s.err)
	}
	return nil
}

// keepFormat refuses a name for the output that promises another format than that of the
// records, and reads records whose name tells none as what that of the output tells.
func (f *encodeFlags) keepFormat(data string, opts *table.EncodeOptions) error {
	in, out := opts.Format, table.FormatOfName(f.output)
	if in == table.Auto {
		in = table.FormatOfName(data)
	}
	switch {
	case out == table.Auto || out == in:
		return nil
	case in == table.Auto:
		opts.Format = out
		return nil
	default:
		return fmt.Errorf("-o %s: the records of %s are %v, and are written as such: give the output a name that says so", f.output, data, in)
	}
}

// nearest returns the encoder that knows the new values of the records, too.
func (f *encodeFlags) nearest(ctx context.Context, args []string, opts table.EncodeOptions, fr *frontier.Frontier, s streams) (*encode.Encoder, error) {
	p := &fr.Problem
	if p.Cells == nil {
		return nil, fmt.Errorf("%s does not hold the table that was mapped, so nothing can be called near: choose --unknown label", args[0])
	}
	e := opts.Encoder
	unknown, total, err := table.CountUnknown(ctx, args[1], e, table.Options{X: f.x, Y: f.y, Format: opts.Format, Stdin: opts.Stdin})
	switch {
	case ctx.Err() != nil:
		return nil, failure{fmt.Errorf("%s: interrupted while it was read", args[1])}
	case err != nil:
		return nil, err
	}
	if p.Samples != nil { // new values weigh what they would have in the table
		total = float64(*p.Samples)
	}
	known := encode.Counts{X: p.XLabels, Y: p.YLabels, Row: p.Cells.X, Column: p.Cells.Y, Weight: p.Cells.Weight}
	clusters, err := e.Nearest(known, unknown, total)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args[1], err)
	}
	if !f.quiet && len(clusters) > 0 {
		fmt.Fprintf(s.err, "dibmap: %s placed: %s\n", plural(len(clusters), "new value"), f.placed(e, unknown.X, clusters))
	}
	return e.With(unknown.X, clusters)
}

// placed says where a few new values went.
func (f *encodeFlags) placed(e *encode.Encoder, values []string, clusters []int) string {
	const most = 8
	var parts []string
	for i, v := range values[:min(most, len(values))] {
		parts = append(parts, fmt.Sprintf("%s in %s", shown(v), shown(e.Name(clusters[i]))))
	}
	text := strings.Join(parts, ", ")
	if more := len(values) - most; more > 0 {
		text += fmt.Sprintf(" and %s more", number(more))
	}
	return text
}

// tell says what was done, and which values were not known.
func (f *encodeFlags) tell(stats table.EncodeStats, w io.Writer) {
	fmt.Fprintf(w, "dibmap: %s records encoded\n", number(stats.Records))
	if stats.Unknown == 0 {
		return
	}
	var examples []string
	for _, v := range stats.Examples {
		examples = append(examples, fmt.Sprintf("%s (%s)", shown(v.Value), number(v.Records)))
	}
	most, fate := "", "have the label of --unknown"
	if stats.UnknownMore {
		most = "at least "
	}
	if stats.Rare {
		fate = "count as " + table.RareLabel
	}
	list := strings.Join(examples, ", ")
	if stats.UnknownMore || stats.UnknownValues > len(examples) {
		list += ", ..."
	}
	fmt.Fprintf(w, "dibmap: note: %s records with %s%s that the table did not have %s: %s\n",
		number(stats.Unknown), most, plural(stats.UnknownValues, "value"), fate, list)
}
