package textfile

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestRawGivesEveryByte joins the bytes of all records, which must be the text.
func TestRawGivesEveryByte(t *testing.T) {
	long := strings.Repeat("a,b\n\"c\nd\",e\r\n", 100_000)
	for _, text := range []string{"", "a", "a,b\n", "\n\r\n# c\na,\"b\nc\"\r\n\nd\r", "\n\n", long} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
			c := NewCSV(r, "f")
			c.Comment, c.Ragged, c.Keep = '#', true, true
			var raw strings.Builder
			var err error
			for err == nil {
				_, err = c.Next()
				raw.Write(c.Raw())
			}
			if !errors.Is(err, io.EOF) || raw.String() != text {
				t.Fatalf("%.60q: %v, %.60q", text, err, raw.String())
			}
			if n := cap(c.text.window); n > 4*maxDropped {
				t.Errorf("%d bytes are kept", n)
			}
		}
	}
}

// TestCSVErrors checks the one wording of what may be wrong.
func TestCSVErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a,b\nc\n":           "f:2: 1 field, but the header has 2",
		"a,b\n\n\"c\nd\"\n":  "f:3: 1 field, but the header has 2",
		"a\nb\"c\n":          `f:2:2: a " stands in a field that is not quoted: quote the field and double the "`,
		"\"a\nb\"c\n":        `f:2:2: a quoted field goes wrong here: a " in it must be doubled, and one must end it (the record starts on line 1)`,
		"\ufeffa,b\nc,\xff":  "f:2:3: not UTF-8 text (byte 0xff): name its encoding, such as latin1 or windows-1252",
		"a;b\n1,2;3\n4;5;6":  "f:3: 3 fields, but the header has 2",
		"a\tb\n1\t\"2\t3\"x": `f:2:7: a quoted field goes wrong here: a " in it must be doubled, and one must end it`,
	} {
		c := NewCSV(strings.NewReader(text), "f")
		var err error
		for err == nil {
			_, err = c.Next()
		}
		checkError(t, err, "", want)
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"abc", "abc", 0},
		{"abc", "acb", 2},
		{"é", "e", 1},
		{"ab", "xaby", 2},
	} {
		if got := Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
