package robust

import (
	"testing"
)

func BenchmarkMeasure(b *testing.B) {
	j := sampleOf(b, "r25_s0")
	f := mapped(b, j)
	for _, m := range []Method{Bootstrap, Posterior, Delta, NSB} {
		b.Run("method="+m.String(), func(b *testing.B) {
			for b.Loop() {
				measured(b, j, f, Options{Method: m})
			}
			b.ReportMetric(float64(f.Len()), "points")
		})
	}
}
