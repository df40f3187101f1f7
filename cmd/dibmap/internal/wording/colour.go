package wording

import (
	"io"
	"strings"
)

// Sequences that colour what follows on a terminal, and that end it.
const (
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	cyan   = "\x1b[36m"
	none   = "\x1b[0m"
)

// Alarm colours how a message begins: an error, or a warning.
func Alarm(text string, failed bool) string {
	if failed {
		return red + text + none
	}
	return yellow + text + none
}

// An emphasis is between two bytes that no text in UTF-8 has. In lines that are to be wrapped, characters
// stand for them that no text has either, once all of it is visible.
const (
	beginByte, endByte = "\xfe", "\xff"
	begin, end         = "\ufdd0", "\ufdd1"
)

// visible is [Visible] of what is between the bytes.
func (v *VisibleWriter) visible(text string) string {
	if !v.Colours {
		return Visible(text)
	}
	parts := strings.Split(text, beginByte)
	for i, part := range parts {
		inside := strings.Split(part, endByte)
		for k := range inside {
			inside[k] = Visible(inside[k])
		}
		parts[i] = strings.Join(inside, end)
	}
	return strings.Join(parts, begin)
}

var colours = strings.NewReplacer(begin, cyan, end, none)

// Emphasis returns a function that has w show a text in colour, if it shows colours.
func Emphasis(w io.Writer) func(text string) string {
	if v, ok := w.(*VisibleWriter); ok && v.Colours {
		return func(text string) string { return beginByte + text + endByte }
	}
	return func(text string) string { return text }
}
