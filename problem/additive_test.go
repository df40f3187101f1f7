package problem

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
)

// TestAdditiveCosts: the base and the costs of clusters add up to what Load gives,
// bit for bit, whichever rows came and went before.
func TestAdditiveCosts(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 91))
		n, m := 2+rng.IntN(12), 2+rng.IntN(100)
		tab := simplex(rng, n, m)
		switch seed % 3 {
		case 1:
			tab = sparseCounts(rng, n, m)
		case 2:
			tab = tables.Skewed(rng, n, m)
		}
		p := DIB(tab.joint(t))
		e := p.Evaluators(1, 1<<20)[0]
		cluster := p.Traits().Cluster()
		held := make([]bool, p.Rows())
		for range 40 {
			labels := make([]int, p.Rows())
			for x := range labels {
				labels[x] = rng.IntN(1 + rng.IntN(p.Rows()))
			}
			f := partition.Canonical(labels)
			var sum Point
			for c := range f.K() {
				for _, x := range rng.Perm(len(f)) {
					switch wanted := f[x] == c; {
					case wanted && !held[x]:
						cluster.Add(x)
					case !wanted && held[x]:
						cluster.Remove(x)
					}
					held[x] = f[x] == c
				}
				sum = sum.plus(cluster.Cost())
			}
			sum = p.Traits().Total(sum)
			want := e.Load(f)
			if math.Float64bits(sum.H) != math.Float64bits(want.H) || math.Float64bits(sum.I) != math.Float64bits(want.I) {
				t.Fatalf("seed %d, %v: costs add up to %v, Load gives %v", seed, f, sum, want)
			}
		}
	}
}
