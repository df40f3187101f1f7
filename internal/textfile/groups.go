package textfile

import (
	"errors"
	"io"
	"slices"
	"strings"
)

// Group is a line of a file of groups: two or more labels.
type Group struct {
	Line   int // on which it starts, from 1
	Labels []string
}

// ReadGroups reads groups of labels, one group from each CSV record. Labels keep the space around
// them. Blank lines are skipped, and so are lines that start with # outside quotes.
//
// Errors are of type [*Error] and call the text file. O(length of the text).
func ReadGroups(r io.Reader, file string) ([]Group, error) {
	c := NewCSV(r, file)
	c.Comma, c.Comment, c.Ragged = ',', '#', true
	var groups []Group
	for {
		labels, err := c.Next()
		if errors.Is(err, io.EOF) {
			return groups, nil
		}
		if err != nil {
			return nil, err
		}
		if len(labels) == 1 && strings.TrimSpace(labels[0]) == "" {
			continue
		}
		if err := checkGroup(c, labels); err != nil {
			return nil, err
		}
		line, _ := c.Place(0)
		groups = append(groups, Group{line, slices.Clone(labels)})
	}
}

// checkGroup returns an error unless there are two or more different labels.
func checkGroup(c *CSV, labels []string) error {
	if len(labels) == 1 {
		return c.Wrong(0, "%s stands alone: a line holds two labels or more, with commas between them", Shown(labels[0]))
	}
	known := make(map[string]bool, len(labels))
	for i, l := range labels {
		switch {
		case l == "":
			return c.Wrong(i, "a label is empty: is there a comma too many?")
		case known[l]:
			return c.Wrong(i, "%s stands twice in the line", Shown(l))
		}
		known[l] = true
	}
	return nil
}
