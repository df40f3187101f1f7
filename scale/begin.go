package scale

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Begin returns the scale of a column before its numbers, times or durations are cut into bins. Its type and time
// zone come from the spec or, if the spec leaves them open, from the given values. Texts such as NA among numbers,
// times or durations are added to its NA. The notes name what a person may want otherwise. [Fit] is Begin for all
// values of a column, and then a cut. Where there are too many different numbers to keep their texts,
// [Scale.Measure] reads one after the other, and [Scale.Cut] cuts them. O(n log n) for n values.
func Begin(column string, spec Spec, values []Value) (s Scale, notes []string) {
	s, notes, err := begin(column, spec, values)
	if err != nil {
		notes = append(notes, textfile.Shown(column)+" "+err.Error())
	}
	return s, notes
}

// begin is Begin with the error of a column that cannot be read.
func begin(column string, spec Spec, values []Value) (s Scale, notes []string, err error) {
	s = Scale{Column: column, Type: spec.Type, Clean: spec.Clean, Part: spec.Part}
	switch {
	case s.Type != "":
	case spec.Part != "":
		s.Type = Time
	case spec.By == ByFile, spec.By == ByCategories:
		s.Type = Category // a list of the values in their order also gives their type
	default:
		notes, err = s.suggest(&spec, values)
	}
	if s.Type == Time && s.Dates == "" && err == nil {
		if ok := false; spec.Dates != "" {
			ok, err = s.asDates(spec.Dates, values)
			_ = ok // if it does not fit, the values may be ISO 8601
		} else {
			err = s.findDates(values)
		}
	}
	if s.Type == Number && spec.Type == Number {
		if _, kind := s.firstText(values); kind == isText {
			_ = s.findNumbers(values) || s.findOtherMark(values)
		} else if spec.Declared == "" {
			notes = s.findThousands(values)
		}
	}
	if s.Type != Category {
		s.takeAsMissing(values)
	}
	if s.Type == Time {
		if s.Zone = spec.Zone; s.Zone == "" {
			s.Zone = s.zoneOf(values)
		}
	}
	if spec.Type == "" && spec.Part == "" && (s.Type == Time || s.Type == Duration) {
		notes = append(notes, s.alikeTimes(values)...)
	}
	return s, notes, err
}

// firstText returns the first value that is not a number, if any.
func (s *Scale) firstText(values []Value) (string, numberKind) {
	for _, v := range s.there(values) {
		if _, kind := s.number(v.Text); kind == isText {
			return v.Text, isText
		}
	}
	return "", isNumber
}

// Measure returns the number of a value in a column of numbers, times or durations: NaN for a missing
// value. The number may be infinite. ok is false for a text that is not a number.
func (s *Scale) Measure(text string, missing bool) (v float64, ok bool) {
	if text, missing = s.Cleaned(text, missing); missing {
		return math.NaN(), true
	}
	v, kind := s.number(text)
	switch kind {
	case isNumber:
		return v + 0, true // -0 is 0
	case isNaN:
		return math.NaN(), true
	case isText:
	}
	return 0, false
}

// Cut returns the scale with its bins, given the different finite numbers of the column that count, in
// ascending order. [Fit] returns the same scale for the same numbers. The error is one line about the
// column. O(n) for n numbers.
func (s *Scale) Cut(bins Bins, numbers []Counted) (Scale, error) {
	cut := *s
	if err := cut.cut(bins, numbers); err != nil {
		return Scale{}, fmt.Errorf("%s %w", s.Column, err)
	}
	return cut, nil
}
