package sweeps

import (
	"fmt"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/problem"
)

// BenchmarkMap searches tables of words with few evaluations.
func BenchmarkMap(b *testing.B) {
	for _, n := range []int{300, 3000} {
		p := problem.DIB(families.Words(b, n, 500, 1))
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) {
			var evaluated int64
			for b.Loop() {
				evaluated = search(b, b.Context(), p, Options{Effort: 1e-4, MaxMemory: 1 << 30}).Evaluated
			}
			b.ReportMetric(float64(evaluated), "evaluations/op")
		})
	}
}
