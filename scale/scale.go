package scale

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/internal/textfile"
)

// MissingLabel is the label of records that have no value: an empty field of CSV, null, or an absent
// key.
const MissingLabel = "(missing)"

// Scale gives every value of a column a label. [Fit] makes one; its fields are what files hold of it
// and must not be changed.
type Scale struct {
	// Column is the name of the column.
	Column string `json:"column"`
	Type   Type   `json:"type"`
	// Order says which labels are neighbours.
	Order Order `json:"order,omitzero"`
	// Bins is how numbers were cut, in the form of [Bins.String]; it is empty if they were not.
	Bins string `json:"bins,omitzero"`
	// Low and High are the least and the largest number of every bin of the table that was fitted,
	// by increasing numbers, and Cuts, one less than the bins, are between them: a bin begins at a
	// cut and ends before the next one. The first and the last bin have no ends.
	Low  []float64 `json:"low,omitempty"`
	High []float64 `json:"high,omitempty"`
	Cuts []float64 `json:"cuts,omitempty"`
	// Whole means that all numbers were whole.
	Whole bool `json:"whole,omitzero"`
	Clean
}

// Binned tells whether the labels stand for bins of numbers.
func (s *Scale) Binned() bool { return len(s.Low) > 0 }

// Label returns the label of a value. That of a value that the scale has no place for, such as a
// word among numbers, is its text. O(log bins).
func (s *Scale) Label(text string, missing bool) string {
	if text, missing = s.value(text, missing); missing {
		return MissingLabel
	}
	if !s.Binned() {
		return text
	}
	v, kind := s.number(text)
	switch kind {
	case isNumber:
		return s.Range(s.Bin(v), s.Bin(v))
	case isNaN:
		return MissingLabel
	case isText:
	}
	return text
}

// Bin returns the place among [Scale.Labels] of the bin that a number, which is not NaN, belongs to.
// O(log bins).
func (s *Scale) Bin(v float64) int {
	return sort.Search(len(s.Cuts), func(i int) bool { return v < s.Cuts[i] })
}

// Labels returns the labels of the bins in their order, without that of missing values. It is nil
// if there are no bins. O(bins).
func (s *Scale) Labels() []string {
	var labels []string
	for i := range s.Low {
		labels = append(labels, s.Range(i, i))
	}
	return labels
}

// text returns a number as a person writes it.
func (s *Scale) text(v float64) string {
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
	case len(s.Decimal) > 1:
		return fmt.Errorf(".decimal is %q, want a point or a comma", s.Decimal)
	case !finite(s.Low) || !finite(s.High) || !finite(s.Cuts):
		return fmt.Errorf(" has numbers that are not finite")
	}
	for i := range s.Low {
		if s.High[i] < s.Low[i] || i > 0 && !(s.High[i-1] < s.Cuts[i-1] && s.Cuts[i-1] <= s.Low[i]) {
			return fmt.Errorf(" has bins that are not in order at %d", i)
		}
	}
	return nil
}

// Scales are those of the columns of one variable.
type Scales []Scale

// Label returns the label of a record with some values, one for each column. Without scales, values
// are taken as they are.
func (s Scales) Label(values ...Value) string {
	labels := make([]string, len(values))
	for i, v := range values {
		scale := new(Scale)
		if i < len(s) {
			scale = &s[i]
		}
		labels[i] = scale.Label(v.Text, v.Missing)
	}
	return Join(labels)
}

// Order returns the order of the labels: that of a single column, as combinations have none.
func (s Scales) Order() Order {
	if len(s) == 1 {
		return s[0].Order
	}
	return ""
}

// Check returns an error if the scales are such as no fit makes. It completes a message that starts
// with the name of the list in the file.
func (s Scales) Check() error {
	for i := range s {
		if err := s[i].check(); err != nil {
			return fmt.Errorf("[%d]%w", i, err)
		}
	}
	return nil
}
