// Command anytime measures the growth of the area under the frontier over time, for dibmap's
// searches and for other programs and methods, and looks for groupings of these above dibmap's
// frontier. It writes docs/anytime.csv, docs/anytime-groupings.csv, docs/anytime.svg
// and a table in docs/large.md.
//
//	go run -C experiments ./anytime [-docs ../docs] [-table FILE] [-skip METHOD,METHOD]
//
// The table has the columns word, next and count. Measurements of other tables and of
// skipped methods stay; without a table, the figure and the page are written again. A table takes
// about a quarter of an hour, and nothing else should run meanwhile. Method sib needs Python with
// sib-clustering and scipy: $DIBMAP_PYTHON, or else python3.
//
//  1. methods.go runs the methods, and sib.go the program sib.py in Python;
//  2. measure.go computes the areas, and compares groupings with the frontier;
//  3. results.go keeps the numbers, figure.go draws them, and page.go writes the table.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/place"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/table"
)

func main() {
	os.Exit(program.Run("anytime", "nothing was changed", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// call is what the command line asks for.
type call struct {
	docs, table string
	skip        []string // methods
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	var skip string
	flags := flag.NewFlagSet("anytime", flag.ContinueOnError)
	flags.StringVar(&c.docs, "docs", "../docs", "write into this `FOLDER`, which has large.md")
	flags.StringVar(&c.table, "table", "", "measure this `FILE` of records; nothing is measured without it")
	flags.StringVar(&skip, "skip", "", "leave these `METHODS` out, such as sib,dib")
	if err := program.Parse(flags, args, w, "a table is named with -table"); err != nil || skip == "" {
		return c, err
	}
	c.skip = strings.Split(skip, ",")
	var known []string
	for _, m := range methods()[1:] {
		known = append(known, m.id)
	}
	for _, name := range c.skip {
		if !slices.Contains(known, name) {
			return c, fmt.Errorf("-skip: there is no %q: want some of %s", name, strings.Join(known, ","))
		}
	}
	return c, nil
}

// run measures, and writes the results. A grouping above the frontier is an error, which is returned
// after everything is written.
func (c call) run(ctx context.Context, w io.Writer) error {
	page, err := place.Open(filepath.Join(c.docs, "large.md"), "anytime")
	if err != nil {
		return err
	}
	before, err := readAll(c.docs)
	if err != nil {
		return err
	}
	var made results
	if c.table != "" {
		if made, err = c.measure(ctx, w); err != nil {
			return err
		}
	}
	if err := before.merged(made).write(c.docs, page); err != nil {
		return err
	}
	if lines := made.above(); len(lines) > 0 {
		return fmt.Errorf("groupings lie above the frontier:\n%s", strings.Join(lines, "\n"))
	}
	return nil
}

// measure runs the methods on the table.
func (c call) measure(ctx context.Context, w io.Writer) (results, error) {
	read, err := table.Open(ctx, c.table, table.Options{X: "word", Y: "next", Count: "count"})
	if err != nil {
		return results{}, err
	}
	j, err := read.Joint()
	if err != nil {
		return results{}, err
	}
	name, _, _ := strings.Cut(filepath.Base(c.table), ".")
	s := newSubject(name, j, w)
	for _, m := range methods() {
		if slices.Contains(c.skip, m.id) {
			continue
		}
		if err := m.run(ctx, s, m.id); err != nil {
			return results{}, fmt.Errorf("%s: %w", m.id, err)
		}
	}
	return s.made, ctx.Err()
}
