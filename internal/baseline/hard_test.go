package baseline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// TestJoinsAreTheBestOnes compares with trying every pair each time.
func TestJoinsAreTheBestOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 17))
	for range 50 {
		n := 3 + random.IntN(12)
		table := newTable(mustJoint(t, weights(random, n, 4)))
		beta := 1 + 30*random.Float64()
		value := func(p partition.Partition) float64 {
			h, i := table.point(p)
			return i - h/beta
		}
		want := partition.Identity(n)
		for {
			best := want
			for b := range want.K() {
				for a := range b {
					if p := want.Merge(a, b); value(p) > value(best)+rounding {
						best = p
					}
				}
			}
			if best.K() == want.K() {
				break
			}
			want = best
		}
		s := &hard{table: table, beta: beta, labels: partition.Identity(n), k: n}
		joined := s.join(t.Context())
		if !slices.Equal(s.labels, want) || s.k != want.K() || joined != (want.K() < n) {
			t.Errorf("beta %g: %v, want %v", beta, s.labels, want)
		}
	}
}
