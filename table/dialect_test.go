package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
)

// encoded returns a text in an encoding.
func encoded(t testing.TB, code encoding.Encoding, text string) string {
	t.Helper()
	s, err := code.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEncodings reads one table from files in many encodings.
func TestEncodings(t *testing.T) {
	const latin = "city,product\nOrléans,Käse\nGöteborg,Käse\n"
	utf16le, utf16be := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	mark := func(name string) []string { return []string{"the text is " + name + ", as its byte order mark says"} }
	for _, tt := range []struct {
		name, encoding, text, content string
		notes                         []string
	}{
		{"UTF-8", "", latin, latin, nil},
		{"UTF-8 by name", "utf-8", latin, "\ufeff" + latin, nil},
		{"latin1", "latin1", latin, encoded(t, charmap.ISO8859_1, latin), nil},
		{"ISO 8859-1", "ISO-8859-1", latin, encoded(t, charmap.ISO8859_1, latin), nil},
		{"windows-1252", "windows-1252", "city,product\n“€”,Käse\n", encoded(t, charmap.Windows1252, "city,product\n“€”,Käse\n"), nil},
		{"cp1252", "CP1252", latin, encoded(t, charmap.Windows1252, latin), nil},
		{"KOI8-R", "koi8-r", "city,product\nПермь,сыр\n", encoded(t, charmap.KOI8R, "city,product\nПермь,сыр\n"), nil},
		{"Shift JIS", "shift_jis", "city,product\n大阪,茶\n", encoded(t, japanese.ShiftJIS, "city,product\n大阪,茶\n"), nil},
		{"UTF-16LE", "utf-16le", latin, encoded(t, utf16le, latin), nil},
		{"UTF-16BE", "UTF-16BE", latin, encoded(t, utf16be, latin), nil},
		{"UTF-16 with a mark", "", latin, encoded(t, utf16le, "\ufeff"+latin), mark("UTF-16")},
		{"UTF-16 with the other mark", "", latin, encoded(t, utf16be, "\ufeff"+latin), mark("UTF-16")},
		{"UTF-16 by name", "utf-16", latin, encoded(t, utf16be, "\ufeff"+latin), nil},
		{"UTF-16LE with a mark", "utf-16le", latin, encoded(t, utf16le, "\ufeff"+latin), nil},
		{"UTF-32", "", latin, encoded(t, utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "\ufeff"+latin), mark("UTF-32")},
		{"UTF-32, the other", "", latin, encoded(t, utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "\ufeff"+latin), mark("UTF-32")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := cityProduct()
			opts.Encoding = tt.encoding
			want := mustRead(t, "a.csv", tt.text, cityProduct())
			for name, content := range map[string]string{"a.csv": tt.content, "a.csv.gz": files.Gzipped(t, tt.content)} {
				got := mustRead(t, name, content, opts)
				checkCells(t, got, cellsOf(want))
				if !slices.Equal(got.Notes, tt.notes) {
					t.Errorf("%s: notes %q, want %q", name, got.Notes, tt.notes)
				}
			}
		})
	}
}

// TestEncodingsOfAnyText reads what was written in UTF-16, with line ends and parts of characters at
// any place of the buffers.
func TestEncodingsOfAnyText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var text strings.Builder
		text.WriteString("city,product\n")
		for range rapid.IntRange(1, 200).Draw(rt, "records") {
			label := rapid.StringMatching(`[a-zé€😀]{1,60}`).Draw(rt, "label")
			text.WriteString(label + ",1\n" + strings.Repeat(label+",2\n", rapid.IntRange(0, 60).Draw(rt, "times")))
		}
		opts := cityProduct()
		opts.Stdin = strings.NewReader(text.String())
		want := mustOpen(t, "-", opts)
		opts.Stdin = strings.NewReader(encoded(t, unicode.UTF16(unicode.BigEndian, unicode.UseBOM), text.String()))
		if diff := cmp.Diff(cellsOf(want), cellsOf(mustOpen(t, "-", opts))); diff != "" {
			rt.Error(diff)
		}
	})
}

func TestEncodingErrors(t *testing.T) {
	const lostCharacter = ", or it holds the character U+FFFD, which stands for one that was lost: is it in another encoding?"
	for _, tt := range []struct{ name, encoding, content, want string }{
		{"unknown", "klingon", "city,product\n", `a.csv: the encoding "klingon" is not known: want utf-8, utf-16, latin1, windows-1252, or another name that IANA lists`},
		{"no mark", "utf-16", "c\x00i\x00", "a.csv: has no byte order mark, which tells the order of the bytes of UTF-16: name the encoding utf-16le or utf-16be"},
		{"another mark", "latin1", "\xff\xfec\x00", "a.csv: begins with the byte order mark of UTF-16LE, and is not latin1: leave the encoding out"},
		{"the other mark", "utf-16be", "\xff\xfec\x00", "a.csv: begins with the byte order mark of UTF-16LE, and is not UTF-16BE: leave the encoding out"},
		{"undefined byte", "windows-1252", "city,product\na,b\nRome\x81,tea\n", "a.csv:3: not windows-1252" + lostCharacter},
		{"half a character", "", "\xff\xfec\x00i", "a.csv:1: not UTF-16LE" + lostCharacter},
		{"half a pair", "", "\xff\xfec\x00\n\x00\x3d\xd8,\x00", "a.csv:2: not UTF-16LE" + lostCharacter},
		{"NUL", "latin1", "city,product\na\x00,b\n", "a.csv:2:2: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
		{"not UTF-8", "utf-8", "city,product\n\xe9,b\n", "a.csv:2:1: not UTF-8 text (byte 0xe9): name its encoding, such as latin1 or windows-1252"},
		{"nothing", "utf-16", "", "a.csv: the file is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			opts := cityProduct()
			opts.Encoding = tt.encoding
			_, err := Open(t.Context(), files.Write(t, folder, "a.csv", tt.content), opts)
			if e := source.CheckDialect(Dialect{Encoding: tt.encoding}); e != nil { // found before the file is
				folder = ""
				err = &Error{File: "a.csv", Msg: e.Error()}
			}
			checkError(t, err, folder, tt.want)
		})
	}
}

// TestEncodingOfOthers reads a matrix, a text and points in another encoding, and formats that have
// none.
func TestEncodingOfOthers(t *testing.T) {
	le := Dialect{Encoding: "utf-16le"}
	write := func(name, text string) string {
		return files.Write(t, t.TempDir(), name, encoded(t, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), text))
	}
	checkCells(t, mustOpen(t, write("m.csv", "x,é\na,2\n"), Options{Dialect: le}), map[string]float64{"a é": 2})
	checkCells(t, mustOpen(t, write("t.txt", "é à é"), Options{Text: words, Dialect: le}), map[string]float64{"é à": 1, "à é": 1})
	checkCells(t, mustOpen(t, write("r.jsonl", `{"city":"é","product":1}`), Options{X: "city", Y: "product", Dialect: le}), map[string]float64{"é 1": 1})
	points := mustPoints(t, write("p.tsv", "a\tb\n1\t2\n"), Options{Dialect: le})
	if diff := cmp.Diff([]string{"1,2"}, points.labels); diff != "" {
		t.Error(diff)
	}
	parquet := files.Write(t, t.TempDir(), "a.parquet", smallParquet(t))
	opts := cityProduct()
	opts.Dialect = le
	checkCells(t, mustOpen(t, parquet, opts), cellsOf(mustOpen(t, parquet, cityProduct())))
}

func TestDelimiters(t *testing.T) {
	said := func(what string) []string {
		return []string{"the fields are separated by " + what + ", as the first line shows"}
	}
	for _, tt := range []struct {
		name, file, content string
		dialect             Dialect
		notes               []string
	}{
		{"comma", "a.csv", "city,product\na,b\n", Dialect{}, nil},
		{"semicolon", "a.csv", "city;product\na;b\n", Dialect{}, said("semicolons")},
		{"tab", "a.csv", "city\tproduct\na\tb\n", Dialect{}, said("tabs")},
		{"tab in a file without a name", "a", "city\tproduct\na\tb\n", Dialect{}, said("tabs")},
		{"tab by the name of the file", "a.tsv", "city\tproduct\na\tb\n", Dialect{}, nil},
		{"bar", "a.csv", "city|product\na|b\n", Dialect{}, said("bars")},
		{"comma in quotes", "a.csv", "\"x,y\";city;product\n1;a;b\n", Dialect{}, said("semicolons")},
		{"semicolon in quotes", "a.csv", "\"x;\"\"y\",city,product\n1,a,b\n", Dialect{}, nil},
		{"named", "a.csv", "x,y;city;product\n1;a;b\n", Dialect{Delimiter: ";"}, nil},
		{"another", "a.csv", "city~product\na~b\n", Dialect{Delimiter: "~"}, nil},
		{"tab by name", "a.csv", "city\tproduct\na\tb\n", Dialect{Delimiter: "tab"}, nil},
		{"comma in TSV", "a.tsv", "city,product\na,b\n", Dialect{Delimiter: ","}, nil},
		{"comments before the header", "a.csv", "# a|b, c\n\n#x\ncity;product\n#z;z\na;b\n", Dialect{Comment: "#"}, said("semicolons")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := mustRead(t, tt.file, tt.content, Options{X: "city", Y: "product", Dialect: tt.dialect})
			checkCells(t, got, map[string]float64{"a b": 1})
			if !slices.Equal(got.Notes, tt.notes) {
				t.Errorf("notes %q, want %q", got.Notes, tt.notes)
			}
		})
	}
	folder := t.TempDir()
	_, err := Open(t.Context(), files.Write(t, folder, "a.csv", "city;product|x\n"), cityProduct())
	checkError(t, err, folder, "a.csv: the first line holds no commas, but semicolons and bars, and so does not tell what separates the fields: name the delimiter")
}

// TestComments has lines of comments in all formats of text.
func TestComments(t *testing.T) {
	want := map[string]float64{"a b": 1, "#c d": 1}
	for name, content := range map[string]string{
		"a.csv":   "#1\ncity,product\na,b\n# \"2\n\"#c\",d\n#",
		"a.tsv":   "#1\ncity\tproduct\n#\na\tb\n\"#c\"\td\n",
		"a.jsonl": "#1\n{\"city\":\"a\",\"product\":\"b\"}\n#{\n{\"city\":\"#c\",\"product\":\"d\"}\n#",
	} {
		checkCells(t, mustRead(t, name, content, Options{X: "city", Y: "product", Dialect: Dialect{Comment: "#"}}), want)
	}
}

func TestDialectErrors(t *testing.T) {
	for _, tt := range []struct {
		dialect Dialect
		clean   scale.Clean
		want    string
	}{
		{Dialect{Delimiter: "ab"}, scale.Clean{}, `the delimiter is "ab": want one character that is no quote, or tab`},
		{Dialect{Delimiter: `"`}, scale.Clean{}, `the delimiter is "\"": want one character that is no quote, or tab`},
		{Dialect{Delimiter: "\xff"}, scale.Clean{}, `the delimiter is "\xff": want one character that is no quote, or tab`},
		{Dialect{Comment: "//"}, scale.Clean{}, `comments start with "//": want one character that is no space or quote, such as #`},
		{Dialect{Comment: " "}, scale.Clean{}, `comments start with " ": want one character that is no space or quote, such as #`},
		{Dialect{Comment: ";", Delimiter: ";"}, scale.Clean{}, "comments start with the delimiter: want another character, such as #"},
		{Dialect{}, scale.Clean{Decimal: "'"}, `the decimal mark is "'": want . or ,`},
		{Dialect{}, scale.Clean{NA: []string{""}}, "a text for missing values is empty: values that are empty are missing anyway"},
	} {
		_, err := Open(t.Context(), "a.csv", Options{X: "city", Y: "product", Dialect: tt.dialect, Clean: tt.clean})
		checkError(t, err, "", "a.csv: "+tt.want)
	}
}
