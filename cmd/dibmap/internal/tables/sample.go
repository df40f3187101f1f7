package tables

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// sampleFlags are the flags of the sample command.
type sampleFlags struct {
	table  input.TableFlags
	size   string
	seed   uint64
	output string
	as     string
	quiet  bool
}

// NewSample returns the sample command.
func NewSample(s cli.Streams) *cobra.Command {
	var f sampleFlags
	cmd := &cobra.Command{
		Use:   "sample [TABLE] --n N",
		Short: "Draw records from the distribution of a table",
		Long: `Sample draws N records from the distribution of a table of two variables and writes
how many fell on each cell, as a matrix of counts with the table's rows and columns,
including those without a record. It is for power studies: what would be seen in N records
if the table were the truth?

The same table, N and seed give the same sample, on every machine. Samples of
different seeds are independent, and so are those of different N.

` + input.TableHelp,
		Example: `  dibmap sample @alphabet --n 5000 -o sample.csv
  dibmap sample survey.csv --x city --y product --n 1e6 --seed 7 -o sample.npy
  dibmap sample @occupation --n 500 | dibmap map -`,
		Args: cli.Args(0, 1, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args, s)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "n", "", "draw `N` records, such as 5000 or 1e6")
	flags.Uint64Var(&f.seed, "seed", 0, "draw them from seed `S`, a whole number")
	flags.StringVarP(&f.output, "output", "o", "", "write to this `FILE`, .csv or .npy (default standard output)")
	flags.StringVar(&f.as, "as", "", "write csv or npy (default by the file's name, else csv)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	f.table.Add(cmd)
	return cmd
}

// run draws a sample. It checks the call before it reads the table.
func (f *sampleFlags) run(cmd *cobra.Command, args []string, s cli.Streams) error {
	n, err := parseSampleSize(f.size)
	format := formatOf(f.as, f.output)
	switch {
	case err != nil:
		return err
	case f.output == "" && cmd.Flags().Changed("output"):
		return cli.ErrNoOutput
	case format == "csv" || format == "npy":
	case f.as != "":
		return fmt.Errorf("--as is %q: a sample can be written as csv or npy", f.as)
	default:
		return fmt.Errorf("-o %s: a sample can be written as .csv or .npy; choose with --as if the name is to stay", f.output)
	}
	return s.WriteTo("-o", f.output, args, func(w io.Writer) error {
		sample, err := f.draw(cmd.Context(), args, s, n)
		if err != nil {
			return err
		}
		return sample.Write(w, format)
	})
}

// draw reads the table and draws from it.
func (f *sampleFlags) draw(ctx context.Context, args []string, s cli.Streams, n int64) (*table.Table, error) {
	t, j, err := f.table.Read(ctx, args, s, f.quiet)
	if err != nil {
		return nil, input.OfTwoVariables(err, "samples are drawn from tables of two")
	}
	if cells := j.NonZero(); n < int64(cells) && !f.quiet {
		s.Note("%s for %s above zero: information is biased upwards in so small a sample",
			wording.Plural(n, "record"), wording.Plural(cells, "cell"))
	}
	return t.Sample(n, f.seed)
}

// parseSampleSize reads a whole number in digits or, like 1e6, with an exponent.
func parseSampleSize(text string) (int64, error) {
	const want = "want a whole number from 1 to 1e15, such as 5000 or 1e6"
	if text == "" {
		return 0, fmt.Errorf("--n is missing, the number of records to draw: %s", want)
	}
	v, err := strconv.ParseFloat(text, 64)
	known := !strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.eE+", r) })
	if n := int64(v); err == nil && known && v >= 1 && v <= joint.MaxSample && float64(n) == v {
		return n, nil
	}
	return 0, fmt.Errorf("--n is %q: %s", text, want)
}
