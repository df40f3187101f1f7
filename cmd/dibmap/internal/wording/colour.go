package wording

import (
	"io"
	"strings"
)

// Sequences that begin and end a colour on a terminal.
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

// An emphasis is between two bytes that do not occur in UTF-8. Lines that are to be wrapped have
// two characters instead that do not occur in visible text.
const (
	beginByte, endByte = "\xfe", "\xff"
	begin, end         = "\ufdd0", "\ufdd1"
)

// visible is [Visible] of the text between the bytes.
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

// Emphasis returns a function that makes w show a text in colour, if w has colours.
func Emphasis(w io.Writer) func(text string) string {
	if v, ok := w.(*VisibleWriter); ok && v.Colours {
		return func(text string) string { return beginByte + text + endByte }
	}
	return func(text string) string { return text }
}
