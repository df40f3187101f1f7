package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
)

// LabelGroup is a line of a file of labels: two or more that have to do with each
// other.
type LabelGroup struct {
	Line   int // from 1, where the group starts
	Labels []string
}

// ReadGroups reads a text of groups of labels, one a line, as a CSV record each:
// labels that hold a comma or a quote are quoted. Labels are taken as they are,
// with the space around them. Blank lines are skipped, and lines that start with
// a # that is not quoted.
//
// The error is an [*Error] with the name given and the place. O(length of the
// text).
func ReadGroups(r io.Reader, name string) ([]LabelGroup, error) {
	text := newTextReader(r, name, unclosedHint)
	buffer := bufio.NewReaderSize(text, blockLength)
	if mark, _ := buffer.Peek(3); string(mark) == byteOrderMark {
		_, _ = buffer.Discard(len(mark)) // they are in the buffer
	}
	f := &csvFile{label: name, text: text, parser: csv.NewReader(buffer)}
	f.parser.FieldsPerRecord = -1
	f.parser.Comment = '#'
	var groups []LabelGroup
	for {
		labels, err := f.next()
		if errors.Is(err, io.EOF) {
			return groups, nil
		}
		if err != nil {
			return nil, err
		}
		if len(labels) == 1 && strings.TrimSpace(labels[0]) == "" {
			continue
		}
		if err := f.checkGroup(labels); err != nil {
			return nil, err
		}
		line, _ := f.parser.FieldPos(0)
		groups = append(groups, LabelGroup{line, labels})
	}
}

// checkGroup returns an error unless there are two or more different labels.
func (f *csvFile) checkGroup(labels []string) error {
	if len(labels) == 1 {
		return f.wrong(0, "%s stands alone: a line holds two labels or more, with commas between them", shown(labels[0]))
	}
	for i, l := range labels {
		switch {
		case l == "":
			return f.wrong(i, "a label is empty: is there a comma too many?")
		case slices.Contains(labels[:i], l):
			return f.wrong(i, "%s stands twice in the line", shown(l))
		}
	}
	return nil
}
