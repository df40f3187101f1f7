package input

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/internal/textfile"
)

// PerColumn is a flag with a value for all columns, such as 20, and values for single columns, such as age=10. It
// is repeated for several columns. The name of a column ends at the last equals sign.
type PerColumn struct {
	all string
	of  map[string]string
}

// AddTo adds the flag to others.
func (f *PerColumn) AddTo(flags *pflag.FlagSet, name, otherwise, usage string) {
	f.all = otherwise
	flags.Var(f, name, usage)
}

// Set implements [pflag.Value].
func (f *PerColumn) Set(text string) error {
	at := strings.LastIndexByte(text, '=')
	if at <= 0 {
		f.all = text
		return nil
	}
	if f.of == nil {
		f.of = make(map[string]string)
	}
	f.of[text[:at]] = text[at+1:]
	return nil
}

// String implements [pflag.Value].
func (f *PerColumn) String() string { return f.all }

// Type implements [pflag.Value].
func (f *PerColumn) Type() string { return "string" }

// Of returns the value for a column; empty if there is none.
func (f *PerColumn) Of(column string) string { return cmp.Or(f.of[column], f.all) }

// Check returns the first error that the values of a flag make, with the flag and the value.
func (f *PerColumn) Check(flag string, wrong func(value string) error) error {
	if f.all != "" {
		if err := wrong(f.all); err != nil {
			return fmt.Errorf("--%s %s: %w", flag, f.all, err)
		}
	}
	for _, column := range slices.Sorted(maps.Keys(f.of)) {
		if err := wrong(f.of[column]); err != nil {
			return fmt.Errorf("--%s %s=%s: %w", flag, column, f.of[column], err)
		}
	}
	return nil
}

// CheckColumns returns an error if a value is for a column that a file does not have.
func (f *PerColumn) CheckColumns(flag string, columns []string) error {
	for _, column := range slices.Sorted(maps.Keys(f.of)) {
		if !slices.Contains(columns, column) {
			return fmt.Errorf("--%s names the column %s, and the file has none of this name", flag, textfile.Shown(column))
		}
	}
	return nil
}
