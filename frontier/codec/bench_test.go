package codec

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

func BenchmarkWrite(b *testing.B) {
	f := large(b, 10_000, 30)
	for _, format := range Formats() {
		b.Run(fmt.Sprintf("points=10000/format=%v", format), func(b *testing.B) {
			b.SetBytes(int64(len(written(b, f, format))))
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, f, format); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	f := large(b, 10_000, 30)
	for _, format := range readable() {
		b.Run(fmt.Sprintf("points=10000/format=%v", format), func(b *testing.B) {
			file := written(b, f, format)
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(bytes.NewReader(file)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
