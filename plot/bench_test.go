package plot

import (
	"fmt"
	"io"
	"testing"
)

func BenchmarkFrontier(b *testing.B) {
	for _, n := range []int{1e3, 1e5} {
		f := synthetic(b, n, shapes[0].Curve, 1)
		for _, format := range []string{"svg", "png", "pdf"} {
			b.Run(fmt.Sprintf("format=%s/points=%d", format, n), func(b *testing.B) {
				for b.Loop() {
					if err := Frontier(io.Discard, f, format, Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(drawn(b, f, format, Options{}))), "file-bytes")
			})
		}
	}
}

func BenchmarkNotes(b *testing.B) {
	f := synthetic(b, 1000, shapes[0].Curve, 1)
	for _, n := range []int{4, 10, 30} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			o := annotated(f, n, 1)
			for b.Loop() {
				if err := Frontier(io.Discard, f, "svg", o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
