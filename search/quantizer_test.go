package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
)

// dots are weighted points as the oracles see them.
type dots struct {
	at     [][]float64
	weight []float64
}

// kinds of weights.
const (
	equalWeights = iota
	countWeights
	anyWeights
	weightKinds
)

// drawDots draws points about 0, some of them at one place.
func drawDots(rng *rand.Rand, n, d, weights int) dots {
	var p dots
	for x := range n {
		row := make([]float64, d)
		for y := range row {
			row[y] = rng.NormFloat64()
		}
		if x > 1 && rng.IntN(8) == 0 {
			row = p.at[rng.IntN(x)]
		}
		p.at = append(p.at, row)
		switch weights {
		case equalWeights:
			p.weight = append(p.weight, 3)
		case countWeights:
			p.weight = append(p.weight, float64(1+rng.IntN(9)))
		default:
			p.weight = append(p.weight, rng.ExpFloat64())
		}
	}
	return p
}

func (p dots) cloud(tb testing.TB) *points.Cloud {
	tb.Helper()
	c, err := points.New(names("c", len(p.at[0])), names("p", len(p.at)), p.at, p.weight)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// error returns the squared error of points about their centroid, and their weight.
func (p dots) error(rows []int) (squares, weight float64) {
	for _, x := range rows {
		weight += p.weight[x]
	}
	for y := range p.at[0] {
		var mean float64
		for _, x := range rows {
			mean += p.weight[x] / weight * p.at[x][y]
		}
		for _, x := range rows {
			squares += p.weight[x] * (p.at[x][y] - mean) * (p.at[x][y] - mean)
		}
	}
	return squares, weight
}

// point computes H(Z), or log2 k, and the share of the variance that is explained
// from their definitions.
func (p dots) point(f partition.Partition, fixed bool) pair {
	scatter, total := p.error(partition.Identity(len(f)))
	var within float64
	var weights []float64
	for _, rows := range f.Clusters() {
		squares, weight := p.error(rows)
		within += squares
		weights = append(weights, weight/total)
	}
	if fixed {
		return pair{math.Log2(float64(len(weights))), 1 - within/scatter}
	}
	return pair{info.Entropy(weights), 1 - within/scatter}
}

// bruteForce returns the frontier over all clusterings that keep allows.
func (p dots) bruteForce(fixed bool, keep func(f partition.Partition) bool) []pair {
	var all []pair
	for f := range partition.All(len(p.at)) {
		if keep(f) {
			all = append(all, p.point(f, fixed))
		}
	}
	return nonDominated(all)
}

// quantizerOf returns the problem of labels of fixed or of variable length.
func quantizerOf(c *points.Cloud, fixed bool) problem.Additive {
	if fixed {
		return problem.KMeans(c)
	}
	return problem.Quantizer(c)
}

func TestQuantizerEqualsBruteForce(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		for d := 1; d <= 3; d++ {
			for weights := range weightKinds {
				for n := 2; n <= 8; n++ {
					if n == 8 && testing.Short() {
						continue
					}
					p := drawDots(rand.New(rand.NewPCG(uint64(n), uint64(10*d+weights))), n, d, weights)
					want := p.bruteForce(fixed, all)
					for _, epsilon := range []float64{0, math.Inf(1)} {
						r, err := Map(context.Background(), quantizerOf(p.cloud(t), fixed), Options{Epsilon: epsilon})
						if err != nil {
							t.Fatal(err)
						}
						samePoints(t, pairsOf(r.Frontier), want)
						for q := range r.Frontier.All() {
							if is := p.point(q.Assignment(), fixed); math.Abs(is.h-q.H) > 1e-12 || math.Abs(is.i-q.I) > 1e-12 {
								t.Errorf("%v is at %v, and not at (%g, %g)", q.Assignment(), is, q.H, q.I)
							}
						}
					}
				}
			}
		}
	}
}

func TestQuantizerIsDescribed(t *testing.T) {
	c, err := points.New([]string{"u", "v"}, []string{"a", "b", "none", "c"},
		[][]float64{{0, 0}, {0, 2}, {1, 1}, {4, 0}}, []float64{1, 2, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	got := problem.Quantizer(c).Describe()
	if got.Kind != "quantizer" || got.N != 3 || got.M != 2 || !slices.Equal(got.XLabels, []string{"a", "b", "c"}) ||
		!slices.Equal(got.YLabels, []string{"u", "v"}) || !slices.Equal(got.ZeroRows, []string{"none"}) {
		t.Errorf("%+v", got)
	}
	// The mean is (1, 1): squared distances are 2, 2 twice, and 10.
	if math.Abs(got.Variance-4) > 1e-14 || math.Abs(got.HX-1.5) > 1e-14 || got.HY != 0 || math.Abs(got.IXY-1) > 1e-14 {
		t.Errorf("%+v", got)
	}
	if got.Samples == nil || *got.Samples != 4 || got.Source.SHA256 != c.SHA256() {
		t.Errorf("%+v", got)
	}
	if kind := problem.KMeans(c).Describe().Kind; kind != "kmeans" {
		t.Error(kind)
	}
	masses, total := quantizerOf(c, true).(problem.Weighted).Masses()
	if !slices.Equal(masses, []float64{2, 1, 1}) || total != 4 {
		t.Errorf("masses %v of %g", masses, total)
	}
	r, err := Map(context.Background(), problem.Quantizer(c), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if last := r.Frontier.At(r.Frontier.Len() - 1); last.I != got.IXY || last.H != got.HX {
		t.Errorf("the identity is at (%g, %g), described as (%g, %g)", last.H, last.I, got.HX, got.IXY)
	}
}

// keepsTogether reports whether a clustering keeps the rows of each cluster of another
// clustering together.
func keepsTogether(f, together partition.Partition) bool {
	for a := range f {
		for b := range f[:a] {
			if together[a] == together[b] && f[a] != f[b] {
				return false
			}
		}
	}
	return true
}

func TestLinkedPointsStayTogether(t *testing.T) {
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n := 4 + rng.IntN(4)
		fixed := seed%2 == 1
		p := drawDots(rng, n, 1+rng.IntN(2), int(seed%weightKinds))
		together := randomClustering(rng, n, 4)
		if together.K() == 1 {
			continue
		}
		c := p.cloud(t)
		r, err := Map(context.Background(), quantizerOf(c, fixed).(problem.Linker).Link(together), Options{})
		if err != nil {
			t.Fatal(err)
		}
		samePoints(t, pairsOf(r.Frontier), p.bruteForce(fixed, func(f partition.Partition) bool { return keepsTogether(f, together) }))
		for q := range r.Frontier.All() {
			if !keepsTogether(q.Assignment(), together) {
				t.Errorf("%v parts rows of %v", q.Assignment(), together)
			}
		}
		d := r.Frontier.Problem
		if d.N != n || d.Variance != c.Variance() || d.Source.SHA256 != c.SHA256() || len(d.Constraints.MustLink) != n-together.K() {
			t.Errorf("described as %+v", d)
		}
	}
}

// TestOrderOfPointsDoesNotMatter: the frontier is the same for every order of the
// rows of the file, down to the clusterings.
func TestOrderOfPointsDoesNotMatter(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 23))
		p := drawDots(rng, 20, 2, int(seed%weightKinds))
		labels := names("p", 20)
		perm := rng.Perm(20)
		var shuffled dots
		var names2 []string
		for _, x := range perm {
			shuffled.at, shuffled.weight = append(shuffled.at, p.at[x]), append(shuffled.weight, p.weight[x])
			names2 = append(names2, labels[x])
		}
		c2, err := points.New(names("c", 2), names2, shuffled.at, shuffled.weight)
		if err != nil {
			t.Fatal(err)
		}
		frontierOf := func(c *points.Cloud) *frontier.Frontier {
			r, err := Map(context.Background(), quantizerOf(c, seed/weightKinds == 1), Options{Method: Local})
			if err != nil {
				t.Fatal(err)
			}
			return r.Frontier
		}
		a, b := frontierOf(p.cloud(t)), frontierOf(c2)
		if a.Len() != b.Len() {
			t.Fatalf("seed %d: %d and %d points", seed, a.Len(), b.Len())
		}
		for k := range a.Len() {
			p, q := a.At(k), b.At(k)
			if p.H != q.H || p.I != q.I || !slices.Equal(p.Assignment(), q.Assignment().Reorder(perm)) {
				t.Errorf("seed %d, point %d: %v and %v", seed, k, p, q)
			}
		}
	}
}
