package ceiling_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/ceiling"
	"github.com/dibmap/dibmap/joint"
)

// BenchmarkOf bounds random tables with rows and columns of very different masses, as those of words have.
func BenchmarkOf(b *testing.B) {
	for _, size := range []struct {
		n, m  int
		steps int64
	}{{100, 100, 0}, {1000, 1000, 0}, {4000, 500, 1}} {
		r := rand.New(rand.NewPCG(1, 1))
		rows := make([][]float64, size.n)
		for x := range rows {
			rows[x] = make([]float64, size.m)
			for y := range rows[x] {
				rows[x][y] = math.Floor(100 * r.ExpFloat64() * float64(size.m) / float64((x+1)*(y+1)))
			}
		}
		j, err := joint.Dense(names(size.n), names(size.m), rows)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("n=%d/m=%d/steps=%d", size.n, size.m, size.steps), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ceiling.Of(b.Context(), j, ceiling.Options{Steps: size.steps, Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
