// Command choosing compares dibmap's groupings of up to 8 groups with other programs on public
// data, in training and on held-out records, and writes the tables of docs/choosing.md.
//
//	go run -C experiments ./choosing [-o ../docs/choosing.md] [-only PAIR,PAIR] [-skip METHOD,METHOD]
//
// FILE is relative to the folder experiments, and gets the tables between two lines of comments.
// All numbers go into a file of the same name with the extension .csv, and a figure into a file
// with the extension .svg. It takes about ten minutes on two cores. It needs go, and Python with
// pip, scikit-learn, pandas and optbinning: $DIBMAP_PYTHON, or else python3. The data are fetched
// from PyPI, and are not part of this project.
//
//  1. pairs.go reads the pairs of variables, and tally.go counts and divides their records;
//  2. methods.go makes groups by the command dibmap and by others.py;
//  3. measure.go measures the information of groups, and compare.go compares them;
//  4. results.go keeps the numbers, page.go writes the tables, and figure.go draws them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/experiments/internal/place"
	"github.com/dibmap/dibmap/experiments/internal/program"
)

func main() {
	os.Exit(program.Run("choosing", "nothing was changed", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// call is what the command line asks for.
type call struct {
	out  string
	only []string // pairs; all if empty
	skip []string // methods
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	var only, skip string
	flags := flag.NewFlagSet("choosing", flag.ContinueOnError)
	flags.StringVar(&c.out, "o", "../docs/choosing.md", "write the tables into this `PAGE`")
	flags.StringVar(&only, "only", "", "compare these `PAIRS` only, such as iris,letters")
	flags.StringVar(&skip, "skip", "", "leave these `METHODS` out, such as optbinning")
	if err := program.Parse(flags, args, w, "pairs are named with -only"); err != nil {
		return c, err
	}
	var pairIDs, methodIDs []string
	for _, p := range pairs() {
		pairIDs = append(pairIDs, p.id)
	}
	for _, m := range methods() {
		if !m.ours {
			methodIDs = append(methodIDs, m.id)
		}
	}
	var err, err2 error
	c.only, err = named("-only", only, pairIDs)
	c.skip, err2 = named("-skip", skip, methodIDs)
	return c, errors.Join(err, err2)
}

// named returns the names of a list that is the value of a flag.
func named(flag, list string, known []string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	names := strings.Split(list, ",")
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: there is no %q: want some of %s", flag, name, strings.Join(known, ","))
		}
	}
	return names, nil
}

// run compares the methods, and writes the page, the numbers and the figure. That another method
// keeps more of the training records' information than dibmap is an error.
func (c call) run(ctx context.Context, w io.Writer) error {
	out, err := place.Open(c.out, "choosing")
	if err != nil {
		return err
	}
	if err := checkTools(ctx, c.skip); err != nil {
		return err
	}
	made, above, err := c.compare(ctx, w)
	if err != nil {
		return err
	}
	if err := write(out, made); err != nil {
		return err
	}
	if len(above) > 0 {
		return fmt.Errorf("dibmap's groups are not the best in training:\n%s", strings.Join(above, "\n"))
	}
	return nil
}

// compare returns the results of the pairs that are asked for, and reports progress to w.
func (c call) compare(ctx context.Context, w io.Writer) (made []result, above []string, err error) {
	work, err := os.MkdirTemp("", "dibmap-choosing")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	built, err := program.Dibmap(ctx, work)
	if err != nil {
		return nil, nil, err
	}
	compared := comparer{command: command{built, work}, skip: c.skip}
	fetched := make(map[packages.Source]fs.FS)
	for _, p := range pairs() {
		if len(c.only) > 0 && !slices.Contains(c.only, p.id) {
			continue
		}
		files, ok := fetched[p.from]
		if !ok {
			if files, err = p.from.Fetch(ctx, work); err != nil {
				return nil, nil, err
			}
			fetched[p.from] = files
		}
		results, worse, err := compared.compare(ctx, p, files)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.id, err)
		}
		made, above = append(made, results...), append(above, worse...)
		fmt.Fprintf(w, "%s: %d results\n", p.id, len(results))
	}
	return made, above, ctx.Err()
}
