package tally

import (
	"strings"

	"github.com/dibmap/dibmap/scale"
)

// Labels numbers the values of a column in order of appearance. A missing value has a number of
// its own, even where a value reads like scale.MissingLabel.
type Labels struct {
	// Accept, if it is set, is called with every new value, so that each is checked once.
	// Refused is the error that it returned.
	Accept  func(label string, missing bool) error
	Refused error
	// Read, if it is set, is called with every new text of a value, and returns the value of the
	// text, and whether it is missing.
	Read func(text string, missing bool) (string, bool)

	// Records is the number of records before the current one. [Labels.Values] keep the first record of a value.
	Records *int64

	first   []int64 // for each value, the number of its first record, if Records is set
	numbers map[string]uint32
	texts   []string // by number
	absent  uint32   // 1 + the number of the missing value; 0 before it occurs
}

// NewLabels returns a column without values.
func NewLabels() *Labels { return &Labels{numbers: make(map[string]uint32)} }

// Number returns the number of a value, which is copied if it is new.
func (l *Labels) Number(text []byte, missing bool) uint32 {
	if missing {
		return l.missing()
	}
	if n, ok := l.numbers[string(text)]; ok {
		return n
	}
	return l.enter(string(text))
}

// NumberOf is Number for a string, which is missing if it is empty.
func (l *Labels) NumberOf(text string) uint32 {
	if text == "" {
		return l.missing()
	}
	if n, ok := l.numbers[text]; ok {
		return n
	}
	return l.enter(strings.Clone(text))
}

// enter gives a new text the number of its value.
func (l *Labels) enter(text string) uint32 {
	if l.Read == nil {
		return l.add(text)
	}
	value, missing := l.Read(text, false)
	n, known := l.numbers[value]
	switch {
	case missing:
		n = l.missing()
	case !known:
		n = l.add(value)
	}
	l.numbers[text] = n
	return n
}

// add adds a value.
func (l *Labels) add(label string) uint32 {
	n := uint32(len(l.texts))
	l.numbers[label] = n
	l.texts = append(l.texts, label)
	if l.Records != nil {
		l.first = append(l.first, *l.Records+1)
	}
	if l.Accept != nil {
		l.Refused = l.Accept(label, false)
	}
	return n
}

func (l *Labels) missing() uint32 {
	if l.absent == 0 {
		l.texts = append(l.texts, scale.MissingLabel)
		if l.absent = uint32(len(l.texts)); l.Records != nil {
			l.first = append(l.first, *l.Records+1)
		}
		if l.Accept != nil {
			l.Refused = l.Accept(scale.MissingLabel, true)
		}
	}
	return l.absent - 1
}

// Of returns labels of the used values alone, and the new number of each old one. No value can be added to these labels.
func (l *Labels) Of(used []bool) (of *Labels, numbers []uint32) {
	of, numbers = &Labels{Records: l.Records, numbers: make(map[string]uint32)}, make([]uint32, len(used))
	for n, text := range l.texts {
		if !used[n] {
			continue
		}
		if numbers[n] = uint32(len(of.texts)); l.Missing(uint32(n)) {
			of.absent = numbers[n] + 1
		} else {
			of.numbers[text] = numbers[n]
		}
		if of.texts = append(of.texts, text); l.Records != nil {
			of.first = append(of.first, l.first[n])
		}
	}
	return of, numbers
}

// Len returns the number of different values so far.
func (l *Labels) Len() int { return len(l.texts) }

// Text returns the value of a number.
func (l *Labels) Text(number uint32) string { return l.texts[number] }

// Missing reports whether a number is the number of the missing value.
func (l *Labels) Missing(number uint32) bool { return number+1 == l.absent }

// ReadsLikeMissing reports whether the text of some value, which is not missing, is scale.MissingLabel.
func (l *Labels) ReadsLikeMissing() bool {
	_, ok := l.numbers[scale.MissingLabel]
	return ok
}

// sorted returns the texts of the values in order, and the place of every number.
func (l *Labels) sorted() (labels []string, place []int32) {
	fitted := new(scale.Scale).Apply(l.Values())
	return fitted.Labels, fitted.Place
}

// Values returns the values by their numbers, with counts of 0.
func (l *Labels) Values() []scale.Value {
	values := make([]scale.Value, len(l.texts))
	for n, text := range l.texts {
		values[n] = scale.Value{Text: text, Missing: l.Missing(uint32(n))}
		if l.Records != nil {
			values[n].Record = l.first[n]
		}
	}
	return values
}
