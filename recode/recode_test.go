package recode

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
)

// cities returns an encoder of some values into the clusters "north" and "south".
func cities(t testing.TB, labels ...string) *encode.Encoder {
	t.Helper()
	assignment := make([]int, len(labels))
	for i := range labels {
		assignment[i] = i % 2
	}
	e, err := encode.New(labels, assignment, []string{"north", "south"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func cityOptions(t testing.TB) Options {
	return Options{Codings: []encode.Coding{{X: "city", As: "region", Encoder: cities(t, "Paris", "Rome", "Oslo", "(missing)")}}}
}

// encoded returns what is written for a file of the given name and content.
func encoded(t testing.TB, name, content string, opts Options) (string, Stats) {
	t.Helper()
	var b bytes.Buffer
	stats, err := Encode(context.Background(), &b, files.Write(t, t.TempDir(), name, content), opts)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), stats
}

// The new column has a name even if the options give none.
func TestEncodeNamesTheColumn(t *testing.T) {
	opts := cityOptions(t)
	opts.Codings[0].As = ""
	if got, _ := encoded(t, "a.csv", "city\nRome\n", opts); !strings.HasPrefix(got, "city,cluster\n") {
		t.Errorf("%q", got)
	}
}

// A stream that ends with an error ends with a whole record.
func TestEncodeEndsWithARecord(t *testing.T) {
	for file, content := range map[string]string{
		"a.csv":   "n,city\n1,Rome\n2,Cairo\n",
		"a.jsonl": `{"city":"Rome"}` + "\n" + `{"city":"Cairo"}` + "\n",
	} {
		var b bytes.Buffer
		_, err := Encode(context.Background(), &b, files.Write(t, t.TempDir(), file, content), cityOptions(t))
		if err == nil || strings.Contains(b.String(), "Cairo") || !strings.HasSuffix(b.String(), "\n") {
			t.Errorf("%s: %v after %q", file, err, b.String())
		}
	}
}

func TestEncodeKeepsEveryByte(t *testing.T) {
	tests := []struct{ name, file, content, want string }{
		{"plain", "a.csv", smallCSV, "city,product,n,region\nParis,tea,1,north\nParis,coffee,2,north\nRome,coffee,3,south\nParis,tea,4,north\n"},
		{"no last line end", "a.csv", "city\nRome", "city,region\nRome,south"},
		{"CR LF, mark, empty lines", "a.csv", "\ufeff\r\nn,city\r\n\r\n1.0,Rome\r\n,\r\n", "\ufeff\r\nn,city,region\r\n\r\n1.0,Rome,south\r\n,,south\r\n"},
		{"CR at the end", "a.csv", "city,n\nRome,1\r", "city,n,region\nRome,1,south\r"},
		{"quotes", "a.csv", "\"city\",\"n\"\n\"Rome\",\"a\nb\"\"\"\nOslo,\"\"\n\"\",x\n", "\"city\",\"n\",region\n\"Rome\",\"a\nb\"\"\",south\nOslo,\"\",north\n\"\",x,south\n"},
		{"tabs", "a.tsv", "city\tn\nRome\t1,2\n", "city\tn\tregion\nRome\t1,2\tsouth\n"},
		{"semicolons", "a.csv", "city;n\nRome;1,2\n", "city;n;region\nRome;1,2;south\n"},
		{"only a header", "a.csv", "city\n", "city,region\n"},
		{"JSON", "a.jsonl", "{\"n\": 1.0, \"city\": \"Rome\"}\n\n { \"city\":\"\\u0050aris\" ,\"x\":{\"a\":[1]} } \r\n{}", "{\"n\": 1.0, \"city\": \"Rome\", \"region\": \"south\"}\n\n { \"city\":\"\\u0050aris\" ,\"x\":{\"a\":[1]}, \"region\": \"north\" } \r\n{\"region\": \"south\"}"},
		{"tight JSON", "a.jsonl", "{\"city\":null}\n{\"city\":\"Oslo\"}\n", "{\"city\":null,\"region\":\"south\"}\n{\"city\":\"Oslo\",\"region\":\"north\"}\n"},
	}
	for _, tt := range tests {
		got, _ := encoded(t, tt.file, tt.content, cityOptions(t))
		if got != tt.want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, got, tt.want)
		}
	}
}

func encodeString(t testing.TB, name string, opts Options) (string, Stats, error) {
	t.Helper()
	var b bytes.Buffer
	stats, err := Encode(context.Background(), &b, name, opts)
	return b.String(), stats, err
}

func TestEncodeManyFiles(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"line ends", map[string]string{"a.csv": "city,n\r\nRome,1", "b.csv": "", "c.csv": "\ufeffcity,n\nOslo,2\n", "d.csv": "city,n\n", "e.csv": "city,n\nParis,3"}, "city,n,region\r\nRome,1,south\r\nOslo,2,north\nParis,3,north"},
		{"JSON", map[string]string{"a.jsonl": "{\"city\":\"Rome\"}", "b.jsonl": "", "c.jsonl": "{\"city\":\"Oslo\"}\r\n"}, "{\"city\":\"Rome\",\"region\":\"south\"}\r\n{\"city\":\"Oslo\",\"region\":\"north\"}\r\n"},
		{"folders name the city", map[string]string{"city=Oslo/a.csv": "n\n1\n", "city=__HIVE_DEFAULT_PARTITION__/a.csv": "n\n2\n"}, "n,region\n1,north\n2,south\n"},
		{"folders name the city of JSON", map[string]string{"city=Oslo/a.jsonl": "{\"n\":1}\n", "city=Rome/a.jsonl": "{\"n\":2}\n{\"city\":\"Paris\"}\n"}, "{\"n\":1,\"region\":\"north\"}\n{\"n\":2,\"region\":\"south\"}\n{\"city\":\"Paris\",\"region\":\"north\"}\n"},
	}
	for _, tt := range tests {
		folder := t.TempDir()
		for name, content := range tt.files {
			files.Write(t, folder, name, content)
		}
		got, _, err := encodeString(t, folder, cityOptions(t))
		if err != nil || got != tt.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", tt.name, err, got, tt.want)
		}
	}
}

// TestEncodeTellsWhatFoldersGave reads columns that only the names of folders give.
func TestEncodeTellsWhatFoldersGave(t *testing.T) {
	tests := []struct {
		files map[string]string
		want  []string
	}{
		{map[string]string{"a.csv": "city\nRome\n"}, nil},
		{map[string]string{"year=1/month=2/a.csv": "city\nRome\n", "year=2/day=2/a.csv": "city\nOslo\n"}, []string{"day", "month", "year"}},
		{map[string]string{"city=Rome/n=1/a.csv": "n\n1\n"}, []string{"city"}},
		{map[string]string{"city=Rome/n=1/a.csv": "city,n\nRome,1\n"}, nil},
		{map[string]string{"year=1/month=2/a.jsonl": "{\"city\":\"Rome\",\"year\":1}\n{\"year\":1,\"city\":\"Rome\"}\n"}, []string{"month"}},
		{map[string]string{"city=Rome/year=1/month=2/a.jsonl": "{\"month\":2,\"year\":1}\n{\"month\":2}\n{\"year\":1,\"month\":2}\n"}, []string{"city", "year"}},
		{map[string]string{"year=1/city=Rome/a.jsonl": "{\"year\":1}\n{}\n"}, []string{"city", "year"}},
		{map[string]string{"year=1/a.jsonl": "{\"city\":\"Rome\",\"year\":1}\n", "year=2/a.jsonl": "{}\n"}, []string{"year"}},
		{map[string]string{"year=1/n=2/a.parquet": smallParquet(t)}, []string{"year"}},
	}
	for _, tt := range tests {
		folder := t.TempDir()
		for name, content := range tt.files {
			files.Write(t, folder, name, content)
		}
		_, stats, err := encodeString(t, folder, cityOptions(t))
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(tt.want, stats.Folders); d != "" {
			t.Errorf("%q: %s", tt.files, d)
		}
	}
}

// TestEncodeSaysThatUnknownMayBeRare has an encoder that knows rare values, and may not
// use it.
func TestEncodeSaysThatUnknownMayBeRare(t *testing.T) {
	for content, want := range map[string]string{
		"n,city\n1,Bern\n": "a.csv:2:3: city is Bern, which was not in the table that was grouped, or was rare there",
		"n,city\n1,\n":     "a.csv:2:3: city is missing, which it never was in the table that was grouped, or was rare there",
	} {
		folder := t.TempDir()
		opts := cityOptions(t)
		opts.Codings[0].Encoder, opts.Codings[0].Unknown = cities(t, "Rome", scale.RareLabel), "error"
		_, _, err := encodeString(t, files.Write(t, folder, "a.csv", content), opts)
		checkError(t, err, folder, want+": choose whether such values get the group of the rare ones, a label, or the group that is nearest")
	}
}

func TestEncodeUnknown(t *testing.T) {
	content := "city,n\nRome,1\nBern,2\n\"Linz, Donau\",3\nBern,4\n"
	opts := cityOptions(t)
	opts.Codings[0].Unknown, opts.Codings[0].Label = "label", "a, b"
	got, stats := encoded(t, "a.csv", content, opts)
	if want := "city,n,region\nRome,1,south\nBern,2,\"a, b\"\n\"Linz, Donau\",3,\"a, b\"\nBern,4,\"a, b\"\n"; got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	want := Stats{Format: source.CSV, Records: 4, Columns: []ColumnStats{{Unknown: 3, UnknownValues: 2, Examples: []UnknownValue{{"Bern", 2}, {"Linz, Donau", 1}}}}}
	if d := gocmp.Diff(want, stats); d != "" {
		t.Error(d)
	}
	opts = cityOptions(t)
	opts.Codings[0].Encoder = cities(t, "Rome", scale.RareLabel)
	got, stats = encoded(t, "a.csv", content, opts)
	if want := "city,n,region\nRome,1,north\nBern,2,south\n\"Linz, Donau\",3,south\nBern,4,south\n"; got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	want.Columns[0].Rest = scale.RareLabel
	if d := gocmp.Diff(want, stats); d != "" {
		t.Error(d)
	}
}

// TestEncodeBoundsUnknown meets more unknown values than are told apart.
func TestEncodeBoundsUnknown(t *testing.T) {
	var content strings.Builder
	content.WriteString("city\nRome\n")
	for i := range maxUnknown + 10 {
		fmt.Fprintln(&content, i)
	}
	content.WriteString("5\n7\n7\n7\n")
	opts := cityOptions(t)
	opts.Codings[0].Unknown = "label"
	_, stats := encoded(t, "a.csv", content.String(), opts)
	if stats.Records != maxUnknown+15 || stats.Columns[0].Unknown != maxUnknown+14 || stats.Columns[0].UnknownValues != maxUnknown || !stats.Columns[0].UnknownMore {
		t.Errorf("%+v", stats)
	}
	if len(stats.Columns[0].Examples) != maxExamples || stats.Columns[0].Examples[0] != (UnknownValue{"7", 4}) || stats.Columns[0].Examples[1] != (UnknownValue{"5", 2}) {
		t.Errorf("%v", stats.Columns[0].Examples)
	}
}

func TestEncodeNumbers(t *testing.T) {
	opts := cityOptions(t)
	opts.Codings[0].Numbers = true
	if got, _ := encoded(t, "a.jsonl", "{\"city\":\"Rome\"}\n", opts); got != "{\"city\":\"Rome\",\"region\":1}\n" {
		t.Errorf("%q", got)
	}
	opts.Codings[0].Unknown = "label"
	if got, _ := encoded(t, "a.jsonl", "{\"city\":\"Rome\"}\n{\"city\":5}\n", opts); got != "{\"city\":\"Rome\",\"region\":1}\n{\"city\":5,\"region\":\"(unknown)\"}\n" {
		t.Errorf("%q", got)
	}
	opts.Codings[0].Label = "-1"
	if got, _ := encoded(t, "a.jsonl", "{\"city\":\"Rome\"}\n{\"city\":5}\n", opts); got != "{\"city\":\"Rome\",\"region\":1}\n{\"city\":5,\"region\":-1}\n" {
		t.Errorf("%q", got)
	}
	if got, _ := encoded(t, "a.csv", "city\nRome\n5\n", opts); got != "city,region\nRome,1\n5,-1\n" {
		t.Errorf("%q", got)
	}
}

func TestEncodeCompresses(t *testing.T) {
	want, _ := encoded(t, "a.csv", smallCSV, cityOptions(t))
	for _, in := range []string{smallCSV, files.Gzipped(t, smallCSV), files.Zstandard(t, smallCSV)} {
		for _, c := range []string{"", "gz", "zst"} {
			opts := cityOptions(t)
			opts.Compression, opts.Stdin = c, strings.NewReader(in)
			got, _, err := encodeString(t, "-", opts)
			if err != nil {
				t.Fatal(err)
			}
			var plain io.Reader = strings.NewReader(got)
			switch c {
			case "gz":
				plain, err = gzip.NewReader(plain)
			case "zst":
				plain, err = zstd.NewReader(plain)
			}
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(plain); err != nil || string(text) != want {
				t.Errorf("compression %q: %v, %q", c, err, text)
			}
		}
	}
}

func TestEncodeErrors(t *testing.T) {
	plain := func(*Options) {}
	hint := ", which was not in the table that was grouped: choose whether such values get a label or the group that is nearest"
	tests := []struct {
		file, content string
		change        func(*Options)
		want          string
	}{
		{"a.csv", "city,n\nRome,1\n\nBern,2\n", plain, "a.csv:4:1: city is Bern" + hint},
		{"a.csv", "n,city\n\"a\nb\",Rome\n\"c\n\",\"\nBern\"\n", plain, `a.csv:5:3: city is "\nBern"` + hint},
		{
			"a.tsv", "n\tcity\n1\tRome\n2\t\n", func(o *Options) { o.Codings[0].Encoder = cities(t, "Rome", "Oslo") },
			"a.tsv:3:3: city is missing, which it never was in the table that was grouped: choose whether such values get a label or the group that is nearest",
		},
		{"a.jsonl", "{\"city\":\"Rome\"}\n{\"n\":1, \"city\": 5}\n", plain, "a.jsonl:2:17: city is 5" + hint},
		{"a.jsonl", "{\"town\":\"Rome\"}\n", func(o *Options) { o.Codings[0].Encoder = cities(t, "Rome", "Oslo") }, `a.jsonl:1: no column "city"; the columns are town`},
		{"a.jsonl", "{\"town\":\"Rome\"}\n", plain, `a.jsonl: no column "city"; the columns are town`},
		{"city=Bern/a.csv", "n\n1\n", plain, "city=Bern/a.csv: city in the name of a folder is Bern" + hint},
		{"a.csv", "city,n\nRome\n", plain, "a.csv:2: 1 field, but the header has 2"},
		{"a.csv", "n,city\nRome\n", plain, "a.csv:2: 1 field, but the header has 2"},
		{"a.csv", "city,n\nRome,1,2\n", plain, "a.csv:2: 3 fields, but the header has 2"},
		{"a.csv", "city,n\nRome,\"1\n2\",3\n", plain, "a.csv:2: 3 fields, but the header has 2"},
		{"a.csv", "city,n\n\"Rome,1\n", plain, `a.csv:2:9: a quoted field goes wrong here: a " in it must be doubled, and one must end it`},
		{"a.csv", "city,n\nRome,a\"b\n", plain, `a.csv:2:7: a " stands in a field that is not quoted: quote the field and double the "`},
		{"a.csv", "city,n\n\"x\ny\"z,1\n", plain, `a.csv:3:2: a quoted field goes wrong here: a " in it must be doubled, and one must end it (the record starts on line 2)`},
		{"a.csv", "city,n\nRome,\x00\n", plain, "a.csv:2:6: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
		{"a.csv", "city,n\n", func(o *Options) { o.Codings[0].X = "citty" }, `a.csv: no column "citty"; the columns are city, n (did you mean city?)`},
		{"a.csv", "city,city\n", plain, "a.csv: two columns are called city: rename one of them"},
		{"a.csv", "n,\"region\",city\n", plain, "a.csv:1:3: there is a column region already: choose another name for the one that is added"},
		{"region=1/a.csv", "city\n", plain, "region=1/a.csv: there is a column region already: choose another name for the one that is added"},
		{"a.jsonl", "{\"city\":\"Rome\"}\n{\"city\":\"Rome\", \"region\":1}\n", plain, "a.jsonl:2:17: there is a column region already: choose another name for the one that is added"},
		{"a.jsonl", "{\"city\":[1]}\n", plain, "a.jsonl:1:9: the value of city is an array: it must be a string, a number, true, false or null"},
		{"a.parquet", smallParquet(t), func(o *Options) { o.Codings[0].Encoder = cities(t, "Paris", "Oslo") }, "a.parquet: row 3: city is Rome" + hint},
		{"a.parquet", smallParquet(t), func(o *Options) { o.Codings[0].As = "n" }, "a.parquet: there is a column n already: choose another name for the one that is added"},
		{"a.parquet", smallParquet(t), func(o *Options) { o.Compression = "gz" }, "a.parquet: Parquet is compressed within: choose a name without .gz or .zst for the output"},
		{"a.csv", "", plain, "a.csv: the file is empty"},
		{"a.jsonl", "\n", plain, "a.jsonl: the file is empty"},
		{"a.npy", files.Numpy(t, []int{1, 2}, []float64{1, 2}), plain, "a.npy: an .npy file holds numbers without names, not records, so no columns of it can be named"},
		{"a.csv", smallCSV, func(o *Options) { o.Codings[0].Unknown = "rare" }, `a.csv: no value is called "(rare)": rare values were not grouped when the table was counted`},
		{"a.csv", smallCSV, func(o *Options) { o.Codings[0].X = "" }, "a.csv: the column to encode is not named"},
		{"a.csv", smallCSV, func(o *Options) { o.Codings[0].As = "\xff" }, `a.csv: the new column "\xff" and the label of unknown values "" must be UTF-8 text`},
		{"a.csv", smallCSV, func(o *Options) { o.Codings[0].Encoder = nil }, "a.csv: there is no clustering to encode with"},
		{"a.csv", smallCSV, func(o *Options) { o.Format = source.NPY }, "a.csv: an .npy file holds numbers without names, not records, so none can be encoded"},
		{"a.csv", smallCSV, func(o *Options) { o.Format, o.Compression = source.Parquet, "zst" }, "a.csv: Parquet is compressed within: choose a name without .gz or .zst for the output"},
	}
	for _, tt := range tests {
		folder := t.TempDir()
		opts := cityOptions(t)
		tt.change(&opts)
		_, _, err := encodeString(t, files.Write(t, folder, tt.file, tt.content), opts)
		checkError(t, err, folder, filepath.FromSlash(tt.want))
	}
	_, _, err := encodeString(t, "@alphabet", cityOptions(t))
	checkError(t, err, "", "@alphabet: a built-in data set has no records to encode (write ./@alphabet for a file of that name)")
}

func TestEncodeFilesThatDoNotMatch(t *testing.T) {
	other := files.Parquet(t, []struct {
		City    string `parquet:"city"`
		Product string `parquet:"product"`
		N       int32  `parquet:"n"`
	}{{"Rome", "tea", 1}})
	fewer := files.Parquet(t, []struct {
		City string `parquet:"city"`
	}{{"Rome"}})
	tests := []struct{ first, second, end, want string }{
		{"city,n\nRome,1\n", "n,city\n1,Rome\n", ".csv", "b.csv: the columns are n, city, but those of FOLDERa.csv are city, n: files that become one must have the same, so encode them one by one"},
		{"city,n\nRome,1\n", "city;n\nRome;1\n", ".csv", `b.csv: separates columns by ";", but FOLDERa.csv by ",": encode the files one by one`},
		{smallParquet(t), fewer, ".parquet", "b.parquet: the columns are city, but those of FOLDERa.parquet are city, product, n: files that become one must have the same, so encode them one by one"},
		{smallParquet(t), other, ".parquet", "b.parquet: the types of the columns are not those of FOLDERa.parquet: files that become one must have the same, so encode them one by one"},
	}
	for _, tt := range tests {
		folder := t.TempDir()
		files.Write(t, folder, "a"+tt.end, tt.first)
		files.Write(t, folder, "b"+tt.end, tt.second)
		_, _, err := encodeString(t, folder, cityOptions(t))
		checkError(t, err, folder, strings.ReplaceAll(tt.want, "FOLDER", ""))
	}
}

// brokenPipe fails to write.
type brokenPipe struct{}

var errBroken = errors.New("the pipe is broken")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

func TestEncodeReportsFailedWrites(t *testing.T) {
	for name, content := range map[string]string{"a.csv": smallCSV, "a.jsonl": smallJSON, "a.parquet": smallParquet(t)} {
		for _, c := range []string{"", "gz", "zst"} {
			opts := cityOptions(t)
			if opts.Compression = c; name == "a.parquet" {
				opts.Compression = ""
			}
			_, err := Encode(context.Background(), brokenPipe{}, files.Write(t, t.TempDir(), name, content), opts)
			if !errors.Is(err, errBroken) {
				t.Errorf("%s, compression %q: %v", name, c, err)
			}
		}
	}
}

func TestEncodeStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, content := range map[string]string{"a.csv": smallCSV, "a.jsonl": smallJSON, "a.parquet": smallParquet(t)} {
		_, err := Encode(ctx, io.Discard, files.Write(t, t.TempDir(), name, content), cityOptions(t))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
