package evidence

import (
	"context"
	"fmt"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
)

// BenchmarkOfDependence tests tables of the sizes of the alphabet, of flights by carrier and
// destination, and of 1,000 words and the word that follows: independent, which takes as long.
func BenchmarkOfDependence(b *testing.B) {
	for _, size := range []struct {
		rows, columns int
		records       float64
	}{{27, 27, 11.6e6}, {16, 105, 336_776}, {40, 6, 1000}, {1000, 1001, 1.6e6}, {100, 100, 1e9}} {
		counts := make([][]float64, size.rows)
		r := random.New(1)
		for x := range counts {
			counts[x] = make([]float64, size.columns)
			for y := range counts[x] {
				// Zipf's law for both margins.
				mean := size.records / float64((x+1)*(y+1)) / 15
				counts[x][y] = float64(int(mean + r.Uniform()))
			}
		}
		j := tableOf(b, counts)
		b.Run(fmt.Sprintf("rows=%d/columns=%d/records=%.0f", size.rows, size.columns, j.Total()), func(b *testing.B) {
			for b.Loop() {
				e, err := OfDependence(context.Background(), j, Options{Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(e.Permutations), "permutations")
			}
		})
	}
}

// tableOf returns the joint distribution of counts.
func tableOf(t testing.TB, counts [][]float64) *joint.Joint {
	t.Helper()
	x, y := make([]string, len(counts)), make([]string, len(counts[0]))
	for k := range x {
		x[k] = fmt.Sprintf("x%04d", k)
	}
	for k := range y {
		y[k] = fmt.Sprintf("y%04d", k)
	}
	j, err := joint.Dense(x, y, counts)
	if err != nil {
		t.Fatal(err)
	}
	return j
}
