package scale

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/textfile"
)

// maxCodes is the number of different texts up to which texts of equal numbers, such as 1.1 and 1.10, are
// taken for codes or versions. More texts are taken for measurements.
const maxCodes = 20

// suggest sets the type that the values suggest, and returns notes about choices that a person may want to change.
func (s *Scale) suggest(spec *Spec, values []Value) (notes []string, err error) {
	declared := spec.Declared
	asGiven := *s
	asGiven.Type = Category
	if spec.Dates != "" {
		if ok, err := s.asDates(spec.Dates, values); ok {
			s.Type = Time
			return nil, err
		}
	}
	if s.Type = s.guess(values); s.Type == Category {
		s.guessDespiteMissing(values)
	}
	switch {
	case s.Type == Number && declared == "":
		notes = s.findThousands(values)
	case s.Type == Duration && declared == "" && s.clocks(values) > 0:
		column := textfile.Shown(s.Column)
		notes = append(notes, fmt.Sprintf("%s has values such as %q, which are read as times of day: if they are none, give %s the type category", column, s.there(values)[0].Text, column))
	case s.Type != Category:
	case declared != Category:
		s.Type, notes, err = s.asWritten(values, spec.Dates == "")
	case declared == Category && spec.Dates == "":
		s.Type = s.readable(values)
	}
	column := textfile.Shown(s.Column)
	switch {
	case s.Type == Category:
	case declared == Category:
		notes = append(notes, fmt.Sprintf("%s is text, as its type says, and so a category, though all its values are %ss: give %s the type %s", column, s.Type, column, s.Type))
		*s = asGiven
	case s.Type == Number:
		number := fmt.Sprintf("and so a category: give %s the type number", column)
		text, alike, different := s.inexact(declared, values)
		switch {
		case text != "":
			notes = append(notes, fmt.Sprintf("%s has whole numbers of too many digits to be told apart as numbers, such as %s, %s", column, text, number))
			*s = asGiven
		case alike != nil && different <= maxCodes:
			notes = append(notes, fmt.Sprintf("%s has different texts of the same number, %q and %q, %s", column, alike[0], alike[1], number))
			*s = asGiven
		case alike != nil:
			notes = append(notes, fmt.Sprintf("%s has different texts of the same number, %q and %q, which are one value: if they are not, give %s the type category", column, alike[0], alike[1], column))
		}
	}
	return notes, err
}

// inexact looks for what is lost when values are read as numbers: it returns the first whole number that is
// written differently after it is read, two different texts of one number, and the number of different
// texts. The sign of a zero does not count in columns that hold numbers.
func (s *Scale) inexact(declared Type, values []Value) (text string, alike []string, different int) {
	type spelt struct {
		number float64
		text   string
	}
	var all []spelt
	for _, v := range values {
		t, missing := s.Cleaned(v.Text, v.Missing)
		if missing {
			continue
		}
		number, kind := s.number(t)
		if kind != isNumber {
			continue
		}
		if !textfile.Exact(t) && (text == "" || compareNames(t, text) < 0) {
			text = t
		}
		all = append(all, spelt{number + 0, t}) // -0 is 0
	}
	slices.SortFunc(all, func(a, b spelt) int { return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text)) })
	all = slices.Compact(all)
	for i := range all {
		if i > 0 && alike == nil && all[i].number == all[i-1].number && !(declared == Number && all[i].number == 0) {
			alike = []string{all[i-1].text, all[i].text}
		}
	}
	return text, alike, len(all)
}

// alikeTimes returns a note if different texts are the same time or duration.
func (s *Scale) alikeTimes(values []Value) []string {
	_, alike, _ := s.inexact(s.Type, values)
	if alike == nil {
		return nil
	}
	column := textfile.Shown(s.Column)
	return []string{fmt.Sprintf("%s has different texts of the same %s, %q and %q, which are one value: if they are not, give %s the type category", column, s.Type, alike[0], alike[1], column)}
}
