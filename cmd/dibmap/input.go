package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// defaultTable is what is read when no table is named.
const defaultTable = "@alphabet"

// tableHelp explains the argument TABLE of several commands.
const tableHelp = `TABLE is one of
  FILE --x COL --y COL [--count COL]   records: CSV, TSV, JSON Lines or Parquet;
                                       a file, a folder of part files, a glob, or
                                       - for standard input; .gz and .zst decoded
  FILE                                 a matrix of counts or probabilities: CSV or
                                       TSV with a header row of Y labels and a first
                                       column of X labels, or a 2-D .npy
  FILE --text letters|words            text: each symbol with the one that follows
  @NAME                                a built-in data set; see 'dibmap data'`

// tableFlags are the flags that say how to read a table.
type tableFlags struct {
	x, y, count  string
	text, format string
}

func (f *tableFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.x, "x", "", "`COL` of the records that holds X")
	flags.StringVar(&f.y, "y", "", "`COL` of the records that holds Y")
	flags.StringVar(&f.count, "count", "", "`COL` that holds how often a record counts (default once)")
	flags.StringVar(&f.text, "text", "", "read text and count its `UNITS`, letters or words, each with its successor")
	flags.StringVar(&f.format, "format", "", "`FORMAT` of the file: csv, tsv, jsonl, parquet or npy (default by name, then by content)")
}

func (f *tableFlags) options(in io.Reader) (table.Options, error) {
	opts := table.Options{X: f.x, Y: f.y, Count: f.count, Stdin: in}
	var err error
	if f.text != "" {
		if opts.Text, err = table.ParseTextUnit(f.text); err != nil {
			return opts, fmt.Errorf("--text: %w", err)
		}
	}
	if f.format != "" {
		if opts.Format, err = table.ParseFormat(f.format); err != nil {
			return opts, fmt.Errorf("--format: %w", err)
		}
	}
	return opts, nil
}

// read reads the table and prints what a person should know about it to the
// error stream.
func (f *tableFlags) read(ctx context.Context, args []string, s streams, quiet bool) (*table.Table, *joint.Joint, error) {
	name := defaultTable
	if len(args) > 0 {
		name = args[0]
	}
	opts, err := f.options(s.in)
	if err != nil {
		return nil, nil, err
	}
	t, err := table.Open(ctx, name, opts)
	if err != nil && ctx.Err() != nil {
		err = failure{fmt.Errorf("%s: interrupted while it was read", name)}
	}
	if err != nil {
		return nil, nil, err
	}
	j, err := t.Joint()
	if err != nil {
		return nil, nil, err
	}
	if !quiet {
		for _, note := range notes(t, j) {
			fmt.Fprintf(s.err, "dibmap: note: %s\n", note)
		}
	}
	return t, j, nil
}

// notes returns the remarks on a table: the reader's, and what was set aside.
func notes(t *table.Table, j *joint.Joint) []string {
	list := append([]string(nil), t.Notes()...)
	if zero := j.ZeroRows(); len(zero) > 0 {
		list = append(list, fmt.Sprintf("%s without mass set aside: %s",
			plural(len(zero), "row"), someLabels(zero)))
	}
	if zero := j.ZeroCols(); len(zero) > 0 {
		list = append(list, fmt.Sprintf("%s without mass: %s", plural(len(zero), "column"), someLabels(zero)))
	}
	return list
}
