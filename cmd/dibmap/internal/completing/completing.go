// Package completing completes command lines for shells: with columns of the table, names of built-in tables, files,
// and the values that the help of a flag lists.
package completing

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/dataset"
)

// files are the names of values in help texts that are files or folders.
var files = []string{"FILE", "FOLDER", "CSV", "FRONTIER", "FIGURE", "RUN"}

// others are values of flags whose help does not list them one after another.
var others = map[string][]cobra.Completion{
	"apart":       {"both", "either"},
	"assignments": {"auto", "whole"},
	"external":    {}, // its help lists columns of the file
	"prove":       {"yes", "no", "auto"},
	"text":        {"letters", "words"},
	"unknown":     {"error", "label", "nearest"},
}

// Add adds completions to all commands below root, unless a flag has them already. It takes the values of a flag from
// its help: from the name of the value, and the list of values.
func Add(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		Add(cmd)
		if cmd.ValidArgsFunction == nil && cmd.ValidArgs == nil {
			cmd.ValidArgsFunction = arguments(cmd.Use)
		}
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			if _, done := cmd.GetFlagCompletionFunc(flag.Name); done {
				return
			}
			if complete := valuesOf(flag); complete != nil {
				_ = cmd.RegisterFlagCompletionFunc(flag.Name, complete) // fails only for an unknown flag
			}
		})
	}
}

// arguments returns the completion of the arguments in the usage of a command: built-in tables for a table, and
// files.
func arguments(use string) cobra.CompletionFunc {
	takesTable, takesName := strings.Contains(use, "TABLE"), strings.Contains(use, "@NAME")
	return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if takesName || takesTable && strings.HasPrefix(begun, "@") {
			return builtIns(), cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// builtIns returns the names of the built-in tables, each with its title.
func builtIns() (names []cobra.Completion) {
	for _, b := range dataset.Builtins() {
		names = append(names, cobra.CompletionWithDesc(b.Name, b.Title))
	}
	return names
}

// valuesOf returns the completion of the value of a flag, or nil for a file.
func valuesOf(flag *pflag.Flag) cobra.CompletionFunc {
	name, help := pflag.UnquoteUsage(flag)
	values := others[flag.Name]
	if values == nil {
		values = listed(help)
	}
	switch {
	case name == "COL":
		return columns(false)
	case name == "COLS":
		return columns(true)
	case slices.Contains(files, name) && len(values) == 0:
		return nil
	case slices.Contains(files, name): // values, or a file
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveDefault)
	default:
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
}

// listed returns the values that a help text lists after a colon, such as "a, b or c".
func listed(help string) (values []cobra.Completion) {
	help = strings.TrimPrefix(help, "group tables: ") // of plot
	_, list, found := strings.Cut(help, ": ")
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, " (")
	list, _, _ = strings.Cut(list, ";")
	for value := range strings.SplitSeq(strings.ReplaceAll(strings.ReplaceAll(list, " or ", ", "), " or,", ","), ", ") {
		value = strings.Trim(value, "`,")
		if value != "" && value != "another" && strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" {
			values = append(values, value)
		}
	}
	return values
}
