package scale

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// MissingLabel is the label of records that have no value: an empty field of CSV, null, or an absent
// key.
const MissingLabel = "(missing)"

const (
	// RareLabel is the label of all values too rare to be counted apart, in a table that was counted in this way.
	RareLabel = "(rare)"
	// OtherLabel is the label of all values except the most frequent, in a table that was counted in this way.
	OtherLabel = "(other)"
)

// Scale gives every value of a column a label. [Fit] makes a scale. Files hold its fields, which
// must not be changed.
type Scale struct {
	// Column is the name of the column.
	Column string `json:"column"`
	Type   Type   `json:"type"`
	// Order says which labels are neighbours.
	Order Order `json:"order,omitzero"`
	// Bins is how numbers were cut, in the form of [Bins.String], or empty if they were not cut.
	Bins string `json:"bins,omitzero"`
	// Low and High are the least and the largest number of every bin of the table that was fitted,
	// by increasing numbers, and Cuts, one less than the bins, are between them: a bin begins at a
	// cut and ends before the next one. The first and the last bin have no ends.
	Low  []float64 `json:"low,omitempty"`
	High []float64 `json:"high,omitempty"`
	Cuts []float64 `json:"cuts,omitempty"`
	// Whole is true if all numbers were whole, or all times were dates.
	Whole bool `json:"whole,omitzero"`
	// Part is the part that was taken of times, and Zone their time zone, if it is known. Times are
	// numbers of microseconds since the first moment of 1970: in UTC if there is a zone, else as
	// written. Durations are numbers of microseconds. Parts that are numbers keep their value.
	Part string `json:"part,omitzero"`
	Zone string `json:"zone,omitzero"`
	// Dates is the format of dates other than ISO 8601, such as d/m/y; Group is the mark between
	// thousands, and Sign the sign or the code of a currency, or per cent, that all numbers have. Sign is - for
	// numbers that only have another minus than usual ones, such as (5).
	Dates string `json:"dates,omitzero"`
	Group string `json:"group,omitzero"`
	Sign  string `json:"sign,omitzero"`
	// Values are the labels in their order, unless the labels are bins or are sorted by name. By
	// says which order it is, and is empty for the order of names.
	Values []string `json:"values,omitempty"`
	By     string   `json:"by,omitzero"`
	Clean
}

// Binned reports whether the labels are bins of numbers.
func (s *Scale) Binned() bool { return len(s.Low) > 0 }

// Plain reports whether the labels are the unchanged values of the column.
func (s *Scale) Plain() bool {
	return !s.Binned() && (s.Type == "" || s.Type == Category) && s.KeepsText()
}

// Label returns the label of a value. The label of a value that the scale does not cover, such
// as a word among numbers, is its text. O(log bins).
func (s *Scale) Label(text string, missing bool) string {
	if text, missing = s.Cleaned(text, missing); missing {
		return MissingLabel
	}
	if !s.Binned() && !s.named() {
		return text
	}
	v, kind := s.number(text)
	switch {
	case kind == isNaN:
		return MissingLabel
	case kind == isText:
		return text
	case s.named():
		return s.name(int64(v))
	}
	return s.Range(s.Bin(v), s.Bin(v))
}

// Bin returns the place among [Scale.Labels] of the bin that a number, which is not NaN, belongs to.
// O(log bins).
func (s *Scale) Bin(v float64) int {
	return sort.Search(len(s.Cuts), func(i int) bool { return v < s.Cuts[i] })
}

// Labels returns the labels in their order, without the label of missing values: the bins, or
// [Scale.Values]. It is empty if labels are sorted by name. O(bins).
func (s *Scale) Labels() []string {
	labels := slices.Clone(s.Values)
	for i := range s.Low {
		labels = append(labels, s.Range(i, i))
	}
	return labels
}

// text returns a number as a person writes it.
func (s *Scale) text(v float64) string {
	switch {
	case s.dated():
		return s.moment(int64(v))
	case s.Type == Duration:
		return string(calendar.AppendDuration(nil, int64(v)))
	}
	return string(textfile.AppendFloat(nil, v, 64))
}

// check returns an error for a scale that no fit makes, such as one from a file that was changed. It
// completes a message that starts with the name of the scale in the file.
func (s *Scale) check() error {
	finite := func(list []float64) bool {
		return !slices.ContainsFunc(list, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	}
	switch {
	case s.Type != "" && !slices.Contains(Types(), s.Type):
		return fmt.Errorf(".type is %q, which is none", s.Type)
	case s.Order != "" && s.Order != Linear && s.Order != Circular:
		return fmt.Errorf(".order is %q, which is none", s.Order)
	case len(s.High) != len(s.Low) || len(s.Cuts) != max(len(s.Low)-1, 0):
		return fmt.Errorf(" has %d low, %d high and %d cuts", len(s.Low), len(s.High), len(s.Cuts))
	case s.Clean.check() != nil:
		return fmt.Errorf(": %w", s.Clean.check())
	case s.Part != "" && !slices.Contains(Parts(), s.Part):
		return fmt.Errorf(".part is %q, which is none", s.Part)
	case s.Dates != "" && (s.Type != Time || !calendar.CheckFormat(s.Dates)):
		return fmt.Errorf(".dates is %q, and the type %q", s.Dates, s.Type)
	case s.Part != "" && s.Type != Time:
		return fmt.Errorf(".part is %q, and the type %q", s.Part, s.Type)
	case !slices.Contains(orders(), s.By):
		return fmt.Errorf(".by is %q, which is no order", s.By)
	case len(s.Values) == 0 && s.By != "" && s.By != byNumbers:
		return fmt.Errorf(".by is %q, and there are no values", s.By)
	case len(s.Values) > 0 && len(s.Low) > 0:
		return errors.New(" has both values and bins")
	case lists.Repeated(s.Values) >= 0 || slices.Contains(s.Values, MissingLabel):
		return errors.New(".values has a value twice, or that of missing ones")
	case !finite(s.Low) || !finite(s.High) || !finite(s.Cuts):
		return fmt.Errorf(" has numbers that are not finite")
	}
	if s.Zone != "" {
		if _, err := calendar.Zone(s.Zone); err != nil {
			return fmt.Errorf(".zone %w", err)
		}
	}
	for i := range s.Low {
		if s.High[i] < s.Low[i] || i > 0 && !(s.High[i-1] < s.Cuts[i-1] && s.Cuts[i-1] <= s.Low[i]) {
			return fmt.Errorf(" has bins that are not in order at %d", i)
		}
	}
	return nil
}

// Scales are the scales of the columns of one variable.
type Scales []Scale

// Label returns the label of a record with some values, one for each column. Without scales, values
// are their own labels.
func (s Scales) Label(values ...Value) string {
	labels := make([]string, len(values))
	for i, v := range values {
		scale := new(Scale)
		if i < len(s) {
			scale = &s[i]
		}
		labels[i] = scale.Label(v.Text, v.Missing)
	}
	return textfile.JoinLabels(labels)
}

// Order returns the order of the labels of a single column. Combinations of columns have no order.
func (s Scales) Order() Order {
	if len(s) == 1 {
		return s[0].Order
	}
	return ""
}

// Check returns an error if no fit makes such scales. It completes a message that starts with the
// name of the list in the file.
func (s Scales) Check() error {
	for i := range s {
		if err := s[i].check(); err != nil {
			return fmt.Errorf("[%d]%w", i, err)
		}
	}
	return nil
}
