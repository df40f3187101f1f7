package search

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
)

// bruteForce returns the frontier over all clusterings that keep allows.
func (p dots) bruteForce(fixed bool, keep func(f partition.Partition) bool) []pair {
	var all []pair
	for f := range partition.All(len(p.At)) {
		if keep(f) {
			all = append(all, p.point(f, fixed))
		}
	}
	return nonDominated(all)
}

// quantizerOf returns the problem of labels of fixed or of variable length.
func quantizerOf(c *points.Cloud, fixed bool) problem.Problem {
	if fixed {
		return problem.KMeans(c)
	}
	return problem.Quantizer(c)
}

func TestQuantizerEqualsBruteForce(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		for d := 1; d <= 3; d++ {
			for weights := range tables.WeightKinds {
				for n := 2; n <= 8; n++ {
					if n == 8 && testing.Short() {
						continue
					}
					p := drawDots(rand.New(rand.NewPCG(uint64(n), uint64(10*d+weights))), n, d, weights)
					want := p.bruteForce(fixed, all)
					for _, epsilon := range []float64{0, math.Inf(1)} {
						r, err := Map(context.Background(), quantizerOf(p.Cloud(t), fixed), Options{Epsilon: epsilon})
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
	masses := quantizerOf(c, true).Traits().Masses
	if !slices.Equal(masses, []float64{2, 1, 1}) {
		t.Errorf("masses %v", masses)
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
		p := drawDots(rng, n, 1+rng.IntN(2), int(seed%tables.WeightKinds))
		together := randomClustering(rng, n, 4)
		if together.K() == 1 {
			continue
		}
		c := p.Cloud(t)
		r, err := Map(context.Background(), quantizerOf(c, fixed).Traits().Link(together), Options{})
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
		p := drawDots(rng, 20, 2, int(seed%tables.WeightKinds))
		labels := names("p", 20)
		perm := rng.Perm(20)
		var shuffled dots
		var names2 []string
		for _, x := range perm {
			shuffled.At, shuffled.Weight = append(shuffled.At, p.At[x]), append(shuffled.Weight, p.Weight[x])
			names2 = append(names2, labels[x])
		}
		c2, err := points.New(names("c", 2), names2, shuffled.At, shuffled.Weight)
		if err != nil {
			t.Fatal(err)
		}
		frontierOf := func(c *points.Cloud) *frontier.Frontier {
			r, err := Map(context.Background(), quantizerOf(c, seed/tables.WeightKinds == 1), Options{Method: Local})
			if err != nil {
				t.Fatal(err)
			}
			return r.Frontier
		}
		a, b := frontierOf(p.Cloud(t)), frontierOf(c2)
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

// dots are weighted points as the oracles see them.
type dots struct{ tables.Dots }

func drawDots(rng *rand.Rand, n, d, weights int) dots {
	return dots{tables.DrawDots(rng, n, d, weights)}
}

func (p dots) point(f partition.Partition, fixed bool) pair {
	h, i := p.Point(f, fixed)
	return pair{h, i}
}
