package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/internal/resources"
)

// Args returns a check of the number of arguments. Its errors say what they should be.
func Args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s needs %s; see '%s --help'", cmd.Name(), what, cmd.CommandPath())
		case len(args) > most:
			return fmt.Errorf("%s takes %s, but there is also %q; see '%s --help'", cmd.Name(), what, args[most], cmd.CommandPath())
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

// besides is the memory in bytes for tables of up to some ten thousand rows and half a million cells, and for what a
// search does not count. With the program itself, the process stays within 64 MB of 1.1 times what it may take.
const besides = 25 << 20

// tableMemory returns about how many bytes tables of so many cells in all take in a search, beyond those that besides
// has.
func tableMemory(cells int) int64 {
	const counted, perCell = 500_000, 24 // the numbers and columns of the table, and what a search makes of them
	return perCell * int64(max(cells-counted, 0))
}

// SearchMemory returns how many bytes a search may take that may take so many together with its tables of so many
// cells.
func SearchMemory(bytes int64, cells int) int64 {
	return min(bytes, max(bytes-tableMemory(cells), resources.MinMemory)) // what is too little is refused later
}

// LimitMemory sets the garbage collector's memory limit until restore is called: to a tenth more than what a search
// and its tables of so many cells may take, and room for what is not counted. If more than that is in use now, the
// limit is what the search may take on top of it. A lower limit, as the user may have set, stays.
func LimitMemory(bytes int64, cells int) (restore func()) {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	before := debug.SetMemoryLimit(-1)
	search := SearchMemory(bytes, cells)
	bytes = max(bytes, search+tableMemory(cells))
	debug.SetMemoryLimit(min(before, max(bytes+bytes/10+besides, search+int64(now.HeapAlloc)+int64(now.Sys-now.HeapSys))))
	return func() { debug.SetMemoryLimit(before) }
}

// VarLetter adds a flag. If its name is one letter, as those of the variables X and Y, -x is short for --x: shells
// complete no flag of one letter otherwise.
func VarLetter(flags *pflag.FlagSet, value pflag.Value, name, help string) {
	letter := ""
	if len(name) == 1 {
		letter = name
	}
	flags.VarP(value, name, letter, help)
}

// StringLetter is VarLetter for a text.
func StringLetter(flags *pflag.FlagSet, value *string, name, help string) {
	VarLetter(flags, (*text)(value), name, help)
}

// text is a text as the value of a flag.
type text string

// String implements pflag.Value.
func (t *text) String() string { return string(*t) }

// Type implements pflag.Value.
func (*text) Type() string { return "string" }

// Set implements pflag.Value.
func (t *text) Set(value string) error {
	*t = text(value)
	return nil
}
