package choosing

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/secondary"
)

// selectFlags are the flags of the select command.
type selectFlags struct {
	choice Flags
	asJSON bool
	full   bool
	ascii  bool
	table  TableFlags
	rule   string // of the recommendation
	path   string
	told   func(*frontier.Frontier, frontier.Point) (*secondary.Told, error)
}

// NewSelect returns the select command.
func NewSelect(s cli.Streams) *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FRONTIER [" + strings.Trim(Usage, "{}") + "]",
		Short: "Recommend or choose a grouping, and see what its groups are",
		Long: `Select prints one grouping of a frontier file: how much it keeps of what X says about Y,
on records held out too if the file has them, and how good it is. Then there is a row for
each group with its values, its share of the records, and what it says about Y: the rate
of the second of two values with an interval, the mean of numbers with an interval, the
distribution of 3 to 8 values as a bar with a part for each, and of more values those that
set the group apart from the average, with their shares in the group and in all records.
Groups are in the order of X, if it has one; else the highest rate or mean comes first, or
the largest group.

Without a choice, it recommends a grouping: it goes along the best groupings into 2, 3, 4 ...
groups, and asks each group to add its part of I(X;Y), 1/19 for 20 values of X or more and
1/(n-1) for n values, and twice as much if it has less than 1 % of the records. Of files of
'map --validate', it recommends what held-out records support. It adds a coarser and a
finer grouping and how to choose them, a drawing of the frontier, and how it was found.
--rule predict recommends groups for a model that takes them in place of X: the fewest that
predict held-out records within one standard error of the best or, if X has no order, the
number that predicts them best.

` + Help + ` --prominent 1 prints the most prominent
point like the others, --prominent N a list of the N most prominent ones.

The frontier answers for bits: no other grouping keeps as much in as few. The best grouping
into K groups may be below it, where a grouping into more, uneven groups keeps as
much in fewer bits; select says so, and which one.

If there is more to print than a screen holds, there are the heaviest groups, and their
heaviest values; --full prints all. JSON always has all. --json of a folder of 'dibmap scan'
prints a line for each column that it has mapped, in the order of its mapping.json, of the
grouping that is chosen or recommended.

--table prints the binning table of the grouping instead, as credit scoring has it: of
each group the count, the share, the rate of an event (--event VALUE; the last of two
values of Y), WoE, IV and JS, with standard errors, and what it contributes to I(Z;Y).

--robust chooses among the points of a file of 'map --robust' that are apart by resampling.

Of a file of 'map --leak S' or '--also S', select says what the grouping tells about S: in the
records, corrected for their number, whether a permutation test shows anything, and on
records that were held out. It lists groupings into the same number of groups that are better
for S, and marks the knee of this trade.`,
		Example: `  dibmap select frontier.json
  dibmap select frontier.json --clusters 5
  dibmap select frontier.json --budget 2
  dibmap select frontier.json --keep 0.95
  dibmap select frontier.json --clusters 4 --budget 1.8
  dibmap select frontier.json --clusters 5 --table
  dibmap select frontier.json --clusters 5 --json`,
		Args: input.OneFrontier,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], s)
		},
	}
	f.choice.Add(cmd, "list the `N` points that stand out most from the frontier around them")
	cmd.Flags().StringVar(&f.rule, "rule", input.RuleExplain, "recommend by this `RULE`: explain, for a reader, or predict, for a model")
	cmd.Flags().BoolVar(&f.full, "full", false, "print all groups with all values, however many")
	cmd.Flags().BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	f.table.Add(cmd, "")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

func (f *selectFlags) run(cmd *cobra.Command, path string, s cli.Streams) error {
	f.told = func(fr *frontier.Frontier, p frontier.Point) (*secondary.Told, error) {
		return secondary.Of(cmd.Context(), fr, p)
	}
	if err := f.choice.Check("select", cmd.Flags().Changed); err != nil {
		return err
	}
	if err := f.table.Check(cmd.Flags().Changed); err != nil {
		return err
	}
	if err := input.CheckRule(f.rule); err != nil {
		return err
	}
	if f.choice.rule != byNothing && cmd.Flags().Changed("rule") {
		return fmt.Errorf("--rule is for a recommendation, and --%s chooses the grouping: leave one of them out", f.choice.rule)
	}
	if f.asJSON && input.IsScan(path) {
		return f.chooseAll(path, s)
	}
	fr, err := input.ReadFrontier(path, s)
	if err == nil {
		fr, err = f.choice.Limited(path, fr)
	}
	if err != nil {
		return err
	}
	f.path = path
	switch {
	case f.choice.rule == byProminence && f.choice.prominent > 1 && f.table.Asked:
		return errors.New("--table is of one grouping, and --prominent N lists N: choose one with --clusters K, --budget H or --keep SHARE")
	case f.choice.rule == byNothing:
		return f.recommend(path, fr, s)
	case f.choice.rule == byProminence && f.choice.prominent > 1:
		return f.list(path, fr, s.Out)
	}
	p, err := f.choice.Point(path, fr)
	if err != nil {
		return err
	}
	f.choice.Warn(s, fr, p)
	return f.print(path, fr, p, nil, s.Out)
}

// print prints a point or its binning table, as the flags say. JSON has the recommendation, unless it is nil.
func (f *selectFlags) print(path string, fr *frontier.Frontier, p frontier.Point, why *jsonRecommendation, w io.Writer) error {
	table, err := f.table.Of(path, fr, p)
	if err != nil {
		return err
	}
	told, err := f.told(fr, p)
	switch {
	case err != nil:
		return err
	case f.asJSON:
		return printJSON(w, fr, p, why, table, f.choice.secondOf(fr, p, told))
	case table != nil:
		return PrintTable(w, fr, p, table)
	}
	if err := f.printPoint(w, fr, p, told, ""); err != nil {
		return err
	}
	fmt.Fprintln(w)
	listing.Numbers(w, fr, p)
	return nil
}

// printPoint prints what a grouping keeps, how it compares with others, why it is recommended unless that is empty, and
// its groups, at most a screen of them unless all are asked for.
func (f *selectFlags) printPoint(w io.Writer, fr *frontier.Frontier, p frontier.Point, told *secondary.Told, why string) error {
	listing.Answer(w, fr, p, besides(fr, p), secondSaid(fr, told), why)
	lines := listing.Screen
	if f.full {
		lines = math.MaxInt
	}
	if err := listing.Groups(w, fr, p, f.ascii, lines); err != nil {
		return err
	}
	sayNearest(w, fr, p)
	f.choice.printTrade(w, f.path, fr, p, told)
	return nil
}

// list prints the most prominent points.
func (f *selectFlags) list(path string, fr *frontier.Frontier, w io.Writer) error {
	if err := f.choice.checkRobust(path, fr); err != nil {
		return err
	}
	points := fr.MostProminent(f.choice.prominent, f.choice.allows)
	if len(points) == 0 {
		return f.choice.missing(path, fr)
	}
	if !f.asJSON {
		return listing.Ranked(w, fr, points, fmt.Sprintf("%4s  %10s ", "rank", "prominence"), func(n int) string {
			return fmt.Sprintf("%4d  %10s ", n+1, wording.Bits(points[n].Prominence))
		})
	}
	for _, p := range points {
		if best, is := groupview.AsBest(fr, p); is {
			p = best
		}
		if err := printJSON(w, fr, p, nil, nil, nil); err != nil {
			return err
		}
	}
	return nil
}
