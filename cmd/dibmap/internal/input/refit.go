package input

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// VerifyScales reads a table again that was read by the scales of a frontier ([TableFlags.Recall]), and lists where
// they differ from scales fitted to the values of the table.
//
// The type, the zone, the format of dates and the order of values of a scale may come from the values or from a flag.
// So a change of these is found only if no flag can have made it, such as a type that does not suit the bins. The
// names of columns are compared with the frontier's source, as the table may have others.
func (f TableFlags) VerifyScales(ctx context.Context, fr *frontier.Frontier, table string, s cli.Streams) (wrong []string, err error) {
	recalled := []*recalled{
		{key: "x_scales", given: f.scales.x, columns: f.x, names: fr.Problem.Source.X},
		{key: "y_scales", given: f.scales.y, columns: f.Y, names: fr.Problem.Source.Y},
	}
	f.scales.x, f.scales.y = nil, nil
	for _, told := range []bool{false, true} {
		f.scales.again = make(map[string]scale.Spec)
		for _, r := range recalled {
			if err := r.specify(f.scales.again, told); err != nil {
				return nil, err
			}
		}
		if len(f.scales.again) == 0 {
			return nil, nil
		}
		t, _, err := f.Read(ctx, []string{table}, s, true)
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil: // such as dates that a flag must tell apart
			wrong = []string{fmt.Sprintf("the scales cannot be made again: %v", err)}
			continue
		}
		x, y := t.Scales()
		wrong = slices.Concat(recalled[0].compare(x), recalled[1].compare(y))
		if len(wrong) == 0 {
			return nil, nil
		}
	}
	return wrong, nil
}

// recalled are the scales of a variable that a frontier has.
type recalled struct {
	key            string
	given          scale.Scales
	columns, names string // of the table, and of the frontier's source
	right          []bool // which scales some way of reading has returned
}

// specify sets how the columns are read: as their values suggest or, if told is set, as the scales say.
func (r *recalled) specify(specs map[string]scale.Spec, told bool) error {
	columns, err := textfile.SplitNames(r.columns)
	if err != nil || len(columns) < len(r.given) {
		return err
	}
	for i := range r.given {
		given := &r.given[i]
		spec := scale.Spec{Part: given.Part}
		if given.Bins != "" {
			if spec.Bins, err = scale.ParseBins(given.Bins); err != nil {
				return fmt.Errorf("%s[%d].bins %w", r.key, i, err)
			}
		}
		if told {
			spec.Type, spec.Zone, spec.Dates = given.Type, given.Zone, given.Dates
			if given.By == scale.ByFile || given.By == scale.ByCategories {
				spec.Values, spec.By = given.Values, given.By
			}
		}
		specs[columns[i]] = spec
	}
	return nil
}

// compare lists where the scales differ from the fitted ones, unless they were equal in an earlier call.
func (r *recalled) compare(fitted scale.Scales) (wrong []string) {
	names, err := textfile.SplitNames(r.names)
	if r.right == nil {
		r.right = make([]bool, len(r.given))
	}
	for i := range r.given {
		is := fitted[i]
		if r.names != "" && err == nil && len(names) == len(r.given) { // a source may leave out names
			is.Column = names[i]
		}
		differences := differences(&r.given[i], &is)
		if r.right[i] = r.right[i] || len(differences) == 0; r.right[i] {
			continue
		}
		for _, d := range differences {
			wrong = append(wrong, fmt.Sprintf("%s[%d].%s", r.key, i, d))
		}
	}
	return wrong
}

// mostShown is the length of a value that is shown.
const mostShown = 60

// differences lists the members of two scales that are not equal.
func differences(given, is *scale.Scale) (list []string) {
	a, b := members(given), members(is)
	for key := range b {
		if _, ok := a[key]; !ok {
			a[key] = nil
		}
	}
	for _, key := range slices.Sorted(maps.Keys(a)) {
		if string(a[key]) == string(b[key]) {
			continue
		}
		if len(a[key])+len(b[key]) > mostShown {
			list = append(list, key+" is not that of the table")
			continue
		}
		list = append(list, fmt.Sprintf("%s is given as %s, and is %s", key, shownMember(a[key]), shownMember(b[key])))
	}
	return list
}

func shownMember(text json.RawMessage) string {
	if text == nil {
		return "nothing"
	}
	return string(text)
}

// members returns the members of a scale in files.
func members(s *scale.Scale) (m map[string]json.RawMessage) {
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		panic(err) // cannot happen: all numbers are finite
	}
	return m
}
