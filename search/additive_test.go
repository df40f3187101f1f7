package search

import (
	"math"
	"math/rand/v2"
	"testing"

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
			tab = skewed(rng, n, m)
		}
		p := DIB(tab.joint(t))
		e := p.Evaluators(1, 1<<20)[0]
		cluster := p.Cluster()
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
			sum = p.Total(sum)
			want := e.Load(f)
			if math.Float64bits(sum.H) != math.Float64bits(want.H) || math.Float64bits(sum.I) != math.Float64bits(want.I) {
				t.Fatalf("seed %d, %v: costs add up to %v, Load gives %v", seed, f, sum, want)
			}
		}
	}
}

// TestArchiveCountsTies: others at a point add up, and stop at what files hold.
func TestArchiveCountsTies(t *testing.T) {
	a := NewArchive(3)
	p := Point{1, 0.5}
	a.Offer(p, partition.Pack(partition.Partition{0, 1, 2}), 2)
	a.Offer(p, partition.Pack(partition.Partition{0, 1, 1}), 3)
	got := a.entries([]int{0, 1, 2})
	if a.Len() != 1 || got[0].Ties != 6 || got[0].Assignment != partition.Pack(partition.Partition{0, 1, 1}) {
		t.Errorf("%+v", got)
	}
	a.Offer(p, partition.Pack(partition.Partition{0, 0, 1}), math.MaxInt32)
	if got := a.entries([]int{0, 1, 2}); got[0].Ties != math.MaxInt32 {
		t.Errorf("%d ties", got[0].Ties)
	}
}
