package problem

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/plogp"
)

// TestMoments: what clusters explain follows from the sums of the moments of their rows.
func TestMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	for weights := range tables.WeightKinds {
		p := Quantizer(drawDots(rng, 12, 5, weights).Cloud(t)).Traits()
		moments := p.Moments()
		cluster, sums, w := p.Cluster(), make([]float64, 5), 0.
		for row := 0; row < 12; row += 2 {
			for y, v := range moments[5*row : 5*row+5] {
				sums[y] += v
			}
			cluster.Add(row)
			w += p.Masses[row]
		}
		var squares float64
		for _, v := range sums {
			squares += v * v
		}
		if want := cluster.Cost(); math.Abs(squares/w-want.I) > 1e-14 || want.H != -plogp.Of(nil, p.Masses).At(w) {
			t.Errorf("weights %d: the moments explain %v, and the cluster %v", weights, plogp.Quantize(squares/w), want.I)
		}
	}
}
