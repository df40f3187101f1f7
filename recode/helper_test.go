package recode

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// write writes a file below folder, with the folders it takes, and returns its
// path.
func write(t testing.TB, folder, name, content string) string {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// checkError checks that an error is an *textfile.Error of one line that reads as
// wanted, after the folder of temporary files is taken out.
func checkError(t *testing.T, err error, folder, want string) {
	t.Helper()
	var e *textfile.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *textfile.Error; want %s", err, want)
	}
	got := err.Error()
	if folder != "" {
		got = strings.ReplaceAll(got, folder+string(filepath.Separator), "")
	}
	if strings.Contains(got, "\n") {
		t.Errorf("the error has more than one line: %q", got)
	}
	if got != want {
		t.Errorf("error\n%s\nwant\n%s", got, want)
	}
}

func gzipped(t testing.TB, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t testing.TB, content string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return string(w.EncodeAll([]byte(content), nil))
}

// parquetFile returns the content of a Parquet file of rows.
func parquetFile[T any](t testing.TB, rows []T, opts ...parquet.WriterOption) string {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, opts...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// encodings returns how to write records in every format, by the end of a
// file's name.
func encodings(t testing.TB) map[string]func([]record) string {
	return map[string]func([]record) string{
		".csv":    func(rs []record) string { return separated(t, rs, ',') },
		".tsv":    func(rs []record) string { return separated(t, rs, '\t') },
		".csv.gz": func(rs []record) string { return gzipped(t, separated(t, rs, ',')) },
		".jsonl":  func(rs []record) string { return jsonLines(t, rs) },
		".parquet": func(rs []record) string {
			return parquetRows(t, rs, parquet.PageBufferSize(256), parquet.MaxRowsPerRowGroup(20))
		},
	}
}

func separated(t testing.TB, records []record, comma rune) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	rows := [][]string{{"product", "n", "city"}}
	for _, r := range records {
		rows = append(rows, []string{r.Y, strconv.FormatFloat(r.Count, 'g', -1, 64), r.X})
	}
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// jsonLines writes missing X as null and missing Y as no key at all.
func jsonLines(t testing.TB, records []record) string {
	t.Helper()
	var b bytes.Buffer
	for _, r := range records {
		object := map[string]any{"city": nil, "n": r.Count}
		if r.X != "" {
			object["city"] = r.X
		}
		if r.Y != "" {
			object["product"] = r.Y
		}
		if err := json.NewEncoder(&b).Encode(object); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func parquetRows(t testing.TB, records []record, opts ...parquet.WriterOption) string {
	t.Helper()
	type row struct {
		City    *string `parquet:"city,optional,dict"`
		Product *string `parquet:"product,optional"`
		N       float64 `parquet:"n"`
	}
	var rows []row
	for _, r := range records {
		p := row{&r.X, &r.Y, r.Count}
		if r.X == "" {
			p.City = nil
		}
		if r.Y == "" {
			p.Product = nil
		}
		rows = append(rows, p)
	}
	return parquetFile(t, rows, opts...)
}

// someRecords returns n records of 1000 by 50 values, the common ones far more
// often than the rare ones.
func someRecords(n int) []record {
	rng := rand.New(rand.NewPCG(1, 2))
	xs, ys := rand.NewZipf(rng, 1.2, 1, 999), rand.NewZipf(rng, 1.1, 1, 49)
	records := make([]record, n)
	for i := range records {
		records[i] = record{fmt.Sprint("city", xs.Uint64()), fmt.Sprint("product", ys.Uint64()), float64(1 + rng.IntN(4))}
	}
	return records
}

// numpyFile returns the content of an .npy file.
func numpyFile(t testing.TB, shape []int, data []float64) string {
	t.Helper()
	var b bytes.Buffer
	if err := npy.Write(&b, shape, data); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func smallParquet(t testing.TB) string { return parquetFile(t, smallSales()) }

func smallSales() []sale {
	return []sale{{"Paris", "tea", 1}, {"Paris", "coffee", 2}, {"Rome", "coffee", 3}, {"Paris", "tea", 4}}
}

// checkFuzzError checks that an error is one line that names standard input.
func checkFuzzError(t *testing.T, err error) {
	t.Helper()
	var e *textfile.Error
	text := err.Error()
	if !errors.As(err, &e) || e.Msg == "" || strings.ContainsAny(text, "\r\n") || len(text) > 4000 ||
		!strings.HasPrefix(text, "stdin:") || strings.HasPrefix(e.Msg, "stdin:") {
		t.Fatalf("error %q", text)
	}
}

// compressed tells whether the content is decompressed before it is parsed.
func compressed(content []byte) bool {
	return bytes.HasPrefix(content, []byte("\x1f\x8b")) || bytes.HasPrefix(content, []byte("\x28\xb5\x2f\xfd")) ||
		len(content) >= 4 && content[0]&0xf0 == 0x50 && string(content[1:4]) == "\x2a\x4d\x18"
}

// record is a record with a count; an empty value is a missing one.
type record struct {
	X, Y  string
	Count float64
}

// sale is a row of the small table.
type sale struct {
	City    string `parquet:"city"`
	Product string `parquet:"product"`
	N       int64  `parquet:"n"`
}

const smallCSV = "city,product,n\nParis,tea,1\nParis,coffee,2\nRome,coffee,3\nParis,tea,4\n"

const smallJSON = `{"city":"Paris","product":"tea","n":1}
{"city":"Paris","product":"coffee","n":2}
{"n":3,"product":"coffee","city":"Rome"}
{"city":"Paris","product":"tea","n":4}
`

// cityProduct is what most tests of records ask for.
func cityProduct() table.Options { return table.Options{X: "city", Y: "product"} }

// mustJoint opens a table that must open.
func mustJoint(t testing.TB, name string) *joint.Joint {
	t.Helper()
	tab, err := table.Open(context.Background(), name, cityProduct())
	if err != nil {
		t.Fatal(err)
	}
	j, err := tab.Joint()
	if err != nil {
		t.Fatal(err)
	}
	return j
}
