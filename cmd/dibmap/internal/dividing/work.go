package dividing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// workFlags are the flags of the work command.
type workFlags struct {
	part    int
	offset  int
	all     bool
	units   bool
	missing bool
	workers int
	quiet   bool
}

// NewWork returns the work command.
func NewWork(s cli.Streams, version string) *cobra.Command {
	var f workFlags
	cmd := &cobra.Command{
		Use:   "work FOLDER --part N | --all | --units | --missing",
		Short: "Do a unit of the work that plan has divided",
		Long: `Work does a unit of the work in a folder of 'dibmap plan', and writes what it finds to
the folder. A unit that is done already ends at once, and one that was interrupted in
whatever way can be begun again. Units of one stage may run at the same time and in any
order; a unit whose earlier stages are not finished says so and ends with exit code 1.

--all does all units that are left, one after the other, with all cores. --units prints the
numbers of the units of each stage, a line each, such as 1-64, for scripts, and --missing
those of the units that are not done, such as 3,5-8, of each stage that has some.`,
		Example: `  dibmap work run --part 7
  dibmap work run --all`,
		Args: cli.Args(1, 1, "the folder of a plan"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd.Context(), args[0], version, s)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&f.part, "part", 0, "do unit number `N`")
	flags.IntVar(&f.offset, "offset", 0, "add `N` to --part, for schedulers that count from 0 or only so far")
	flags.BoolVar(&f.all, "all", false, "do all units that are left")
	flags.BoolVar(&f.units, "units", false, "print the numbers of the units of each stage")
	flags.BoolVar(&f.missing, "missing", false, "print the numbers of the units of each stage that are not done")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	return cmd
}

func (f *workFlags) check(given func(flag string) bool) error {
	one, err := cli.AtMostOne(given, "part", "all", "units", "missing")
	switch {
	case err != nil:
		return fmt.Errorf("%w say two things: leave one of them out", err)
	case one == "":
		return errors.New("work needs --part N, for one unit, or --all: 'dibmap work FOLDER --units' prints the numbers")
	case given("offset") && one != "part":
		return errors.New("--offset is added to --part, which is not given: leave it out")
	case f.workers < 0:
		return fmt.Errorf("--workers is %d: want 1 or more, or 0 for one a core", f.workers)
	}
	return nil
}

func (f *workFlags) run(ctx context.Context, path, version string, s cli.Streams) error {
	folder, err := workfolder.Open(path)
	switch {
	case err != nil:
		return err
	case f.units:
		return printUnits(folder, s)
	case f.missing:
		return printMissing(folder, s)
	}
	f.part += f.offset
	var todo []workfolder.Unit
	for _, u := range folder.Units() {
		if !f.all && u.Number != f.part {
			continue
		}
		done, err := folder.Done(u.Number)
		if err != nil {
			return err
		}
		if !done {
			todo = append(todo, u)
		} else if !f.all {
			f.tell(u, len(folder.Units()), " already", s)
		}
	}
	if _, err := folder.Unit(f.part); err != nil && !f.all {
		return err
	}
	if len(todo) == 0 {
		return nil
	}
	r, err := open(ctx, path, version, f.workers, f.quiet, s)
	if err != nil {
		return err
	}
	defer r.Display.Stop()
	atATime := 1 // a unit has all threads, except in a scan
	if r.scan == nil {
		defer r.LimitMemory()()
	} else if atATime, err = pool.Workers(f.workers); err != nil {
		return err
	}
	var mutex sync.Mutex
	return pool.Each(ctx, atATime, len(todo), func(_, k int) error {
		if err := r.complete(ctx, todo[k]); err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		f.tell(todo[k], len(folder.Units()), "", s)
		return nil
	})
}

// tell says that a unit is done.
func (f *workFlags) tell(u workfolder.Unit, all int, when string, s cli.Streams) {
	if !f.quiet {
		s.Done("unit %d of %d is done%s", u.Number, all, when)
	}
}

// printUnits prints the numbers of the units of each stage.
func printUnits(folder *workfolder.Folder, s cli.Streams) error {
	for _, span := range folder.Stages() {
		if _, err := fmt.Fprintf(s.Out, "%d-%d\n", span.First, span.Last); err != nil {
			return err
		}
	}
	return nil
}

// printMissing prints the numbers of the units of each stage that are not done, as Slurm takes them.
func printMissing(folder *workfolder.Folder, s cli.Streams) error {
	missing, err := folder.Missing(math.MaxInt)
	if err != nil {
		return err
	}
	for _, span := range folder.Stages() {
		after := sort.SearchInts(missing, span.Last+1)
		if after > 0 {
			if _, err := fmt.Fprintln(s.Out, strings.ReplaceAll(workfolder.Ranges(missing[:after]), " ", "")); err != nil {
				return err
			}
		}
		missing = missing[after:]
	}
	return nil
}
