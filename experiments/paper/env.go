package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/plot"
)

// env is what rows work with.
type env struct {
	// data is the folder of the authors' tables; empty if there is none.
	data string
	// out is the folder that figures and numbers go to.
	out string
	// fast makes everything smaller, for tests.
	fast bool

	// letters and frontiers are read and computed once.
	tables
}

// row is a row of the table of experiments.
type row struct {
	id string
	// run writes the figures and numbers of the row.
	run func(ctx context.Context, e *env) (outcome, error)
	// slow tells that it takes more than some seconds.
	slow bool
}

// outcome is the result of a row.
type outcome struct {
	// table is the file or the built-in data set that the numbers are of; empty if it
	// draws its own.
	table string
	lines []line
}

// line compares a number with the published one. Both are written as people read them. The
// name of a quantity that depends on the machine begins with "time".
type line struct{ quantity, published, ours, remark string }

// pick returns the value for the fast mode or the other one.
func pick[T any](e *env, fast, full T) T {
	if e.fast {
		return fast
	}
	return full
}

// resolution is the resolution of the PNGs in pixels per inch. They are for browsers; the SVGs are
// for print.
const resolution = 160

// figure writes name.svg and name.png. A DPI of zero means the usual resolution.
func (e *env) figure(name string, opts plot.Options, paint func(w io.Writer, format string, opts plot.Options) error) error {
	return e.drawn(name, draw.Page{DPI: opts.DPI}, func(w io.Writer, format string, page draw.Page) error {
		opts.DPI, opts.Paper = page.DPI, true
		return paint(w, format, opts)
	})
}

// drawn is like figure, for figures that take a page instead of options.
func (e *env) drawn(name string, page draw.Page, paint func(w io.Writer, format string, page draw.Page) error) error {
	if page.DPI == 0 {
		page.DPI = resolution
	}
	for _, format := range []string{"svg", "png"} {
		if err := e.write(name+"."+format, func(w io.Writer) error { return paint(w, format, page) }); err != nil {
			return err
		}
	}
	return nil
}

// numbers writes name.csv.
func (e *env) numbers(name string, header []string, records [][]string) error {
	return e.write(name+".csv", func(w io.Writer) error {
		out := csv.NewWriter(w)
		if err := out.Write(header); err != nil {
			return err
		}
		return out.WriteAll(records)
	})
}

// write writes a file of the output. If that fails, an old file is unchanged.
func (e *env) write(name string, write func(w io.Writer) error) error {
	file, err := atomicfile.Create(filepath.Join(e.out, name))
	if err != nil {
		return err
	}
	defer file.Abort()
	if err := write(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return file.Commit()
}

// number writes a number of a CSV file, with the digits that are equal on every machine.
func number(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }

// show writes a number for people.
func show(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
