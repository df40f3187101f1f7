package exact_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestEstimatedExactly: under an estimator that is a sum over the cells dynamic
// programming finds what enumeration finds.
func TestEstimatedExactly(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var rows, columns []string
		var cells []joint.Cell
		for x := range 8 {
			rows = append(rows, fmt.Sprint("x", x))
			for y := range 5 {
				cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: math.Trunc(8*rng.ExpFloat64()) + float64((x+y)%2)})
			}
		}
		for y := range 5 {
			columns = append(columns, fmt.Sprint("y", y))
		}
		j, err := joint.New(rows, columns, cells)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []info.Estimator{info.Plugin(), info.MillerMadow(), info.Grassberger(), info.Jackknife()} {
			p, err := problem.Estimated(j, e)
			if err != nil {
				t.Fatal(err)
			}
			want := frontierOf(t)(search.Map(context.Background(), p, search.Options{Epsilon: math.Inf(1)}))
			got := frontierOf(t)(exact.Subsets(context.Background(), p, exact.Options{}))
			if got.Len() != want.Len() {
				t.Fatalf("%s: %d points, want %d", e.Name(), got.Len(), want.Len())
			}
			for k := range got.Len() {
				if p, q := got.At(k), want.At(k); math.Abs(p.H-q.H) > 1e-9 || math.Abs(p.I-q.I) > 1e-9 {
					t.Errorf("%s: point %d is (%g, %g), want (%g, %g)", e.Name(), k, p.H, p.I, q.H, q.I)
				}
			}
		}
	}
}
