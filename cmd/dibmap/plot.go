package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/table"
)

// The figures of the plot command.
const (
	frontierFigure    = "frontier"
	robustFigure      = "robust"
	groupTablesFigure = "group-tables"
)

// plotFlags are the flags of the plot command.
type plotFlags struct {
	figure, output string
	opts           plot.Options
	table          tableFlags
	truth          string
	clustersOf     []string
	budget         float64
}

// figureFlags are the flags that go with one figure only.
var figureFlags = []struct {
	figure string
	flags  []string
}{
	{frontierFigure, []string{"no-hull", "no-dmc", "no-balanced"}},
	{robustFigure, []string{"truth"}},
	{groupTablesFigure, []string{"x1", "x2", "y", "count", "format", "clusters-of", "budget"}},
}

func newPlot(s streams) *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot {[--figure robust] FRONTIER | --figure group-tables TABLE...} -o FIGURE",
		Short: "Draw a frontier, or group tables: .svg, .png or .pdf",
		Long: `Plot draws a frontier file as the paper does: H(Z) growing to the left, I(Z;Y)
up, the part that no grouping reaches shaded, the concave hull shaded, the most
informative point of the frontier for every number of clusters circled, and
dotted lines at log2 k bits, where k clusters of equal weight lie. Frontiers of
other problems have their own objectives at the axes.

With --figure robust it draws the robust points of a file of 'map --robust' with their
error bars, the others in grey, and, with --truth, the frontier of another file as a
line: that of the distribution from which the sample was drawn.

With --figure group-tables it draws tables of three variables side by side, x1
down, x2 to the right, and in the colour of a cell the one y of the pair. TABLE is
as for 'dibmap map --symmetric'. --clusters-of sorts and colours each by the
grouping that a frontier has within a --budget of bits.`,
		Example: `  dibmap plot frontier.json -o frontier.pdf
  dibmap plot frontier.json -o frontier.png --width 85 --title "Letters"
  dibmap plot --figure robust robust.json --truth true.json -o robust.pdf
  dibmap plot --figure group-tables @z40 @pauli -o groups.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch f.figure {
			case frontierFigure, robustFigure:
				return arguments(1, "one frontier file, or - for standard input")(cmd, args)
			case groupTablesFigure:
				if len(args) == 0 {
					return errors.New("plot --figure group-tables needs one or more tables, such as @z40 @pauli")
				}
				return nil
			default:
				return fmt.Errorf("--figure is %q: want frontier, robust or group-tables", f.figure)
			}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args, cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(cmd.Context(), args, s)
		},
	}
	f.add(cmd)
	return cmd
}

func (f *plotFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "the figure's file: .svg, .png or .pdf")
	flags.StringVar(&f.figure, "figure", frontierFigure, "draw this `FIGURE`: frontier, robust or group-tables")
	flags.StringVar(&f.truth, "truth", "", "robust: draw the frontier of this `FRONTIER` as a line")
	flags.StringVar(&f.opts.Title, "title", "", "title (default: the table and its size)")
	flags.Float64Var(&f.opts.Width, "width", 0, "width in mm (default 160, and 80 for one group table)")
	flags.Float64Var(&f.opts.Height, "height", 0, "height in mm (default 110, and what group tables take)")
	flags.IntVar(&f.opts.DPI, "dpi", 0, "resolution of a .png (default 300)")
	flags.BoolVar(&f.opts.NoHull, "no-hull", false, "leave out the concave hull")
	flags.BoolVar(&f.opts.NoDMC, "no-dmc", false, "leave out the circles")
	flags.BoolVar(&f.opts.NoBalanced, "no-balanced", false, "leave out the lines at log2 k")
	flags.StringVar(&f.table.x1, "x1", "", "group tables: `COL` of the records that holds X1")
	flags.StringVar(&f.table.x2, "x2", "", "group tables: `COL` that holds X2")
	flags.StringVar(&f.table.y, "y", "", "group tables: `COL` that holds Y")
	flags.StringVar(&f.table.count, "count", "", "group tables: `COL` that holds how often a record counts (default once)")
	flags.StringVar(&f.table.format, "format", "", "group tables: `FORMAT` of the files: csv, tsv, jsonl, parquet or npy")
	flags.StringArrayVar(&f.clustersOf, "clusters-of", nil, "group tables: sort and colour by a grouping of this `FRONTIER`; once for each table")
	flags.Float64Var(&f.budget, "budget", 0, "group tables: the most bits that the grouping may have")
}

// check finds what is wrong with the flags before any file is read.
func (f *plotFlags) check(args []string, given func(flag string) bool) error {
	for _, of := range figureFlags {
		for _, name := range of.flags {
			if given(name) && of.figure != f.figure {
				return fmt.Errorf("--%s goes with --figure %s: leave it out", name, of.figure)
			}
		}
	}
	if given("clusters-of") != given("budget") {
		return errors.New("--clusters-of FRONTIER and --budget H choose a grouping together: give both")
	}
	if n := len(f.clustersOf); n > 0 && n != len(args) {
		return fmt.Errorf("--clusters-of is given %s for %s: give it once for each, in their order", plural(n, "time"), plural(len(args), "table"))
	}
	if f.truth == "-" && slices.Contains(args, "-") {
		return errors.New("the frontier and --truth cannot both be standard input")
	}
	if f.output == "" {
		return errors.New("plot needs a file to draw to: -o FIGURE.svg, .png or .pdf")
	}
	return nil
}

func (f *plotFlags) run(ctx context.Context, args []string, s streams) error {
	format, err := plot.FormatOf(f.output)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	file, err := atomicfile.Create(f.output)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer file.Abort()
	if f.figure == groupTablesFigure {
		err = f.drawGroupTables(ctx, file, args, format, s)
	} else {
		err = f.drawFrontier(file, args[0], format, s)
	}
	if err != nil {
		return err
	}
	if err := file.Commit(); err != nil {
		return failure{err}
	}
	return nil
}

func (f *plotFlags) drawFrontier(w io.Writer, input string, format plot.Format, s streams) error {
	fr, err := readFrontier(input, s.in)
	if err != nil {
		return err
	}
	if f.figure == frontierFigure {
		return writing(plot.Frontier(w, fr, format, f.opts))
	}
	if fr.Uncertainty == nil {
		return errNotRobust(input, fr)
	}
	var truth *frontier.Frontier
	if f.truth != "" {
		if truth, err = readFrontier(f.truth, s.in); err != nil {
			return fmt.Errorf("--truth: %w", err)
		}
		if err := checkTruth(&fr.Problem, &truth.Problem); err != nil {
			return fmt.Errorf("--truth: %s %w", f.truth, err)
		}
	}
	return writing(plot.Robust(w, fr, truth, format, f.opts))
}

// checkTruth says why a frontier cannot be the truth of a sample, which may lack values
// of X that are rare.
func checkTruth(sample, truth *frontier.Problem) error {
	if truth.Estimator != "" {
		return fmt.Errorf("is of estimates by %s: map the true table without --estimator", truth.Estimator)
	}
	if truth.N == 0 { // a CSV, which does not tell
		return nil
	}
	for _, label := range sample.XLabels {
		if !slices.Contains(truth.XLabels, label) && !slices.Contains(truth.ZeroRows, label) {
			return fmt.Errorf("is of another table, without the value %s", shown(label))
		}
	}
	return nil
}

func (f *plotFlags) drawGroupTables(ctx context.Context, w io.Writer, names []string, format plot.Format, s streams) error {
	tables := make([]plot.GroupTable, len(names))
	for n, name := range names {
		t, err := readTable(ctx, &f.table, name, s, table.OpenTriple)
		if err != nil {
			return err
		}
		triple, err := t.Triple()
		if err != nil {
			return err
		}
		if tables[n], err = groupTable(triple); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		tables[n].Title = t.Name()
		if len(f.clustersOf) > 0 {
			if tables[n].Clusters, err = f.clusters(f.clustersOf[n], tables[n].Labels, s.in); err != nil {
				return fmt.Errorf("--clusters-of: %w", err)
			}
		}
	}
	return writing(plot.GroupTables(w, tables, format, f.opts))
}

// groupTable returns the table of a function y of x1 and x2.
func groupTable(t *joint.Triple) (plot.GroupTable, error) {
	g := plot.GroupTable{Labels: t.XLabels(), YLabels: t.YLabels()}
	n := t.Rows()
	if n > plot.MaxElements {
		return g, fmt.Errorf("%s are too many for a group table: draw one of at most %d", plural(n, "element"), plot.MaxElements)
	}
	g.Cells = make([][]int, n)
	for x1 := range g.Cells {
		row := make([]int, n)
		for x2 := range row {
			row[x2] = -1
		}
		second, columns, _ := t.Row(x1)
		for k, x2 := range second {
			if first := row[x2]; first >= 0 {
				return g, fmt.Errorf("x1 %s and x2 %s have y %s and y %s, and a group table shows one: draw a table in which x1 and x2 tell y",
					shown(g.Labels[x1]), shown(g.Labels[x2]), shown(g.YLabels[first]), shown(g.YLabels[columns[k]]))
			}
			row[x2] = int(columns[k])
		}
		g.Cells[x1] = row
	}
	return g, nil
}

// clusters returns the cluster of each label in the grouping of a frontier file that
// is the best within the budget.
func (f *plotFlags) clusters(path string, labels []string, in io.Reader) ([]int, error) {
	fr, err := readFrontier(path, in)
	if err != nil {
		return nil, err
	}
	p, ok := fr.Within(f.budget)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s: no point of the frontier has %s of %g bits or less", path, wordsOf(fr).h, f.budget)
	case p.Assignment() == nil:
		return nil, fmt.Errorf("%s: the file holds no assignments, so the clusters are not known", path)
	}
	of := make(map[string]int, len(labels))
	for x, cluster := range p.Assignment() {
		of[fr.Problem.XLabels[x]] = cluster
	}
	clusters := make([]int, len(labels))
	var missing []string
	for x, label := range labels {
		if clusters[x], ok = of[label]; !ok {
			missing = append(missing, shown(label))
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("%s: the frontier is not one of this table, of which it lacks %s", path, cut(strings.Join(missing, ", "), 60))
	}
	return clusters, nil
}
