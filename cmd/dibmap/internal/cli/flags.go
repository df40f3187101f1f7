package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Args returns a check of the number of arguments. Its errors say what they should be.
func Args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s needs %s; see '%s --help'", cmd.Name(), what, cmd.CommandPath())
		case len(args) > most:
			return fmt.Errorf("%s takes %s, but %q stands there too; see '%s --help'", cmd.Name(), what, args[most], cmd.CommandPath())
		}
		return nil
	}
}

// AtMostOne returns which of some flags is given, or "" if none is. Several are an error
// that names two of them.
func AtMostOne(given func(flag string) bool, flags ...string) (one string, err error) {
	for _, flag := range flags {
		switch {
		case !given(flag):
		case one != "":
			return "", fmt.Errorf("--%s and --%s", one, flag)
		default:
			one = flag
		}
	}
	return one, nil
}
