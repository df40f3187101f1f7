package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"maps"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// fuzzOpen opens content that may be anything: the table must be sound, or the
// error one line that names the input.
func fuzzOpen(t *testing.T, content []byte, opts Options) (*Table, error) {
	t.Helper()
	opts.Stdin = bytes.NewReader(content)
	tab, err := Open(context.Background(), "-", opts)
	if err != nil {
		checkFuzzError(t, err)
		return nil, err
	}
	for _, c := range tab.cells {
		if int(c.X) >= len(tab.x) || int(c.Y) >= len(tab.y) || !(c.Value > 0) {
			t.Fatalf("cell %v in a table of %d rows and %d columns", c, len(tab.x), len(tab.y))
		}
	}
	if tab.Missing > tab.Records {
		t.Fatalf("%d of %d records are missing", tab.Missing, tab.Records)
	}
	if _, err := tab.Joint(); err != nil {
		var e *Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
	}
	return tab, nil
}

// checkFuzzError checks that an error is one line that names standard input.
func checkFuzzError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	text := err.Error()
	if !errors.As(err, &e) || e.Msg == "" || strings.ContainsAny(text, "\r\n") || len(text) > 4000 ||
		!strings.HasPrefix(text, "stdin:") || strings.HasPrefix(e.Msg, "stdin:") {
		t.Fatalf("error %q", text)
	}
}

// FuzzCSV compares with a naive count.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		smallCSV, "city,product\n\"a\n\"\"b\",c\n,\n", "product,x,city\r\n1,2,3\r\n", "city,product\na\n", "city,product\n\"", "\ufeffcity,product\né,\x00",
		"city,product,city\n", "a,b\n", "", "\n\n", "city,product\n(missing),\n,x\n", strings.ReplaceAll(smallCSV, ",", "\t"),
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, content []byte, tabs bool) {
		categories := scale.Spec{Type: scale.Category} // as numbers, " 0" and "0.0" are 0
		opts := Options{X: "city", Y: "product", Format: source.CSV, Scales: map[string]scale.Spec{"city": categories, "product": categories}}
		comma := naiveComma(bytes.TrimPrefix(content, []byte("\ufeff")))
		if tabs {
			opts.Format, comma = source.TSV, '\t'
		}
		tab, err := fuzzOpen(t, content, opts)
		want := naiveCount(content, comma)
		if err != nil {
			if want != nil && !files.Compressed(content) && !bytes.HasPrefix(content, []byte("PK")) && !bytes.HasPrefix(content, []byte("BZh")) && !bytes.Contains(content, []byte("[")) && !bytes.Contains(content, []byte("\x00")) {
				t.Fatalf("%v, but a naive reader gets %v", err, want)
			}
			return
		}
		if got := cellsOf(tab); !files.Compressed(content) && !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// naiveComma returns what separates the fields of a CSV file, by the first line that is not blank.
func naiveComma(content []byte) rune {
	var header []byte
	for line := range bytes.Lines(content[:min(len(content), 4096)]) {
		if header = line; len(bytes.TrimSpace(line)) > 0 {
			break
		}
	}
	for _, c := range ",\t;|" {
		if bytes.ContainsRune(header, c) {
			return c
		}
	}
	return ','
}

// naiveCount counts the pairs of a CSV file by "city product", nil if it is bad.
func naiveCount(content []byte, comma rune) map[string]float64 {
	if !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return nil
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		return nil
	}
	at := map[string][]int{}
	for i, name := range rows[0] {
		at[name] = append(at[name], i)
	}
	if len(at["city"]) != 1 || len(at["product"]) != 1 {
		return nil
	}
	or := func(s string) string {
		if s == "" {
			return scale.MissingLabel
		}
		return s
	}
	cells := make(map[string]float64)
	for _, row := range rows[1:] {
		cells[or(row[at["city"][0]])+" "+or(row[at["product"][0]])]++
	}
	return cells
}

func FuzzCount(f *testing.F) {
	for _, seed := range []string{"1", "0.5", " 3 ", "-1", "NaN", "1e400", "0x1p3", "1_000", "inf", "", "9007199254740993", "5e-324"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := textfile.ParseCount(text)
		if err == nil && !(n >= 0 && !math.IsInf(n, 0)) {
			t.Fatalf("%q counts %g", text, n)
		}
	})
}

func FuzzJSONLines(f *testing.F) {
	for _, seed := range []string{
		smallJSON, "{}", "{\"city\":1}\n{\"product\":null,\"city\":\"\\u00e9\"}", "[1]", `{"city":{},"product":[]}`, `{"city":1,"city":2}`,
		`{"city":"\ud83d\ude00","product":1e5}`, "{\"city\":\"a\"} {", "\ufeff{}\n\n", `{"n":-1,"city":true,"product":false}`, "{", "null", `{"a":{"b":[{}]}}`,
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "n")
	}
	f.Fuzz(func(t *testing.T, content []byte, count string) {
		if _, err := fuzzOpen(t, content, Options{X: "city", Y: "product", Count: count, Format: source.JSONLines}); err != nil {
			return
		}
		if _, err := fuzzOpen(t, content, Options{Format: source.JSONLines}); err == nil {
			t.Fatal("JSON Lines pass for a matrix")
		}
	})
}

// FuzzMatrix writes what it read and reads it again.
func FuzzMatrix(f *testing.F) {
	for _, seed := range []string{
		"x,a,b\nr,1,2\ns,0,.5\n", "x\ta\tb\nr\t1\t2\n", "x,a\n\"r\n\",1e300\n", "x,a,a\n", "x,a\nr,-1\n", "x,a\nr,\n", "x\nr\n", "1,2\n3,4\n5,6\n", "", smallCSV,
		"x,a,b\nr,1\n", "x,a\nr,1\nr,2\n", "x,a\nr,NaN\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		tab, err := fuzzOpen(t, content, Options{Format: source.CSV})
		if err != nil || files.Compressed(content) {
			return
		}
		rows := [][]string{append([]string{"x"}, tab.y...)}
		for _, x := range tab.x {
			row := []string{x}
			for range tab.y {
				row = append(row, "0")
			}
			rows = append(rows, row)
		}
		for _, c := range tab.cells {
			text := textfile.AppendFloat(nil, c.Value, 64)
			if c.Value >= 1<<53 { // without an exponent, it would be a count that is too large
				text = strconv.AppendFloat(nil, c.Value, 'e', -1, 64)
			}
			rows[c.X+1][c.Y+1] = string(text)
		}
		var b bytes.Buffer
		if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		again, err := fuzzOpen(t, b.Bytes(), Options{Format: source.CSV})
		if err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(cellsOf(tab), cellsOf(again)) {
			t.Fatalf("%v, and again %v", cellsOf(tab), cellsOf(again))
		}
	})
}

func FuzzParquet(f *testing.F) {
	type row struct {
		City    *string  `parquet:"city,optional,dict"`
		Product int32    `parquet:"product,delta"`
		N       *float64 `parquet:"n,optional"`
		S       string   `parquet:"s,delta"`
		B       bool     `parquet:"b"`
		U       [16]byte `parquet:"u,uuid"`
		Day     int32    `parquet:"day,date"`
		List    []int64  `parquet:"list"`
	}
	city, n := "Paris", 1.5
	rows := []row{{&city, 1, &n, "s", true, [16]byte{1}, 1, []int64{1}}, {nil, 2, &n, "t", false, [16]byte{2}, 2, nil}, {&city, 3, nil, "", true, [16]byte{}, 3, nil}}
	for version := 1; version <= 2; version++ {
		f.Add([]byte(files.Parquet(f, rows, parquet.DataPageVersion(version))), "city", "product", "")
		f.Add([]byte(files.Parquet(f, rows, parquet.DataPageVersion(version), parquet.Compression(&parquet.Snappy))), "s", "b", "n")
		f.Add([]byte(files.Parquet(f, rows, parquet.DataPageVersion(version), parquet.Compression(&parquet.Lz4Raw))), "u", "day", "product")
		f.Add([]byte(files.Parquet(f, rows, parquet.DataPageVersion(version), parquet.Compression(legacyLZ4{30, 20}))), "city", "s", "n")
		f.Add([]byte(files.Parquet(f, rows, parquet.DataPageVersion(version), parquet.Compression(&parquet.Zstd))), "list", "city", "")
	}
	f.Add([]byte(smallParquet(f)), "city", "product", "n")
	f.Add([]byte("PAR1PAR1"), "city", "product", "")
	f.Fuzz(func(t *testing.T, content []byte, x, y, count string) {
		if x == "" || y == "" {
			return
		}
		_, _ = fuzzOpen(t, content, Options{X: x, Y: y, Count: count, Format: source.Parquet})
	})
}

func FuzzArrow(f *testing.F) {
	for _, file := range []bool{true, false} {
		for _, packed := range []ipc.Option{ipc.WithMinSpaceSavings(0), ipc.WithLZ4(), ipc.WithZstd()} {
			content := files.Arrow(f, file, packed)
			f.Add(content, "city", "product", "")
			f.Add(content, "s.a", "when", "n")
			f.Add(content, "view", "decimal", "")
		}
	}
	f.Fuzz(func(t *testing.T, content []byte, x, y, count string) {
		if x == "" || y == "" {
			return
		}
		_, _ = fuzzOpen(t, content, Options{X: x, Y: y, Count: count, Format: source.Arrow})
	})
}

func FuzzNumpy(f *testing.F) {
	content := files.Numpy(f, []int{2, 3}, []float64{1, 2, 3, 4, 5, 6})
	f.Add([]byte(content))
	f.Add([]byte(strings.Replace(content, "'fortran_order': False", "'fortran_order': True ", 1)))
	f.Add([]byte(files.Numpy(f, []int{2, 3, 1}, make([]float64, 6))))
	f.Add([]byte(files.Numpy(f, []int{0, 3}, nil)))
	f.Add([]byte(content[:70]))
	f.Fuzz(func(t *testing.T, content []byte) {
		_, _ = fuzzOpen(t, content, Options{Format: source.NPY})
	})
}

// FuzzAnything leaves the format and the compression to the content.
func FuzzAnything(f *testing.F) {
	for _, seed := range []string{
		smallCSV, smallJSON, smallParquet(f), files.Gzipped(f, smallCSV), files.Zstandard(f, smallCSV), files.Gzipped(f, smallParquet(f)), "PK\x03\x04", "\x50\x2a\x4d\x18\x00\x00\x00\x00",
		files.Numpy(f, []int{1, 2}, []float64{1, 2}), npz(f, csr(f)), coordinates + "3 2 1\n1 2 2\n",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, content []byte, records bool) {
		opts := Options{}
		if records {
			opts = cityProduct()
		}
		_, _ = fuzzOpen(t, content, opts)
	})
}

// FuzzEncodings reads text in any encoding, with any character between the fields.
func FuzzEncodings(f *testing.F) {
	names := []string{"utf-8", "utf-16", "utf-16le", "utf-16be", "latin1", "windows-1252", "shift_jis", "gb18030", "euc-kr", "iso-2022-jp", "big5"}
	for k := range names {
		f.Add([]byte(smallCSV), k, "")
		f.Add([]byte("\xff\xfec\x00i\x00t\x00y\x00,\x00p\x00"), k, ";")
		f.Add([]byte("\x00\x00\xfe\xff\x00\x00\x00c"), k, "|")
		f.Add([]byte(smallCSV), k, strings.Repeat("\xef", 2000))
	}
	f.Fuzz(func(t *testing.T, content []byte, encoding int, delimiter string) {
		opts := cityProduct()
		opts.Encoding = names[(encoding%len(names)+len(names))%len(names)]
		opts.Delimiter = delimiter
		_, _ = fuzzOpen(t, content, opts)
	})
}
