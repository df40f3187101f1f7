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

// obeyed reports whether a terminal obeys a character instead of showing it: controls except the
// end of a line and the tab, marks that change the direction of the following text, and other ends
// of lines.
func obeyed(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u2028', '\u2029', '\ufeff', '\ufdd0', '\ufdd1':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || 0xe0000 <= r && r <= 0xe007f
}

// Visible writes characters that a terminal would obey in the form \u001b, which in JSON is the
// same character.
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
	W io.Writer
	// Columns is the number of characters after which a line is wrapped, or 0 for no wrapping. JSON
	// is not changed.
	Columns int
	Colours bool // see Emphasis

	rest  []byte // the beginning of a character
	line  string // the beginning of a line that is to be wrapped
	begun bool   // something was written
	plain bool   // it is JSON
}

// Columns returns the number of characters of a line of w, or 0 if it is not known.
func Columns(w io.Writer) int {
	if v, ok := w.(*VisibleWriter); ok {
		return v.Columns
	}
	return 0
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
	if err := v.write(v.visible(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes the rest.
func (v *VisibleWriter) Close() error {
	text := v.line + v.visible(string(v.rest))
	v.rest, v.line = nil, ""
	if v.Columns > 0 && !v.plain {
		text = Wrap(text, v.Columns)
	}
	return v.put(text)
}

// put writes text with colours.
func (v *VisibleWriter) put(text string) error {
	if v.Colours {
		text = colours.Replace(text)
	}
	_, err := io.WriteString(v.W, text)
	return err
}

// write writes lines, and keeps the last if it may go on.
func (v *VisibleWriter) write(text string) error {
	if !v.begun {
		start := strings.TrimLeft(text, " \t\n")
		v.begun, v.plain = start != "", strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")
	}
	if v.Columns > 0 && !v.plain {
		var b strings.Builder
		for line := range strings.Lines(v.line + text) {
			if v.line = ""; strings.HasSuffix(line, "\n") {
				b.WriteString(Wrap(line[:len(line)-1], v.Columns) + "\n")
			} else {
				v.line = line
			}
		}
		text = b.String()
	}
	return v.put(text)
}

// Wrap breaks a line at spaces, so that lines have at most width columns, except for longer words.
// Continuation lines are indented more than the first.
func Wrap(line string, width int) string {
	if Width(line) <= width {
		return line
	}
	begin := len(line) - len(strings.TrimLeft(line, " "))
	if begin > width/2 {
		line, begin = strings.Repeat(" ", width/3)+line[begin:], width/3
	}
	indent := strings.Repeat(" ", min(begin+2, width/3))
	var b strings.Builder
	text := []rune(line)
	start := begin // before which the line is not broken
	for {
		fit := fitting(text, width)
		if fit == len(text) {
			break
		}
		at := fit
		for at > start && (text[at] != ' ' || text[at+1] == '%') { // 50 % stays together
			at--
		}
		if at <= start { // a long word: it ends at the next space
			for at = max(fit, start); at < len(text) && text[at] != ' '; {
				at++
			}
			if at == len(text) {
				break
			}
		}
		b.WriteString(strings.TrimRight(string(text[:at]), " ") + "\n")
		text = []rune(indent + strings.TrimLeft(string(text[at:]), " "))
		start = len(indent)
	}
	return b.String() + string(text)
}
