package records

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// frequent is the least share of the records for a hint about a text that looks missing.
const frequent = 0.01

// Hints returns notes on the values of a column that were read unchanged: texts that look missing, and
// numbers that may have a decimal comma. clean is how the column was to be read, and s is its scale.
func Hints(column string, clean scale.Clean, s *scale.Scale, values []scale.Value) (notes []string) {
	total, shares := 0.0, make(map[string]float64)
	for _, v := range values {
		total += v.Count
		if text, missing := clean.Cleaned(v.Text, v.Missing); !missing && textfile.LooksMissing(text) {
			shares[text] += v.Count
		}
	}
	texts := make([]string, 0, len(shares))
	for text := range shares {
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(cmp.Compare(shares[b], shares[a]), cmp.Compare(a, b)) })
	sum, quoted := 0.0, make([]string, len(texts))
	for i, text := range texts {
		sum += shares[text] / total
		quoted[i] = strconv.Quote(text)
	}
	name, list := textfile.Shown(column), strings.Join(quoted, ", ")
	switch {
	case len(texts) == 0 || total == 0:
	case s.Type != scale.Category:
		notes = append(notes, fmt.Sprintf("%s of the records have %s as their %s, which is taken as missing, as the other values are %ss", percent(sum), list, name, s.Type))
	case sum >= frequent:
		notes = append(notes, fmt.Sprintf("%s of the records have %s as their %s: if that stands for a missing value, take as missing: %s", percent(sum), list, name, textfile.JoinNames(texts)))
	}
	switch {
	case s.Type != scale.Category || clean.Decimal != "" || !numbersBy(",", clean, values) || numbersBy("", clean, values):
	case numbersBy(".", clean, values):
		notes = append(notes, fmt.Sprintf("the values of %s read like numbers with a mark that is decimal or between thousands: if they are, name the decimal mark, a comma or a point", name))
	default:
		notes = append(notes, fmt.Sprintf("the values of %s read like numbers with a decimal comma: if they are, name the decimal mark", name))
	}
	return notes
}

// AsValue is the note about records, of all, without a value of a column that count as one.
func AsValue(column string, missing, all int64) string {
	return fmt.Sprintf("%d of %d records have no %s; they count as the value %q", missing, all, textfile.Shown(column), scale.MissingLabel)
}

// LeftOut is the note about a number of records, of all, that lack a column of Y and are left out.
func LeftOut(lost, all float64, y ...string) string {
	return fmt.Sprintf("%s of %s records have no %s: they are left out",
		textfile.AppendFloat(nil, lost, 64), textfile.AppendFloat(nil, all, 64), strings.Join(lists.Map(y, textfile.Shown), " or no "))
}

// Identify reports whether nearly every record has a different value in a column, so that values identify records.
func Identify(distinct int, records int64) bool {
	return distinct >= 20 && float64(distinct) > identifying*float64(records)
}

// identifying is the ratio of different values to records above which values identify the records.
const identifying = 0.9

// percent returns a share as text.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'g', 3, 64) + " %" }

// numbersBy reports whether values, some with a comma or a point, are numbers if they have a decimal mark.
func numbersBy(mark string, clean scale.Clean, values []scale.Value) bool {
	if !slices.ContainsFunc(values, func(v scale.Value) bool { return strings.ContainsAny(v.Text, ",.") }) {
		return false
	}
	clean.Decimal = mark
	s, _ := scale.Begin("", scale.Spec{Clean: clean}, values)
	return s.Type == scale.Number && (mark == "" || s.Decimal == mark) // and not by the other mark
}
