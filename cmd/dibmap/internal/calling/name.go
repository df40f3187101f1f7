package calling

import (
	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
	"github.com/dibmap/dibmap/frontier/codec"
)

// naming returns the command "name FRONTIER", which gives groups of a frontier file names in place of those that it has.
// Only pages call it: their users name groups where they see them.
func naming(names [][]string, s cli.Streams) *cobra.Command {
	return &cobra.Command{Use: "name", Args: cobra.ExactArgs(1), Hidden: true, RunE: func(cmd *cobra.Command, args []string) error {
		fr, err := input.ReadFrontier(args[0], s)
		if err != nil {
			return err
		}
		named := *fr
		named.Problem.GroupNames = names
		if err := named.Check(); err != nil {
			return err
		}
		if err := codec.WriteFile(args[0], &named); err != nil {
			return err
		}
		memory.Written(cmd.Context(), args[0], &named)
		return nil
	}}
}
