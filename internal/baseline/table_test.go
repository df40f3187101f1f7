package baseline

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// TestPointsAreThoseOfTheCoarseJoint: of all clusterings of a few tables.
func TestPointsAreThoseOfTheCoarseJoint(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 16))
	for table := range 10 {
		values := counts(random, 6, 4)
		if table%2 == 0 {
			values = weights(random, 6, 4)
		}
		j := mustJoint(t, values)
		own := newTable(j)
		for p := range partition.All(6) {
			h, i := own.point(p)
			wantH, wantI := point(j, p.Reorder(own.order))
			if math.Abs(h-wantH) > 1e-13 || math.Abs(i-wantI) > 1e-13 {
				t.Fatalf("%v: %g, %g, want %g, %g", p, h, i, wantH, wantI)
			}
		}
	}
}
