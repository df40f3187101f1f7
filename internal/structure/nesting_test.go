package structure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// ladder returns a frontier of the given clusterings at random steps.
func ladder(t rapid.TB, seed uint64, n int, clusterings []partition.Partition) *frontier.Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	var entries []frontier.Entry
	var h, i float64
	for _, p := range clusterings {
		entries = append(entries, frontier.Entry{H: h, I: i, Assignment: partition.Pack(p)})
		h += 0.1 + rng.Float64()
		i += 0.1 + rng.Float64()
	}
	f, err := frontier.New(frontier.Problem{N: n, XLabels: numbered(n), HX: h}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawLadder draws different clusterings of few rows, mostly from coarse to fine.
func drawLadder(t *rapid.T) *frontier.Frontier {
	n := rapid.IntRange(1, 6).Draw(t, "n")
	var all []partition.Partition
	for p := range partition.All(n) {
		all = append(all, slices.Clone(p))
	}
	chosen := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(len(all), 25), partition.Pack).Draw(t, "clusterings")
	if rapid.Bool().Draw(t, "sorted") {
		slices.SortStableFunc(chosen, func(p, q partition.Partition) int { return p.K() - q.K() })
	}
	return ladder(t, rapid.Uint64().Draw(t, "seed"), n, chosen)
}

// refinesByPairs is the definition: rows that share a cluster of p share one of q.
func refinesByPairs(p, q partition.Partition) bool {
	for x := range p {
		for y := range p {
			if p[x] == p[y] && q[x] != q[y] {
				return false
			}
		}
	}
	return true
}

// TestNesting compares with the definition.
func TestNesting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawLadder(t)
		strictly := func(i, j int) bool {
			return i != j && refinesByPairs(f.At(i).Assignment(), f.At(j).Assignment())
		}
		for i := range f.Len() {
			for j := range f.Len() {
				if got, want := refine(f, i, j), i == j || strictly(i, j); got != want {
					t.Fatalf("%d refines %d: %t", i, j, got)
				}
			}
		}
	})
}

// bestChain tries all chains among points, given one that ends at the last of chain.
func bestChain(f *frontier.Frontier, candidates, chain []int, best *[]int) {
	total := func(chain []int) (sum float64) {
		for _, i := range chain {
			sum += f.At(i).Prominence
		}
		return sum
	}
	if d := total(chain) - total(*best); d > 1e-12 || d > -1e-12 && len(chain) > len(*best) {
		*best = slices.Clone(chain)
	}
	for _, i := range candidates {
		if len(chain) == 0 || i != chain[len(chain)-1] && refine(f, i, chain[len(chain)-1]) {
			bestChain(f, candidates, append(chain, i), best)
		}
	}
}

// TestWalkIsTheBest of all chains.
func TestWalkIsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawLadder(t)
		candidates := rapid.SliceOfN(rapid.IntRange(0, f.Len()-1), 0, 10).Draw(t, "candidates")
		walk := Walk(f, candidates)
		var best []int
		bestChain(f, candidates, nil, &best)
		var got, want float64
		for k, i := range walk {
			got += f.At(i).Prominence
			if !slices.Contains(candidates, i) || k > 0 && (walk[k-1] == i || !refine(f, i, walk[k-1])) {
				t.Fatalf("%v is no chain of %v", walk, candidates)
			}
		}
		for _, i := range best {
			want += f.At(i).Prominence
		}
		if math.Abs(got-want) > 1e-12 || len(walk) != len(best) {
			t.Fatalf("%v has %g, and %v has %g", walk, got, best, want)
		}
		slices.Reverse(candidates)
		if again := Walk(f, candidates); !slices.Equal(again, walk) {
			t.Fatalf("%v and, of the same points, %v", walk, again)
		}
	})
}

// TestWalkBreaksTies: of chains that are equally good, that of smaller H.
func TestWalkBreaksTies(t *testing.T) {
	// On a straight staircase no point is prominent.
	straight := func(clusterings ...partition.Partition) *frontier.Frontier {
		var entries []frontier.Entry
		for k, p := range clusterings {
			entries = append(entries, frontier.Entry{H: float64(k), I: float64(k), Assignment: partition.Pack(p)})
		}
		n := len(clusterings[0])
		f, err := frontier.New(frontier.Problem{N: n, XLabels: numbered(n)}, frontier.Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	three := straight(partition.Partition{0, 0, 0}, partition.Partition{0, 0, 1}, partition.Partition{0, 1, 0}, partition.Partition{0, 1, 2})
	// Of four rows, the one of more clusters has the smaller H.
	four := straight(partition.Partition{0, 1, 2, 0}, partition.Partition{0, 0, 1, 1}, partition.Partition{0, 1, 2, 3})
	for _, c := range []struct {
		f                *frontier.Frontier
		candidates, want []int
	}{
		{three, []int{0, 1, 2, 3}, []int{0, 1, 3}},
		{three, []int{3, 2, 1}, []int{1, 3}},
		{three, []int{2, 1}, []int{1}},
		{three, []int{2, 3, 0}, []int{0, 2, 3}},
		{three, []int{2, 2}, []int{2}},
		{three, nil, nil},
		{four, []int{1, 0}, []int{0}},
		{four, []int{1, 0, 2}, []int{0, 2}},
	} {
		if got := Walk(c.f, c.candidates); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.candidates, got, c.want)
		}
	}
}

// TestNestingOfRepetitions: a file may have a clustering at two points. Each refines the other.
func TestNestingOfRepetitions(t *testing.T) {
	f := ladder(t, 1, 3, []partition.Partition{{0, 0, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 2}})
	if !refine(f, 1, 2) || !refine(f, 2, 1) {
		t.Error("they do not refine each other")
	}
	if got := Walk(f, []int{0, 1, 2, 3}); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

// TestNestingWithoutClusterings: nothing is nested in a frontier from CSV.
func TestNestingWithoutClusterings(t *testing.T) {
	f := through(t, [2]float64{0, 0}, [2]float64{1, 1})
	if Walk(f, []int{0, 1}) != nil {
		t.Error("something is")
	}
}

// through returns a frontier of points without clusterings.
func through(t rapid.TB, places ...[2]float64) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for _, p := range places {
		entries = append(entries, frontier.Entry{H: p[0], I: p[1], K: 1})
	}
	f, err := frontier.New(frontier.Problem{}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// drawStairs draws points of steps far above the tolerance, in the unit square.
func drawStairs(t *rapid.T, least, most int) [][2]float64 {
	n := rapid.IntRange(least, most).Draw(t, "points")
	step := rapid.Float64Range(1e-3, 1)
	places := make([][2]float64, n)
	var h, i float64
	for k := range places {
		places[k] = [2]float64{h, i}
		h += step.Draw(t, "dh") / float64(n)
		i += step.Draw(t, "di") / float64(n)
	}
	return places
}

// numbered returns n different labels.
func numbered(n int) []string {
	labels := make([]string, n)
	for x := range labels {
		labels[x] = fmt.Sprint("row ", x)
	}
	return labels
}

// refine reports whether point i refines point j.
func refine(f *frontier.Frontier, i, j int) bool {
	return refines(f.At(i).Assignment(), f.At(j).Assignment(), make([]int, f.Problem.N))
}
