// Performance measures how well the Pareto Mapper finds the frontier of a distribution from
// a sample: the precision and the recall of the frontier of a multinomial sample against the
// exact frontier of the distribution, for samples of 100 to ten million
// records and search depths of 0 to 0.1 bit. It draws the figure that Tan, Tegmark and
// Chuang (2022, doi:10.3390/e24060771) draw of their own mapper.
//
//	go run -C experiments ./performance [-o performance.svg] [-csv runs.csv] [-seeds 20] [-table FILE]
//
// The distribution is ten groups of letters and the letters that follow them, or any table
// of up to 14 rows. Each number of the figure is a mean over seeds, with
// the standard deviation of a single run as its bar. The same table and number of seeds
// give the same files.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/dibmap/dibmap/experiments/internal/performance"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/draw"
)

func main() {
	os.Exit(program.Run("performance", "nothing was written", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// call is what the command line asks for.
type call struct {
	figure, runs, table string
	seeds               int
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	flags := flag.NewFlagSet("performance", flag.ContinueOnError)
	flags.StringVar(&c.figure, "o", "performance.svg", "draw the figure to this `FILE`: .svg, .png or .pdf")
	flags.StringVar(&c.runs, "csv", "", "write the result of every run to this `FILE`")
	flags.IntVar(&c.seeds, "seeds", 20, "run every setting with this `NUMBER` of seeds")
	flags.StringVar(&c.table, "table", "", "use this matrix instead of the letters: .csv, .tsv, .npy or a built-in table")
	if err := program.Parse(flags, args, w, "a table is named with -table"); err != nil {
		return c, err
	}
	if c.seeds < 1 {
		return c, fmt.Errorf("-seeds is %d: want 1 or more", c.seeds)
	}
	return c, nil
}

// run makes the experiment, writes its files, and reports progress to w. It returns an error
// before the work begins if a file cannot be written.
func (c call) run(ctx context.Context, w io.Writer) error {
	format, err := draw.FormatOf(c.figure)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	figure, err := atomicfile.Create(c.figure)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer figure.Abort()
	var runs *atomicfile.File
	if c.runs != "" {
		if runs, err = atomicfile.Create(c.runs); err != nil {
			return fmt.Errorf("-csv: %w", err)
		}
		defer runs.Abort()
	}
	scores, e, err := c.measure(ctx, w)
	if err != nil {
		return err
	}
	if err := performance.Chart(scores, e.Cells()).Draw(figure, format, draw.Page{Height: 130}); err != nil {
		return err
	}
	if runs != nil {
		if err := e.WriteCSV(runs, scores); err != nil {
			return err
		}
		if err := runs.Commit(); err != nil {
			return err
		}
	}
	return figure.Commit()
}

// measure reads the table and makes all runs.
func (c call) measure(ctx context.Context, w io.Writer) ([]performance.Score, *performance.Experiment, error) {
	j, err := performance.Open(ctx, c.table)
	if err != nil {
		return nil, nil, err
	}
	e, err := performance.New(ctx, j)
	if err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "%d x %d, H(X,Y) = %.3f bits: %d points on the true frontier\n", j.Rows(), j.Cols(), j.HXY(), e.Truth())
	began, last := time.Now(), 0
	scores, err := e.Measure(ctx, performance.Grid(c.seeds), runtime.GOMAXPROCS(0), func(done, all int) {
		if part := 20 * done / all; part > last {
			last = part
			fmt.Fprintf(w, "%3d %% of %d runs, %.0f s\n", 5*part, all, time.Since(began).Seconds())
		}
	})
	return scores, e, err
}
