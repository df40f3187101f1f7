//go:build js

package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/recoding"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/tables"
	"github.com/dibmap/dibmap/report"
)

// newRoot returns the command dibmap with the subcommands that a page calls.
func newRoot(s cli.Streams) *cobra.Command {
	root := &cobra.Command{Use: "dibmap", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(tables.NewInfo(s), mapping.NewMap(s), newPlot(s), recoding.NewEncode(s))
	return root
}

// newPlot returns a command plot that writes only pages: a page saves its figures itself.
func newPlot(s cli.Streams) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:  "plot FRONTIER -o FILE.html",
		Args: cli.Args(1, 1, "one frontier"),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := input.ReadFrontier(args[0], s)
			if err != nil {
				return err
			}
			return s.WriteTo("-o", output, args, func(w io.Writer) error {
				return report.Write(w, f, report.Options{})
			})
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the page to this `FILE`")
	return cmd
}
