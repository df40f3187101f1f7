package choosing

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/frontier"
)

func NewShow(s cli.Streams) *cobra.Command {
	var hull, dmc, robust, walk, distinctions bool
	var against string
	cmd := &cobra.Command{
		Use:   "show FRONTIER",
		Short: "List the points of a frontier",
		Long: `Show lists the points of a frontier file by increasing entropy. A point marked
under "hull" lies on the concave hull, where the Lagrangian form of the problem
can reach it; one marked under "DMC" is the most informative point of the
frontier with its number of clusters or fewer. If the file has the uncertainty of its
points ('map --robust'), it stands after ± as a standard deviation, and those that
sampling noise leaves apart are marked under "robust".

--walk goes from coarse to fine through the most prominent points that refine each
other, and says what splits at each step. --distinctions tells for every value of X from
how many bits on it has a cluster of its own, and which value it stays with longest.
--against compares with another frontier of the same table, as of another search.`,
		Example: `  dibmap show frontier.json
  dibmap show frontier.json --dmc
  dibmap show frontier.json --robust
  dibmap show frontier.json --walk
  dibmap show quick.json --against proved.json`,
		Args: input.OneFrontier,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneView(cmd.Flags().Changed, against); err != nil {
				return err
			}
			f, err := input.ReadFrontier(args[0], s.In)
			if err != nil {
				return err
			}
			switch {
			case cmd.Flags().Changed("against"):
				return showAgainst(s, args[0], f, against)
			case walk:
				return showWalk(s.Out, args[0], f)
			case distinctions:
				return showDistinctions(s.Out, args[0], f)
			case robust && f.Uncertainty == nil:
				return NotRobust(args[0], f)
			}
			return show(s.Out, f, func(p frontier.Point) bool {
				return (!hull || p.Hull) && (!dmc || p.DMC) && (!robust || p.Robust)
			})
		},
	}
	cmd.Flags().BoolVar(&hull, "hull", false, "list points on the concave hull only")
	cmd.Flags().BoolVar(&dmc, "dmc", false, "list the most informative point of each number of clusters only")
	cmd.Flags().BoolVar(&robust, "robust", false, "list robust points only")
	cmd.Flags().BoolVar(&walk, "walk", false, "go from coarse to fine through points that refine each other")
	cmd.Flags().BoolVar(&distinctions, "distinctions", false, "tell for every value from where on it is apart")
	cmd.Flags().StringVar(&against, "against", "", "compare with this other `FRONTIER`")
	return cmd
}

// oneView refuses flags that ask for several things at once.
func oneView(given func(flag string) bool, against string) error {
	var view string
	for _, name := range []string{"walk", "distinctions", "against"} {
		switch {
		case !given(name):
		case view != "":
			return fmt.Errorf("--%s and --%s show different things: give one of them", view, name)
		default:
			view = name
		}
	}
	if view == "against" && against == "" {
		return errors.New("--against is empty: name another frontier file")
	}
	for _, name := range []string{"hull", "dmc", "robust"} {
		if view != "" && given(name) {
			return fmt.Errorf("--%s is for the list of points, and --%s shows something else: leave one out", name, view)
		}
	}
	return nil
}

func show(w io.Writer, f *frontier.Frontier, chosen func(frontier.Point) bool) error {
	if f.Problem.N > 0 {
		listing.Introduce(w, f)
	}
	return listing.Points(w, f, listing.Where(f, chosen), "", nil)
}
