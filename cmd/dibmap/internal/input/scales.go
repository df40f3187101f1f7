package input

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// scaleFlags are the flags that say how the columns of X and Y are read.
type scaleFlags struct {
	types, parts map[string]string
	binsX, binsY string
	zone, order  string       // order is a file
	dates        string       // how they are written
	x, y         scale.Scales // of a frontier whose table is read again, or nil
	// again is how the columns of this table are read to fit scales to their values.
	again map[string]scale.Spec
}

func (f *scaleFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	addPairs(flags, &f.types, "type", "read a column, or x or y for those of X or Y, as this `TYPE`, as in x=number: category, number, time or duration (default what its values are)")
	addPairs(flags, &f.parts, "part", "take this `PART` of the times of a column, as in x=hour: hour, weekday, month, quarter, year or day-of-year")
	flags.StringVar(&f.zone, "zone", "", "take times in this time `ZONE`, such as Europe/Berlin, UTC or +05:30 (default as they are written, or that of the file)")
	flags.StringVar(&f.dates, "date-format", "", "read dates that are written in this `FORMAT`, such as d/m/y, m/d/y or d.m.yy (default YYYY-MM-DD, and others where the values tell)")
	flags.StringVar(&f.order, "order-file", "", "take the values of X in the order of the lines of this `FILE`")
	flags.StringVar(&f.binsX, "bins-x", "", binsHelp+" (default auto:200, at most 200 and fewer for few records)")
	flags.StringVar(&f.binsY, "bins-y", "", "cut the numbers of Y into these `BINS` (default auto:10)")
}

// addPairs adds a flag that takes pairs such as x=number. Help then does not call "[]" its default.
func addPairs(flags *pflag.FlagSet, pairs *map[string]string, name, usage string) {
	flags.StringToStringVar(pairs, name, nil, usage)
	flags.Lookup(name).DefValue = ""
}

// apply sets the options of the flags.
func (f *scaleFlags) apply(o *table.Options, s cli.Streams) error {
	x, err := textfile.SplitNames(o.X)
	if err != nil {
		return fmt.Errorf("--x: %w", err)
	}
	y, err := textfile.SplitNames(o.Y)
	if err != nil {
		return fmt.Errorf("--y: %w", err)
	}
	if o.Second != "" {
		second, err := textfile.SplitNames(o.Second)
		if err != nil {
			return err
		}
		y = append(y, second...) // read alike
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
	set := func(flag string, values map[string]string, allowed []string, to func(spec *scale.Spec, value string)) error {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			if !slices.Contains(allowed, values[key]) {
				return fmt.Errorf("--%s %s=%s: want %s", flag, key, values[key], oneOf(allowed))
			}
			columns, err := columnsOf(key, x, y)
			if err != nil {
				return fmt.Errorf("--%s %s=%s: %w", flag, key, values[key], err)
			}
			for _, c := range columns {
				spec := o.Scales[c]
				to(&spec, values[key])
				o.Scales[c] = spec
			}
		}
		return nil
	}
	types := lists.Map(scale.Types(), func(t scale.Type) string { return string(t) })
	if err := set("type", f.types, types, func(spec *scale.Spec, value string) { spec.Type = scale.Type(value) }); err != nil {
		return err
	}
	if err := set("part", f.parts, scale.Parts(), func(spec *scale.Spec, value string) { spec.Part = value }); err != nil {
		return err
	}
	if err := f.applyZone(o, slices.Concat(x, y)); err != nil {
		return err
	}
	if err := f.applyDates(o, slices.Concat(x, y)); err != nil {
		return err
	}
	if err := f.applyOrder(o, x, s); err != nil {
		return err
	}
	maps.Copy(o.Scales, f.again)
	o.XScales, o.YScales = f.x, f.y
	return nil
}

// oneOf lists alternative words.
func oneOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// applyZone sets the zone of all columns, as it has no effect on columns without times.
func (f *scaleFlags) applyZone(o *table.Options, columns []string) error {
	if f.zone == "" {
		return nil
	}
	if _, err := calendar.Zone(f.zone); err != nil {
		return fmt.Errorf("--zone %w", err)
	}
	if len(columns) == 0 {
		return errors.New("--zone is about times of records: name their columns by --x and --y")
	}
	for _, c := range columns {
		spec := o.Scales[c]
		spec.Zone = f.zone
		o.Scales[c] = spec
	}
	return nil
}

// applyDates sets the format of dates of all columns, as it has no effect on columns without dates.
func (f *scaleFlags) applyDates(o *table.Options, columns []string) error {
	if f.dates == "" {
		return nil
	}
	if err := (scale.Spec{Dates: f.dates}).Check(); err != nil {
		return fmt.Errorf("--date-format: %w", err)
	}
	if len(columns) == 0 {
		return errors.New("--date-format is about dates of records: name their columns by --x and --y")
	}
	for _, c := range columns {
		spec := o.Scales[c]
		spec.Dates = f.dates
		o.Scales[c] = spec
	}
	return nil
}

// columnsOf returns the columns that a flag names: a column, or the columns of X or of Y.
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

// repeat returns the flags as arguments of a call.
func (f *scaleFlags) repeat() string {
	var b strings.Builder
	for _, flag := range []struct {
		name   string
		values map[string]string
	}{{"type", f.types}, {"part", f.parts}} {
		for _, key := range slices.Sorted(maps.Keys(flag.values)) {
			b.WriteString(" --" + flag.name + " " + Argument(key+"="+flag.values[key]))
		}
	}
	for _, flag := range []struct{ name, value string }{{"bins-x", f.binsX}, {"bins-y", f.binsY}, {"zone", f.zone}, {"date-format", f.dates}, {"order-file", f.order}} {
		b.WriteString(repeated(flag.name, flag.value))
	}
	return b.String()
}
