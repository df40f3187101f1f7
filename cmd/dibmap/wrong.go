package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/internal/textfile"
)

// noCommand returns an error for an argument that is not the name of a subcommand.
func noCommand(of *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "'dibmap help' lists the commands"
	if !of.HasParent() {
		switch _, err := os.Stat(args[0]); {
		case err == nil:
			return fmt.Errorf("%q is a file, not a command: 'dibmap map FILE' maps a table, and 'dibmap show FILE' shows a frontier", args[0])
		case strings.Contains(args[0], "://"):
			return fmt.Errorf("%q is an address, and dibmap reads only files: download it, then 'dibmap map FILE' maps it", args[0])
		}
	}
	if of.HasParent() {
		hint = fmt.Sprintf("'dibmap help %s' lists the commands of %s", of.Name(), of.Name())
	}
	if near := of.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %s?", strings.Join(near, " or "))
	}
	return fmt.Errorf("there is no command %q: %s", args[0], hint)
}

// helpCommand prints the help of a command, and returns an error for other names.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command, with all its flags",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, left, err := cmd.Root().Find(args)
			switch {
			case err != nil:
				return err
			case of.HasSubCommands():
				if err := noCommand(of, left); err != nil {
					return err
				}
			case len(left) > 0:
				return fmt.Errorf("%s has no command %q: 'dibmap help %s' explains it", of.Name(), left[0], of.Name())
			}
			return of.Help()
		},
	}
}

// flagError describes an error of a flag in the words of this program.
func flagError(cmd *cobra.Command, err error) error {
	text := err.Error()
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	twice := input.GivenTwice("")
	switch {
	case errors.As(err, &twice):
		text = twice.Error()
	case errors.As(err, &unknown):
		if near := nearFlags(cmd, unknown); len(near) > 0 {
			return fmt.Errorf("%s: did you mean %s?", text, strings.Join(near, " or "))
		}
	case errors.As(err, &invalid):
		text = fmt.Sprintf("--%s is %q: %s", invalid.GetFlag().Name, invalid.GetValue(), wanted(invalid))
	}
	return fmt.Errorf("%s; see '%s --help'", text, cmd.CommandPath())
}

// wanted says what a flag takes instead of a value.
func wanted(invalid *pflag.InvalidValueError) string {
	flag := invalid.GetFlag()
	switch of, _ := pflag.UnquoteUsage(flag); of {
	case "SHARE":
		return "want a number from 0 to 1, such as 0.95"
	case "PROBABILITY":
		return "want a number from 0 to 1, such as 0.05"
	}
	switch flag.Value.Type() { // "strconv.ParseInt: parsing ..." does not help users
	case "duration":
		return wrongTime(invalid.GetValue())
	case "bool":
		return "want true or false"
	case "float64":
		return "want a number"
	case "int", "int64":
		return "want a whole number"
	case "uint64":
		return "want a whole number, 0 or more"
	case "stringToString":
		return "want COLUMN=WORD"
	}
	return fmt.Sprint(errors.Unwrap(invalid))
}

// wrongTime describes the error of a time.
func wrongTime(text string) string {
	if number, ok := textfile.Decimal(text); ok && number > 0 {
		return fmt.Sprintf("the unit is missing: %ss for seconds, %sm for minutes, %sh for hours", text, text, text)
	}
	return "want a number with a unit, such as 30s, 10m or 1h30m"
}

// nearFlags returns the flags of a command that the user may have meant.
func nearFlags(cmd *cobra.Command, unknown *pflag.NotExistError) []string {
	name := unknown.GetSpecifiedName()
	if given := unknown.GetSpecifiedShortnames(); given != "" {
		name = given // a long name after one dash
	}
	if len(name) < 2 {
		return nil
	}
	name, _, _ = strings.Cut(name, "=")
	const far = 3
	byDistance := make([][]string, far)
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		distance := textfile.Distance(strings.ToLower(name), flag.Name)
		switch {
		case strings.HasPrefix(flag.Name, name), strings.HasPrefix(name, flag.Name+"-"):
			distance = min(distance, 1)
		case len(name) > 3 && strings.Contains(flag.Name, name):
			distance = min(distance, far-1)
		}
		if !flag.Hidden && distance < far && distance < len(flag.Name) {
			byDistance[distance] = append(byDistance[distance], "--"+flag.Name)
		}
	})
	for _, near := range byDistance {
		if len(near) > 0 {
			slices.Sort(near)
			return near[:min(len(near), 3)]
		}
	}
	return nil
}
