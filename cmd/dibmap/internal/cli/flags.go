package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Argument allows one argument, and wants it if least is 1. What it is is said
// in the error.
func Argument(least int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s needs %s; see '%s --help'", cmd.Name(), what, cmd.CommandPath())
		case len(args) > 1:
			return fmt.Errorf("%s takes %s, but %q stands there too; see '%s --help'", cmd.Name(), what, args[1], cmd.CommandPath())
		}
		return nil
	}
}
