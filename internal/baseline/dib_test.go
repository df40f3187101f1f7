package baseline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
)

// ditTable is 00, 02, 12, 21, 22, each with probability 1/5: the distribution of dit's
// tests of curves.
func ditTable(tb testing.TB) *joint.Joint {
	return mustJoint(tb, [][]float64{{1, 0, 1}, {0, 0, 1}, {0, 1, 1}})
}

// TestDIBCurveOfDit: the points of dit's tests/rate_distortion/test_curves.py, with the
// betas at which one gives way to the next.
func TestDIBCurveOfDit(t *testing.T) {
	j := ditTable(t)
	want := []struct{ beta, h, i float64 }{
		{0, 0, 0},
		{0.97095059445 / 0.41997309402, 0.97095059445466858, 0.4199730940219748},
		{0.55097750043 / 0.15097750043, 1.5219280948873621, 0.5709505944546684},
	}
	r := mustRun(t, dib(), j, Options{})
	if len(r.Clusterings) != len(want) {
		t.Fatal(r)
	}
	for k, c := range r.Clusterings {
		if h, i := point(j, c.Partition); math.Abs(c.Parameter-want[k].beta) > 1e-9 || math.Abs(h-want[k].h) > 1e-9 || math.Abs(i-want[k].i) > 1e-9 {
			t.Errorf("beta %g: %g, %g, want %+v", c.Parameter, h, i, want[k])
		}
	}
}

// TestIBCurveOfDit: beta in steps of one half up to 10, in both directions.
func TestIBCurveOfDit(t *testing.T) {
	for run := range 2 {
		c := newCooling(t.Context(), newTable(ditTable(t)), Options{}, run)
		points := make(map[float64]CurvePoint)
		for k, s := 0, c.start; k < 20; k++ {
			beta := float64(20-k) / 2
			if c.upward {
				beta = float64(k+1) / 2
			}
			s = c.at(beta, s)
			points[beta] = s.point(beta)
		}
		for _, want := range []CurvePoint{
			{Beta: 1},
			{Beta: 2.5, IXT: 0.8, ITY: 0.4},
			{Beta: 10, IXT: 1.5129028136502387, ITY: 0.5701613885745838},
		} {
			if got := points[want.Beta]; math.Abs(got.IXT-want.IXT) > 1e-6 || math.Abs(got.ITY-want.ITY) > 1e-6 {
				t.Errorf("run %d: %+v, want %+v", run, got, want)
			}
		}
	}
}

// TestIBCurve: the curve begins at the origin, ends at H(X) and I(X;Y), lies on or above
// the points of clusterings in the plane of I(X;T) and I(T;Y), and 1/beta is its slope.
func TestIBCurve(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	for range 10 {
		n := 3 + random.IntN(5)
		j := mustJoint(t, weights(random, n, 2+random.IntN(5)))
		r := mustRun(t, ib(), j, Options{})
		first, last := r.Curve[0], r.Curve[len(r.Curve)-1]
		if max(first.IXT, first.ITY, first.HT) > 1e-6 {
			t.Errorf("begins at %+v", first)
		}
		if math.Abs(last.ITY-j.IXY()) > 1e-4 || last.IXT > j.HX()+1e-9 {
			t.Errorf("ends at %+v, want I(T;Y) = %g", last, j.IXY())
		}
		exact := slices.Collect(exactFrontier(j).All())
		for k, p := range r.Curve {
			if p.ITY > p.IXT+1e-9 || p.IXT > p.HT+1e-9 {
				t.Errorf("not in order: %+v", p)
			}
			value := p.ITY - p.IXT/p.Beta
			for _, q := range exact { // H(Z) = I(X;Z)
				if q.I-q.H/p.Beta > value+1e-6 {
					t.Errorf("beta %g: the clustering at %g, %g is better", p.Beta, q.H, q.I)
				}
			}
			if k > 0 && (p.IXT < r.Curve[k-1].IXT-1e-6 || p.ITY < r.Curve[k-1].ITY-1e-6) {
				t.Errorf("falls from %+v to %+v", r.Curve[k-1], p)
			}
		}
	}
}

// hullOf returns the points on the hull of all clusterings.
func hullOf(j *joint.Joint) []pareto.Point[int] {
	all := slices.Collect(exactFrontier(j).All())
	var hull []pareto.Point[int]
	for _, p := range pareto.Hull(len(all), func(p int) (h, i float64) { return all[p].H, all[p].I }) {
		hull = append(hull, all[p])
	}
	return hull
}

// TestDIBFindsTheHull: with the default number of starts, all of it on small tables.
func TestDIBFindsTheHull(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	for range 30 {
		n := 3 + random.IntN(6)
		values := counts(random, n, 2+random.IntN(5))
		if n%2 == 0 {
			values = weights(random, n, 2+random.IntN(5))
		}
		j := mustJoint(t, values)
		want := hullOf(j)
		r := mustRun(t, dib(), j, Options{})
		if len(r.Clusterings) != len(want) {
			t.Errorf("%d clusterings, want %d", len(r.Clusterings), len(want))
			continue
		}
		for k, e := range r.Clusterings {
			if h, i := point(j, e.Partition); math.Abs(h-want[k].H)+math.Abs(i-want[k].I) > 1e-9 {
				t.Errorf("%g, %g is not on the hull", h, i)
			}
		}
	}
}

// TestBlahutArimotoOnAlpha10: the paper finds 9 points with Blahut-Arimoto, and all 9 on
// the frontier. They are the hull.
func TestBlahutArimotoOnAlpha10(t *testing.T) {
	j := shared(t, "alpha10")
	exact := exactFrontier(j)
	for seed := range uint64(1) {
		r := mustRun(t, dib(), j, Options{Seed: seed})
		found := 0
		for _, e := range r.Clusterings {
			if exact.Compare(point(j, e.Partition)) == pareto.Tied {
				found++
			}
		}
		if found != 9 || len(r.Clusterings) != 9 {
			t.Errorf("seed %d: %d of %d are on the frontier, want 9 of 9", seed, found, len(r.Clusterings))
		}
	}
	r := mustRun(t, ib(), j, Options{})
	found := 0
	for _, e := range r.Clusterings {
		if exact.Compare(point(j, e.Partition)) == pareto.Tied {
			found++
		}
	}
	t.Logf("ib: %d of %d", found, len(r.Clusterings))
	if found < 9 {
		t.Errorf("ib finds %d of the frontier, want 9", found)
	}
}

// TestHardIterations: iterations and joins never lower the objective, and end where no
// row and no pair of clusters can raise it further.
func TestHardIterations(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 14))
	for range 100 {
		n := 3 + random.IntN(10)
		j := mustJoint(t, counts(random, n, 5))
		table := newTable(j)
		beta := math.Exp(4 * random.Float64())
		value := func(labels []int) float64 {
			c := newCollector(table)
			c.add(labels, 0)
			h, i := point(j, c.clusterings[0].Partition)
			return i - h/beta
		}
		labels := dealt(n, newStream(random.Uint64()))
		before := value(labels)
		labels = table.descend(t.Context(), labels, beta)
		after := value(labels)
		if after < before-1e-12 {
			t.Errorf("beta %g: falls from %g to %g", beta, before, after)
		}
		p := canonical(labels)
		for a := range p.K() {
			for b := range a {
				if got := value(p.Merge(a, b)); got > after+1e-11 {
					t.Errorf("beta %g: joining %d and %d raises %g to %g", beta, a, b, after, got)
				}
			}
		}
	}
}

// TestStartsAreWithinBounds: of many rows, no start has more than maxStart clusters.
func TestStartsAreWithinBounds(t *testing.T) {
	j := mustJoint(t, counts(rand.New(rand.NewPCG(15, 15)), maxStart+100, 3))
	a := newAnnealing(newTable(j), Options{Restarts: 12})
	for _, labels := range a.starts(3, [][]int{make([]int, j.Rows())}) {
		if p := canonical(labels); p.K() > maxStart || fmt.Sprint(p) != fmt.Sprint(labels) {
			t.Errorf("%d clusters", p.K())
		}
	}
}
