package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/internal/resources"
)

// Args returns a check of the number of arguments, which are described by what in errors.
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

// AtMostOne returns the flag among flags that is given, or "" if none is. If several are
// given, the error names two of them.
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

// besides is the memory in bytes for tables of up to some ten thousand rows and half a million cells, and for the
// uncounted memory of a search. With the program itself, the process stays within 64 MB of 1.1 times its limit.
const besides = 25 << 20

// tableMemory returns the approximate number of bytes that tables take in a search, given their total number of cells,
// beyond the memory in besides.
func tableMemory(cells int) int64 {
	const counted, perCell = 500_000, 24 // the numbers and columns of the table, and the search's copy
	return perCell * int64(max(cells-counted, 0))
}

// SearchMemory returns the memory limit in bytes of a search alone, given its limit together with tables of the given
// number of cells.
func SearchMemory(bytes int64, cells int) int64 {
	return min(bytes, max(bytes-tableMemory(cells), resources.MinMemory)) // too small limits are refused later
}

// LimitMemory sets the garbage collector's memory limit until restore is called: to a tenth more than the limit of a
// search and its tables, and room for uncounted memory. If more memory is in use now, the limit is the memory of the
// search on top of it. A lower limit that the user has set stays.
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

// VarLetter adds a flag. If its name is one letter, such as x, -x is short for --x, because shells do not complete
// flags of one letter otherwise.
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
