package sweeps

import (
	"fmt"
	"testing"

	"github.com/dibmap/dibmap/problem"
)

// BenchmarkMap searches tables of words with few evaluations.
func BenchmarkMap(b *testing.B) {
	for _, n := range []int{300, 3000} {
		p := problem.DIB(words(b, n, 500, 1))
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			var evaluated int64
			for b.Loop() {
				evaluated = search(b, b.Context(), p, Options{Effort: 1e-4, MaxMemory: 1 << 30}).Evaluated
			}
			b.ReportMetric(float64(evaluated), "evaluations/op")
		})
	}
}

func BenchmarkByCount(b *testing.B) {
	for _, n := range []int{300, 3000} {
		source, ok := SourceOf(problem.DIB(words(b, n, 500, 1)))
		if !ok {
			b.Fatal("no sums over cells")
		}
		for _, upTo := range []int{20, 200} {
			b.Run(fmt.Sprintf("rows=%d/upTo=%d", n, upTo), func(b *testing.B) {
				var steps int64
				for b.Loop() {
					steps = ByCount(b.Context(), source, nil, CountOptions{UpTo: upTo, Steps: 1, MaxMemory: 1 << 30, Workers: 2}).Steps
				}
				b.ReportMetric(float64(steps), "steps/op")
			})
		}
	}
}
