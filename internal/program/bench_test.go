package program

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func BenchmarkSubsets(b *testing.B) {
	for _, n := range []int{12, 14, 16, 18} {
		b.Run(fmt.Sprintf("table=simplex/n=%d/m=30/workers=1", n), func(b *testing.B) {
			if n > 16 && testing.Short() {
				b.Skip("takes long")
			}
			p := drawn.Problem(b, drawn.Uniform(1, n, 30))
			var r *search.Result
			for b.Loop() {
				r = drawn.Must(b)(Subsets(context.Background(), p, method.Options{Workers: 1}))
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
}

func BenchmarkIntervals(b *testing.B) {
	run := func(name string, table func(b *testing.B) [][]float64, order method.Order) {
		b.Run(fmt.Sprintf("%s/order=%v/workers=1", name, order), func(b *testing.B) {
			p := drawn.Problem(b, table(b))
			var r *search.Result
			for b.Loop() {
				r = drawn.Must(b)(Intervals(context.Background(), p, order, method.Options{Workers: 1}))
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
	for _, order := range []method.Order{method.Linear, method.Circular} {
		run("table=colors/n=30", func(b *testing.B) [][]float64 { return reference.Matrix(b, "pxy_colors.npy") }, order)
		for _, n := range []int{50, 100, 200} {
			if order == method.Circular && n > 100 {
				continue
			}
			run(fmt.Sprintf("table=ordered/n=%d/m=20", n), func(*testing.B) [][]float64 { return drawn.Ordered(1, n, 20) }, order)
			run(fmt.Sprintf("table=smooth/n=%d/m=20", n), func(*testing.B) [][]float64 { return drawn.Smooth(1, n, 20) }, order)
		}
	}
}

func BenchmarkLine(b *testing.B) {
	run := func(name string, p problem.Problem) {
		b.Run(name, func(b *testing.B) {
			var r *search.Result
			for b.Loop() {
				r = drawn.Must(b)(Line(context.Background(), p, method.Options{}))
			}
			b.ReportMetric(float64(r.Frontier.Len()), "points")
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
	for _, n := range []int{50, 100, 200} {
		c := drawn.Cloud(b, drawn.RandomValues(rand.New(rand.NewPCG(1, 1)), n), nil)
		run(fmt.Sprintf("problem=kmeans/n=%d", n), problem.KMeans(c))
		run(fmt.Sprintf("problem=quantizer/n=%d", n), problem.Quantizer(c))
	}
	for _, n := range []int{128, 500, 2000} {
		for _, most := range []int{0, 20} {
			b.Run(fmt.Sprintf("channel=awgn/n=%d/max-clusters=%d", n, most), func(b *testing.B) {
				if n > 1000 && testing.Short() {
					b.Skip("takes seconds")
				}
				p := problem.DMC(drawn.Table(b, awgn(n)))
				var r *search.Result
				for b.Loop() {
					r = drawn.Must(b)(Line(context.Background(), p, method.Options{Limits: problem.Limits{MaxClusters: most}}))
				}
				b.ReportMetric(float64(r.Frontier.Len()), "points")
				b.ReportMetric(float64(r.Evaluated), "labels")
			})
		}
	}
}

func BenchmarkSubsetsOfFewClusters(b *testing.B) {
	for _, most := range []int{0, 4, 8} {
		b.Run(fmt.Sprintf("table=simplex/n=14/m=30/workers=1/max-clusters=%d", most), func(b *testing.B) {
			p := drawn.Problem(b, drawn.Uniform(1, 14, 30))
			var r *search.Result
			for b.Loop() {
				r = drawn.Must(b)(Subsets(context.Background(), p, method.Options{Workers: 1, Limits: problem.Limits{MaxClusters: most}}))
			}
			b.ReportMetric(float64(r.Evaluated), "labels")
		})
	}
}
