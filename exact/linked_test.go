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
					if err := above(j.Coarsen(together), sumOver(together, e.Dual), e.Slope, e.HHi); err != nil {
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

// above returns an error if a clustering of entropy up to end is above the line of a dual.
func above(j *joint.Joint, dual []float64, slope, end float64) error {
	line := j.HY() + sum(dual)
	for f := range partition.All(j.Rows()) {
		z := j.Coarsen(f)
		if h, i := z.HX(), z.IXY(); h <= end && i > line+slope*h+1e-9 {
			return fmt.Errorf("%v is at (%g, %g), above %g + %g h", f, h, i, line, slope)
		}
	}
	return nil
}
