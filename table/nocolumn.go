package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxListed is the number of columns that a message lists.
const maxListed = 20

// noColumn says that a column is not there, and which are.
func noColumn(name string, have []string) string {
	msg := fmt.Sprintf("no column %s; the columns are %s", strconv.Quote(cut(name, maxShown)), listed(have))
	if near, ok := closest(name, have); ok {
		msg += fmt.Sprintf(" (did you mean %s?)", shown(near))
	}
	return msg
}

// listed returns the first names of a list for people.
func listed(names []string) string {
	var b strings.Builder
	for i, n := range names {
		if i == maxListed {
			fmt.Fprintf(&b, " and %d more", len(names)-maxListed)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(shown(n))
	}
	return b.String()
}

// maxShown is the length in bytes beyond which a name in a message is cut.
const maxShown = 60

// shown returns a name as it is, or quoted if it could be misread, and never at
// great length.
func shown(name string) string {
	name = cut(name, maxShown)
	odd := func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.IsSpace(r) || strings.ContainsRune(`,;"'()`, r) || r == utf8.RuneError
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}

// cut returns the beginning of a text that is longer than a number of bytes.
func cut(text string, length int) string {
	if len(text) > length {
		return strings.ToValidUTF8(text[:length], "") + "..."
	}
	return text
}

// closest returns the name that takes the fewest changes of letters to become
// the given one, if that is few for its length.
func closest(name string, have []string) (string, bool) {
	best, nearest := len([]rune(name))/3+2, ""
	for _, h := range have {
		if len(h) > 4*len(name)+8 {
			continue // too long to be near, and to compare
		}
		if d := distance(strings.ToLower(name), strings.ToLower(h)); d < best {
			best, nearest = d, h
		}
	}
	return nearest, nearest != ""
}

// distance returns Levenshtein's distance: how many letters must be inserted,
// deleted or replaced to turn a into b. O(length of a x length of b).
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			replace := diagonal
			if r != s {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
