package search

import (
	"fmt"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/problem"
)

// BenchmarkEffort measures what the default gives up: the share of the area under the staircase of ten times the effort,
// up to H(X), by which its own area is smaller. The limits are those of the command.
func BenchmarkEffort(b *testing.B) {
	for _, n := range []int{20, 50, 100, 200, 300} {
		for _, family := range families.All() {
			b.Run(fmt.Sprintf("family=%s/n=%d", family.Name, n), func(b *testing.B) {
				j := table(family.Table(n, 1)).joint(b)
				var less float64
				for b.Loop() {
					area := func(effort float64) float64 {
						r, err := Map(b.Context(), problem.DIB(j), Options{Effort: effort, MaxPoints: 100_000})
						if err != nil {
							b.Fatal(err)
						}
						return areaOf(r.Frontier, j.HX())
					}
					most := area(10)
					less = (most - area(1)) / most
				}
				b.ReportMetric(100*less, "%less")
			})
		}
	}
}

// areaOf returns the area below a staircase of points, up to an entropy.
func areaOf(f *frontier.Frontier, end float64) (area float64) {
	for k := range f.Len() {
		next := end
		if k+1 < f.Len() {
			next = f.At(k + 1).H
		}
		area += (next - f.At(k).H) * f.At(k).I
	}
	return area
}
