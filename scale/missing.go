package scale

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Treatments of records without a value of X.
const (
	// MissingOwn makes these records a group of their own, in addition to the groups of values. A missing value
	// is a value like any other if X has no order and at least 1 % of the records lack a value, or if X has a
	// single other value.
	MissingOwn = "own"
	// MissingDrop leaves the records out, so that the grouping does not know a missing value.
	MissingDrop = "drop"
	// MissingNearest puts the records, after the groups are found, into the group where they lose
	// the least information about Y.
	MissingNearest = "nearest"
)

// CheckMissing returns an error for a text that is not a treatment.
func CheckMissing(treatment string) error {
	all := []string{MissingOwn, MissingDrop, MissingNearest}
	if !slices.Contains(all, treatment) {
		return errors.New("want own, drop or nearest")
	}
	return nil
}

// Missing describes the records that were set aside because they have no value of X, and what becomes of them.
type Missing struct {
	// Treatment is [MissingOwn], [MissingDrop] or [MissingNearest].
	Treatment string `json:"treatment"`
	// Share is the share of these records among all, weighted by their counts.
	Share float64 `json:"share"`
	// Y are the labels of Y in these records, and Counts the sum of the counts of each label.
	Y      []string  `json:"y"`
	Counts []float64 `json:"counts"`
}

// Group reports whether the records are a group of their own. It is false for nil.
func (m *Missing) Group() bool { return m != nil && m.Treatment == MissingOwn }

// Check returns an error for numbers or texts that records cannot have. It is nil for nil.
func (m *Missing) Check() error {
	if m == nil {
		return nil
	}
	if err := CheckMissing(m.Treatment); err != nil {
		return fmt.Errorf(".treatment is %q: %w", m.Treatment, err)
	}
	switch {
	case !(m.Share > 0 && m.Share < 1):
		return fmt.Errorf(".share is %g, and should be a number between 0 and 1", m.Share)
	case len(m.Y) == 0 || len(m.Y) != len(m.Counts):
		return fmt.Errorf(" has %d labels of y and %d counts, and should have a count for each", len(m.Y), len(m.Counts))
	}
	seen := make(map[string]bool, len(m.Y))
	for i, y := range m.Y {
		if seen[y] {
			return fmt.Errorf(".y: %s stands twice", textfile.Shown(y))
		}
		seen[y] = true
		if n := m.Counts[i]; !(n > 0) || math.IsInf(n, 1) {
			return fmt.Errorf(".counts[%d] is %g, and should be a number above 0", i, n)
		}
	}
	return nil
}

// takeAsMissing adds the texts among the values that look missing to NA.
func (s *Scale) takeAsMissing(values []Value) {
	na := slices.Clone(s.NA)
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing || !textfile.LooksMissing(text) || slices.Contains(na, text) {
			continue
		}
		if _, kind := s.number(text); kind == isText { // and not NaN, which is missing anyway
			na = append(na, text)
		}
	}
	slices.Sort(na[len(s.NA):])
	s.NA = na
}

// guessDespiteMissing takes the texts that look missing as missing values if all other values are
// numbers, times or durations.
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
