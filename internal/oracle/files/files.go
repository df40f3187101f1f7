// Package files writes files of records for tests: in every format that is read, and compressed.
package files

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/npy"
)

// Record is a record with a count; an empty value is a missing one.
type Record struct {
	X, Y  string
	Count float64
}

// Write writes a file below folder, creates the folders it needs, and returns its
// path.
func Write(t testing.TB, folder, name, content string) string {
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

// Gzipped returns content as gzip compresses it.
func Gzipped(t testing.TB, content string) string {
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

// Zstandard returns content as Zstandard compresses it.
func Zstandard(t testing.TB, content string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	compressed := w.EncodeAll([]byte(content), nil)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return string(compressed)
}

// Parquet returns the content of a Parquet file of rows.
func Parquet[T any](t testing.TB, rows []T, opts ...parquet.WriterOption) string {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, opts...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Encodings returns the writers of records in every format, by the extension of
// the file.
func Encodings(t testing.TB) map[string]func([]Record) string {
	return map[string]func([]Record) string{
		".csv":    func(rs []Record) string { return Separated(t, rs, ',') },
		".tsv":    func(rs []Record) string { return Separated(t, rs, '\t') },
		".csv.gz": func(rs []Record) string { return Gzipped(t, Separated(t, rs, ',')) },
		".jsonl":  func(rs []Record) string { return JSONLines(t, rs) },
		".parquet": func(rs []Record) string {
			return ParquetRows(t, rs, parquet.PageBufferSize(256), parquet.MaxRowsPerRowGroup(20))
		},
	}
}

// Separated returns records as CSV, with a separator. The columns are product, n and city.
func Separated(t testing.TB, records []Record, comma rune) string {
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

// JSONLines returns records as JSON Lines. It writes missing X as null and missing Y as no key at all.
func JSONLines(t testing.TB, records []Record) string {
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

// ParquetRows returns records as a Parquet file, with null for missing values.
func ParquetRows(t testing.TB, records []Record, opts ...parquet.WriterOption) string {
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
	return Parquet(t, rows, opts...)
}

// SomeRecords returns n records of 1000 by 50 values, the common ones far more
// often than the rare ones.
func SomeRecords(n int) []Record {
	rng := rand.New(rand.NewPCG(1, 2))
	xs, ys := rand.NewZipf(rng, 1.2, 1, 999), rand.NewZipf(rng, 1.1, 1, 49)
	records := make([]Record, n)
	for i := range records {
		records[i] = Record{fmt.Sprint("city", xs.Uint64()), fmt.Sprint("product", ys.Uint64()), float64(1 + rng.IntN(4))}
	}
	return records
}

// Numpy returns the content of an .npy file.
func Numpy(t testing.TB, shape []int, data []float64) string {
	t.Helper()
	var b bytes.Buffer
	if err := npy.Write(&b, shape, data); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Compressed reports whether the content is decompressed before it is parsed.
func Compressed(content []byte) bool {
	return bytes.HasPrefix(content, []byte("\x1f\x8b")) || bytes.HasPrefix(content, []byte("\x28\xb5\x2f\xfd")) ||
		len(content) >= 4 && content[0]&0xf0 == 0x50 && string(content[1:4]) == "\x2a\x4d\x18"
}

// SmallSales returns the rows of the small table.
func SmallSales() []Sale {
	return []Sale{{"Paris", "tea", 1}, {"Paris", "coffee", 2}, {"Rome", "coffee", 3}, {"Paris", "tea", 4}}
}

// Sale is a row of the small table.
type Sale struct {
	City    string `parquet:"city"`
	Product string `parquet:"product"`
	N       int64  `parquet:"n"`
}
