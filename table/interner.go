package table

import (
	"strings"

	"github.com/dibmap/dibmap/encode"
)

// missingLabel is the label of the value that stands for "no value".
const missingLabel = encode.MissingLabel

// interner numbers labels in order of appearance.
type interner struct {
	numbers map[string]uint32
	labels  []string
	// absent is 1 + the number of the value that stands for "no value", which
	// is not the number of a label that happens to read the same.
	absent uint32
	// accept, if there is one, is told of every new label, and of "no value";
	// what it returns is kept in refused. So a label is looked at once, however
	// many records hold it.
	accept  func(label string, missing bool) error
	refused error
}

func newInterner() *interner { return &interner{numbers: make(map[string]uint32)} }

func (l *interner) number(label string) uint32 {
	if n, ok := l.numbers[label]; ok {
		return n
	}
	return l.enter(strings.Clone(label))
}

func (l *interner) numberOfBytes(label []byte) uint32 {
	if n, ok := l.numbers[string(label)]; ok {
		return n
	}
	return l.enter(string(label))
}

func (l *interner) enter(label string) uint32 {
	n := uint32(len(l.labels))
	l.numbers[label] = n
	l.labels = append(l.labels, label)
	if l.accept != nil {
		l.refused = l.accept(label, false)
	}
	return n
}

// missing returns the number of "no value".
func (l *interner) missing() uint32 {
	if l.absent == 0 {
		l.labels = append(l.labels, missingLabel)
		l.absent = uint32(len(l.labels))
		if l.accept != nil {
			l.refused = l.accept(missingLabel, true)
		}
	}
	return l.absent - 1
}
