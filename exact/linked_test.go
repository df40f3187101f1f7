package exact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// drawLinks links some of n rows.
func drawLinks(rng *rand.Rand, n int) partition.Partition {
	labels := make([]int, n)
	for x := range labels {
		labels[x] = rng.IntN(n)
	}
	return partition.Canonical(labels)
}

// TestProveLinked: with linked rows, the proof begins with the frontier of a poor search and ends
// with that of dynamic programming. Its certificate holds for the table in which linked rows are
// one, whose dual is the sum of theirs.
func TestProveLinked(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			for n := 5; n <= 9; n++ {
				j := tableOf(t, kind.draw(uint64(n), n))
				together := drawLinks(rng, j.Rows())
				if together.K() < 2 {
					continue
				}
				p := linked(problem.DIB(j), together...)
				found, err := search.Map(context.Background(), p, search.Options{Method: search.Merge})
				if err != nil {
					t.Fatal(err)
				}
				proved := mustProve(t, j, found.Frontier, Options{})
				want, err := Subsets(context.Background(), p, Options{})
				if err != nil {
					t.Fatal(err)
				}
				samePoints(t, proved, want.Frontier)
				if v := verified(t, j, proved); !v.OK() || !v.Complete || !v.Subsets {
					t.Errorf("rejected: %+v", v)
				}
				for k, e := range proved.Certificate.Edges {
					if err := feasibleDual(j.Coarsen(together), sumOver(together, e.Dual), e.Slope, e.HHi); err != nil {
						t.Errorf("edge %d: %v", k, err)
					}
				}
			}
		})
	}
}

// sumOver returns the sums of values over clusters.
func sumOver(f partition.Partition, values []float64) []float64 {
	sums := make([]float64, f.K())
	for x, c := range f {
		sums[c] += values[x]
	}
	return sums
}

// feasibleDual returns an error if a cluster of a clustering of entropy up to end has a negative
// reduced cost.
func feasibleDual(j *joint.Joint, dual []float64, slope, end float64) error {
	r := newRows(j)
	for set := uint64(1); set < 1<<r.n; set++ {
		if r.twoClusters(over(r.weight, set)) >= end {
			continue
		}
		c := r.cluster(set)
		cost := -c.at(slope)
		for x, at := range r.order {
			if set>>x&1 == 1 {
				cost += dual[at]
			}
		}
		if cost < -1e-9 {
			return fmt.Errorf("the cluster %b has the reduced cost %g", set, cost)
		}
	}
	return nil
}
