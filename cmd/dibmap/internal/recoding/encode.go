// Package recoding holds the encode command, which writes the clusters of a chosen
// grouping into records, or the mapping for other programs.
package recoding

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/fileformat"
	"github.com/dibmap/dibmap/internal/source"
)

// encodeFlags are the flags of the encode command.
type encodeFlags struct {
	choice  choosing.Flags
	x, y    string
	format  string
	dialect input.DialectFlags
	column  string
	output  string
	names   string
	unknown string
	label   string
	export  string
	sql     string   // whose SQL
	assumed []string // the flags among x and y whose value is the name in the frontier
	force   bool
	escape  bool // formulas in CSV
	quiet   bool
}

// nearest is the rule for unknown values that gives them clusters before anything is
// written.
const nearest = "nearest"

// NewEncode returns the encode command.
func NewEncode(s cli.Streams) *cobra.Command {
	var f encodeFlags
	cmd := &cobra.Command{
		Use:   "encode FRONTIER {DATA | --export FORM} " + choosing.Usage,
		Short: "Add the chosen groups to records, or export the mapping",
		Long: `Encode applies a grouping of a frontier. With DATA, it adds a column with the
group of each record's X to records of any size: CSV, TSV, JSON Lines or Parquet; a
file, a folder of part files, a glob, or - for standard input; .gz and .zst decoded,
and compressed where -o ends so. All else stays as it is, in the format it had. X is the
column of the name that the frontier has, unless --x names another. DATA itself is
replaced with --force only.

-o FILE.npy writes the number of the group of each record alone, as an array of NumPy
(int32; -1 for a value that is not known, with --unknown label). Then the records may be
Arrow, too.

FRONTIER may be a folder that 'dibmap scan' wrote. Then each of its columns with more than
one recommended group gets a column of groups, called after it: city_cluster.

With --export, it writes the mapping for other programs: json and csv list the values of
each group, sql is a CASE for the list of a SELECT, in the SQL of --dialect, and
python a module with a dict and a function.

` + choosing.Help + ` --prominent N is the N-th of
the list that 'dibmap select --prominent N' prints.

A value that is not in the table is an error, which says where it is (--unknown error).
--unknown label writes a label for it, and --unknown nearest gives it the group that
takes it in at the least loss of information about Y, for which DATA is read twice, with
the column of Y that the frontier names, or --y. Where --min-count put rare values
together as (rare), or --top-x all but the most frequent as (other), values that are not
known belong there.

A group has the name that it got in the page of 'dibmap explore'. Other groups are called
by their heaviest values (--names labels), and all by their numbers with --names numbers,
or as a file says (--names FILE): a mapping in JSON, as the page and --export json write
it, or CSV with a group on each line, by its number or any of its values, and its name.`,
		Example: `  dibmap encode frontier.json survey.csv --clusters 5 -o grouped.csv
  dibmap encode frontier.json 'part-*.parquet' --keep 0.95 -o grouped.parquet
  dibmap encode last new.csv --x town --y product --unknown nearest --budget 2
  dibmap encode frontier.json survey.arrow --clusters 5 -o numbers.npy
  dibmap encode frontier.json --clusters 5 --export sql
  dibmap encode frontier.json --prominent 1 --export python -o groups.py`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("encode needs a frontier file, and records to encode; see 'dibmap encode --help'")
			case len(args) > 2:
				return fmt.Errorf("encode takes a frontier file and records, but there is also %q; quote a glob; see 'dibmap encode --help'", args[2])
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
	flags.SortFlags = false // the flags that a newcomer needs come first
	cli.StringLetter(flags, &f.x, "x", "`COL` of the records that holds X (default as the frontier has it)")
	f.choice.Add(cmd, "the `N`-th of the points that stand out most from the frontier around them")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `FILE` (default standard output)")
	flags.StringVar(&f.column, "column", "cluster", "`NAME` of the new column")
	flags.StringVar(&f.names, "names", "labels", "what groups are called: labels, numbers, or a `FILE` of names")
	flags.StringVar(&f.unknown, "unknown", "", "values that are not known: error, label, nearest, rare or other (default error; rare or other if the table was mapped with --min-count or --top-x)")
	flags.StringVar(&f.label, "unknown-label", "", "the `LABEL` of --unknown label (default \""+encode.DefaultUnknownLabel+"\")")
	cli.StringLetter(flags, &f.y, "y", "`COL` that holds Y, for --unknown nearest (default as the frontier has it)")
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the records: csv, tsv, jsonl, parquet or, for -o FILE.npy, arrow (default by name, then by content)")
	f.dialect.Add(cmd)
	flags.StringVar(&f.export, "export", "", "write the mapping in this `FORM`: json, csv, sql, spark or python")
	flags.StringVar(&f.sql, "dialect", "", "with --export sql, write that of this `DATABASE`: sqlite, postgres, duckdb, spark, mysql, bigquery or snowflake (default what the first three read)")
	flags.BoolVar(&f.escape, "escape-formulas", false, "of --export csv: write an apostrophe before texts that a spreadsheet would take for formulas")
	flags.BoolVar(&f.force, "force", false, "let -o replace the records that are read")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
}

// check returns an error if the call is wrong for any files.
func (f *encodeFlags) check(args []string, given func(flag string) bool) error {
	exporting := given("export")
	switch {
	case !exporting && len(args) < 2:
		return errors.New("encode needs records to encode after the frontier, or --export json, csv, sql, spark or python to write the mapping")
	case exporting && len(args) > 1:
		return fmt.Errorf("--export writes the mapping alone: leave %s out, or leave --export out to encode it", args[1])
	case f.sql != "" && f.export != "sql":
		return errors.New("--dialect is for --export sql: leave it out")
	case f.sql != "" && !slices.Contains(dialects, f.sql):
		return fmt.Errorf("--dialect is %q: want sqlite, postgres, duckdb, spark, mysql, bigquery or snowflake", f.sql)
	case f.escape && f.export != "csv":
		return errors.New("--escape-formulas is for --export csv: leave it out")
	case f.output == "" && given("output"):
		return cli.ErrNoOutput
	case f.column == "":
		return errors.New("--column is empty: give the new column a name")
	case len(args) > 1 && args[0] == "-" && args[1] == "-":
		return errors.New("the frontier and the records cannot both be standard input")
	}
	if err := cmp.Or(f.dialect.Check(), f.checkOutput()); err != nil {
		return err
	}
	if input.IsScan(args[0]) {
		return f.checkScan(args[0], given)
	}
	if err := f.choice.Check("encode", given); err != nil {
		return err
	}
	return f.checkUnknown(args, given)
}

// dialects are the databases whose SQL can be written.
var dialects = []string{"sqlite", "postgres", "duckdb", "spark", "mysql", "bigquery", "snowflake"}

// form returns the form of the mapping, or "" if records are encoded.
func (f *encodeFlags) form() string {
	if f.sql != "" {
		return f.sql
	}
	return f.export
}

// extensions are the extensions of exported files.
var extensions = map[string]string{"json": "json", "csv": "csv", "sql": "sql", "spark": "sql", "python": "py"}

// notRecords are extensions of files that do not hold records, or are compressed in another
// way.
var notRecords = []string{"npz", "html", "htm", "xlsx", "sql", "py", "bz2", "xz", "zip", "lz4", "svg", "png", "pdf"}

// checkOutput refuses an output whose name has another format.
func (f *encodeFlags) checkOutput() error {
	extension, compression := fileformat.Split(f.output)
	switch {
	case f.export == "" && slices.Contains(notRecords, extension):
		return fmt.Errorf("-o %s: records keep their format, CSV, TSV, JSON Lines or Parquet, compressed by .gz or .zst: give the output a name that says so", f.output)
	case f.export == "" && extension == source.NPY && compression != "":
		return fmt.Errorf("-o %s: an .npy file is not compressed: leave .%s out", f.output, compression)
	case f.export == "":
		return nil
	case compression != "":
		return fmt.Errorf("-o %s: --export writes plain text: leave .%s out", f.output, compression)
	case extension != extensions[f.export] && slices.Contains(slices.Collect(maps.Values(extensions)), extension):
		return fmt.Errorf("-o %s: --export %s writes no .%s: end the name in .%s", f.output, f.export, extension, extensions[f.export])
	}
	return nil
}

// checkUnknown refuses flags about unknown values that do not go together.
func (f *encodeFlags) checkUnknown(args []string, given func(flag string) bool) error {
	if given("unknown") && f.unknown != nearest {
		if err := (encode.Style{Unknown: f.unknown}).Check(); err != nil {
			return fmt.Errorf("--unknown is %q: want error, label, nearest, rare or other", f.unknown)
		}
	}
	switch {
	case f.label != "" && f.unknown != "label":
		return errors.New("--unknown-label goes with --unknown label: add that, or leave it out")
	case f.unknown != nearest && given("y"):
		return errors.New("--y is for --unknown nearest: add that, or leave it out")
	case f.unknown != nearest:
		return nil
	case given("export"):
		return errors.New("--unknown nearest places the values of records: leave --export out")
	case args[1] == "-":
		return errors.New("--unknown nearest reads the records twice, which standard input does not allow: give it a file")
	}
	return nil
}
