package input

import (
	"strings"
	"unicode"
)

// Repeat returns the table and the flags that say how to read it, as a call has them.
func (f *TableFlags) Repeat(args []string) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(" " + argument(a))
	}
	for _, flag := range []struct{ name, value string }{
		{"x", f.x}, {"y", f.Y}, {"count", f.Count}, {"text", f.text}, {"format", f.Format},
	} {
		if flag.value != "" {
			b.WriteString(" --" + flag.name + " " + argument(flag.value))
		}
	}
	return b.String()
}

// argument quotes what a shell would not take as it stands.
func argument(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("@%_+=:,./-", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
