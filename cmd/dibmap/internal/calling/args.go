package calling

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// offered lists the commands that a page may call, each with its flags. None of the flags names a file: a page
// reads only the table and the results of its own calls.
var offered = map[string][]string{
	"info":   {"records"},
	"map":    {"x", "y", "count", "effort", "prove", "robust", "validate"},
	"plot":   {},
	"encode": {"clusters", "budget", "export"},
	"name":   {},
}

// made lists the files that a command may write.
var made = map[string][]string{
	"map":    {"frontier.json"},
	"plot":   {"page.html", "figure.pdf"},
	"encode": {"mapping.sql", "mapping.py", "recoded"},
}

// reading lists the flags that say how a file is read, which a page may set. None of them names a file.
var reading = []string{"encoding", "delimiter", "decimal", "na", "missing", "missing-y", "skip-ragged"}

// counted is the flag that a call of info does not get, so that it lists the column of counts, too.
const counted = "count"

// Args returns the command line of a call, or an error if a page may not make the call.
func (c *Calls) Args(of Call) ([]string, error) {
	allowed, known := offered[of.Command]
	if !known {
		return nil, fmt.Errorf("the page does not call %q", of.Command)
	}
	for name := range of.Flags {
		if !slices.Contains(allowed, name) {
			return nil, fmt.Errorf("the page does not call %s with --%s", of.Command, name)
		}
	}
	if of.Output != "" && !slices.Contains(made[of.Command], of.Output) {
		return nil, fmt.Errorf("%s does not make a file %q for the page", of.Command, of.Output)
	}
	args := append([]string{of.Command}, c.reads(of)...)
	args = append(args, flagsOf(of.Flags)...)
	if of.Output != "" {
		args = append(args, "-o", filepath.Join(c.Folder, of.Output))
	}
	return args, nil
}

// reads returns the part of a command line with the inputs and the flags for reading them: the initial flags of
// the page that the command has, unless the call gives them.
func (c *Calls) reads(of Call) (args []string) {
	frontier := filepath.Join(c.Folder, "frontier.json")
	switch of.Command {
	case "plot", "name":
		return []string{frontier}
	case "encode":
		if args = append(args, frontier); of.Flags["export"] != "" {
			return args
		}
		args = append(args, c.Table)
	case "info":
		args = append(args, c.Table, "--json", "--propose")
	default:
		args = append(args, c.Table)
	}
	command, _, err := c.Root(cli.Streams{Out: io.Discard, Err: io.Discard}).Find([]string{of.Command})
	if err != nil { // cannot happen: tests find all commands
		return args
	}
	given := c.given()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		_, own := of.Flags[name]
		if own || command.Flags().Lookup(name) == nil || of.Command == "info" && name == counted {
			continue
		}
		for _, value := range given[name] {
			args = append(args, "--"+name+"="+value)
		}
	}
	return args
}
