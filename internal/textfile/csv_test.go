package textfile

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// TestRawGivesEveryByte joins the bytes of all records, which must be the text.
func TestRawGivesEveryByte(t *testing.T) {
	long := strings.Repeat("a,b\n\"c\nd\",e\r\n", 100_000)
	for _, text := range []string{"", "a", "a,b\n", "\n\r\n# c\na,\"b\nc\"\r\n\nd\r", "\n\n", long} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
			c := NewCSV(r, "f")
			c.Comment, c.Ragged = '#', true
			var raw strings.Builder
			var err error
			for err == nil {
				_, err = c.Next()
				raw.Write(c.Raw())
			}
			if !errors.Is(err, io.EOF) || raw.String() != text {
				t.Fatalf("%.60q: %v, %.60q", text, err, raw.String())
			}
			if n := cap(c.text.window); n > 1<<20 {
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
		"Sales\n\na,b\n":     "f:3: 2 fields, but the header has 1 (if the first line is a title, remove what is above the header)",
		"a,b\r1,2\r3,4\r":    "f: lines end with a carriage return alone, as on old Macintosh computers: write the file with usual line ends",
		"sep=;\na;b\n1;2;3":  "f:3: 3 fields, but the header has 2",
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

// TestFirstLineNamesTheSeparator: a line of spreadsheets that names it is no record, and the file's own lines count.
func TestFirstLineNamesTheSeparator(t *testing.T) {
	for text, want := range map[string][]string{
		"sep=;\na,b;c\n":             {"a,b", "c"},
		"\ufeff\"SEP=,\"\r\na;b,c\n": {"a;b", "c"},
		"sep=\t\na\tb\n":             {"a", "b"},
		"sep=x,b\n":                  {"sep=x", "b"},
	} {
		c := NewCSV(iotest.OneByteReader(strings.NewReader(text)), "f")
		if got, err := c.Next(); err != nil || !slices.Equal(got, want) {
			t.Errorf("the header of %q is %q, want %q (%v)", text, got, want, err)
		}
	}
}

// TestSkipped: records of another number of fields are left out, also of the bytes of the records.
func TestSkipped(t *testing.T) {
	c := NewCSV(iotest.OneByteReader(strings.NewReader("a,b\n1\n\"2\n\",3,4\n5,6\n7\n")), "f")
	skipped, raw := 0, ""
	c.Skipped = func() { skipped++ }
	var err error
	for err == nil {
		if _, err = c.Next(); err == nil {
			raw += string(c.Raw())
		}
	}
	if skipped != 3 || raw != "a,b\n5,6\n" || !errors.Is(err, io.EOF) {
		t.Errorf("%d are skipped, and %q is left (%v)", skipped, raw, err)
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

// TestLineEndsInFields reads fields that hold line ends of all kinds, in files with line ends of both kinds,
// comments and empty lines, and expects the bytes of the file.
func TestLineEndsInFields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want [][]string
		text.WriteString("a;b\r\n")
		for range rapid.IntRange(1, 8).Draw(t, "records") {
			end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
			text.WriteString(rapid.SampledFrom([]string{"", "\r\n", "\n", "# \"c\r\n", "\n#\n\r\n"}).Draw(t, "skipped"))
			record := []string{"x", "y"}
			for i := range record {
				pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"u", "\r\n", "\n", "\r", "\"", "#", ";", strings.Repeat("long", 5000)}), 1, 6).Draw(t, "pieces")
				record[i] = strings.Join(pieces, "") + "z"
			}
			want = append(want, record)
			text.WriteString(`"` + strings.ReplaceAll(record[0], `"`, `""`) + `";"` + strings.ReplaceAll(record[1], `"`, `""`) + `"` + end)
		}
		c := NewCSV(iotest.HalfReader(strings.NewReader(text.String())), "f")
		c.Comma, c.Comment = ';', '#'
		if _, err := c.Next(); err != nil {
			t.Fatal(err)
		}
		raw := "a;b\r\n"
		for _, record := range want {
			got, err := c.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, record) {
				t.Fatalf("got %q, want %q", got, record)
			}
			raw += string(c.Raw())
		}
		if raw != text.String() {
			t.Fatalf("the bytes of the records are %q, want %q", raw, text.String())
		}
	})
}
