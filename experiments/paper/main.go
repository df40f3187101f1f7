// Command paper reproduces the experiments of Tan, Tegmark and Chuang, "Pareto-optimal
// clustering with the primal deterministic information bottleneck" (Entropy 24(6):771,
// 2022, doi:10.3390/e24060771): every figure as SVG and PNG, its numbers as CSV, and pages
// that compare them with the published ones.
//
//	go run -C experiments ./paper [-data FOLDER] [-o ../docs/paper] [-only ROW,ROW] [-fast]
//
// Names of folders are relative to the folder experiments. FOLDER holds the tables of the
// authors' repository, such as pxy_alpha27.npy and pxy_colors.npy. Without it the letters are
// @alphabet, which comes from other texts, and the colours are left out. Everything takes a few
// minutes on two cores. The same tables give the same numbers, except times.
//
//  1. A row (rows.go) is a function that writes the files of an experiment and returns its
//     lines of the comparison, each with a number and the published number;
//  2. tables.go has the tables that rows share, and env.go writes files;
//  3. comparison.go keeps the lines of all rows in a file, so that some rows can be made again;
//  4. page.go makes the pages from these lines and the texts of page.md, paretosize.md and
//     findings.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dibmap/dibmap/experiments/internal/program"
)

func main() {
	os.Exit(program.Run("paper", "the rows that were finished are written", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// defaultFolder is where the figures of this project's documentation are.
const defaultFolder = "../docs/paper"

// call is what the command line asks for.
type call struct {
	data, out string
	only      []string // rows; all if empty
	fast      bool
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	var only string
	flags := flag.NewFlagSet("paper", flag.ContinueOnError)
	flags.StringVar(&c.data, "data", "", "take the authors' tables from this `FOLDER`")
	flags.StringVar(&c.out, "o", defaultFolder, "write to this `FOLDER`")
	flags.StringVar(&only, "only", "", "make these `ROWS` only, such as fig-scaling,tab-compare")
	flags.BoolVar(&c.fast, "fast", false, "make everything smaller, to see whether it works")
	if err := program.Parse(flags, args, w, "rows are named with -only"); err != nil {
		return c, err
	}
	if c.fast && c.out == defaultFolder {
		return c, fmt.Errorf("-fast would put smaller figures into %s: say with -o where else", defaultFolder)
	}
	if only == "" {
		return c, nil
	}
	c.only = strings.Split(only, ",")
	known := ids()
	for _, id := range c.only {
		if !slices.Contains(known, id) {
			return c, fmt.Errorf("-only: there is no row %q: want some of %s", id, strings.Join(known, ","))
		}
	}
	return c, nil
}

// run makes the rows, one after the other, and then the page. It reports progress to w.
func (c call) run(ctx context.Context, w io.Writer) error {
	if info, err := os.Stat(c.out); err != nil || !info.IsDir() {
		return fmt.Errorf("-o: %s is no folder: make it first", c.out)
	}
	e := &env{data: c.data, out: c.out, fast: c.fast}
	for _, r := range rows() {
		if len(c.only) > 0 && !slices.Contains(c.only, r.id) {
			continue
		}
		began := time.Now()
		made, err := r.run(ctx, e)
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = e.record(r.id, made)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.id, err)
		}
		fmt.Fprintf(w, "%-18s %6.1f s\n", r.id, time.Since(began).Seconds())
	}
	return e.writePages()
}
