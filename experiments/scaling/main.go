// Command scaling measures the cost and the gain of dividing a search among machines, on one machine: it runs all
// units of a plan one after the other, each on one core, and compares their processor time with one run.
//
//	go run -C experiments ./scaling [-parts 4,16,64] [-o PAGE] NAME TABLE [flags of map]
//
// "sum" is the processor time of plan, all units and merge, divided by the time of one run of map. The predicted
// speed-up is the time of one run divided by the time of plan, the slowest unit of each stage, and merge, with one
// machine for each part. TABLE is relative to the folder experiments. Every number of parts takes a little longer
// than one run.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/program"
)

func main() {
	os.Exit(program.Run("scaling", "nothing was measured", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// call is what the command line asks for.
type call struct {
	parts []int
	name  string
	args  []string // of map, with the table
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	flags := flag.NewFlagSet("scaling", flag.ContinueOnError)
	parts := flags.String("parts", "4,16,64", "divide into these `NUMBERS` of parts")
	flags.SetOutput(w)
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	for text := range strings.SplitSeq(*parts, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return c, fmt.Errorf("-parts: %q is no number of parts", text)
		}
		c.parts = append(c.parts, n)
	}
	if flags.NArg() < 2 {
		return c, fmt.Errorf("scaling needs a name for what is measured, and a table with the flags of map")
	}
	c.name, c.args = flags.Arg(0), flags.Args()[1:]
	return c, nil
}

// run measures one run and every number of parts.
func (c call) run(ctx context.Context, w io.Writer) error {
	folder, err := os.MkdirTemp("", "scaling")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path, err := program.Dibmap(ctx, folder)
	if err != nil {
		return err
	}
	m := machine{path: path, folder: folder}
	file := filepath.Join(folder, "one.json.zst")
	one, err := m.call(ctx, append(append([]string{"map"}, c.args...), "--workers", "1", "-q", "-o", file)...)
	if err != nil {
		return err
	}
	area, points, err := areaOf(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: one run takes %.1f s; %d points, area %.6f bit^2\n", c.name, one, points, area)
	fmt.Fprintln(w, "| parts | sum of all | plan | slowest unit of each stage | merge | speed-up | area |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|")
	for _, n := range c.parts {
		t, err := m.divided(ctx, c.args, n)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %d | %.2f | %.1f s | %s | %.1f s | %.1f | %+.6f |\n",
			n, t.sum()/one, t.plan, t.slowest(), t.merge, one/t.path(), t.area-area)
	}
	return nil
}
