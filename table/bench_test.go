package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/tally"
)

func BenchmarkOpen(b *testing.B) {
	const n = 100_000
	records := files.SomeRecords(n)
	formats := files.Encodings(b)
	formats[".parquet"] = func(rs []files.Record) string { return files.ParquetRows(b, rs) } // with pages of a usual size
	for _, end := range []string{".csv", ".tsv", ".csv.gz", ".jsonl", ".parquet"} {
		path := files.Write(b, b.TempDir(), "records"+end, formats[end](records))
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
	path := files.Write(b, b.TempDir(), "matrix.csv", content)
	for b.Loop() {
		mustOpen(b, path, Options{})
	}
	b.ReportMetric(rows*cols*float64(b.N)/b.Elapsed().Seconds(), "cells/s")
}

func BenchmarkCounter(b *testing.B) {
	records := files.SomeRecords(10_000)
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
	path := files.Write(b, b.TempDir(), "records.csv", files.Separated(b, files.SomeRecords(n), ','))
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
	path := files.Write(b, b.TempDir(), "points.csv", content.String())
	b.ReportAllocs()
	for b.Loop() {
		mustPoints(b, path, Options{})
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
