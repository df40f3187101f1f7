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
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/table"
)

func NewData(s cli.Streams) *cobra.Command {
	var output, format string
	cmd := &cobra.Command{
		Use:   "data [@NAME]",
		Short: "List or write the built-in data sets",
		Example: `  dibmap data
  dibmap data @occupation
  dibmap data @z40 -o z40.npy`,
		Args: cli.Argument(0, "one data set"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				if output != "" {
					return fmt.Errorf("-o %s: name a data set to write; 'dibmap data' lists them", output)
				}
				return listData(s.Out)
			}
			return writeData(s.Out, args[0], output, format)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this file, .csv or .npy (default standard output)")
	cmd.Flags().StringVar(&format, "format", "", "csv or npy (default by the file's name, else csv)")
	return cmd
}

func listData(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "name\tsize\tsamples\twhat it is")
	for _, b := range table.Builtins() {
		size := make([]string, len(b.Shape))
		for i, n := range b.Shape {
			size[i] = wording.Number(n)
		}
		samples := "-"
		if b.Samples > 0 {
			samples = wording.Number(b.Samples)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", b.Name, strings.Join(size, " x "), samples, b.Title)
	}
	if err := tw.Flush(); err != nil {
		return cli.Failed(err)
	}
	return nil
}

// writeData writes a data set in the format given, or else that of the file's
// name.
func writeData(stdout io.Writer, name, output, format string) error {
	if format == "" {
		format = "csv"
		if output != "" {
			format = strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), ".")
		}
	}
	as, err := table.ParseFormat(format)
	if err != nil || as != table.CSV && as != table.NPY {
		return fmt.Errorf("a data set can be written as csv or npy, not as %q", format)
	}
	if output == "" {
		return cli.Writing(table.WriteBuiltin(stdout, name, as))
	}
	file, err := atomicfile.Create(output)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer file.Abort()
	if err := table.WriteBuiltin(file, name, as); err != nil {
		return cli.Writing(err)
	}
	if err := file.Commit(); err != nil {
		return cli.Failed(err)
	}
	return nil
}
