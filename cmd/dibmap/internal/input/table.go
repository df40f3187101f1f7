// Package input reads what a call names: tables, the problem to be solved with its
// constraints, and frontier files.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// defaultTable is what is read when no table is named.
const defaultTable = "@alphabet"

// TableHelp explains the argument TABLE of several commands.
const TableHelp = `TABLE is one of
  FILE --x COL --y COL [--count COL]   records: CSV, TSV, JSON Lines or Parquet;
                                       a file, a folder of part files, a glob, or
                                       - for standard input; .gz and .zst decoded
  FILE                                 a matrix of counts or probabilities: CSV or
                                       TSV with a header row of Y labels and a first
                                       column of X labels, or a 2-D .npy
  FILE --text letters|words            text: each symbol with the one that follows
  @NAME                                a built-in data set; see 'dibmap data'`

// OtherHelp explains it for the problems that take other tables.
const OtherHelp = `
For a symmetric problem, TABLE is
  FILE --x1 COL --x2 COL --y COL       records of two inputs of the same values, and Y
  FILE                                 a 3-D .npy of n x n x m
  @z40, @pauli or @group:NAME          a group, see 'dibmap data': Z8, D4, Q8, S4, Z2xZ4
and for points in space
  FILE [--columns A,B] [--x LABEL]     records of numbers, all columns or those named
  FILE                                 a .npy of n x d`

// TableFlags are the flags that say how to read a table.
type TableFlags struct {
	x, Y, Count  string
	text, Format string
	// x1 and x2 are for tables of three variables, columns for points.
	X1, X2  string
	columns []string
	// minCount is how often a value of X occurs at least that is not rare.
	MinCount float64
}

func (f *TableFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.x, "x", "", "`COL` of the records that holds X")
	flags.StringVar(&f.Y, "y", "", "`COL` of the records that holds Y")
	flags.StringVar(&f.Count, "count", "", "`COL` that holds how often a record counts (default once)")
	flags.Float64Var(&f.MinCount, "min-count", 0, "put the values of X that occur less than `N` times together as one value, \""+encode.RareLabel+"\"")
	flags.StringVar(&f.text, "text", "", "read text and count its `UNITS`, letters or words, each with its successor")
	flags.StringVar(&f.Format, "format", "", "`FORMAT` of the file: csv, tsv, jsonl, parquet or npy (default by name, then by content)")
}

// AddOther adds the flags for tables that are not of two variables.
func (f *TableFlags) AddOther(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.X1, "x1", "", "`COL` of the records that holds X1, of a symmetric problem")
	flags.StringVar(&f.X2, "x2", "", "`COL` of the records that holds X2")
	flags.StringSliceVar(&f.columns, "columns", nil, "`COLS` of the records that hold coordinates, such as a,b,c (default all but --x and --count)")
}

func (f *TableFlags) options(in io.Reader) table.Options {
	return table.Options{X: f.x, Y: f.Y, Count: f.Count, X1: f.X1, X2: f.X2, Columns: f.columns, MinCount: f.MinCount, Text: f.text, Format: f.Format, Stdin: in}
}

// nameOf returns the table that a call names, or else the one to begin with.
func nameOf(args []string, otherwise string) string {
	if len(args) > 0 {
		return args[0]
	}
	return otherwise
}

// Read reads a table of two variables and prints what a person should know about it
// to the error stream.
func (f *TableFlags) Read(ctx context.Context, args []string, s cli.Streams, quiet bool) (*table.Table, *joint.Joint, error) {
	t, err := OpenTable(ctx, f, nameOf(args, defaultTable), s, table.Open)
	if err != nil {
		return nil, nil, err
	}
	j, err := t.Joint()
	if err != nil {
		return nil, nil, err
	}
	tellNotes(s, quiet, t.Notes(), j)
	return t, j, nil
}

// OpenTable opens a table of any shape.
func OpenTable[T any](ctx context.Context, f *TableFlags, name string, s cli.Streams, open func(context.Context, string, table.Options) (T, error)) (t T, err error) {
	if err := source.CheckFormat(f.Format); err != nil {
		return t, fmt.Errorf("--format: %w", err)
	}
	if f.text != "" && f.text != "letters" && f.text != "words" {
		return t, fmt.Errorf("--text: a text cannot be counted by %q: choose letters or words", f.text)
	}
	t, err = open(ctx, name, f.options(s.In))
	switch {
	case err != nil && ctx.Err() != nil:
		err = cli.Failed(fmt.Errorf("%s: interrupted while it was read", name))
	case errors.Is(err, table.ErrThreeVariables):
		err = fmt.Errorf("%w: %s", err, addSymmetric)
	}
	return t, err
}

// tellNotes prints the remarks on a table to the error stream: the reader's, and what
// was set aside of its data.
func tellNotes(s cli.Streams, quiet bool, remarks []string, data interface{ ZeroRows() []string }) {
	if quiet {
		return
	}
	for _, note := range notes(remarks, data) {
		fmt.Fprintf(s.Err, "dibmap: note: %s\n", note)
	}
}

func notes(remarks []string, data interface{ ZeroRows() []string }) []string {
	list := append([]string(nil), remarks...)
	if zero := data.ZeroRows(); len(zero) > 0 {
		list = append(list, fmt.Sprintf("%s without mass set aside: %s",
			wording.Plural(len(zero), "row"), wording.SomeLabels(zero)))
	}
	if wide, ok := data.(interface{ ZeroCols() []string }); ok && len(wide.ZeroCols()) > 0 {
		list = append(list, fmt.Sprintf("%s without mass: %s", wording.Plural(len(wide.ZeroCols()), "column"), wording.SomeLabels(wide.ZeroCols())))
	}
	return list
}

// OfTwoVariables words the error of a table of three variables for a command that has no
// --symmetric to add.
func OfTwoVariables(err error, instead string) error {
	if text, ok := strings.CutSuffix(err.Error(), addSymmetric); ok {
		return errors.New(text + instead)
	}
	return err
}

// addSymmetric is what a command that knows the flag says to do about a table of three variables.
const addSymmetric = "add --symmetric"
