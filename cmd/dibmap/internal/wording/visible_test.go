package wording

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"plain, größer, 東京\tx\n":  "plain, größer, 東京\tx\n",
		"\x1b[2J\r\x07\x7f":       `\u001b[2J\u000d\u0007\u007f`,
		"\u009b31m":               `\u009b31m`,
		"a\u202eb\u2066c\u200f":   `a\u202eb\u2066c\u200f`,
		"\U000e0041":              `\udb40\udc41`,
		"\x9b\xffa":               `\x9b\xffa`,
		"می\u200cخواهم, 👩\u200d🔬": "می\u200cخواهم, 👩\u200d🔬", // joiners belong to the words
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := Word("a\nb\tc"); got != `a\u000ab\u0009c` {
		t.Errorf("got %q", got)
	}
}

// TestVisibleWriter: a text in parts is the text, and JSON says the same.
func TestVisibleWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		var b bytes.Buffer
		v := &VisibleWriter{W: &b}
		if _, err := io.Copy(struct{ io.Writer }{v}, iotest.OneByteReader(strings.NewReader(text))); err != nil {
			t.Fatal(err)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
		if got, want := b.String(), Visible(text); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
	const name = "\u202ea\u009b\x7f\U000e0041"
	content, err := json.Marshal(name)
	if err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal([]byte(Visible(string(content))), &back); err != nil || back != name {
		t.Errorf("got %q, %v", back, err)
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		line  string
		width int
		want  string
	}{
		{"one two three", 20, "one two three"},
		{"one two three", 7, "one two\n  three"},
		{"one two three", 8, "one two\n  three"},
		{"  one two three four", 12, "  one two\n    three\n    four"},
		{"anextraordinarilylongword and more", 10, "anextraordinarilylongword\n  and more"},
		{"a anextraordinarilylongword", 10, "a\n  anextraordinarilylongword"},
		{"ä ö ü ß", 3, "ä ö\n ü\n ß"},
		{"東京 大阪 京都", 9, "東京 大阪\n  京都"},
		{"e\u0301 o\u0308 u", 3, "e\u0301 o\u0308\n u"}, // combining accents
		{"                    far in", 12, "    far in"},
		{"", 5, ""},
	} {
		if got := Wrap(tt.line, tt.width); got != tt.want {
			t.Errorf("%q in %d: got %q, want %q", tt.line, tt.width, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,9}|[東京]{1,4}`), 0, 30).Draw(t, "words")
		width := rapid.IntRange(14, 60).Draw(t, "width")
		wrapped := Wrap(strings.Join(words, " "), width)
		if got := strings.Join(strings.Fields(wrapped), " "); got != strings.Join(words, " ") {
			t.Fatalf("got %q", got)
		}
		for _, line := range strings.Split(wrapped, "\n") {
			if Width(line) > width {
				t.Fatalf("wider than %d: %q", width, line)
			}
		}
	})
}
