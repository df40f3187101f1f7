package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// bestOf returns for every k the largest i of a clustering into k clusters that keep
// allows, by definition.
func (t table) bestOf(keep func(f partition.Partition) bool) []float64 {
	best := make([]float64, len(t)+1)
	for k := range best {
		best[k] = math.Inf(-1)
	}
	for f := range partition.All(len(t)) {
		if keep(f) {
			_, i := t.point(f)
			best[f.K()] = max(best[f.K()], i)
		}
	}
	return best
}

func all(partition.Partition) bool { return true }

// TestDMCEqualsBruteForce: the point of k clusters is the best of all clusterings into
// k, found by enumeration and by the default search; where fewer do as well, there is
// none.
func TestDMCEqualsBruteForce(t *testing.T) {
	for kind, draw := range kinds {
		for seed := range uint64(6) {
			tab := draw(rand.New(rand.NewPCG(seed, 5)), 4+int(seed)%4, 3)
			best := tab.bestOf(all)
			for _, epsilon := range []float64{0, math.Inf(1)} {
				r, err := Map(context.Background(), DMC(tab.joint(t)), Options{Epsilon: epsilon})
				if err != nil {
					t.Fatal(err)
				}
				k, reached := 0, math.Inf(-1)
				for p := range r.Frontier.All() {
					for k++; best[k] <= reached+1e-9; k++ {
						continue
					}
					reached = best[k]
					if p.K != k || math.Abs(p.H-math.Log2(float64(k))) > 1e-12 || math.Abs(p.I-best[k]) > 1e-9 {
						t.Errorf("%s %d: point of %d clusters is (%g, %g), want %d clusters with i %g", kind, seed, p.K, p.H, p.I, k, best[k])
					}
				}
				for _, i := range best[k+1:] {
					if i > reached+1e-9 {
						t.Errorf("%s %d: the frontier ends at %d clusters", kind, seed, k)
					}
				}
				if r.Frontier.Problem.Kind != "dmc" {
					t.Errorf("kind is %q", r.Frontier.Problem.Kind)
				}
			}
		}
	}
}

// TestDMCNeighboursEqualLoad: the contract of evaluators, with a total that is no
// constant.
func TestDMCNeighboursEqualLoad(t *testing.T) {
	for _, draw := range kinds {
		for seed := range uint64(30) {
			rng := rand.New(rand.NewPCG(seed, 5))
			n := 2 + rng.IntN(9)
			p := DMC(draw(rng, n, 4).joint(t))
			e := p.Evaluators(1, []int64{0, 5000, plenty}[seed%3])[0]
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
		p := DMC(tab.joint(t)).(*bottleneck)
		line := p.Line()
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
	if DMC(wide).(*bottleneck).Line() != nil || DIB(narrow).(*bottleneck).Line() != nil {
		t.Error("there is a line where contiguous clusters do not suffice")
	}
}

// TestLinkedRowsStayTogether: the frontier of a linked problem is that of all
// clusterings that keep the rows together, on the table as it was.
func TestLinkedRowsStayTogether(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 8))
		n := 4 + rng.IntN(4)
		tab := simplex(rng, n, 4)
		together := randomClustering(rng, n, 3)
		if together.K() == 1 {
			continue
		}
		keeps := func(f partition.Partition) bool {
			for a := range f {
				for b := range f {
					if together[a] == together[b] && f[a] != f[b] {
						return false
					}
				}
			}
			return true
		}
		var want []pair
		for f := range partition.All(n) {
			if keeps(f) {
				h, i := tab.point(f)
				want = append(want, pair{h, i})
			}
		}
		j := tab.joint(t)
		r, err := Map(context.Background(), DIB(j).(*bottleneck).Link(together), Options{})
		if err != nil {
			t.Fatal(err)
		}
		samePoints(t, pairsOf(r.Frontier), nonDominated(want))
		sound(t, tab, r.Frontier)
		for p := range r.Frontier.All() {
			if !keeps(p.Assignment()) {
				t.Errorf("%v parts rows of %v", p.Assignment(), together)
			}
		}
		if d := r.Frontier.Problem; d.N != n || d.HX != j.HX() || d.Source.SHA256 != j.SHA256() {
			t.Errorf("described as %+v", d)
		}
	}
}
