package table

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
)

func TestCSV(t *testing.T) {
	tests := []struct {
		name, file, content string
		want                map[string]float64
	}{
		{"quotes", "a.csv", "city,product\n\"Paris, France\",\"a \"\"b\"\"\"\nRome,tea\n", map[string]float64{`Paris, France a "b"`: 1, "Rome tea": 1}},
		{"several lines", "a.csv", "city,product\n\"Pa\nris\",tea\n\"Pa\r\nris\",tea\n", map[string]float64{"Pa\nris tea": 1, "Pa\r\nris tea": 1}},
		{"quoted name", "a.csv", "\"city\",other,\"product\"\na,b,c\n", map[string]float64{"a c": 1}},
		{"line ends", "a.csv", "city,product\r\na,b\r\nc,d", map[string]float64{"a b": 1, "c d": 1}},
		{"byte order mark", "a.csv", "\ufeffcity,product\na,b\n", map[string]float64{"a b": 1}},
		{"blank lines", "a.csv", "city,product\n\na,b\n\n", map[string]float64{"a b": 1}},
		{"space is kept", "a.csv", "city,product\n a,b \na,b\n", map[string]float64{" a b ": 1, "a b": 1}},
		{"tabs by name", "a.tsv", "city\tproduct\na,1\tb\n", map[string]float64{"a,1 b": 1}},
		{"tabs by content", "a.txt", "city\tproduct\na,1\tb\n", map[string]float64{"a,1 b": 1}},
		{"semicolons", "a.csv", "city;product\na,1;b\n", map[string]float64{"a,1 b": 1}},
		{"bars", "a.csv", "city|product\na,1|b;c\n", map[string]float64{"a,1 b;c": 1}},
		{"tabs under another name", "a.csv", "city\tproduct\na,1\tb\n", map[string]float64{"a,1 b": 1}},
		{"a comma in the header rules", "a.csv", "city,product;x,product\na,b,c\n", map[string]float64{"a c": 1}},
		{"commas by content", "a", "city,product\na,b\tc\n", map[string]float64{"a b\tc": 1}},
		{"name before content", "a.csv", "city\tx,city,product\na,b,c\n", map[string]float64{"b c": 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkCells(t, mustRead(t, tt.file, tt.content, cityProduct()), tt.want)
		})
	}
}

func TestFormatOption(t *testing.T) {
	opts := cityProduct()
	opts.Format = source.TSV
	checkCells(t, mustRead(t, "a.csv", "city\tproduct\na\tb\n", opts), map[string]float64{"a b": 1})
	opts.Format = "xls"
	_, err := Open(context.Background(), "a.csv", opts)
	if err == nil || err.Error() != `there is no format "xls": choose csv, tsv, jsonl, parquet, arrow, npy, npz or mtx` {
		t.Errorf("got %v", err)
	}
}

func TestCSVErrors(t *testing.T) {
	count := Options{X: "city", Y: "product", Count: "n"}
	rows := func(lines ...string) string { return "city,product,n\n" + strings.Join(lines, "\n") + "\n" }
	many := make([]string, 25)
	for i := range many {
		many[i] = "c" + strings.Repeat("x", i)
	}
	tests := []struct {
		name, content, want string
		opts                Options
	}{
		{"empty", "", "a.csv: the file is empty", cityProduct()},
		{"blank", "\n\n", "a.csv: the file is empty", cityProduct()},
		{"header only", "city,product\n", "a.csv: there are no records, only a header", cityProduct()},
		{
			"no column", rows("a,b,1"), `a.csv: no column "citty"; the columns are city, product, n (did you mean city?)`,
			Options{X: "citty", Y: "product"},
		},
		{"no such column", rows("a,b,1"), `a.csv: no column "zebra"; the columns are city, product, n`, Options{X: "city", Y: "zebra"}},
		{"other case", rows("a,b,1"), `a.csv: no column "City"; the columns are city, product, n (did you mean city?)`, Options{X: "City", Y: "product"}},
		{"no count", rows("a,b,1"), `a.csv: no column "m"; the columns are city, product, n`, Options{X: "city", Y: "product", Count: "m"}},
		{
			"many columns", strings.Join(many, ",") + "\n",
			`a.csv: no column "city"; the columns are ` + strings.Join(many[:20], ", ") + " and 5 more", cityProduct(),
		},
		{"odd columns", "a b,\"c,d\",,\"e\nf\"\n", `a.csv: no column "city"; the columns are "a b", "c,d", "", "e\nf"`, cityProduct()},
		{"long column", strings.Repeat("y", 100) + ",a\n", `a.csv: no column "city"; the columns are ` + strings.Repeat("y", 60) + "..., a", cityProduct()},
		{"two of a name", "city,product,city\na,b,c\n", `a.csv: two columns are called city: rename one of them`, cityProduct()},
		{"short row", rows("a,b,1", "a,b"), "a.csv:3: 2 fields, but the header has 3", cityProduct()},
		{"long row", rows("a,b,1", "a,b,1,"), "a.csv:3: 4 fields, but the header has 3", cityProduct()},
		{"bare quote", rows("a,b,1", `a,5" pipe,1`), `a.csv:3:4: a " stands in a field that is not quoted: quote the field and double the "`, cityProduct()},
		{"end of quote", rows(`a,"b"c,1`), `a.csv:2:5: a quoted field goes wrong here: a " in it must be doubled, and one must end it`, cityProduct()},
		{"open quote", rows(`a,"b,1`, "a,b,1"), `a.csv:3:7: a quoted field goes wrong here: a " in it must be doubled, and one must end it (the record starts on line 2)`, cityProduct()},
		{"negative", rows("a,b,1", "a,b,-2"), "a.csv:3:5: n is -2, which is negative", count},
		{"NaN", rows("a,b,NaN"), "a.csv:2:5: n is NaN, which is not a finite number", count},
		{"infinite", rows("a,b,Inf"), "a.csv:2:5: n is +Inf, which is not a finite number", count},
		{"too large", rows("a,b,1e999"), "a.csv:2:5: n is 1e999, which is too large", count},
		{"no number", rows("a,b,many"), "a.csv:2:5: n is many, which is not a number", count},
		{"hexadecimal with an exponent", rows("a,b,0x1p4"), "a.csv:2:5: n is 0x1p4, which is not a number", count},
		{"hexadecimal", rows("a,b,0x10"), "a.csv:2:5: n is 0x10, which is not a number", count},
		{"no count", rows("a,b,"), "a.csv:2:5: n is empty where a number must stand", count},
		{"no count but space", rows("a,b, "), "a.csv:2:5: n is empty where a number must stand", count},
		{"after lines in quotes", rows("\"a\n\nb\",b,1", "a,b,x"), "a.csv:5:5: n is x, which is not a number", count},
		{"NUL", rows("a,b,1", "a,\x00b,1"), "a.csv:3:3: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding", cityProduct()},
		{"Latin-1", rows("a,b,1", "Orl\xe9ans,b,1"), "a.csv:3:4: not UTF-8 text (byte 0xe9): name its encoding, such as latin1 or windows-1252", cityProduct()},
		{"cut character", "city,product\nOrl\xc3", "a.csv:2:4: not UTF-8 text (byte 0xc3): name its encoding, such as latin1 or windows-1252", cityProduct()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), files.Write(t, folder, "a.csv", tt.content), tt.opts)
			checkError(t, err, folder, tt.want)
		})
	}
}

// TestOpenQuoteTakesNoMemory has a quote that is never closed in a file without
// end: it must not be read into memory whole.
func TestOpenQuoteTakesNoMemory(t *testing.T) {
	opts := cityProduct()
	opts.Format = source.CSV
	opts.Stdin = &then{first: []byte("city,product\nParis,tea\n\"Rome,tea\n"), next: &endless{part: []byte("Rome,tea\n"), stop: func() {}}}
	_, err := Open(context.Background(), "-", opts)
	if err == nil || !strings.HasSuffix(err.Error(), ": a record of more than a million fields ends here or later: is a quote before it not closed?") {
		t.Errorf("got %v", err)
	}
	opts.Format = source.JSONLines
	opts.Stdin = &endless{part: []byte(`{"city":1,"product":2} `), stop: func() {}}
	_, err = Open(context.Background(), "-", opts)
	checkError(t, err, "", "stdin:1: a record of more than 16 MiB ends here or later: one object a line is needed")
}

// TestLargeFiles has records that add up to more than one may have.
func TestLargeFiles(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for format, record := range map[string]string{
		source.CSV:       "a,b," + long + "\n",
		source.JSONLines: `{"city":"a","product":"b","n":"` + long + `"}` + "\n",
	} {
		parts := []io.Reader{strings.NewReader("city,product,n\n")}
		if format == source.JSONLines {
			parts = nil
		}
		for range 64 + 2 {
			parts = append(parts, strings.NewReader(record))
		}
		opts := cityProduct()
		opts.Format, opts.Stdin = format, io.MultiReader(parts...)
		if tab := mustOpen(t, "-", opts); tab.Records != 64+2 {
			t.Errorf("%v: %d records", format, tab.Records)
		}
	}
}

// then reads first, and then what next gives.
type then struct {
	first []byte
	next  *endless
}

func (r *then) Read(p []byte) (int, error) {
	if len(r.first) > 0 {
		n := copy(p, r.first)
		r.first = r.first[n:]
		return n, nil
	}
	return r.next.Read(p)
}
