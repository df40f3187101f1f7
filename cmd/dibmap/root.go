package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/comparing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/dividing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/drawing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/exploring"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/recoding"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/scanning"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/tables"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/tuning"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/verifying"
)

// newRoot returns the command dibmap with all subcommands.
func newRoot(s cli.Streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "dibmap",
		Short: "Map the trade-off between a small description of X and what it tells about Y",
		Long: `dibmap groups the values of a categorical variable X so that the group Z = f(X)
is a small description, of entropy H(Z), that still tells much about Y,
information I(Z;Y). It maps the Pareto-optimal groupings: no grouping is
better in one of the two numbers and at least as good in the other.

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
	root.SetVersionTemplate("dibmap {{.Version}}\n" + strings.ReplaceAll(build(), "{{", "") + "\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	setHelp(root, s)
	root.AddCommand(mapping.NewMap(s), scanning.NewScan(s, version()), tables.NewInfo(s), choosing.NewShow(s), choosing.NewSelect(s), dividing.NewPlan(s, version()), dividing.NewWork(s, version()), mapping.NewMerge(s, dividing.Unite(version())), drawing.NewPlot(s), exploring.NewExplore(s, newRoot), verifying.NewVerify(s), tables.NewSample(s), tuning.NewTune(s), comparing.NewCompare(s), recoding.NewEncode(s), recoding.NewDrift(s), tables.NewData(s))
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Example = "  source <(dibmap completion bash)"
		completion.SuggestionsMinimumDistance = root.SuggestionsMinimumDistance
		completion.Args, completion.RunE = noCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	return root
}

// release and commit are set by the linker for programs that are built without a
// Git history, such as in the Python package, where the go command does not record
// a version: -ldflags "-X main.release=v0.1.0".
var release, commit string

// version returns the release, or else the version of the module that the go
// command recorded.
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

// build describes the build: the commit, if the go command recorded it, and the version of Go.
func build() string {
	commit, changed := commit, ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ", with changes"
			}
		}
	}
	commit = cmp.Or(commit, "unknown")
	return fmt.Sprintf("commit %s%s; %s, %s/%s", commit, changed, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
