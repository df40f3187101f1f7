package choosing

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/secondary"
)

// showFlags are the flags of the show command.
type showFlags struct {
	hull, best, robust bool
	walk, distinctions bool
	full               bool
	against            string
	clusters           int
	limit              Flags // on what groupings tell about a second variable
}

// NewShow returns the show command.
func NewShow(s cli.Streams) *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:   "show FRONTIER",
		Short: "List the points of a frontier",
		Long: `Show lists the points of a frontier file by increasing entropy. A point marked
under "hull" lies on the concave hull, where the Lagrangian form of the problem
can reach it; one marked under "best" is the most informative grouping into its
number of groups. These need not all be on the frontier: --best lists all of them, and
says which are. If the file has the uncertainty of its
points ('map --robust'), it is shown after ± as a standard deviation, and points that
are apart by resampling are marked under "apart". Of more than 1,000 points, 40 are listed,
at even steps of entropy; --full lists all. --max-leak B and --min-also B list the frontier of
the groupings that tell at most, or at least, B bits about the variable of 'map --leak' or
'map --also'; with --best, the best of them for each number of groups.

--clusters K lists all groupings into K groups that a file of 'map --per-k', '--leak' or
'--also' has, on the frontier or not: those that no other one into K groups beats in H(Z),
I(Z;Y) and what it tells about the second variable; with --max-leak B or --min-also B, those
of them within the limit.

--walk goes from coarse to fine through the most prominent points that refine each
other, and says what splits at each step. --distinctions tells for every value of X from
how many bits on it has a group of its own, and which value it stays with longest.
--against compares with another frontier of the same table, as of another search.`,
		Example: `  dibmap show frontier.json
  dibmap show frontier.json --best
  dibmap show frontier.json --robust
  dibmap show frontier.json --walk
  dibmap show quick.json --against proved.json`,
		Args: input.OneFrontier,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed); err != nil {
				return err
			}
			return f.run(args[0], s)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.hull, "hull", false, "list points on the concave hull only")
	flags.BoolVar(&f.best, "best", false, "list the best grouping for each number of groups, on the frontier or not")
	flags.IntVar(&f.clusters, "clusters", 0, "list all known groupings into `K` groups that no other one beats")
	flags.BoolVar(&f.robust, "robust", false, "list the points that are apart by resampling")
	flags.BoolVar(&f.walk, "walk", false, "go from coarse to fine through points that refine each other")
	flags.BoolVar(&f.distinctions, "distinctions", false, "tell for every value from where on it is apart")
	f.limit.told.add(flags, "list the frontier of")
	flags.BoolVar(&f.full, "full", false, "list all points, however many")
	flags.StringVar(&f.against, "against", "", "compare with this other `FRONTIER`")
	return cmd
}

// check refuses flags that ask for several things at once.
func (f *showFlags) check(given func(flag string) bool) error {
	if err := f.limit.told.check(given); err != nil {
		return err
	}
	for _, name := range []string{"hull", "best", "robust"} {
		if given("clusters") && given(name) {
			return fmt.Errorf("--clusters and --%s list different groupings: give one of them", name)
		}
	}
	if given("clusters") && f.clusters < 1 {
		return fmt.Errorf("--clusters is %d: want 1 or more groups", f.clusters)
	}
	view, err := cli.AtMostOne(given, "walk", "distinctions", "against")
	switch {
	case err != nil:
		return fmt.Errorf("%w show different things: give one of them", err)
	case view == "":
		return nil
	case view == "against" && f.against == "":
		return errors.New("--against is empty: name another frontier file")
	}
	for _, name := range []string{"hull", "best", "robust", "clusters", "full", "max-leak", "min-also"} {
		if given(name) {
			return fmt.Errorf("--%s is for the list of points, and --%s shows something else: leave one out", name, view)
		}
	}
	return nil
}

func (f *showFlags) run(path string, s cli.Streams) error {
	fr, err := input.ReadFrontier(path, s)
	if err == nil {
		fr, err = f.limit.Limited(path, fr)
	}
	switch {
	case err != nil:
		return err
	case f.against != "":
		return showAgainst(s, path, fr, f.against)
	case f.walk:
		return showWalk(s.Out, path, fr)
	case f.distinctions:
		return showDistinctions(s.Out, path, fr)
	case f.robust && fr.Uncertainty == nil:
		return f.limit.notRobust(path, fr)
	}
	points, list := fr.All(), listing.Explained
	switch {
	case f.clusters > 0:
		if points, err = f.known(path, fr); err != nil {
			return err
		}
		list = listing.OfClusters(f.clusters)
	case f.best:
		points, list = fr.BestKnown(), listing.Best
	}
	if fr.Problem.N > 0 {
		listing.Introduce(s.Out, fr)
	}
	var shown []frontier.Point
	for p := range points {
		if (!f.hull || p.Hull) && (!f.robust || p.Robust) {
			shown = append(shown, p)
		}
	}
	if f.full {
		return list(s.Out, fr, shown)
	}
	spread := listing.Spread(shown)
	if err := list(s.Out, fr, spread); err != nil || len(spread) == len(shown) {
		return err
	}
	return listing.SaySpread(s.Out, fr, len(spread), len(shown))
}

// known returns the known groupings into --clusters groups, or an error if the file has no such groupings.
func (f *showFlags) known(path string, fr *frontier.Frontier) (iter.Seq[frontier.Point], error) {
	points := slices.Collect(fr.Layer(f.clusters))
	switch s := fr.Second; {
	case s != nil && len(s.Entries) > 0:
		var err error
		if points, err = secondary.Points(fr, f.clusters); err != nil {
			return nil, err
		}
	case fr.Layers() == nil:
		return nil, fmt.Errorf("%s has the frontier and the best groupings, and no others into %s: map the table with --per-k, or leave --clusters out", path, wording.Plural(f.clusters, "group"))
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("%s: there is no grouping in the file into %s%s", path, wording.Plural(f.clusters, "group"), within(fr))
	}
	return slices.Values(points), nil
}
