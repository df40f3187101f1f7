package scale

import (
	"strconv"
	"strings"
)

// separator stands between the labels of several columns.
const separator = " / "

// Join returns the label of a combination of labels, one for each column. Different combinations
// have different labels.
func Join(labels []string) string {
	if len(labels) == 1 {
		return labels[0]
	}
	parts := make([]string, len(labels))
	for i, l := range labels {
		if parts[i] = l; strings.Contains(l, strings.TrimSpace(separator)) || strings.HasPrefix(l, `"`) {
			parts[i] = strconv.Quote(l)
		}
	}
	return strings.Join(parts, separator)
}

// Split returns the labels that [Join] made a label of, one for each of n columns, and false if it
// made none such.
func Split(label string, n int) ([]string, bool) {
	if n == 1 {
		return []string{label}, true
	}
	labels := make([]string, 0, n)
	for rest := label; ; {
		var part string
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, false
			}
			part, _ = strconv.Unquote(quoted) // its syntax is right
			rest = rest[len(quoted):]
		} else {
			end := strings.Index(rest, separator)
			if end < 0 {
				end = len(rest)
			}
			part, rest = rest[:end], rest[end:]
		}
		labels = append(labels, part)
		if rest == "" {
			break
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, separator); !ok {
			return nil, false
		}
	}
	return labels, len(labels) == n && Join(labels) == label
}
