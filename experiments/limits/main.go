// Command limits measures by how much the command dibmap exceeds its limits on time and memory,
// and the time until it ends after an interrupt, and prints a table; docs/benchmarks.md has its worst lines.
//
//	go run -C experiments ./limits [-only PATTERN] [-repeat N] [-interrupts N] [-in FOLDER]
//
// Every case is a call of dibmap in a process of its own, on a table that is made from a seed. On a
// machine with other work, the time beyond a limit says little; the processor time after the limit,
// which Linux measures, says more. A case fails if both are too long. The peak memory of a process
// is known on Linux and macOS. All cases take about ten minutes, and much longer with -interrupts.
//
//  1. tables.go makes the tables;
//  2. cases.go lists the calls and their limits;
//  3. measure.go runs them and reports exceeded limits.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/dibmap/dibmap/experiments/internal/program"
)

func main() {
	os.Exit(program.Run("limits", "the cases so far are printed", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, os.Stdout)
	}))
}

// call is what the command line asks for.
type call struct {
	only       *regexp.Regexp
	repeat     int
	interrupts int // how often each case is interrupted, at moments spread over its time
	folder     string
	list       bool
}

func parse(args []string, w io.Writer) (c call, err error) {
	flags := flag.NewFlagSet("limits", flag.ContinueOnError)
	only := flags.String("only", "", "measure cases whose call matches this `PATTERN`")
	flags.IntVar(&c.repeat, "repeat", 1, "run each case `N` times, and print the worst")
	flags.IntVar(&c.interrupts, "interrupts", 0, "interrupt each case at `N` moments, instead of measuring its limits")
	flags.StringVar(&c.folder, "in", "", "make the tables and the program in this `FOLDER`, and keep them")
	flags.BoolVar(&c.list, "list", false, "list the cases")
	if err := program.Parse(flags, args, w, "cases are chosen with -only"); err != nil {
		return c, err
	}
	if c.repeat < 1 || c.interrupts < 0 {
		return c, errors.New("-repeat is 1 or more, and -interrupts 0 or more")
	}
	c.only, err = regexp.Compile(*only)
	return c, err
}

// run measures the cases that are asked for, and prints a line for each when it is known.
func (c call) run(ctx context.Context, w io.Writer) (err error) {
	m := measurer{folder: c.folder}
	if m.folder == "" {
		if m.folder, err = os.MkdirTemp("", "dibmap-limits"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(m.folder)) }()
	}
	if !c.list {
		if m.program, err = program.Dibmap(ctx, m.folder); err != nil {
			return err
		}
		head := limitsHead
		if c.interrupts > 0 {
			head = interruptsHead
		}
		if _, err := fmt.Fprint(w, head); err != nil {
			return err
		}
	}
	for _, one := range cases() {
		if !c.only.MatchString(one.call()) {
			continue
		}
		line := one.call()
		if !c.list {
			if line, err = c.measure(ctx, m, one); err != nil {
				return fmt.Errorf("%s: %w", one.call(), err)
			}
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// measure returns the line of a case.
func (c call) measure(ctx context.Context, m measurer, one testCase) (string, error) {
	if c.interrupts > 0 {
		return m.interrupted(ctx, one, c.interrupts)
	}
	return m.limited(ctx, one, c.repeat)
}
