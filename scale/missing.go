package scale

import (
	"slices"
	"strings"
)

// missingTexts are what programs and people write for a value that they do not have, in lower case.
var missingTexts = []string{
	"na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "(null)", `\n`, "nil", "none", "missing", "-", "--", ".", "?",
}

// LooksMissing tells whether a text often stands for a missing value: NA, N/A, null, none, -, ? and the
// like, in any case and with any space around it.
func LooksMissing(text string) bool {
	return slices.Contains(missingTexts, strings.ToLower(strings.TrimSpace(text)))
}

// takeAsMissing adds the texts among the values that look missing to those that are.
func (s *Scale) takeAsMissing(values []Value) {
	na := slices.Clone(s.NA)
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing || !LooksMissing(text) || slices.Contains(na, text) {
			continue
		}
		if _, kind := s.number(text); kind == isText { // and not NaN, which is missing anyway
			na = append(na, text)
		}
	}
	slices.Sort(na[len(s.NA):])
	s.NA = na
}

// guessDespiteMissing takes the texts that look missing for that, where all other values are numbers,
// times or durations, among which such a text can be nothing else.
func (s *Scale) guessDespiteMissing(values []Value) {
	other := *s
	other.takeAsMissing(values)
	if len(other.NA) == len(s.NA) {
		return
	}
	if other.Type = ""; other.guess(values) != Category {
		other.Type = other.guess(values)
		*s = other
	}
}
