package textfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestReadGroups(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []Group
	}{
		{"empty", "", nil},
		{"pairs", "a,b\nc,d\n", []Group{{1, []string{"a", "b"}}, {2, []string{"c", "d"}}}},
		{"no newline at the end", "a,b,c", []Group{{1, []string{"a", "b", "c"}}}},
		{"blank lines", "\n \n\t\r\na,b\r\n\r\nc,d\n\n", []Group{{4, []string{"a", "b"}}, {6, []string{"c", "d"}}}},
		{"comments", "# a,b\n#\nc,d\n", []Group{{3, []string{"c", "d"}}}},
		{"quotes", "\"#a\",\"b,c\",\"d\"\"e\"\n", []Group{{1, []string{"#a", "b,c", `d"e`}}}},
		{"several lines", "\"a\nb\",c\nd,e\n", []Group{{1, []string{"a\nb", "c"}}, {3, []string{"d", "e"}}}},
		{"space is kept", " a,b \n", []Group{{1, []string{" a", "b "}}}},
		{"byte order mark", "\ufeffa,b\n", []Group{{1, []string{"a", "b"}}}},
		{"comment after a mark", "\ufeff#a\n", nil},
		{"products", "\"(0,1)\",\"(1,0)\"\n", []Group{{1, []string{"(0,1)", "(1,0)"}}}},
	} {
		got, err := ReadGroups(strings.NewReader(tt.text), "f")
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, d)
		}
	}
}

func TestReadGroupsErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"one label", "a,b\n\nc\n", "f:3:1: c stands alone: a line holds two labels or more, with commas between them"},
		{"tabs", "a\tb\n", `f:1:1: "a\tb" stands alone: a line holds two labels or more, with commas between them`},
		{"empty label", "a,b,\n", "f:1:5: a label is empty: is there a comma too many?"},
		{"empty first", ",a\n", "f:1:1: a label is empty: is there a comma too many?"},
		{"twice", "a,b,a\n", "f:1:5: a stands twice in the line"},
		{"bare quote", "a,b\na\"b,c\n", `f:2:2: a " stands in a field that is not quoted: quote the field and double the "`},
		{"open quote", "a,b\na,\"b\nc,d\n", `f:3:5: a quoted field goes wrong here: a " in it must be doubled, and one must end it (the record starts on line 2)`},
		{"Latin-1", "a,b\nc,\xe9\n", "f:2:3: not UTF-8 text (byte 0xe9): name its encoding, such as latin1 or windows-1252"},
		{"NUL", "a,\x00\n", "f:1:3: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadGroups(strings.NewReader(tt.text), "f")
			checkError(t, err, "", tt.want)
		})
	}
	_, err := ReadGroups(iotest.ErrReader(errors.New("no disk")), "f")
	checkError(t, err, "", "f: cannot be read: no disk")
}

// FuzzReadGroups writes what it read and reads it again.
func FuzzReadGroups(f *testing.F) {
	for _, seed := range []string{"a,b\n", "#a\n\"#\",b\n", "\"a\nb\",c", "a", "\ufeff\n\n,", "a,a", "\"", "a,b\r\n \r\nc,d,e"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		groups, err := ReadGroups(bytes.NewReader(text), "f")
		if err != nil {
			checkError(t, err, "", err.Error())
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Fatal(err)
			}
			return
		}
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		line := 0
		for _, g := range groups {
			if len(g.Labels) < 2 || slices.Contains(g.Labels, "") || g.Line <= line {
				t.Fatalf("%v after line %d", g, line)
			}
			line = g.Line
			if strings.HasPrefix(g.Labels[0], "#") { // the writer does not quote it
				return
			}
			if slices.ContainsFunc(g.Labels, func(l string) bool { return strings.Contains(l, "\r\n") }) { // the reader takes it for \n
				return
			}
			_ = w.Write(g.Labels)
		}
		w.Flush()
		again, err := ReadGroups(&b, "f")
		if err != nil {
			t.Fatal(err)
		}
		for i := range groups {
			groups[i].Line, again[i].Line = 0, 0
		}
		if d := cmp.Diff(groups, again); d != "" {
			t.Fatal(d)
		}
	})
}

// checkError checks that an error is an *Error that reads as wanted.
func checkError(t *testing.T, err error, _, want string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || err.Error() != want {
		t.Errorf("error\n%v\nwant\n%s", err, want)
	}
}
