package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/internal/atomicfile"
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
	return exitCode(err)
}

// exitCode returns the exit code of a call that ended with an error or, if err is nil, well.
func exitCode(err error) int {
	var of failure
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &of):
		return exitFailed
	default:
		return exitUsage
	}
}

// failed marks an error, if there is one, as no fault of the call or the input.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// oneLine folds a message of several lines.
func oneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}

// writing marks an error as a failure if it comes from the output and not from what was
// asked for, as an input that cannot be opened does.
func writing(err error) error {
	var path *fs.PathError
	var unwritable *atomicfile.WriteError
	if errors.As(err, &path) && path.Op != "open" && path.Op != "stat" || errors.As(err, &unwritable) {
		return failed(err)
	}
	return err
}

// arguments allows one argument, and wants it if least is 1. What it is is said
// in the error.
func arguments(least int, what string) cobra.PositionalArgs {
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
		// "strconv.ParseInt: parsing ..." tells a person nothing.
		text, _, _ := strings.Cut(err.Error(), ": strconv.")
		return fmt.Errorf("%s; see '%s --help'", text, cmd.CommandPath())
	})
	root.AddCommand(newMap(s), newInfo(s), newShow(s), newSelect(s), newMerge(s), newPlot(s), newVerify(s), newSample(s), newTune(s), newCompare(s), newEncode(s), newData(s))
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
