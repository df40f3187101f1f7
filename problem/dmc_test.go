package problem

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
)

func all(partition.Partition) bool { return true }

// TestDMCNeighboursEqualLoad: the contract of evaluators, with a total that is no
// constant.
func TestDMCNeighboursEqualLoad(t *testing.T) {
	for _, draw := range kinds {
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 5))
			n := 2 + rng.IntN(9)
			p := DMC(draw(rng, n, 4).joint(t))
			e := p.Evaluators(1, []int64{1, 5000, plenty}[seed%3])[0]
			newReferee(p, nil).neighbours(t, e, randomClustering(rng, n, 1+rng.IntN(n)))
		}
	}
}

// TestLineOfPosteriors: with two columns, contiguous clusterings in the order of the
// line are as good as any, for every k. Rows of equal posteriors, and such as have one
// column only, are among them.
func TestLineOfPosteriors(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 6))
		tab := sparseCounts(rng, 3+rng.IntN(5), 2)
		if seed%2 == 0 {
			tab = simplex(rng, len(tab), 2)
		}
		if seed%3 == 0 {
			tab[1] = []float64{2 * tab[0][0], 2 * tab[0][1]}
		}
		p := DMC(tab.joint(t))
		line := p.Traits().Line()
		if sorted := slices.Sorted(slices.Values(line)); !slices.Equal(sorted, partition.Identity(len(tab))) {
			t.Fatalf("the line is %v", line)
		}
		place := p.Place()
		contiguous := func(f partition.Partition) bool {
			inLine, last := make([]int, len(f)), -1
			for x, c := range f {
				inLine[slices.Index(line, place[x])] = c
			}
			seen := make([]bool, len(f))
			for _, c := range inLine {
				if c != last && seen[c] {
					return false
				}
				seen[c], last = true, c
			}
			return true
		}
		best := tab.bestOf(all)
		for k, i := range tab.bestOf(contiguous) {
			if k > 0 && math.Abs(i-best[k]) > 1e-9 {
				t.Errorf("seed %d: %d contiguous clusters reach %g, any reach %g", seed, k, i, best[k])
			}
		}
	}
	wide := simplex(rand.New(rand.NewPCG(1, 1)), 5, 3).joint(t)
	narrow := simplex(rand.New(rand.NewPCG(1, 1)), 5, 2).joint(t)
	if DMC(wide).Traits().Line != nil || DIB(narrow).Traits().Line != nil {
		t.Error("there is a line where contiguous clusters do not suffice")
	}
}

func (t table) bestOf(keep func(f partition.Partition) bool) []float64 { return tables.BestOf(t, keep) }
