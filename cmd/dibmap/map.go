package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/search"
)

// mapFlags are the flags of the map command.
type mapFlags struct {
	table     tableFlags
	output    string
	epsilon   string
	seed      uint64
	workers   int
	timeLimit time.Duration
	quiet     bool
	ascii     bool
}

func newMap(s streams) *cobra.Command {
	var f mapFlags
	cmd := &cobra.Command{
		Use:   "map [TABLE]",
		Short: "Find the Pareto-optimal groupings of a table",
		Long: `Map finds the Pareto-optimal groupings Z = f(X) of the values of X, prints a
summary with a drawing of the frontier and the most informative groupings, and
writes the whole frontier to the file named with -o.

` + tableHelp + `

Ctrl-C or --time-limit end the search early and keep what it found.`,
		Example: `  dibmap map                                        the built-in alphabet
  dibmap map survey.csv --x city --y product -o frontier.json
  dibmap map matrix.npy --epsilon 0.001 -o frontier.parquet
  dibmap map book.txt --text letters`,
		Args: arguments(0, "one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.output == "" && cmd.Flags().Changed("output") {
				return errors.New("-o is empty: name a file, or - for standard output")
			}
			return f.run(cmd.Context(), args, s)
		},
	}
	f.table.add(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write the frontier to this file: .json, .csv, .parquet or .npz; - for JSON on standard output")
	flags.StringVar(&f.epsilon, "epsilon", "0", "search depth in bits: 0 is greedy, inf tries every grouping")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the survival draws, which only an epsilon between 0 and inf makes")
	flags.IntVar(&f.workers, "workers", 0, "number of threads; the result does not depend on it (default one a core)")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "end the search after this time, such as 30s or 10m (default none)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	flags.BoolVar(&f.ascii, "ascii", false, "draw without braille characters")
	return cmd
}

// run maps a table: options, output file, table, search, result. What can be
// wrong with the call comes first, so that no work is lost to it.
func (f *mapFlags) run(ctx context.Context, args []string, s streams) error {
	epsilon, err := parseEpsilon(f.epsilon)
	if err != nil {
		return err
	}
	if f.timeLimit < 0 {
		return fmt.Errorf("--time-limit is %v: want a time above zero, such as 30s", f.timeLimit)
	}
	out, err := createFrontier(f.output, s.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	t, j, err := f.table.read(ctx, args, s, f.quiet)
	if err != nil {
		return err
	}
	progress := newProgress(s.err, f.quiet)
	fr, err := searchFor(ctx, search.DIB(j), f.timeLimit, search.Options{
		Epsilon: epsilon, Seed: f.seed, Workers: f.workers, Observe: progress.observe,
	})
	progress.stop()
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name(), err)
	}
	fr.Problem.Source.Name = t.Name()
	if err := out.write(fr); err != nil {
		return failure{err}
	}
	if f.quiet {
		return nil
	}
	summary := s.out
	if f.output == "-" {
		summary = s.err
	}
	if err := summarise(summary, fr, f.ascii); err != nil {
		return failure{err}
	}
	if f.output == "" {
		fmt.Fprintln(summary, "\nKeep the frontier with -o frontier.json; then 'dibmap select frontier.json --budget 2' prints a grouping.")
	}
	return nil
}

// searchFor searches under a time limit, if it is above zero, and records the
// time taken.
func searchFor(ctx context.Context, p search.Problem, limit time.Duration, opts search.Options) (*frontier.Frontier, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	start := time.Now()
	r, err := search.Map(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	r.Frontier.Search.Seconds = time.Since(start).Seconds()
	return r.Frontier, nil
}

func parseEpsilon(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 {
		return 0, fmt.Errorf("--epsilon is %q: want a number of bits, 0 or more, or inf", s)
	}
	return v, nil
}

// frontierOutput is where a frontier goes: a file that exists only once it is
// complete, a stream, or nowhere.
type frontierOutput struct {
	file   *atomicfile.File
	stream io.Writer
	format frontier.Format
}

// createFrontier opens the output that -o names.
func createFrontier(path string, stdout io.Writer) (*frontierOutput, error) {
	switch path {
	case "":
		return &frontierOutput{}, nil
	case "-":
		return &frontierOutput{stream: stdout, format: frontier.JSON}, nil
	}
	format, err := frontier.FormatOf(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	return &frontierOutput{file: file, stream: file, format: format}, nil
}

func (o *frontierOutput) write(f *frontier.Frontier) error {
	if o.stream == nil {
		return nil
	}
	if err := f.Write(o.stream, o.format); err != nil {
		return err
	}
	if o.file == nil {
		return nil
	}
	return o.file.Commit()
}

// Abort gives the file up, unless it was written.
func (o *frontierOutput) Abort() {
	if o.file != nil {
		o.file.Abort()
	}
}
