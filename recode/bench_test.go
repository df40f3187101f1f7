package recode

import (
	"context"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
)

func BenchmarkEncode(b *testing.B) {
	const n = 100_000
	records := files.SomeRecords(n)
	formats := files.Encodings(b)
	formats[".parquet"] = func(rs []files.Record) string { return files.ParquetRows(b, rs) } // with pages of a usual size
	formats[".quoted.csv"] = func(rs []files.Record) string {
		return strings.ReplaceAll(strings.ReplaceAll(files.Separated(b, rs, ','), "city", `"city`), "\n", "\"\n")
	}
	for _, end := range []string{".csv", ".quoted.csv", ".jsonl", ".parquet"} {
		path := files.Write(b, b.TempDir(), "records"+end, formats[end](records))
		opts := Options{Codings: []encode.Coding{{X: "city", As: "region", Encoder: cities(b, mustJoint(b, path).XLabels()...)}}}
		b.Run("format="+end[1:], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Encode(context.Background(), discard{}, path, opts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// discard is a writer that is nothing else: io.Discard would read by itself.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
