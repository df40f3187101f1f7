package scanning

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// readTrends reads --monotone.
func (f *scanFlags) readTrends() error {
	for _, text := range f.trends {
		var column string
		trend := text
		if at := strings.LastIndexByte(text, '='); at >= 0 {
			column, trend = text[:at], text[at+1:]
		}
		if err := input.CheckTrend(trend); err != nil {
			return err
		}
		if f.columns.Monotone == nil {
			f.columns.Monotone = make(map[string]string)
		}
		f.columns.Monotone[column] = trend
	}
	return nil
}

// checkTrends returns an error if --monotone names a column whose ranges have no trend.
func (f *scanFlags) checkTrends(all *survey.Survey) error {
	for _, name := range slices.Sorted(maps.Keys(f.columns.Monotone)) {
		if name == "" {
			continue
		}
		named := func(c survey.Column) bool { return c.Name == name } // parts of times have the same name
		ordered := func(c survey.Column) bool { return named(c) && c.Scale.Order == scale.Linear }
		switch {
		case !slices.ContainsFunc(all.Columns, named):
			return fmt.Errorf("--monotone names the column %q, which is not there", name)
		case !slices.ContainsFunc(all.Columns, ordered):
			return fmt.Errorf("--monotone names the column %q, whose values have no linear order: leave it out", name)
		}
	}
	return nil
}
