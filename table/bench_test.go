package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/tally"
)

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

func BenchmarkOpen(b *testing.B) {
	const n = 100_000
	records := someRecords(n)
	formats := encodings(b)
	formats[".parquet"] = func(rs []record) string { return parquetRows(b, rs) } // with pages of a usual size
	for _, end := range []string{".csv", ".tsv", ".csv.gz", ".jsonl", ".parquet"} {
		path := write(b, b.TempDir(), "records"+end, formats[end](records))
		for _, count := range []string{"", "n"} {
			b.Run(fmt.Sprintf("format=%s/count=%t", end[1:], count != ""), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					mustOpen(b, path, Options{X: "city", Y: "product", Count: count})
				}
				b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
			})
		}
	}
}

func BenchmarkOpenMatrix(b *testing.B) {
	const rows, cols = 1000, 200
	header, line := "x", ""
	for c := range cols {
		header += fmt.Sprint(",y", c)
		line += fmt.Sprint(",", c%7)
	}
	content := header + "\n"
	for r := range rows {
		content += fmt.Sprint("x", r) + line + "\n"
	}
	path := write(b, b.TempDir(), "matrix.csv", content)
	for b.Loop() {
		mustOpen(b, path, Options{})
	}
	b.ReportMetric(rows*cols*float64(b.N)/b.Elapsed().Seconds(), "cells/s")
}

func BenchmarkCounter(b *testing.B) {
	records := someRecords(10_000)
	xs, ys := make([][]byte, len(records)), make([][]byte, len(records))
	for i, r := range records {
		xs[i], ys[i] = []byte(r.X), []byte(r.Y)
	}
	for b.Loop() {
		c := tally.NewPairs()
		tuple := make([]uint32, 2)
		for i := range xs {
			tuple[0], tuple[1] = c.Keys[0].Number(xs[i], false), c.Keys[1].Number(ys[i], false)
			c.Record(tuple, 1)
		}
	}
	b.ReportMetric(float64(len(xs))*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

func BenchmarkOpenTriple(b *testing.B) {
	const n = 100_000
	path := write(b, b.TempDir(), "records.csv", separated(b, someRecords(n), ','))
	b.ReportAllocs()
	for b.Loop() {
		mustTriple(b, path, Options{X1: "city", X2: "n", Y: "product"})
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkOpenPoints has points in five dimensions that are all different.
func BenchmarkOpenPoints(b *testing.B) {
	const n, d = 20_000, 5
	rng := rand.New(rand.NewPCG(1, 2))
	var content strings.Builder
	content.WriteString("a,b,c,d,e\n")
	for range n {
		for i := range d {
			fmt.Fprintf(&content, "%.3f%c", rng.NormFloat64(), ",\n"[i/(d-1)])
		}
	}
	path := write(b, b.TempDir(), "points.csv", content.String())
	b.ReportAllocs()
	for b.Loop() {
		mustPoints(b, path, Options{})
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
