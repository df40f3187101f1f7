package input

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// FileFlags are the flags that say how all columns of a file are read.
type FileFlags struct {
	Y        string
	columns  []string
	count    string
	Missing  PerColumn // the treatment of records without X
	missingY string    // the treatment of records without Y
	minCount PerColumn // the count below which values of a category are put together
	types    map[string]string
	bins     PerColumn
	yBin     string
	dates    string
	format   string
	dialect  DialectFlags
	clean    cleanFlags
}

// binsHelp explains a flag of bins.
const binsHelp = "cut numbers into these `BINS`: auto:N, quantile:N, width:W, edges:A,B,C or none"

// Add adds the flags.
func (f *FileFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	cli.StringLetter(flags, &f.Y, "y", "`COL` of the records that the others are to tell about")
	flags.StringSliceVar(&f.columns, "columns", nil, "look at these `COLS` only, such as a,b,c (default all)")
	flags.StringVar(&f.count, "count", "", "`COL` that holds how often a record counts (default once)")
	addPairs(flags, &f.types, "type", "read a column as this `TYPE`, as in zip=category: category, number, time or duration (default what its values are)")
	flags.StringVar(&f.dates, "date-format", "", "read dates that are written in this `FORMAT`, such as d/m/y, m/d/y or d.m.yy (default YYYY-MM-DD, and others where the values tell)")
	f.bins.AddTo(flags, "bins-x", "", binsHelp+", or COL=BINS for one column (default auto:200, at most 200 and fewer for few records)")
	flags.StringVar(&f.yBin, "bins-y", "", "cut the numbers of Y into these `BINS` (default auto:10)")
	f.minCount.AddTo(flags, "min-count", "", "put the values of a category that occur less than `N` times together as one value, \""+scale.RareLabel+"\"; COL=N is for one column")
	f.Missing.AddTo(flags, "missing", scale.MissingOwn, "`TREATMENT` of records without a value of X: own, drop or nearest; COL=TREATMENT is for one column")
	addMissingY(flags, &f.missingY)
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the file: csv, tsv, jsonl, parquet or arrow (default by name, then by content)")
	f.dialect.Add(cmd)
	f.clean.add(cmd)
}

// Options returns how the file is read.
func (f *FileFlags) Options(s cli.Streams) (o survey.Options, err error) {
	if err := source.CheckFormat(f.format); err != nil {
		return o, fmt.Errorf("--format: %w", err)
	}
	if err := errors.Join(f.dialect.Check(), f.clean.check()); err != nil {
		return o, err
	}
	if err := f.Missing.Check("missing", scale.CheckMissing); err != nil {
		return o, err
	}
	if err := checkMissingY(f.missingY); err != nil {
		return o, err
	}
	if err := f.minCount.Check("min-count", func(n string) error { _, err := readMinCount(n); return err }); err != nil {
		return o, err
	}
	if err := (scale.Spec{Dates: f.dates}).Check(); err != nil {
		return o, fmt.Errorf("--date-format: %w", err)
	}
	o = survey.Options{
		Dates: f.dates, Missing: f.Missing.all, MissingOf: f.Missing.of, MissingY: f.missingY,
		Y: f.Y, Columns: f.columns, Count: f.count, Format: f.format, Dialect: f.dialect.Dialect, Clean: f.clean.Clean, Stdin: s.In,
		Scales: make(map[string]scale.Spec),
	}
	if f.bins.all != "" {
		if o.Bins, err = scale.ParseBins(f.bins.all); err != nil {
			return o, fmt.Errorf("--bins-x %w", err)
		}
	}
	for _, column := range slices.Sorted(maps.Keys(f.types)) {
		kind := scale.Type(f.types[column])
		if !slices.Contains(scale.Types(), kind) {
			return o, fmt.Errorf("--type %s=%s: want category, number, time or duration", column, kind)
		}
		o.Scales[column] = scale.Spec{Type: kind}
	}
	for _, column := range slices.Sorted(maps.Keys(f.bins.of)) {
		spec := o.Scales[column]
		if spec.Bins, err = scale.ParseBins(f.bins.of[column]); err != nil {
			return o, fmt.Errorf("--bins-x of %s %w", textfile.Shown(column), err)
		}
		o.Scales[column] = spec
	}
	if f.yBin != "" {
		spec := o.Scales[f.Y]
		if spec.Bins, err = scale.ParseBins(f.yBin); err != nil {
			return o, fmt.Errorf("--bins-y %w", err)
		}
		o.Scales[f.Y] = spec
	}
	return o, nil
}

// readMinCount returns the number that a value of --min-count says.
func readMinCount(text string) (n float64, err error) {
	if text == "" {
		return 0, nil
	}
	if n, err = strconv.ParseFloat(text, 64); err != nil || !(n >= 0) || math.IsInf(n, 1) {
		return 0, errors.New("want a number of records, such as 20")
	}
	return n, nil
}

// MinCountOf returns the value of --min-count for a column, after Options has checked it.
func (f *FileFlags) MinCountOf(column string) float64 {
	n, err := readMinCount(f.minCount.Of(column))
	if err != nil {
		return 0
	}
	return n
}

// Everything reports whether all columns of the file are read.
func (f *FileFlags) Everything() bool { return f.columns == nil }

// CheckColumns returns an error if a flag names a column that a file does not have. targets are the columns of --y.
func (f *FileFlags) CheckColumns(columns, targets []string) error {
	typed := PerColumn{of: maps.Clone(f.types)}
	maps.DeleteFunc(typed.of, func(column, _ string) bool {
		return !f.Everything() || column == f.count || slices.Contains(targets, column)
	})
	return cmp.Or(typed.CheckColumns("type", columns), f.bins.CheckColumns("bins-x", columns), f.minCount.CheckColumns("min-count", columns), f.Missing.CheckColumns("missing", columns))
}

// Source returns the description, in the frontier file of a column, of how the column was read.
func (f *FileFlags) Source(path, name, column string) frontier.Source {
	t := TableFlags{x: column, Y: textfile.JoinNames([]string{f.Y}), Count: f.count, Format: f.format, dialect: f.dialect, clean: f.clean}
	return t.source(path, name)
}

// Whole reports whether the flags name no X, so that all columns of a file may be meant.
func (f *TableFlags) Whole() bool {
	return f.x == "" && f.text == "" && f.X1 == "" && f.X2 == "" && f.Fold == ""
}

// TakeChosen returns the names of X and Y, and takes them from the flags, so that all columns of a file are meant.
func (f *TableFlags) TakeChosen() (names [2]string) {
	names = [2]string{f.x, f.Y}
	f.x, f.Y = "", ""
	return names
}

// AllColumns returns how all columns of the file are read.
func (f *TableFlags) AllColumns(s cli.Streams) (survey.Options, error) {
	all := FileFlags{
		Y: f.Y, columns: f.columns, count: f.Count, Missing: PerColumn{all: f.missing}, missingY: f.missingY, types: f.scales.types, bins: PerColumn{all: f.scales.binsX}, yBin: f.scales.binsY, dates: f.scales.dates,
		format: f.Format, dialect: f.dialect, clean: f.clean,
	}
	o, err := all.Options(s)
	o.Zone = f.scales.zone
	return o, err
}
