package input

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// scaleFlags are the flags that say how the columns of X and Y are read.
type scaleFlags struct {
	types        map[string]string
	binsX, binsY string
	x, y         scale.Scales // of a frontier whose table is read again; nil if there is none
}

func (f *scaleFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringToStringVar(&f.types, "type", nil, "read a column, or x or y for those of X or Y, as this `TYPE`, as in x=number: category or number (default what its values are)")
	flags.StringVar(&f.binsX, "bins-x", "", "cut the numbers of X into these `BINS`: quantile:N, width:W, edges:A,B,C or none (default quantile:200)")
	flags.StringVar(&f.binsY, "bins-y", "", "cut the numbers of Y into these `BINS` (default quantile:10)")
}

// apply sets the options that the flags stand for.
func (f *scaleFlags) apply(o *table.Options) error {
	x, err := textfile.SplitNames(o.X)
	if err != nil {
		return fmt.Errorf("--x: %w", err)
	}
	y, err := textfile.SplitNames(o.Y)
	if err != nil {
		return fmt.Errorf("--y: %w", err)
	}
	o.Scales = make(map[string]scale.Spec)
	for _, role := range []struct {
		name, bins string
		columns    []string
	}{{"x", f.binsX, x}, {"y", f.binsY, y}} {
		if role.bins == "" {
			continue
		}
		bins, err := scale.ParseBins(role.bins)
		if err != nil {
			return fmt.Errorf("--bins-%s %w", role.name, err)
		}
		for _, c := range role.columns {
			o.Scales[c] = scale.Spec{Bins: bins}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.types)) {
		kind := scale.Type(f.types[key])
		if !slices.Contains(scale.Types(), kind) {
			return fmt.Errorf("--type %s=%s: want category or number", key, f.types[key])
		}
		columns, err := columnsOf(key, x, y)
		if err != nil {
			return fmt.Errorf("--type %s=%s: %w", key, f.types[key], err)
		}
		for _, c := range columns {
			spec := o.Scales[c]
			spec.Type = kind
			o.Scales[c] = spec
		}
	}
	o.XScales, o.YScales = f.x, f.y
	return nil
}

// columnsOf returns the columns that a flag is about: one by its name, or those of X or of Y.
func columnsOf(key string, x, y []string) ([]string, error) {
	switch {
	case slices.Contains(x, key), slices.Contains(y, key):
		return []string{key}, nil
	case key == "x":
		return x, nil
	case key == "y":
		return y, nil
	}
	return nil, fmt.Errorf("%s is no column of --x or --y: name one of these, or x or y for all of them", textfile.Shown(key))
}

// repeat returns the flags as they stand in a call.
func (f *scaleFlags) repeat() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(f.types)) {
		b.WriteString(" --type " + argument(key+"="+f.types[key]))
	}
	for _, flag := range []struct{ name, value string }{{"bins-x", f.binsX}, {"bins-y", f.binsY}} {
		if flag.value != "" {
			b.WriteString(" --" + flag.name + " " + argument(flag.value))
		}
	}
	return b.String()
}
