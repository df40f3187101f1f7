package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/plot"
)

func newPlot(s streams) *cobra.Command {
	var (
		output string
		opts   plot.Options
	)
	cmd := &cobra.Command{
		Use:   "plot FRONTIER -o FIGURE",
		Short: "Draw a frontier: .svg, .png or .pdf",
		Long: `Plot draws a frontier file as the paper does: H(Z) growing to the left, I(Z;Y)
up, the part that no grouping reaches shaded, the concave hull shaded, the most
informative point of the frontier for every number of clusters circled, and
dotted lines at log2 k bits, where k clusters of equal weight lie.`,
		Example: `  dibmap plot frontier.json -o frontier.pdf
  dibmap plot frontier.json -o frontier.png --width 85 --title "Letters"`,
		Args: arguments(1, "one frontier file, or - for standard input"),
		RunE: func(_ *cobra.Command, args []string) error {
			return runPlot(args[0], output, opts, s)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "", "the figure's file: .svg, .png or .pdf")
	flags.StringVar(&opts.Title, "title", "", "title (default: the table and its size)")
	flags.Float64Var(&opts.Width, "width", 0, "width in mm (default 160)")
	flags.Float64Var(&opts.Height, "height", 0, "height in mm (default 110)")
	flags.IntVar(&opts.DPI, "dpi", 0, "resolution of a .png (default 300)")
	flags.BoolVar(&opts.NoHull, "no-hull", false, "leave out the concave hull")
	flags.BoolVar(&opts.NoDMC, "no-dmc", false, "leave out the circles")
	flags.BoolVar(&opts.NoBalanced, "no-balanced", false, "leave out the lines at log2 k")
	return cmd
}

func runPlot(input, output string, opts plot.Options, s streams) error {
	if output == "" {
		return errors.New("plot needs a file to draw to: -o FIGURE.svg, .png or .pdf")
	}
	format, err := plot.FormatOf(output)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	file, err := atomicfile.Create(output)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer file.Abort()
	f, err := readFrontier(input, s.in)
	if err != nil {
		return err
	}
	if err := plot.Frontier(file, f, format, opts); err != nil {
		return writing(err)
	}
	if err := file.Commit(); err != nil {
		return failure{err}
	}
	return nil
}
