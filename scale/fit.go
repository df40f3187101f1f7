package scale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Value is one of the different values of a column, and the sum of the counts of its records.
type Value struct {
	Text    string
	Missing bool
	Count   float64
	// Y is the number, from 1, of the value of Y that all its records have, or 0 if they have several
	// or no Y. Only [Auto] looks at it.
	Y int32
	// Record is the number of the first record with this value, from 1, for messages; 0 if it is not known.
	Record int64
}

// Fitted is a scale with the labels that it gives the values it was fitted to.
type Fitted struct {
	Scale Scale
	// Labels are the labels in their order: first [Scale.Labels], then the other values, sorted as
	// numbers if all of them are numbers, else as names. The label of missing values is the last.
	Labels []string
	// Place holds, for every value, the index of its label.
	Place []int32
	// Notes tell a person how the type of the column was found.
	Notes []string
}

// Fit returns the scale of a column with the given different values, as a spec asks for it. The
// error is one line about the column. O(n log n) for n values.
func Fit(column string, spec Spec, values []Value) (Fitted, error) {
	s, notes, err := begin(column, spec, values)
	switch {
	case err != nil:
	case s.Part != "" && s.Type != Time:
		err = fmt.Errorf("is read as a %s, which has no %s: leave the type out", s.Type, s.Part)
	case s.Type == Category:
		err = s.arrange(spec, values)
	default:
		var list []Counted
		if list, err = s.numbers(values); err == nil {
			err = s.cut(spec.Bins, list)
		}
	}
	if err != nil {
		return Fitted{}, fmt.Errorf("%s %w", textfile.Shown(column), err)
	}
	fitted := s.Apply(values)
	fitted.Notes = notes
	return fitted, nil
}

// Apply returns the labels that the scale gives to values that it was not fitted to. A scale of bins
// has a label for each number. O(n log n) for n values.
func (s *Scale) Apply(values []Value) Fitted {
	all := Fitted{Scale: *s, Place: make([]int32, len(values))}
	labels := lists.Map(values, func(v Value) string { return s.Label(v.Text, v.Missing) })
	all.Labels = s.Labels()
	known := make(map[string]int32, len(all.Labels))
	for n, label := range all.Labels {
		known[label] = int32(n)
	}
	var others []string
	for _, label := range labels {
		if _, ok := known[label]; !ok {
			known[label] = 0
			others = append(others, label)
		}
	}
	sortLabels(others)
	for _, label := range others {
		known[label] = int32(len(all.Labels))
		all.Labels = append(all.Labels, label)
	}
	for n, label := range labels {
		all.Place[n] = known[label]
	}
	return all
}

// sortLabels sorts different labels: as numbers if all of them are numbers, else as names. The label of
// missing values is the last.
func sortLabels(labels []string) {
	values := make(map[string]float64, len(labels))
	numeric := true
	for _, l := range labels {
		if l == MissingLabel {
			continue
		}
		v, ok := textfile.Decimal(l)
		values[l] = v
		numeric = numeric && ok
	}
	slices.SortFunc(labels, func(a, b string) int {
		switch {
		case a == b:
			return 0
		case a == MissingLabel:
			return 1
		case b == MissingLabel:
			return -1
		case numeric && values[a] != values[b]:
			return cmp.Compare(values[a], values[b])
		}
		return compareNames(a, b)
	})
}

// numberKind is the kind of a text that is read as a number.
type numberKind int

const (
	isText numberKind = iota
	isNumber
	isNaN
)

// number reads a number, with space around it and the decimal mark of the column.
func (s *Scale) number(text string) (float64, numberKind) {
	if s.Type == Time {
		return s.moments(text)
	}
	if s.Type == Duration {
		return durations(text)
	}
	if s.Sign+s.Group != "" {
		signs := []string{s.Sign}
		if s.Sign != "%" && s.Sign != otherMinus { // further records may lack the sign of a currency; 0.12 may be 12 %
			signs = append(signs, "")
		}
		for _, sign := range signs {
			bare, ok := bareNumber(text, sign, s.Group, cmp.Or(s.Decimal, "."))
			if v, number := textfile.Decimal(bare); ok && number {
				return v, isNumber
			}
		}
		return 0, notTime(text)
	}
	text = textfile.WithPoint(strings.TrimSpace(text), s.Decimal)
	if v, ok := textfile.Decimal(text); ok {
		return v, isNumber
	}
	switch strings.ToLower(strings.TrimPrefix(text, "+")) {
	case "nan":
		return 0, isNaN
	case "inf", "infinity":
		return math.Inf(1), isNumber
	case "-inf", "-infinity":
		return math.Inf(-1), isNumber
	}
	return 0, isText
}

// guess returns the type of the values: numbers if all of them are numbers and none is a code with
// leading zeros, such as a postal code; times; or durations.
func (s *Scale) guess(values []Value) Type {
	some := false
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing {
			continue
		}
		number, kind := s.number(text)
		if kind == isText || isCode(text) {
			return s.guessTime(values)
		}
		some = some || kind == isNumber && !math.IsInf(number, 0)
	}
	if some {
		return Number
	}
	return Category
}

// isCode reports whether a number has leading zeros.
func isCode(text string) bool {
	text = strings.TrimLeft(strings.TrimSpace(text), "+-")
	return len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'
}

// Counted is a number with the sum of the counts of its records, and their Y as a [Value] has it.
type Counted struct {
	Value, Count float64
	Y            int32
}

// advised completes a message about a text that is not a number, with what to do.
func (s *Scale) advised(text string) string {
	_, comma := textfile.Decimal(textfile.WithPoint(strings.TrimSpace(text), ","))
	if s.Type == Number && s.Decimal == "" && comma && strings.Contains(text, ",") {
		if _, thousands := bareNumber(text, "", ",", "."); thousands {
			return "number without a comma: name the decimal mark, a comma or a point"
		}
		return "number without a comma: name the decimal mark"
	}
	if _, _, kind := spelt(text); kind == isNumber && s.Type == Number {
		return plainNumber + ": " + writeNumber
	}
	return s.noun() + ": take it as missing, or the column as a category"
}

// numbers returns the different finite numbers among values that count, in ascending order.
func (s *Scale) numbers(values []Value) ([]Counted, error) {
	var list []Counted
	for _, v := range values {
		text, missing := s.Cleaned(v.Text, v.Missing)
		if missing {
			continue
		}
		number, kind := s.number(text)
		switch {
		case kind == isText:
			return nil, fmt.Errorf("has the value %s, which is no %s", (&Value{Text: text, Record: v.Record}).at(), s.advised(text))
		case kind == isNumber && v.Count > 0 && !math.IsInf(number, 0):
			list = append(list, Counted{number + 0, v.Count, v.Y}) // -0 is 0
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b Counted) int { return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Count, b.Count)) })
	kept := list[:1]
	for _, n := range list[1:] {
		if last := &kept[len(kept)-1]; last.Value == n.Value { // 1 and 1.0
			last.Count += n.Count
			if last.Y != n.Y {
				last.Y = 0
			}
		} else {
			kept = append(kept, n)
		}
	}
	return kept, nil
}
