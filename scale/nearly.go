package scale

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// someTexts is the largest number of different texts that may be codes for missing values among numbers, and of units.
const someTexts = 3

// Words of messages about numbers, and the advice for a number that is written in another way.
const (
	numberNoun  = "number"
	plainNumber = "plain number"
	writeNumber = "write it as one, or take the column as a category"
)

// nearlyNumbers returns a note on a category that would be a column of numbers if its values were written in another way
// or if a few texts meant that a value is missing.
func (s *Scale) nearlyNumbers(values []Value) []string {
	column, all := textfile.Shown(s.Column), s.there(values)
	if s.clocks(all) > 0 {
		return []string{fmt.Sprintf("%s has values such as %q, which read like times of day, and so is a category: for ranges of them, give %s the type duration", column, all[0].Text, column)}
	}
	signs, units := make(map[string]Value), make(map[string]Value) // with the first value of each
	var texts []string
	numbers, total, rest := 0, 0.0, 0.0
	for _, v := range all {
		sign, unit, kind := spelt(v.Text)
		if isCode(v.Text) {
			return nil
		}
		total += v.Count
		switch {
		case kind == isText:
			if texts = append(texts, v.Text); len(texts) > len(all)/2 {
				return nil
			}
			rest += v.Count
			continue
		case unit != "":
			if _, known := units[unit]; !known {
				units[unit] = v
			}
		default:
			if _, known := signs[sign]; !known {
				signs[sign] = v
			}
		}
		numbers++
	}
	switch {
	case len(texts) == 0 && len(units) == 0 && len(signs) > 1:
		var examples []Value
		for _, sign := range slices.Sorted(maps.Keys(signs)) {
			examples = append(examples, signs[sign])
		}
		return []string{fmt.Sprintf("%s has numbers with different signs, such as %s and %s, and so is a category: write them alike to group them in ranges", column, examples[0].at(), examples[1].at())}
	case numbers < someKnown:
	case len(texts) == 0 && len(units) > 0 && len(units) <= someTexts:
		unit := slices.Min(slices.Collect(maps.Keys(units)))
		first := units[unit]
		return []string{fmt.Sprintf("%s has values such as %s, which read like numbers of a unit, and so is a category: if they are, write them without the unit to group them in ranges", column, first.at())}
	case len(texts) > 0 && len(texts) <= someTexts && len(units) == 0:
		slices.Sort(texts)
		quoted := lists.Map(texts, textfile.Quoted)
		return []string{fmt.Sprintf("%s has %d different numbers, and %s in %s %% of the records, and so is a category: if that stands for a missing value, take as missing: %s",
			column, numbers, strings.Join(quoted, ", "), strconv.FormatFloat(100*rest/total, 'g', 3, 64), textfile.JoinNames(texts))}
	case len(texts) > 0 && numbers > len(texts):
		return []string{fmt.Sprintf("%s has %d different numbers and %d other texts, such as %s, and so is a category: write numbers or nothing in their place to group them in ranges", column, numbers, len(texts), textfile.Quoted(texts[0]))}
	}
	return nil
}

// spelt returns the sign and the unit of a number as people write it.
func spelt(text string) (sign, unit string, kind numberKind) {
	if _, ok := textfile.Decimal(strings.TrimSpace(text)); ok {
		return "", "", isNumber
	}
	if sign = signIn(text); sign == "" {
		number := strings.TrimRightFunc(text, unicode.IsLetter)
		text, unit = number, text[len(number):]
	}
	core := strings.Trim(strings.Replace(text, sign, "", 1), " ()+-\u2212")
	if strings.Trim(core, "0123456789 ,.'\u2019\u00a0\u202f\u2009") != "" || !strings.ContainsAny(core, "0123456789") {
		return "", "", isText // soon, as there may be many
	}
	for _, marks := range marks {
		if _, ok := bareNumber(text, sign, marks[0], marks[1]); ok {
			return sign, unit, isNumber
		}
	}
	return "", "", isText
}
