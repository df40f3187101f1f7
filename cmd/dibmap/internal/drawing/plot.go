// Package drawing holds the plot command: figures of frontiers, and the page to explore
// one.
package drawing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/fonts"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/report"
)

// The figures of the plot command.
const (
	frontierFigure    = "frontier"
	titularFigure     = "titular"
	frontiersFigure   = "frontiers"
	robustFigure      = "robust"
	groupTablesFigure = "group-tables"
	ratesFigure       = "rates"
	groupsFigure      = "groups"
	keptFigure        = "kept"
)

// figureList names them in messages.
const figureList = "groups, rates, kept, frontier, titular, frontiers, robust or group-tables"

// figureArgs checks the arguments of each figure.
var figureArgs = map[string]cobra.PositionalArgs{
	frontierFigure:    input.OneFrontier,
	titularFigure:     input.OneFrontier,
	robustFigure:      input.OneFrontier,
	ratesFigure:       input.OneFrontier,
	groupsFigure:      input.OneFrontier,
	keptFigure:        input.OneFrontier,
	frontiersFigure:   cli.Args(1, math.MaxInt, "one or more frontier files"),
	groupTablesFigure: cli.Args(1, math.MaxInt, "one or more tables, such as @z40 @pauli"),
}

// plotFlags are the flags of the plot command.
type plotFlags struct {
	figure, output string
	opts           plot.Options
	table          input.TableFlags
	truth          string
	notes          noteFlags
	clustersOf     []string
	choice         choosing.Flags
	event          string
	woe            bool
	plane          string
}

// figureFlags are the flags that go with some figures only.
var figureFlags = []struct {
	flags, figures []string
}{
	{[]string{"paper"}, []string{frontierFigure, titularFigure, frontiersFigure, robustFigure}},
	{[]string{"no-hull"}, []string{frontierFigure, frontiersFigure}},
	{[]string{"no-best", "no-held-out", "no-balanced", "best-lines", "identity", "annotate-at", "annotate-k"}, []string{frontierFigure, titularFigure, frontiersFigure}},
	{[]string{"plane"}, []string{frontierFigure, frontiersFigure}},
	{[]string{"annotate"}, []string{frontierFigure, titularFigure, frontiersFigure, robustFigure}},
	{[]string{"palette"}, []string{frontierFigure, titularFigure}},
	{[]string{"random", "seed"}, []string{frontierFigure}},
	{[]string{"truth"}, []string{robustFigure}},
	{[]string{"x1", "x2", "y", "count", "format", "clusters-of"}, []string{groupTablesFigure}},
	{[]string{"budget"}, []string{groupsFigure, ratesFigure, groupTablesFigure}},
	{[]string{"clusters", "keep", "prominent", "on-frontier", "robust", "event"}, []string{groupsFigure, ratesFigure}},
	{[]string{"woe"}, []string{ratesFigure}},
	{[]string{"max-leak", "min-also"}, []string{frontierFigure, titularFigure, frontiersFigure, groupsFigure, ratesFigure, keptFigure}},
}

// NewPlot returns the plot command.
func NewPlot(s cli.Streams) *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot FRONTIER -o FIGURE",
		Short: "Draw a frontier: a figure as .svg, .png or .pdf, or a page to explore as .html",
		Long: `Plot draws a frontier file: the share of the information that groups keep against the
bits to record the group, which grow to the right. The part that no grouping reaches is
shaded. Circles are the groupings that are best for their number of groups, which may
lie below the frontier; if a file does not hold them, the best of the frontier are
circled. The recommended one is filled. What held-out records say ('map
--validate') is a line with its standard error, and an upright one where they stop to
support more. Frontiers of other problems have their own objectives at the axes.
Green staircases in a file of 'map --leak' or 'map --also' are the best groupings
that tell at most, or at least, the bits written at them about the second variable; a
page has a slider for these bits. --max-leak B and --min-also B draw the frontier of the
groupings within one such limit, and open a page at it.

--paper draws as the paper does: I(Z;Y) against H(Z), which grows to the left, the
concave hull shaded, and dotted lines at log2 k bits, where k groups of equal weight
lie.

-o FILE.html writes a page that needs nothing but a browser, and no network: to zoom,
see the groups of every point and what sets them apart, move a budget, look for a
value, compare two groupings, and save the mapping of one, or what is shown as .svg
or .png. -o FILE.json writes the numbers of groups, rates or kept (see --figure), and of a
frontier the file of its points, within a limit as drawn.

--annotate N writes the groups at the N most prominent points, --annotate-at 0.9,1.5
at the best points within these many bits, --annotate-k 3,6 at the best groupings into
these many groups. --palette draws the groups as strips of
colour instead, as wide as they are probable: of values that have an order (scale), are
hues around a circle (hues), or have colours in a file of lines VALUE,#RRGGBB.
--random N draws N random groupings into each number of groups behind it all.

--plane ib draws the plane of the information bottleneck, I(X;Z) and I(Z;Y): for groups
I(X;Z) is H(Z), and the curve of soft encoders is added, from a file of 'map --soft'.

Labels may be in any script. Letters that the built-in font lacks are drawn with fonts
of this machine in .png and .pdf, and with the reader's fonts in .svg.

Other figures, with --figure:
  groups FRONTIER         the groups of the recommended grouping, or another (--clusters
                          K, --budget H, --keep SHARE): a row each, with its values, its
                          share, and what it says about Y: the rate of two values
                          or of an --event VALUE, the mean of numbers, the distribution
                          of up to 8 values, or the values that set the group apart,
                          and next to it what it says about a second variable
  rates FRONTIER          the same for the rate of an event of any Y, or WoE (--woe)
  kept FRONTIER           how much of the information the best groupings keep, against
                          their number of groups, with held-out records
  titular FRONTIER        what a Lagrangian can reach, beside the whole frontier
  frontiers FRONTIER...   up to 6 frontiers side by side, on the same axes
  robust FRONTIER         the points of a file of 'map --robust' that are apart by
                          resampling, with error bars and numbers of groups, the others
                          in grey, and, with --truth, the frontier of another file as a
                          line: that of the distribution that was sampled
  group-tables TABLE...   tables of three variables, x1 down, x2 to the right, and in the
                          colour of a cell the one y of the pair. TABLE is as for
                          'dibmap map --symmetric'. --clusters-of sorts and colours each
                          by the grouping that a frontier has within a --budget of bits`,
		Example: `  dibmap plot frontier.json -o frontier.pdf
  dibmap plot frontier.json -o report.html
  dibmap plot frontier.json -o frontier.png --width 85 --title "Letters"
  dibmap plot frontier.json -o frontier.svg --annotate-k 3,6 --best-lines --random 50
  dibmap plot hours.json -o hours.svg --annotate-at 1,2,3 --palette hues
  dibmap plot --figure robust robust.json --truth true.json -o robust.pdf
  dibmap plot --figure groups frontier.json -o groups.svg
  dibmap plot --figure rates frontier.json --clusters 5 --woe -o rates.svg
  dibmap plot --figure frontiers z40.json pauli.json --identity -o groups.pdf
  dibmap plot --figure group-tables @z40 @pauli -o groups.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			check, known := figureArgs[f.figure]
			if !known {
				return fmt.Errorf("--figure is %q: want %s", f.figure, figureList)
			}
			return check(cmd, args)
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
	flags.StringVarP(&f.output, "output", "o", "", "the figure's file: .svg, .png or .pdf, or .html for a page")
	flags.StringVar(&f.figure, "figure", frontierFigure, "draw this `FIGURE`: "+figureList)
	f.notes.add(cmd)
	flags.StringVar(&f.truth, "truth", "", "robust: draw the frontier of this `FRONTIER` as a line")
	flags.StringVar(&f.opts.Title, "title", "", "title (default: a sentence, or the table and its size)")
	flags.BoolVar(&f.opts.Paper, "paper", false, "draw axes as in the paper, with symbols: H(Z) growing to the left, lines at log2 k")
	flags.Float64Var(&f.opts.Width, "width", 0, "width in mm (default 160, and 80 for one group table)")
	flags.Float64Var(&f.opts.Height, "height", 0, "height in mm (default 110, and what groups and tables take)")
	flags.IntVar(&f.opts.DPI, "dpi", 0, "resolution of a .png (default 300)")
	flags.StringVar(&f.opts.Theme, "theme", "", "`THEME` of the colours: light or dark (default light)")
	flags.BoolVar(&f.opts.NoHull, "no-hull", false, "leave out the concave hull")
	flags.BoolVar(&f.opts.NoBest, "no-best", false, "leave out the circles at the best groupings")
	flags.BoolVar(&f.opts.NoHeldOut, "no-held-out", false, "leave out what held-out records say")
	flags.BoolVar(&f.opts.NoBalanced, "no-balanced", false, "--paper: leave out the lines at log2 k")
	flags.BoolVar(&f.opts.BestLines, "best-lines", false, "draw lines at the entropies of the circled groupings")
	flags.BoolVar(&f.opts.Identity, "identity", false, "draw the line on which I(Z;Y) is as large as H(Z)")
	flags.StringVar(&f.plane, "plane", "dib", "draw in this `PLANE`: dib, or ib, with the curve of soft encoders of a file of 'map --soft'")
	flags.StringVar(&f.table.X1, "x1", "", "group tables: `COL` of the records that holds X1")
	flags.StringVar(&f.table.X2, "x2", "", "group tables: `COL` that holds X2")
	cli.StringLetter(flags, &f.table.Y, "y", "group tables: `COL` that holds Y")
	flags.StringVar(&f.table.Count, "count", "", "group tables: `COL` that holds how often a record counts (default once)")
	flags.StringVar(&f.table.Format, "format", "", "group tables: `FORMAT` of the files: csv, tsv, jsonl, parquet, arrow, npy, npz or mtx")
	flags.StringArrayVar(&f.clustersOf, "clusters-of", nil, "group tables: sort and colour by a grouping of this `FRONTIER`; once for each table")
	f.choice.Add(cmd, "groups, rates: the `N`-th of the points that stand out most from the frontier around them")
	choosing.AddEvent(cmd, &f.event, "groups, rates: ")
	flags.BoolVar(&f.woe, "woe", false, "rates: draw the weight of evidence")
}

// check returns an error if the flags are wrong for all files.
func (f *plotFlags) check(args []string, given func(flag string) bool) error {
	for _, of := range figureFlags {
		for _, name := range of.flags {
			if given(name) && !slices.Contains(of.figures, f.figure) {
				return fmt.Errorf("--%s goes with --figure %s: leave it out", name, strings.Join(of.figures, " or "))
			}
		}
	}
	if err := cmp.Or(f.notes.check(given), f.choice.Check("plot --figure "+f.figure, given)); err != nil {
		return err
	}
	if f.figure == groupTablesFigure && given("clusters-of") != given("budget") {
		return errors.New("--clusters-of FRONTIER and --budget H choose a grouping together: give both")
	}
	if n := len(f.clustersOf); n > 0 && n != len(args) {
		return fmt.Errorf("--clusters-of is given %s for %s: give it once for each, in their order", wording.Plural(n, "time"), wording.Plural(len(args), "table"))
	}
	if f.truth == "-" && slices.Contains(args, "-") {
		return errors.New("the frontier and --truth cannot both be standard input")
	}
	if f.plane != "dib" && f.plane != "ib" {
		return fmt.Errorf("--plane is %q: want dib or ib", f.plane)
	}
	if f.output == "" {
		return errors.New("plot needs a file to draw to: -o FIGURE.svg, .png or .pdf, or a page, .html")
	}
	switch {
	case f.page():
		return f.checkPage(given)
	case f.numbered():
		return f.checkNumbers(given)
	}
	return nil
}

// page reports whether the output is a page to explore, and not a figure.
func (f *plotFlags) page() bool {
	switch strings.ToLower(filepath.Ext(f.output)) {
	case ".html", ".htm":
		return true
	}
	return false
}

// figureOnly are the flags about the look of a figure. The reader of a page chooses it.
var figureOnly = []string{
	"paper", "width", "height", "dpi", "theme", "no-hull", "no-best", "no-held-out", "no-balanced", "best-lines", "identity",
	"plane", "annotate", "annotate-at", "annotate-k", "palette", "random",
}

// checkPage refuses flags that a page does not use.
func (f *plotFlags) checkPage(given func(flag string) bool) error {
	if f.figure != frontierFigure {
		return fmt.Errorf("-o %s: a page shows a frontier, and --figure %s is a figure: end the name in .svg, .png or .pdf", f.output, f.figure)
	}
	for _, name := range figureOnly {
		if given(name) {
			return fmt.Errorf("--%s is for figures, and the reader of a page chooses: leave it out, or end -o in .svg, .png or .pdf", name)
		}
	}
	return nil
}

func (f *plotFlags) run(ctx context.Context, args []string, s cli.Streams) error {
	format := numbers
	if !f.page() && !f.numbered() {
		var err error
		if format, err = draw.FormatOf(f.output); err != nil {
			return fmt.Errorf("-o: %w or, for a page, .html", err)
		}
	}
	finder := fonts.NewFinder()
	f.opts.Fonts = finder.Find
	defer finder.Warn(s)
	inputs := slices.Concat(args, f.clustersOf, []string{f.truth, f.notes.palette})
	return s.WriteTo("-o", f.output, inputs, func(w io.Writer) error {
		if f.figure == groupTablesFigure {
			return f.drawGroupTables(ctx, w, args, format, s)
		}
		return f.draw(ctx, w, args, format, s)
	})
}

// draw draws frontiers.
func (f *plotFlags) draw(ctx context.Context, w io.Writer, paths []string, format string, s cli.Streams) error {
	frontiers, err := input.ReadFrontiers(ctx, paths, s)
	if err != nil {
		return err
	}
	for k := range frontiers {
		if frontiers[k], err = f.choice.Limited(paths[k], frontiers[k]); err != nil {
			return err
		}
	}
	first := frontiers[0]
	for k, fr := range frontiers {
		if f.plane == "ib" && fr.Soft == nil {
			return fmt.Errorf("%s has no curve of soft encoders: map the table with --soft", paths[k])
		}
	}
	f.opts.Soft = f.plane == "ib"
	switch {
	case f.page():
		return report.Write(w, first, report.Options{Title: f.opts.Title})
	case f.figure == frontierFigure && format == numbers:
		return codec.Write(w, first, format)
	case f.figure == frontiersFigure:
		var panels []plot.NamedFrontier
		for k, fr := range frontiers {
			notes, err := f.notes.annotations(paths[k], fr, &f.opts)
			if err != nil {
				return err
			}
			panels = append(panels, plot.NamedFrontier{Frontier: fr, Annotations: notes})
		}
		return plot.Frontiers(w, panels, format, f.opts)
	case f.figure == robustFigure:
		truth, err := f.readTruth(paths[0], first, s)
		if err != nil {
			return err
		}
		if f.opts.Annotations, err = f.notes.annotations(paths[0], first, &f.opts, func(p frontier.Point) bool { return p.Robust }); err != nil {
			return err
		}
		return plot.Robust(w, first, truth, format, f.opts)
	}
	switch f.figure {
	case groupsFigure, ratesFigure:
		return f.drawRows(w, paths[0], first, format, s)
	case keptFigure:
		return f.drawKept(w, first, format)
	}
	if err := f.notes.apply(ctx, &f.opts, paths[0], first, s); err != nil {
		return err
	}
	if f.figure == titularFigure {
		return plot.HullAndFrontier(w, first, format, f.opts)
	}
	return plot.Frontier(w, first, format, f.opts)
}

// readTruth returns the frontier of --truth for the frontier of a sample, or nil without the flag.
func (f *plotFlags) readTruth(path string, sample *frontier.Frontier, s cli.Streams) (*frontier.Frontier, error) {
	if sample.Uncertainty == nil {
		return nil, choosing.NotRobust(path, sample)
	}
	if f.truth == "" {
		return nil, nil
	}
	truth, err := input.ReadFrontier(f.truth, s)
	if err != nil {
		return nil, fmt.Errorf("--truth: %w", err)
	}
	if err := checkTruth(&sample.Problem, &truth.Problem); err != nil {
		return nil, fmt.Errorf("--truth: %s %w", f.truth, err)
	}
	return truth, nil
}

// checkTruth returns an error if a frontier cannot be the true frontier for a sample. The sample
// may lack rare values of X.
func checkTruth(sample, truth *frontier.Problem) error {
	if truth.Estimator != "" {
		return fmt.Errorf("is of estimates by %s: map the true table without --estimator", truth.Estimator)
	}
	if truth.N == 0 { // a CSV does not tell
		return nil
	}
	for _, label := range sample.XLabels {
		if !slices.Contains(truth.XLabels, label) && !slices.Contains(truth.ZeroRows, label) {
			return fmt.Errorf("is of another table, without the value %s", wording.Label(label))
		}
	}
	return nil
}
