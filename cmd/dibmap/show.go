package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/frontier"
)

// readFrontier reads a frontier file, or standard input for "-".
func readFrontier(path string, in io.Reader) (*frontier.Frontier, error) {
	if path == "-" {
		f, err := frontier.Read(in)
		if err != nil {
			return nil, fmt.Errorf("stdin: %w", err)
		}
		return f, nil
	}
	return frontier.ReadFile(path)
}

func newShow(s streams) *cobra.Command {
	var hull, dmc, robust bool
	cmd := &cobra.Command{
		Use:   "show FRONTIER",
		Short: "List the points of a frontier",
		Long: `Show lists the points of a frontier file by increasing entropy. A point marked
under "hull" lies on the concave hull, where the Lagrangian form of the problem
can reach it; one marked under "DMC" is the most informative point of the
frontier with its number of clusters or fewer. If the file has the uncertainty of its
points ('map --robust'), it stands after ± as a standard deviation, and those that
sampling noise leaves apart are marked under "robust".`,
		Example: `  dibmap show frontier.json
  dibmap show frontier.json --dmc
  dibmap show frontier.json --robust`,
		Args: arguments(1, "one frontier file, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := readFrontier(args[0], s.in)
			if err != nil {
				return err
			}
			if robust && f.Uncertainty == nil {
				return errNotRobust(args[0], f)
			}
			if err := show(s.out, f, func(p frontier.Point) bool {
				return (!hull || p.Hull) && (!dmc || p.DMC) && (!robust || p.Robust)
			}); err != nil {
				return failure{err}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&hull, "hull", false, "list points on the concave hull only")
	cmd.Flags().BoolVar(&dmc, "dmc", false, "list the most informative point of each number of clusters only")
	cmd.Flags().BoolVar(&robust, "robust", false, "list robust points only")
	return cmd
}

// errNotRobust is the error of a file in which no points are marked as robust.
func errNotRobust(path string, f *frontier.Frontier) error {
	if f.Problem.N == 0 {
		return fmt.Errorf("%s holds points only, and not which of them are robust by what: map with --robust -o frontier.json, .parquet or .npz", path)
	}
	return fmt.Errorf("%s does not say how uncertain its points are: map the table again with --robust", path)
}

func show(w io.Writer, f *frontier.Frontier, chosen func(frontier.Point) bool) error {
	if f.Problem.N > 0 {
		introduce(w, f)
	}
	return pointTable(w, f, chosen)
}
