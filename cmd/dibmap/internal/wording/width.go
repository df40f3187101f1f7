package wording

import "github.com/mattn/go-runewidth"

// terminal returns the number of columns that a character takes on a terminal: East Asian
// characters take two, and combining accents none. If it depends on the language, it is one, so
// that output is the same everywhere.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// Width returns the number of columns that a text takes on a terminal.
func Width(text string) (columns int) {
	for _, r := range text {
		columns += terminal.RuneWidth(r)
	}
	return columns
}

// fitting returns the number of characters of a text that fit into a width.
func fitting(text []rune, width int) int {
	for n, r := range text {
		if width -= terminal.RuneWidth(r); width < 0 {
			return n
		}
	}
	return len(text)
}
