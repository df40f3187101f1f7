package textfile

import (
	"strconv"
	"strings"
	"unicode"
)

// MaxShown is the largest number of characters of a column in the name of an axis.
const MaxShown = 24

// ShownColumn returns the name of a column for a formula: on one line, shortened, and in quotes if it
// could be misread there.
func ShownColumn(column string) string {
	runes := []rune(column)
	if len(runes) > MaxShown {
		column = string(runes[:MaxShown-1]) + "…"
	}
	plain := func(r rune) bool { return unicode.IsPrint(r) && !strings.ContainsRune(`;,()[]"`, r) }
	_, err := strconv.ParseFloat(column, 64)
	if err == nil || strings.TrimSpace(column) != column || strings.ContainsFunc(column, func(r rune) bool { return !plain(r) }) {
		return strconv.Quote(column)
	}
	return column
}
