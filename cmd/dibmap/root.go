package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/comparing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/completing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/dividing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/drawing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/exploring"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/recoding"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/scanning"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/tables"
)

// newRoot returns the command that the others belong to.
func newRoot(s cli.Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "dibmap",
		Short: "Map the trade-off between a small description of X and what it tells about Y",
		Long: `dibmap groups the values of a categorical variable X so that the group Z = f(X)
is a small description, of entropy H(Z), that still tells much about Y,
information I(Z;Y). It maps every Pareto-optimal grouping: none has both a lower
entropy and a higher information.

` + input.LastHelp,
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
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetVersionTemplate("dibmap {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// "strconv.ParseInt: parsing ..." tells a person nothing.
		text, _, _ := strings.Cut(err.Error(), ": strconv.")
		if twice := input.GivenTwice(""); errors.As(err, &twice) {
			text = twice.Error()
		}
		return fmt.Errorf("%s; see '%s --help'", text, cmd.CommandPath())
	})
	root.AddCommand(mapping.NewMap(s), scanning.NewScan(s, version()), tables.NewInfo(s), choosing.NewShow(s), choosing.NewSelect(s), dividing.NewPlan(s, version()), dividing.NewWork(s, version()), mapping.NewMerge(s, dividing.Unite(version())), drawing.NewPlot(s), exploring.NewExplore(s, newRoot), mapping.NewVerify(s), tables.NewSample(s), mapping.NewTune(s), comparing.NewCompare(s), recoding.NewEncode(s), tables.NewData(s))
	completing.Add(root)
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

// release is the version where the go command records none, since the program
// is built from files without a history, as those of the Python package are:
// -ldflags "-X main.release=v0.1.0".
var release string

// version is the release, or else the module's version, as the go command
// recorded it.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	return info.Main.Version
}
