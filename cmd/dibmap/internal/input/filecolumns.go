package input

import (
	"errors"
	"fmt"
	"maps"
	"slices"

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
	Y          string
	columns    []string
	count      string
	Missing    string // the treatment of records without X
	types      map[string]string
	bins, yBin string
	dates      string
	format     string
	dialect    DialectFlags
	clean      cleanFlags
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
	flags.StringVar(&f.bins, "bins-x", "", binsHelp+" (default auto:200, at most 200 and fewer for few records)")
	flags.StringVar(&f.yBin, "bins-y", "", "cut the numbers of Y into these `BINS` (default auto:10)")
	AddMissing(flags, &f.Missing)
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
	if err := CheckMissing(f.Missing); err != nil {
		return o, err
	}
	if err := (scale.Spec{Dates: f.dates}).Check(); err != nil {
		return o, fmt.Errorf("--date-format: %w", err)
	}
	o = survey.Options{
		Dates: f.dates, Missing: f.Missing,
		Y: f.Y, Columns: f.columns, Count: f.count, Format: f.format, Dialect: f.dialect.Dialect, Clean: f.clean.Clean, Stdin: s.In,
		Scales: make(map[string]scale.Spec),
	}
	if f.bins != "" {
		if o.Bins, err = scale.ParseBins(f.bins); err != nil {
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
	if f.yBin != "" {
		spec := o.Scales[f.Y]
		if spec.Bins, err = scale.ParseBins(f.yBin); err != nil {
			return o, fmt.Errorf("--bins-y %w", err)
		}
		o.Scales[f.Y] = spec
	}
	return o, nil
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

// AllColumns returns how all columns of the file are read.
func (f *TableFlags) AllColumns(s cli.Streams) (survey.Options, error) {
	all := FileFlags{
		Y: f.Y, columns: f.columns, count: f.Count, Missing: f.missing, types: f.scales.types, bins: f.scales.binsX, yBin: f.scales.binsY, dates: f.scales.dates,
		format: f.Format, dialect: f.dialect, clean: f.clean,
	}
	o, err := all.Options(s)
	o.Zone = f.scales.zone
	return o, err
}
