package tally

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/encode"
)

// Labels numbers the values of a column in order of appearance. A missing value has a number of
// its own, even where a value reads like encode.MissingLabel.
type Labels struct {
	// Accept, if it is set, is called with every new value, so that each is checked once. What
	// it returns is kept in Refused.
	Accept  func(label string, missing bool) error
	Refused error

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

func (l *Labels) enter(label string) uint32 {
	n := uint32(len(l.texts))
	l.numbers[label] = n
	l.texts = append(l.texts, label)
	if l.Accept != nil {
		l.Refused = l.Accept(label, false)
	}
	return n
}

func (l *Labels) missing() uint32 {
	if l.absent == 0 {
		l.texts = append(l.texts, encode.MissingLabel)
		l.absent = uint32(len(l.texts))
		if l.Accept != nil {
			l.Refused = l.Accept(encode.MissingLabel, true)
		}
	}
	return l.absent - 1
}

// Text returns the value of a number.
func (l *Labels) Text(number uint32) string { return l.texts[number] }

// ReadsLikeMissing returns whether some value, which is not missing, is encode.MissingLabel.
func (l *Labels) ReadsLikeMissing() bool {
	_, ok := l.numbers[encode.MissingLabel]
	return ok
}

// sorted returns the values in order and the place of every number: as numbers if all of them
// are, else byte by byte, with the missing value last. A value that reads like the missing one
// shares its place.
func (l *Labels) sorted() (labels []string, place []int32) {
	values := make([]float64, len(l.texts))
	numeric := true
	for n, label := range l.texts {
		if label == encode.MissingLabel {
			continue
		}
		v, ok := Decimal(label)
		values[n] = v
		numeric = numeric && ok
	}
	order := make([]int, len(l.texts))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int {
		la, lb := l.texts[a], l.texts[b]
		switch {
		case la == lb:
			return 0
		case la == encode.MissingLabel:
			return 1
		case lb == encode.MissingLabel:
			return -1
		case numeric && values[a] != values[b]:
			return cmp.Compare(values[a], values[b])
		}
		return cmp.Compare(la, lb)
	})
	place = make([]int32, len(order))
	for _, n := range order {
		if len(labels) == 0 || labels[len(labels)-1] != l.texts[n] {
			labels = append(labels, l.texts[n])
		}
		place[n] = int32(len(labels) - 1)
	}
	return labels, place
}

// Decimal parses a decimal number. It accepts no hexadecimal or infinite numbers and no NaN.
func Decimal(s string) (v float64, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '+', c == '-', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}
