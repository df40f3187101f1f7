package exact

import (
	"fmt"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/search"
)

func BenchmarkSubsets(b *testing.B) {
	for _, n := range []int{12, 14, 16, 18} {
		b.Run(fmt.Sprintf("table=simplex/n=%d/m=30/workers=1", n), func(b *testing.B) {
			if n > 16 && testing.Short() {
				b.Skip("takes long")
			}
			p := problemOf(b, uniformTable(1, n, 30))
			var r *search.Result
			for b.Loop() {
				r = mustSubsets(b, p, Options{Workers: 1})
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
}

func BenchmarkIntervals(b *testing.B) {
	run := func(name string, table func(b *testing.B) [][]float64, order Order) {
		b.Run(fmt.Sprintf("%s/order=%v/workers=1", name, order), func(b *testing.B) {
			p := problemOf(b, table(b))
			var r *search.Result
			for b.Loop() {
				r = mustIntervals(b, p, order, Options{Workers: 1})
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
	for _, order := range []Order{Linear, Circular} {
		run("table=colors/n=30", func(b *testing.B) [][]float64 { return reference.Matrix(b, "pxy_colors.npy") }, order)
		for _, n := range []int{50, 100, 200} {
			if order == Circular && n > 100 {
				continue
			}
			run(fmt.Sprintf("table=ordered/n=%d/m=20", n), func(*testing.B) [][]float64 { return orderedTable(1, n, 20) }, order)
			run(fmt.Sprintf("table=smooth/n=%d/m=20", n), func(*testing.B) [][]float64 { return smoothTable(1, n, 20) }, order)
		}
	}
}
