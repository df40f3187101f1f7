package wording

import "github.com/mattn/go-runewidth"

// terminal says how many columns of a terminal a character takes: those of East Asia take two, and
// combining accents none. Where that depends on the language, it is one, so that output is the same everywhere.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// Width returns how many columns of a terminal a text takes.
func Width(text string) (columns int) {
	for _, r := range text {
		columns += terminal.RuneWidth(r)
	}
	return columns
}

// fitting returns how many characters of a text a width holds.
func fitting(text []rune, width int) int {
	for n, r := range text {
		if width -= terminal.RuneWidth(r); width < 0 {
			return n
		}
	}
	return len(text)
}
