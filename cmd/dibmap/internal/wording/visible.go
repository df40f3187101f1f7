package wording

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// obeyed tells whether a terminal obeys a character instead of showing it: controls except the end of a
// line and the tab, marks that change the direction of what follows, and other ends of lines.
func obeyed(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029', '\ufeff':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || 0xe0000 <= r && r <= 0xe007f
}

// Visible writes what a terminal would obey as \u001b, which in JSON is the same character.
func Visible(text string) string {
	invalid := !utf8.ValidString(text)
	if !invalid && !strings.ContainsFunc(text, obeyed) {
		return text
	}
	var b strings.Builder
	for k, size := 0, 0; k < len(text); k += size {
		var r rune
		r, size = utf8.DecodeRuneInString(text[k:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[k])
		case obeyed(r) && r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		case obeyed(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(text[k : k+size])
		}
	}
	return b.String()
}

// Word is Visible for a name that is to stay on its line, and in its column.
func Word(name string) string {
	return Visible(strings.NewReplacer("\n", `\u000a`, "\t", `\u0009`).Replace(name))
}

// VisibleWriter writes a text as [Visible] does. A character may come in parts.
type VisibleWriter struct {
	W    io.Writer
	rest []byte // the beginning of a character
}

// Write implements [io.Writer].
func (v *VisibleWriter) Write(p []byte) (int, error) {
	text := slices.Concat(v.rest, p)
	end := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				end -= n
			}
			break
		}
	}
	v.rest = slices.Clone(text[end:])
	if _, err := io.WriteString(v.W, Visible(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes what is left.
func (v *VisibleWriter) Close() error {
	_, err := io.WriteString(v.W, Visible(string(v.rest)))
	v.rest = nil
	return err
}
