package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// mostUsed lists the flags that -h shows for a command. For other commands it shows all flags.
var mostUsed = map[string][]string{
	"select":       {"clusters", "budget", "keep", "max-leak", "rule", "table", "event", "full", "json", "robust"},
	"map":          {"x", "y", "count", "top-x", "output", "order", "max-clusters", "min-mass", "validate", "robust", "time-limit", "quiet"},
	"scan":         {"y", "columns", "count", "output", "validate", "plan", "workers", "quiet"},
	"info":         {"x", "y", "count", "top-x", "bins-x", "json"},
	"plan":         {"parts", "output", "x", "y", "count", "top-x", "prove", "robust", "validate", "quiet"},
	"plot":         {"output", "figure", "annotate", "annotate-k", "best-lines", "title", "width", "height", "theme"},
	"explore":      {"x", "y", "count", "port", "no-open"},
	"verify":       {"x", "y", "count", "time-limit", "workers", "quiet"},
	"sample":       {"n", "x", "y", "count", "seed", "output", "as"},
	"tune-epsilon": {"x", "y", "count", "splits", "epsilons", "json"},
	"compare":      {"x", "y", "count", "methods", "external", "output", "csv", "json", "time-limit"},
	"drift":        {"x", "clusters", "keep", "budget", "count", "fail-above", "json"},
	"encode":       {"x", "clusters", "keep", "budget", "output", "column", "names", "unknown", "export", "quiet"},
}

// setHelp gives a command two help texts: -h fits on a screen, and --help is complete.
func setHelp(root *cobra.Command, s cli.Streams) {
	everything := root.HelpFunc()
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", fmt.Sprintf(".FlagUsagesWrapped %d ", s.Columns())))
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.InitDefaultHelpFlag()
		if slices.Contains(args, "-h") && !slices.Contains(args, "--help") {
			helpOnAScreen(s.Out, cmd, s.Columns())
			return
		}
		everything(cmd, args)
	})
}

// helpOnAScreen writes the short help of a command.
func helpOnAScreen(w io.Writer, cmd *cobra.Command, columns int) {
	columns = cmp.Or(columns, 80)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", cmd.CommandPath(), cmd.Short)
	usage := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		usage = cmd.CommandPath() + " COMMAND"
	}
	fmt.Fprintf(&b, "Usage: %s\n", usage)
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() { // not help, which the last line says
				fmt.Fprintf(&b, "  %-13s%s\n", c.Name(), c.Short)
			}
		}
		fmt.Fprintf(&b, "\n'%s COMMAND -h' has the most used flags of a command, and --help all.\n", cmd.CommandPath())
	} else {
		if examples := strings.Split(cmd.Example, "\n"); cmd.Example != "" {
			b.WriteString("\n" + strings.Join(examples[:min(len(examples), 3)], "\n") + "\n")
		}
		flags, all := shownFlags(cmd)
		fmt.Fprintf(&b, "\n%s\n", flags)
		rest := "explains them"
		if all > 0 {
			rest = fmt.Sprintf("has all %d flags, and explains them", all)
		}
		fmt.Fprintf(&b, "'%s --help' %s.\n", cmd.CommandPath(), rest)
	}
	for line := range strings.Lines(b.String()) {
		_, _ = fmt.Fprintln(w, wording.Cut(strings.TrimRight(line, "\n"), columns)) // the stream keeps the error
	}
}

// shownFlags returns the lines of the most used flags, and the number of all flags, or 0 if these are all.
func shownFlags(cmd *cobra.Command) (lines string, all int) {
	shown := pflag.NewFlagSet("", pflag.ContinueOnError)
	shown.SortFlags = false
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden && flag.Name != "help" {
			all++
		}
	})
	names := mostUsed[cmd.Name()]
	for _, name := range names {
		shown.AddFlag(cmd.LocalFlags().Lookup(name))
	}
	if len(names) == 0 {
		return cmd.LocalFlags().FlagUsages(), 0
	}
	return shown.FlagUsages(), all
}
