package tables

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/lists"
)

// NewData returns the data command.
func NewData(s cli.Streams) *cobra.Command {
	var output, format string
	cmd := &cobra.Command{
		Use:   "data [@NAME]",
		Short: "List or write the built-in data sets",
		Example: `  dibmap data
  dibmap data @occupation
  dibmap data @z40 -o z40.npy`,
		Args: cli.Args(0, 1, "one data set"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				if output != "" && output != "-" {
					return fmt.Errorf("-o %s: name a data set to write; 'dibmap data' lists them", output)
				}
				return listData(s.Out)
			}
			return writeData(s, args[0], output, format)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file, .csv or .npy (default standard output)")
	cmd.Flags().StringVar(&format, "format", "", "csv or npy (default by the file's name, else csv)")
	return cmd
}

// listData prints the list of data sets.
func listData(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "name\tsize\tsamples\twhat it is")
	for _, b := range dataset.Builtins() {
		size := lists.Map(b.Shape, wording.Number)
		samples := "-"
		if b.Samples > 0 {
			samples = wording.Number(b.Samples)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", b.Name, strings.Join(size, " x "), samples, b.Title)
	}
	return tw.Flush()
}

// writeData writes a data set.
func writeData(s cli.Streams, name, output, format string) error {
	if format = formatOf(format, output); format != "csv" && format != "npy" {
		return fmt.Errorf("a data set can be written as csv or npy, not as %q", format)
	}
	return s.WriteTo("-o", output, nil, func(w io.Writer) error { return dataset.WriteBuiltin(w, name, format) })
}

// formatOf returns the format that is given for an output, or else the format of its name.
func formatOf(given, output string) string {
	switch {
	case given != "":
		return given
	case output == "" || output == "-":
		return "csv"
	default:
		return strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), ".")
	}
}
