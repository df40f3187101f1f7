package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// failure marks an error as no fault of the call or the input: exit code 1.
type failure struct{ error }

// run carries out one call of the program and returns its exit code. It prints
// an error as one line on the error stream.
func run(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(s.err, "dibmap: %s\n", oneLine(err.Error()))
	var failed failure
	if errors.As(err, &failed) {
		return exitFailed
	}
	return exitUsage
}

// oneLine folds a message of several lines, such as a list of suggestions.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "dibmap",
		Short: "Map the trade-off between a small description of X and what it tells about Y",
		Long: `dibmap groups the values of a categorical variable X so that the group Z = f(X)
is a small description, of entropy H(Z), that still tells much about Y,
information I(Z;Y). It maps every Pareto-optimal grouping: none has both a lower
entropy and a higher information.`,
		Example: `  dibmap map                                        the built-in alphabet
  dibmap map survey.csv --x city --y product -o frontier.json
  dibmap select frontier.json --clusters 5
  dibmap plot frontier.json -o frontier.pdf`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },

		SuggestionsMinimumDistance: 2,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("dibmap {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see '%s --help'", err, cmd.CommandPath())
	})
	root.AddCommand(newMap(s), newInfo(s), newShow(s), newSelect(s), newPlot(s), newData(s))
	return root
}

// noCommand refuses what is not the name of a command.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "'dibmap help' lists the commands"
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	return fmt.Errorf("there is no command %q: %s", args[0], hint)
}

// version is the module's version, as the go command recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	return info.Main.Version
}
