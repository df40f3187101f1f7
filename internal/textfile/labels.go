package textfile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
)

// betweenLabels is between the labels of several columns.
const betweenLabels = " / "

// JoinLabels returns the label of a combination of labels, one for each column. Different combinations
// have different labels.
func JoinLabels(labels []string) string {
	if len(labels) == 1 {
		return labels[0]
	}
	parts := make([]string, len(labels))
	for i, l := range labels {
		if parts[i] = l; strings.Contains(l, strings.TrimSpace(betweenLabels)) || strings.HasPrefix(l, `"`) {
			parts[i] = strconv.Quote(l)
		}
	}
	return strings.Join(parts, betweenLabels)
}

// SplitLabel undoes [JoinLabels]: it returns the labels of n columns, and false if JoinLabels does not
// return this label.
func SplitLabel(label string, n int) ([]string, bool) {
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
			end := strings.Index(rest, betweenLabels)
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
		if rest, ok = strings.CutPrefix(rest, betweenLabels); !ok {
			return nil, false
		}
	}
	return labels, len(labels) == n && JoinLabels(labels) == label
}

// missingTexts are what programs and people write for a value that they do not have, in lower case.
var missingTexts = []string{
	"na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "(null)", `\n`, "nil", "none", "missing", "-", "--", ".", "?",
}

// LooksMissing reports whether a text often means that a value is missing: NA, N/A, null, none, -, ? and the
// like, in any case and with any space around it.
func LooksMissing(text string) bool {
	return slices.Contains(missingTexts, strings.ToLower(strings.TrimSpace(text)))
}

// BetweenEnds returns the text between the ends of a range of labels: " - ", or " to " if a label begins with a
// minus sign or has a dash of its own.
func BetweenEnds(labels []string) string {
	const dash, to = " - ", " to "
	if slices.ContainsFunc(labels, func(l string) bool { return strings.HasPrefix(l, "-") || strings.Contains(l, dash) }) {
		return to
	}
	return dash
}

// Places returns the index of every label among others, or -1.
func Places(labels, among []string) []int {
	at := lists.Index(among)
	p := make([]int, len(labels))
	for i, l := range labels {
		place, ok := at[l]
		if !ok {
			place = -1
		}
		p[i] = place
	}
	return p
}
