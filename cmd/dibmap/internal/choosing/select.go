package choosing

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// selectFlags are the flags of the select command.
type selectFlags struct {
	choice Flags
	asJSON bool
	full   bool
	table  tableFlags
	rule   string // of the recommendation
}

// NewSelect returns the select command.
func NewSelect(s cli.Streams) *cobra.Command {
	var f selectFlags
	cmd := &cobra.Command{
		Use:   "select FRONTIER [" + strings.Trim(Usage, "{}") + "]",
		Short: "Recommend or choose a grouping, and see what its groups are",
		Long: `Select prints one grouping of a frontier file: its groups with their share of the
records, what each contributes to I(Z;Y), and the values of Y that are more and less
frequent in it than elsewhere, the most telling first.

Without a choice, it recommends one: it goes along the best groupings into 2, 3, 4 ...
groups, and asks each group to add its part of I(X;Y), 1/19 for 20 values of X or more and
1/(n-1) for n values, and twice as much if it has less than 1 % of the records. Of files of
'map --validate', it recommends what held-out records support. It adds a coarser and a
finer grouping, and how to choose them. --rule predict recommends the fewest groups that predict
held-out records within one standard error of the best, for a model that takes groups in place
of X.

` + Help + ` --prominent 1 prints the most prominent
point like the others, --prominent N a list of the N most prominent ones.

The frontier answers for bits: no other grouping tells as much in as few. The best grouping
into K groups need not be on it, where a grouping into more, uneven groups tells as
much in fewer bits; select says then which one.

If there is more to print than a screen holds, there are the heaviest groups, and their
heaviest values; --full prints all. JSON always has all. --json of a folder of 'dibmap scan'
prints a line for each column that it has mapped, in the order of its mapping.json.

--table prints the binning table of the grouping instead, as credit scoring has it: of
each group the count, the share, the rate of an event (--event VALUE; the last of two
values of Y), WoE, IV and JS, with standard errors, and what it contributes to I(Z;Y).

--robust chooses among the points of a file of 'map --robust' that are apart by resampling.`,
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
	f.table.add(cmd)
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, at full precision")
	return cmd
}

func (f *selectFlags) run(cmd *cobra.Command, path string, s cli.Streams) error {
	if err := f.choice.Check("select", cmd.Flags().Changed); err != nil {
		return err
	}
	if err := f.table.check(cmd.Flags().Changed); err != nil {
		return err
	}
	if err := input.CheckRule(f.rule); err != nil {
		return err
	}
	if f.choice.rule != byNothing && cmd.Flags().Changed("rule") {
		return fmt.Errorf("--rule is for a recommendation, and --%s chooses the grouping: leave one of them out", f.choice.rule)
	}
	if f.asJSON && input.IsScan(path) {
		return f.recommendAll(path, s)
	}
	fr, err := input.ReadFrontier(path, s)
	if err != nil {
		return err
	}
	switch {
	case f.choice.rule == byProminence && f.choice.prominent > 1 && f.table.table:
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
	table, err := f.table.of(path, fr, p)
	switch {
	case err != nil:
		return err
	case f.asJSON:
		return printJSON(w, fr, p, why, table)
	case table != nil:
		return printTable(w, fr, p, table)
	}
	return printPoint(w, fr, p, "", f.full)
}

// printPoint prints a point, the reason for its recommendation unless it is empty, how good it is,
// and its clusters, at most a screen of them unless full is true.
func printPoint(w io.Writer, fr *frontier.Frontier, p frontier.Point, why string, full bool) error {
	terms := listing.TermsOf(fr)
	if why != "" {
		fmt.Fprint(w, "Recommended: ")
	}
	fmt.Fprintln(w, terms.Point(fr, p))
	if why != "" {
		fmt.Fprintln(w, "Why: "+why)
	}
	if line := standing(fr, p); line != "" {
		fmt.Fprintln(w, line)
	}
	if p.Ties > 0 {
		fmt.Fprintf(w, "(%s found with the same %s and %s)\n", wording.Plural(p.Ties, "other grouping"), terms.H, terms.I)
	}
	return printClusters(w, fr, p, full)
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
		if best, is := listing.AsBest(fr, p); is {
			p = best
		}
		if err := printJSON(w, fr, p, nil, nil); err != nil {
			return err
		}
	}
	return nil
}
